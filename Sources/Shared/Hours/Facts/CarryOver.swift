/// The limits of the balance at the end of a period.
package struct CarryOver: Sendable, Equatable {
    /// The months, 1 to 12, by which the periods are named.
    package let months: [Int64]
    /// In seconds; nil: no limit.
    package let minimum: Int64?
    package let maximum: Int64?

    package init(months: [Int64], minimum: Int64? = nil, maximum: Int64? = nil) {
        (self.months, self.minimum, self.maximum) = (months, minimum, maximum)
    }

    /// The value within the limits.
    func clamp(_ seconds: Int64) -> Int64 { max(minimum ?? .min, min(maximum ?? .max, seconds)) }
}
