/// What a person owed in a period, and the balance at its end.
package struct BalanceSummary: Sendable, Equatable {
    /// Seconds, of the days of the period that count.
    package let target: Int64
    /// Worked and credited time minus the target of the days that count. Adjustments and cuts are not in it.
    package let difference: Int64
    /// The balance after the last day of the period that counts; if none counts, that of today.
    package let balance: Int64
}
