import Attendance
import AttendanceStore
import Localization

/// The chart of a person's week: one line for each day from Monday to Sunday on a shared time axis in the office's local time,
/// with the same content as text.
struct WeekPicture: Sendable {
    struct Bar: Sendable, Equatable {
        let x: String
        let width: String
        let kind: String
        /// true for breaks, so that shape distinguishes them from work, not only color.
        let isThin: Bool

        init(_ bar: DayBars.Bar, on axis: WeekAxis) {
            (x, width) = (axis.x(bar.from), axis.width(bar.from, bar.to))
            (kind, isThin) = (bar.kind.rawValue, bar.kind == .pause)
        }
    }

    /// A marker: `now`, `missing`, `stray` (unmatched tap) or `clock` (clock change).
    struct Mark: Sendable, Equatable {
        let x: String
        let kind: String
    }

    struct Day: Sendable {
        let weekday: String
        let number: String
        let inWords: String
        let isToday: Bool
        /// The day in the list; nil for a day that is not in it.
        let address: String?
        let bars: [Bar]
        let marks: [Mark]
        /// The bars as text.
        let label: String
        let worked: String?
        let pause: String?
        /// nil: no schedule applies on the day.
        let dayHours: ShownDayHours?
        fileprivate(set) var flags: [DayModel.Flag]
        /// Clock changes as text.
        let notes: [String]
        fileprivate(set) var hasRemarks: Bool
    }

    let weekName: String
    let isThisWeek: Bool
    let earlier: Link
    /// nil for the current week and later.
    let later: Link?
    let ticks: [WeekAxis.Tick]
    private let monday: CivilDate
    private(set) var days: [Day]
    // The shapes that need a legend.
    let hasDays: Bool
    let hasUnconfirmed: Bool
    let hasNow: Bool
    let hasMissing: Bool
    let hasUnmatched: Bool
    let weekWorked: String
    let weekPause: String?
    /// The sums of the days until yesterday; nil: no schedule applied.
    let weekHours: WeekSums?

    struct WeekSums: Sendable {
        /// All but the difference.
        let sumsInWords: String
        let weekDifference: String
    }

    /// - Parameters:
    ///   - hours: nil: no schedule applies to the person.
    ///   - office: the person's own office.
    ///   - record: the record of the week, of the month's days before it, and of the days before whose sessions reach into it.
    ///   - hidden: the flags that the chart does not name.
    ///   - weekLink: the address of a week by its Monday.
    ///   - dayLink: the address of a day in the list.
    init(
        _ record: PeriodRecord, _ hours: ShownHours? = nil, of week: ClosedRange<CivilDate>, today: CivilDate, asOf now: Int64,
        _ calendars: inout OfficeCalendars, home office: OfficeID, hidden: RowFlags = .open, weekLink: (CivilDate) -> String,
        dayLink: (DailyRow.Key) -> String
    ) {
        let drawn = DayBars.days(of: record, in: week, asOf: now, &calendars)
        let axis = WeekAxis(drawn.values)
        let rows = record.rows.shown.filter { week.contains($0.row.key.date) }
        let byDay = Dictionary(grouping: rows) { $0.row.key.date }
        func link(_ monday: CivilDate) -> Link { Link(name: monday.week.briefly, address: weekLink(monday)) }
        monday = week.lowerBound
        weekName = week.briefly
        isThisWeek = week.contains(today)
        earlier = link(week.lowerBound.adding(days: -7))
        later = isThisWeek || today < week.lowerBound ? nil : link(week.lowerBound.adding(days: 7))
        ticks = axis.ticks
        days = week.days.map { date in
            let unrecorded = hours?.isListed(date) == true ? DailyRow.Key(date: date, office: office) : nil
            return Day(
                date, byDay[date] ?? [], drawn[date] ?? DayBars(), hours?.day(date), on: axis, isToday: date == today,
                hidden: hidden, unrecorded: unrecorded, link: dayLink)
        }
        let bars = drawn.values.flatMap(\.bars)
        hasDays = !rows.isEmpty
        hasUnconfirmed = bars.contains { $0.kind == .unconfirmed }
        hasNow = bars.contains { $0.end == .now }
        hasMissing = bars.contains { $0.end == .missing }
        hasUnmatched = drawn.values.contains { !$0.unmatched.isEmpty }
        let time = rows.time
        weekWorked = time.workedInWords
        weekPause = time.pauseIfAny
        weekHours = hours?.sums(of: week).map { WeekSums(sumsInWords: $0.inWords, weekDifference: $0.sumsDifference) }
    }

    /// Shows a request at its day if that is in the week.
    mutating func add(_ request: RequestModel, on date: CivilDate) {
        let index = Int(date.daysSince1970 - monday.daysSince1970)
        guard days.indices.contains(index) else { return }
        days[index].flags.add(request)
        days[index].hasRemarks = !days[index].flags.isEmpty || !days[index].notes.isEmpty
    }
}

extension WeekPicture.Day {
    /// - Parameters:
    ///   - shown: one row for each office.
    ///   - unrecorded: the key of the day in the list if it has no rows; nil: it is not in the list then.
    fileprivate init(
        _ date: CivilDate, _ shown: [ShownRow], _ drawn: DayBars, _ hours: ShownDayHours?, on axis: WeekAxis, isToday: Bool,
        hidden: RowFlags, unrecorded: DailyRow.Key?, link: (DailyRow.Key) -> String
    ) {
        let (rows, totals) = (shown.map(\.row), RecordTotals(shown))
        weekday = date.shortWeekday
        number = "\(date.components.day)"
        inWords = date.long
        self.isToday = isToday
        address = (rows.first?.key ?? unrecorded).map(link)
        dayHours = hours
        bars = drawn.bars.filter { $0.from < axis.to && $0.from < $0.to }.map { WeekPicture.Bar($0, on: axis) }
        marks =
            drawn.changes.map { WeekPicture.Mark(x: axis.x($0.place), kind: "clock") }
            + drawn.bars.compactMap { bar in
                bar.end == .known ? nil : WeekPicture.Mark(x: axis.x(bar.to), kind: bar.end == .now ? "now" : "missing")
            } + drawn.unmatched.map { WeekPicture.Mark(x: axis.x($0), kind: "stray") }
        worked = totals.days > 0 && !totals.time.hasOnlyOpenWork ? totals.time.workedInWords : nil
        pause = totals.time.pauseIfAny
        flags = rows.reduce(into: RowFlags()) { $0.formUnion($1.flags) }.subtracting(hidden).names.map(DayModel.Flag.init)
        flags += hours.map(DayModel.Flag.flags) ?? []
        notes = drawn.changes.map(Self.words)
        hasRemarks = !flags.isEmpty || !notes.isEmpty
        label =
            drawn.bars.isEmpty
            ? localized(rows.isEmpty ? "week.nothing" : "week.noWork")
            : drawn.bars.map(Self.words).localizedList("record.separator")
    }

    private static func words(_ bar: DayBars.Bar) -> String {
        let isBreak = bar.kind == .pause
        let times = ["from": bar.words.from, "to": bar.words.to]
        let since = localized(isBreak ? "week.breakSince" : "week.workSince", times)
        return switch (bar.kind, bar.end) {
        case (.work, _), (_, .known): localized(isBreak ? "week.pause" : "week.work", times)
        case (_, .now): [since, localized("week.legend.now")].localizedList("record.separator")
        case (_, .missing): [since, localized("record.flag.missing_end")].localizedList("record.separator")
        }
    }

    private static func words(_ change: DayLine.Change) -> String {
        func time(_ place: Int64) -> String {
            let minute = (place % 86_400 + 86_400) % 86_400 / 60
            return "\(minute / 600)\(minute / 60 % 10):\(minute % 60 / 10)\(minute % 10)"
        }
        return localized(
            change.after < change.before ? "week.clockBack" : "week.clockForward",
            ["before": time(change.before), "after": time(change.after)])
    }
}

extension ClosedRange<CivilDate> {
    /// Such as `16 – 22 Nov 2026`, or `30 Nov 2026 – 6 Dec 2026`.
    fileprivate var briefly: String {
        let (first, last) = (lowerBound.components, upperBound.components)
        if first.month != last.month { return localizedText }
        return localized(
            "week.inMonth",
            [
                "first": "\(first.day)", "last": "\(last.day)", "month": localized("date.shortMonth.\(last.month)"),
                "year": "\(last.year)",
            ])
    }
}
