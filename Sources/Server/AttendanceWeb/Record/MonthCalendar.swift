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
        /// The day in the list; nil for a day without rows.
        let address: String?
        /// The whole content as text for screen readers.
        let label: String?
        let worked: String?
        let pause: String?
        /// Minutes of the work bar and of the break bar behind it, out of ``fullBar``.
        let workedBar: Int64
        let pauseBar: Int64
        /// The flags as text.
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

    /// - Parameter link: the address of a row's day.
    init(
        _ rows: [ShownRow], of month: ClosedRange<CivilDate>, today: CivilDate, link: (DailyRow) -> String
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
                        return month.contains(date) ? Day(date, byDay[date] ?? [], isToday: date == today, link: link) : .blank
                    }))
            first = first.adding(days: 7)
        }
        self.weeks = weeks
        hasRemarks = weeks.contains { $0.days.contains { $0.remarks != nil } }
    }
}

extension MonthCalendar.Day {
    fileprivate static let blank = Self(
        number: nil, isToday: false, address: nil, label: nil, worked: nil, pause: nil, workedBar: 0, pauseBar: 0,
        remarks: nil, isUrgent: false)

    /// - Parameter rows: one row for each office.
    fileprivate init(_ date: CivilDate, _ shown: [ShownRow], isToday: Bool, link: (DailyRow) -> String) {
        number = "\(date.components.day)"
        self.isToday = isToday
        let (rows, totals) = (shown.map(\.row), RecordTotals(shown))
        address = rows.first.map(link)
        worked = totals.days > 0 ? totals.time.workedInWords : nil
        pause = totals.time.pauseIfAny
        workedBar = min(totals.worked, MonthCalendar.barMinutes)
        pauseBar = min(totals.pause, MonthCalendar.barMinutes - workedBar)
        let flags = rows.reduce(into: RowFlags()) { $0.formUnion($1.flags) }
        let words = flags.names.map(RecordWords.flag)
        remarks = words.isEmpty ? nil : words.localizedList("record.separator")
        isUrgent = totals.urgent > 0
        label =
            rows.isEmpty
            ? nil
            : ([date.long]
                + [
                    worked.map { localized("record.workedOf", ["time": $0]) },
                    pause.map { localized("record.breakOf", ["pause": $0]) },
                ].compactMap(\.self) + words).localizedList("record.separator")
    }
}
