import Attendance

extension DayHours {
    /// The limits of a set of rules that the work of the day passes. Unknown stretches pass none.
    /// - Parameter lastEnd: the end of work of the nearest earlier day with known stretches, in seconds since 1970.
    func warnings(of rules: RuleSet, lastEnd: Int64?) -> [HoursWarning] {
        let limits = rules.limits
        var warnings: [HoursWarning] = []
        func warn(_ code: HoursWarning.Code, _ value: Int64, _ limit: Int64) {
            warnings.append(HoursWarning(date: date, rule: rules, code: code, value: value, limit: limit))
        }
        if let limit = limits.day, worked > limit { warn(.dayLong, worked, limit) }
        guard let start = stretches.first?.start else { return warnings }
        if let rule = limits.breaks {
            let breaks = Breaks(stretches, shortest: rule.shortest)
            if let needed = rule.steps.first(where: { worked > $0.above })?.needed, breaks.sum < needed {
                warn(.breakShort, breaks.sum, needed)
            }
            if let limit = limits.unbroken, breaks.longestRun > limit { warn(.unbroken, breaks.longestRun, limit) }
        }
        if let limit = limits.rest, let lastEnd {
            let rest = start - lastEnd
            if rest > 0, rest < limit { warn(.restShort, rest, limit) }
        }
        return warnings
    }

    /// The differences between the record and the work schedule.
    var scheduleWarnings: [HoursWarning] {
        var warnings: [HoursWarning] = []
        func warn(_ code: HoursWarning.Code, _ value: Int64, _ limit: Int64) {
            warnings.append(HoursWarning(date: date, rule: .schedule, code: code, value: value, limit: limit))
        }
        if isCounted, worked == 0, unclaimed > 0 { warn(.missingDay, 0, unclaimed) }
        guard let core = conditions.schedule?.core, target > 0, !claims.contains(where: \.isHourly),
            let first = stretches.first, let last = stretches.max(by: { $0.end < $1.end })
        else { return warnings }
        // By the clocks of the record, so that no time zone is needed.
        let midnight = date.daysSince1970 * 86_400
        let late = first.start + first.startOffset - midnight - core.start
        let early = core.end - (last.end + last.endOffset - midnight)
        if late > 0, !owned.contains(.morning) { warn(.coreLate, late, 0) }
        if early > 0, !owned.contains(.afternoon) { warn(.coreEarly, early, 0) }
        return warnings
    }
}
