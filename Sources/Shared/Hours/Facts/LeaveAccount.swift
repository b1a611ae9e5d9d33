import JSON

/// An account of leave. The first fact with its name defines it.
package struct LeaveAccount: Sendable, Equatable {
    package let account: String
    /// The seconds of one day of leave; even.
    package let daySeconds: Int64
    /// Hourly leave counts as a share of the day's target, rounded up to a multiple of this.
    package let hourSeconds: Int64

    package init(account: String, daySeconds: Int64, hourSeconds: Int64 = 1) {
        (self.account, self.daySeconds, self.hourSeconds) = (account, daySeconds, hourSeconds)
    }
}

extension LeaveAccount {
    init(_ fields: FactFields) throws(FactRejection) {
        let days = try fields.integer("day_s", in: 2...FactFields.integers.upperBound)
        guard days.isMultiple(of: 2) else { throw .badValue }
        self.init(
            account: try fields.text("account"), daySeconds: days,
            hourSeconds: try fields.optionalInteger("hour_s", in: 1...FactFields.integers.upperBound) ?? 1)
    }

    var json: [String: JSONValue] {
        ["account": .string(account), "day_s": .integer(daySeconds), "hour_s": .integer(hourSeconds)]
    }
}
