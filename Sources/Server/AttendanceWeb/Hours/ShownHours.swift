import Attendance
import AttendanceStore
import Hours
import Localization

/// What a person owed and worked, as pages show it.
struct ShownHours: Sendable {
    private let days: PersonDays
    /// Those of each day, in order.
    private let minutes: [ShownMinutes]
    private let adjustments: [CivilDate: [Adjustment]]
    private let warnings: [CivilDate: [HoursWarning]]
    private let notes: [HoursWarning: WarningNote]
    private let clock: LocalClock

    /// - Parameters:
    ///   - warned: the days on which the page shows warnings; nil: it shows none.
    ///   - notes: the comments on these warnings.
    ///   - clock: for their days.
    /// - Returns: nil if no schedule applies to the person, so that pages show nothing about hours.
    init?(
        _ hours: PersonHours?, warnedIn warned: ClosedRange<CivilDate>? = nil, _ notes: [WarningNote] = [],
        _ clock: LocalClock = LocalClock(nil)
    ) {
        guard let hours, hours.hasSchedule else { return nil }
        days = hours.days
        var rounding = MinuteRounding()
        minutes = hours.days.days.map { rounding.next($0) }
        adjustments = Dictionary(grouping: hours.facts.adjustments.map(\.value), by: \.date)
        let found = warned.map { hours.days.warnings(from: $0.lowerBound, to: $0.upperBound) } ?? []
        warnings = Dictionary(grouping: found, by: \.date)
        (self.notes, self.clock) = (notes.byWarning, clock)
    }

    /// The last day that counts: yesterday.
    var through: CivilDate { days.through }

    /// The balance after the last day that counts, with its sign; nil: no day counts yet.
    var balance: String? {
        guard days.days.contains(where: { $0.date <= through && ($0.isCounted || $0.carried != 0) }) else { return nil }
        return WorkedTime.signedHoursAndMinutes(carried(after: through))
    }

    /// In seconds.
    private func carried(after date: CivilDate) -> Int64 {
        days.days.first.flatMap { days[$0.date, date].last?.carried } ?? 0
    }

    /// nil: the day has nothing to show, because no schedule applies on it.
    func day(_ date: CivilDate) -> ShownDayHours? {
        let found = days[date, date]
        return found.first.flatMap { day in
            let warnings = (warnings[date] ?? []).map { ShownWarning($0, notes[$0], clock) }
            return ShownDayHours(day, minutes[found.startIndex], through, adjustments[date] ?? [], warnings)
        }
    }

    /// nil: no schedule applies on a day of the period that counts.
    func sums(of period: ClosedRange<CivilDate>) -> ShownHourSums? {
        let days = days[period.lowerBound, period.upperBound]
        guard days.contains(where: \.isCounted) else { return nil }
        return ShownHourSums(
            sum(of: days) { $0.isCounted }, HourSums(days, through: through),
            carried: carried(after: min(period.upperBound, through)), isPartial: through < period.upperBound)
    }

    /// The time to work on all days of a period, also on those to come, in hours and minutes; nil: none.
    func owed(in period: ClosedRange<CivilDate>) -> String? {
        let owed = sum(of: days[period.lowerBound, period.upperBound]).owed
        return owed > 0 ? hoursAndMinutes(minutes: owed) : nil
    }

    private func sum(of days: ArraySlice<DayHours>, where isIncluded: (DayHours) -> Bool = { _ in true }) -> ShownMinutes {
        days.indices.reduce(.zero) { sum, index in isIncluded(days[index]) ? sum + minutes[index] : sum }
    }

    /// The days that a list names without an entry of the record, latest first: holidays, absences, days on which work is missing
    /// and those with a change of the balance.
    func days(in period: ClosedRange<CivilDate>, without recorded: Set<CivilDate>) -> [CivilDate] {
        days[period.lowerBound, min(period.upperBound, through)].reversed().filter {
            Self.isListed($0) && !recorded.contains($0.date)
        }.map(\.date)
    }

    /// Whether a list names the day without an entry of the record.
    func isListed(_ date: CivilDate) -> Bool { date <= through && days[date, date].contains(where: Self.isListed) }

    private static func isListed(_ day: DayHours) -> Bool {
        day.target > 0 || day.holiday != nil || day.adjustment != 0 || day.cut != 0
    }
}
