/// The smallest amount that a payroll file can name, as a fraction of an item's unit (a second or a half day): 36 s for hours
/// with two decimals.
package struct FileUnit: Sendable, Equatable {
    private let numerator: Int64
    private let denominator: Int64

    /// - Precondition: the numerator is from 1 to 1,000,000, the denominator from 1 to 1,000.
    package init(_ numerator: Int64, over denominator: Int64 = 1) {
        precondition((1...1_000_000).contains(numerator) && (1...1000).contains(denominator))
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// The number of these units in an amount, rounded half away from zero.
    package func count(_ amount: Int64) -> Int64 {
        let (whole, rest) = amount.quotientAndRemainder(dividingBy: numerator)
        let doubled = 2 * rest * denominator
        return whole * denominator + (doubled + (doubled < 0 ? -numerator : numerator)) / (2 * numerator)
    }

    /// The units in a batch's file: the rounded sum of an item through this batch, less the rounded sum through the batch before.
    /// So the files of all batches add up to the rounded total, and no rounding error adds up (Hours.docc, "Hand-over").
    package func count(through sum: Int64, before: Int64) -> Int64 { count(sum) - count(before) }
}
