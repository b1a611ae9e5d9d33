package import Hours

/// What a person owed in a period, and the balance at its end.
package struct BalanceSummary: Sendable, Equatable {
    /// The sum of the days of the period that count. Adjustments and cuts are not in it.
    package let minutes: ShownMinutes
    /// In seconds, after the last day of the period that counts; if none counts, that of today.
    package let balance: Int64
}
