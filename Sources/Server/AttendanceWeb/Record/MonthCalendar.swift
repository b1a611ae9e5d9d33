import Attendance
import Localization

/// A person's month as a calendar with weeks from Monday to Sunday.
struct MonthCalendar: Sendable {
    /// Such as `Mon` and `day`. Only the first part is visible; screen readers read both.
    struct Weekday: Sendable {
        let short: String
        let rest: String
    }

    struct Week: Sendable {
        let days: [Day]
    }

    struct Day: Sendable {
        /// nil for a day of another month.
        let number: String?
        let isToday: Bool
        /// The day in the list; nil for a day that is not in it.
        let address: String?
        /// The whole content as text for screen readers.
        let label: String?
        let worked: String?
        let pause: String?
        /// Worked and credited time minus the target, with its sign; nil: no schedule applies, or the day does not count yet.
        let calendarDifference: String?
        /// Minutes of the work bar and of the break bar behind it, out of ``fullBar``.
        let workedBar: Int64
        let pauseBar: Int64
        /// The flags, holiday, absences, adjustments and warnings as text.
        let remarks: String?
        let isUrgent: Bool
    }

    let caption: String
    let weekdays: [Weekday]
    let weeks: [Week]
    /// Whether a day has remarks. Phones show marks instead, which need a legend.
    let hasRemarks: Bool
    /// The minutes of a bar of full width.
    let fullBar = MonthCalendar.barMinutes

    private static let barMinutes: Int64 = 12 * 60

    /// - Parameters:
    ///   - hours: nil: no schedule applies to the person.
    ///   - office: the person's own office.
    ///   - link: the address of a row's day.
    init(
        _ rows: [ShownRow], _ hours: ShownHours? = nil, of month: ClosedRange<CivilDate>, today: CivilDate,
        home office: OfficeID, link: (DailyRow.Key) -> String
    ) {
        let byDay = Dictionary(grouping: rows) { $0.row.key.date }
        caption = month.lowerBound.monthAndYear
        let monday = month.lowerBound.adding(days: -month.lowerBound.daysAfterMonday)
        weekdays = (0..<7 as Range<Int64>).map { day in
            let date = monday.adding(days: day)
            return Weekday(short: date.shortWeekday, rest: String(date.weekday.dropFirst(date.shortWeekday.count)))
        }
        var weeks: [Week] = []
        var first = monday
        while first <= month.upperBound {
            weeks.append(
                Week(
                    days: (0..<7 as Range<Int64>).map { day in
                        let date = first.adding(days: day)
                        guard month.contains(date) else { return .blank }
                        let unrecorded = hours?.isListed(date) == true ? DailyRow.Key(date: date, office: office) : nil
                        return Day(
                            date, byDay[date] ?? [], hours?.day(date), isToday: date == today, unrecorded: unrecorded,
                            link: link)
                    }))
            first = first.adding(days: 7)
        }
        self.weeks = weeks
        hasRemarks = weeks.contains { $0.days.contains { $0.remarks != nil } }
    }
}

extension MonthCalendar.Day {
    fileprivate static let blank = Self(
        number: nil, isToday: false, address: nil, label: nil, worked: nil, pause: nil, calendarDifference: nil,
        workedBar: 0, pauseBar: 0, remarks: nil, isUrgent: false)

    /// - Parameters:
    ///   - shown: one row for each office.
    ///   - unrecorded: the key of the day in the list if it has no rows; nil: it is not in the list then.
    fileprivate init(
        _ date: CivilDate, _ shown: [ShownRow], _ hours: ShownDayHours?, isToday: Bool, unrecorded: DailyRow.Key?,
        link: (DailyRow.Key) -> String
    ) {
        number = "\(date.components.day)"
        self.isToday = isToday
        let (rows, totals) = (shown.map(\.row), RecordTotals(shown))
        address = (rows.first?.key ?? unrecorded).map(link)
        worked = totals.days > 0 ? totals.time.workedInWords : nil
        pause = totals.time.pauseIfAny
        workedBar = min(totals.worked, MonthCalendar.barMinutes)
        pauseBar = min(totals.pause, MonthCalendar.barMinutes - workedBar)
        let flags = rows.reduce(into: RowFlags()) { $0.formUnion($1.flags) }
        let words = flags.names.map(RecordWords.flag) + (hours?.marks ?? [])
        calendarDifference = hours?.dayDifference
        remarks = words.isEmpty ? nil : words.localizedList("record.separator")
        isUrgent = totals.urgent > 0
        label =
            address == nil
            ? nil
            : ([date.long]
                + [
                    worked.map { localized("record.workedOf", ["time": $0]) },
                    pause.map { localized("record.breakOf", ["pause": $0]) },
                    calendarDifference.map { HoursAmount("recordHours.difference", $0).inWords },
                ].compactMap(\.self) + words).localizedList("record.separator")
    }
}
