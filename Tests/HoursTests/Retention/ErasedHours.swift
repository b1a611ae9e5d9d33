import Attendance
import Hours

/// A person's hours before and after the erasure of days, as a server erases them.
struct ErasedHours {
    private(set) var facts: [Fact]
    let common: CommonFacts
    var work: [DayWork]

    /// - Returns: the facts that were recorded.
    @discardableResult
    mutating func erase(until last: CivilDate) -> [Fact.Content] {
        guard let carried = CarriedFacts(facts, common, work: work, until: last) else { return [] }
        let kept = facts.filter { !carried.erased.contains($0.id) }
        facts = kept
        record(carried.added.map(\.content))
        work.removeAll { $0.date <= last }
        return carried.added.map(\.content)
    }

    mutating func record(_ contents: [Fact.Content]) {
        for content in contents {
            let seq = max(1_000_000, facts.last?.seq ?? 0) + 1
            facts.append(Fact(id: "\(seq)", seq: seq, content: content))
        }
    }

    var person: PersonFacts { PersonFacts(facts) }

    func days(through: CivilDate, to: CivilDate) -> PersonDays {
        PersonDays(of: person, common, work: work, through: through, to: to)
    }

    /// What pages show of a day, without the ids of facts; nil: nothing.
    static func shown(_ day: DayHours?) -> String? {
        guard let day, day.isListed || day.carried != 0 else { return nil }
        let claims = day.claims.map { "\($0.kind.kind) \($0.halves.count) \($0.claimed) \($0.credited) \($0.taken)" }
        return """
            \(day.date) \(day.conditions.office ?? "-")/\(day.conditions.team ?? "-") \(day.isCounted) \(day.target) \(day.worked) \
            \(day.holiday ?? "-") \(day.holidaySeconds) \(claims) \(day.adjustment) \(day.cut) \(day.balance) \(day.carried)
            """
    }
}
