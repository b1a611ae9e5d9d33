package import Attendance
import JSON

/// A signed change of the balance. It never changes the work.
package struct Adjustment: Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        case opening, payout, correction
        /// Moved to a leave account by a grant.
        case transfer
        /// Stands for days whose record was erased.
        case retention
    }

    package let user: String
    package let date: CivilDate
    package let seconds: Int64
    package let reason: Reason

    package init(user: String, date: CivilDate, seconds: Int64, reason: Reason = .correction) {
        (self.user, self.date, self.seconds, self.reason) = (user, date, seconds, reason)
    }
}

extension Adjustment {
    init(_ fields: FactFields) throws(FactRejection) {
        let date = try fields.date("date")
        self.init(
            user: try fields.text("user"), date: date, seconds: try fields.integer("s"),
            reason: try fields.word("reason", default: .correction))
    }

    var json: [String: JSONValue] {
        ["user": .string(user), "date": JSONValue(date), "s": .integer(seconds), "reason": .string(reason.rawValue)]
    }
}
