package import Attendance
import JSON

/// A kind of absence from a day on, such as leave or sickness.
package struct AbsenceKind: Sendable, Equatable {
    package enum Credit: String, Sendable, CaseIterable {
        /// The absence counts as worked.
        case full
        /// It completes the day to its target, and adds nothing to a full day.
        case fill
        /// It does not count: the balance pays for it.
        case none
    }

    package let kind: String
    package let from: CivilDate
    package let credit: Credit
    /// Of absences on one day, the one with the higher rank claims first.
    package let rank: Int64
    /// The leave account that pays; nil: none.
    package let account: String?
    /// Whether its days are left out of averages of working time.
    package let isNeutral: Bool

    package init(kind: String, from: CivilDate, credit: Credit, rank: Int64, account: String? = nil, isNeutral: Bool = false) {
        (self.kind, self.from, self.credit) = (kind, from, credit)
        (self.rank, self.account, self.isNeutral) = (rank, account, isNeutral)
    }
}

extension AbsenceKind {
    init(_ fields: FactFields) throws(FactRejection) {
        let from = try fields.date("from")
        self.init(
            kind: try fields.text("kind"), from: from, credit: try fields.word("credit"),
            rank: try fields.integer("rank", in: .min ... .max), account: try fields.optionalText("account"),
            isNeutral: try fields.optional("neutral", \.boolean) ?? false)
    }

    var json: [String: JSONValue] {
        [
            "kind": .string(kind), "from": JSONValue(from), "credit": .string(credit.rawValue), "rank": .integer(rank),
            "account": JSONValue(account), "neutral": .boolean(isNeutral),
        ]
    }
}
