package import Attendance
import JSON

/// An amount of leave that can be used from a day on.
package struct Grant: Sendable, Equatable {
    package let user: String
    package let account: String
    /// In seconds of the account.
    package let amount: Int64
    package let from: CivilDate
    /// The last day of use; nil: it does not lapse.
    package let expires: CivilDate?
    /// Half days that must be taken from ``from`` to ``mustTakeBy``.
    package let mustTakeHalves: Int64
    /// nil: the last day of the year that begins on ``from``.
    package let mustTakeBy: CivilDate?
    /// Leave that was used beyond earlier grants whose facts are erased, in seconds of the account.
    package let debt: Int64

    package init(
        user: String, account: String, amount: Int64, from: CivilDate, expires: CivilDate? = nil, mustTakeHalves: Int64 = 0,
        mustTakeBy: CivilDate? = nil, debt: Int64 = 0
    ) {
        (self.user, self.account, self.amount) = (user, account, amount)
        (self.from, self.expires, self.debt) = (from, expires, debt)
        (self.mustTakeHalves, self.mustTakeBy) = (mustTakeHalves, mustTakeBy)
    }
}

extension Grant {
    init(_ fields: FactFields) throws(FactRejection) {
        let (from, expires) = (try fields.date("from"), try fields.optionalDate("expires"))
        let mustTakeBy = try fields.optionalDate("must_take_by")
        if let last = [expires, mustTakeBy].compactMap({ $0 }).min(), last < from { throw .badDate }
        self.init(
            user: try fields.text("user"), account: try fields.text("account"),
            amount: try fields.integer("amount_s", in: FactFields.naturals), from: from, expires: expires,
            mustTakeHalves: try fields.optionalInteger("must_take_halves", in: FactFields.naturals) ?? 0,
            mustTakeBy: mustTakeBy, debt: try fields.optionalInteger("debt_s", in: FactFields.naturals) ?? 0)
    }

    var json: [String: JSONValue] {
        [
            "user": .string(user), "account": .string(account), "amount_s": .integer(amount), "from": JSONValue(from),
            "expires": JSONValue(expires), "must_take_halves": .integer(mustTakeHalves),
            "must_take_by": JSONValue(mustTakeBy), "debt_s": .integer(debt),
        ]
    }
}
