import Attendance
import Hours

/// A person's sums of a period until a day, to which later days can be added.
struct RunningBalance: Sendable {
    /// The last day of the sums, also if it is before the period.
    private(set) var last: CivilDate
    private var minutes = ShownMinutes.zero
    private var rounding = MinuteRounding()
    private var balance: Int64 = 0
    /// Whether a schedule applies on a day of the period.
    private var hasSchedule = false
    /// Derives later days; nil: no later day changes the sums.
    private var fold: DayFold?

    /// The sums before all days that matter.
    /// - Parameter last: days until this one, before the person's first, may be left out.
    init(of facts: PersonFacts, _ common: CommonFacts, until last: CivilDate) {
        // The minutes of a day depend on the days of its month before it.
        let start = min(facts.firstDay ?? last, last).month.lowerBound.adding(days: -1)
        let fold = DayFold(of: facts, common, after: start)
        // Without a schedule, nothing about hours is shown.
        self.fold = fold.hasSchedule ? fold : nil
        self.last = fold.hasSchedule ? start : last
    }

    /// Whether no later day changes the sums.
    var isFinal: Bool { fold == nil }

    /// The last day that is over for the person, or the last one of the sums.
    func lastDay(_ offices: OfficeDays) -> CivilDate {
        guard let fold else { return last }
        return offices.lastDay(notBefore: last) { fold.conditions(on: $0).office }
    }

    /// Adds the days until a day, which are over.
    /// - Parameter worked: the seconds of work of each.
    mutating func advance(to end: CivilDate, in period: ClosedRange<CivilDate>, worked: (CivilDate) -> Int64) {
        guard fold != nil else { return }
        while let date = fold?.last.adding(days: 1), date <= end, let day = fold?.next(worked: worked(date), isOver: true) {
            last = date
            balance = day.carried
            let shown = rounding.next(day)
            guard period.contains(date) else { continue }
            if day.isCounted { minutes = minutes + shown }
            hasSchedule = hasSchedule || day.conditions.hasSchedule
        }
        if last >= period.upperBound { fold = nil }
    }

    /// - Parameter period: the one to whose days the sums belong.
    /// - Returns: nil if no schedule applies on the days of the sums; if none of them is of the period, on its first day.
    func summary(of period: ClosedRange<CivilDate>) -> BalanceSummary? {
        let isShown =
            last < period.lowerBound ? fold?.conditions(on: period.lowerBound).hasSchedule == true : hasSchedule
        return isShown ? BalanceSummary(minutes: minutes, balance: balance) : nil
    }
}
