import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import JSON

/// A person's opening balance: an adjustment, and the balance at the end of its day.
struct OpeningBalance: Sendable {
    let fact: Recorded<Adjustment>
    let balance: Int64
}

extension OpeningBalance {
    /// A field that the rules do not read.
    private static let balanceField = "balance_s"

    /// - Parameter facts: of one person.
    /// - Returns: nil: there is none.
    init?(among facts: [HoursFact]) {
        guard let fact = PersonFacts(facts.map(\.fact)).adjustments.first(where: { $0.value.reason == .opening }) else {
            return nil
        }
        self.fact = fact
        balance = facts.first { $0.fact.id == fact.id }?.fields[Self.balanceField]?.integer ?? fact.value.seconds
    }

    /// - Parameter seconds: what changes the balance to the given one.
    static func newFact(
        _ id: UUID, of person: PersonID, _ balance: Int64, on day: CivilDate, adding seconds: Int64
    ) -> NewFact {
        let adjustment = Adjustment(user: "\(person)", date: day, seconds: seconds, reason: .opening)
        var fields = Fact.Content.adjustment(adjustment).json.object ?? [:]
        fields[balanceField] = .integer(balance)
        return NewFact(id: id, .object(fields))
    }
}
