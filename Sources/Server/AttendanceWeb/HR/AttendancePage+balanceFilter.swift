import Localization

extension AttendancePage {
    /// The form that limits the totals to people with such balances.
    struct BalanceFilter: Sendable {
        struct Field: Sendable {
            let fieldName, fieldValue: String
        }

        /// What the form keeps of the address.
        let kept: [Field]
        let sides: [Choice]
        let limitHours, mostHours: Int64

        init(_ choice: AttendanceChoice) {
            kept = choice.fields.map { Field(fieldName: $0.0, fieldValue: $0.1) }
            sides = BalanceLimit.Side.allCases.map { side in
                Choice(
                    value: side.rawValue, name: localized("hr.balance.\(side.rawValue)"),
                    isChosen: choice.limit?.side == side)
            }
            (limitHours, mostHours) = (choice.limit?.hours ?? BalanceLimit.usualHours, BalanceLimit.mostHours)
        }
    }
}
