/// The name of a period, `YYYY-MM`: the month of its last day.
package struct PeriodName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Months since year 0.
    private let months: Int64

    /// - Parameter month: 1 to 12.
    package init(year: Int64, month: Int64) { months = year * 12 + month - 1 }

    private init(months: Int64) { self.months = months }

    /// Parses `YYYY-MM`.
    /// - Returns: nil if the text is malformed, or no such month exists.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-"),
            (bytes[..<4] + bytes[5...]).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int64(text.prefix(4)), let month = Int64(text.suffix(2)), (1...12).contains(month)
        else { return nil }
        self.init(year: year, month: month)
    }

    package var year: Int64 { (months - month + 1) / 12 }
    /// 1 to 12.
    package var month: Int64 { (months % 12 + 12) % 12 + 1 }

    package func adding(months count: Int64) -> PeriodName { PeriodName(months: months + count) }

    package static func < (left: PeriodName, right: PeriodName) -> Bool { left.months < right.months }

    package var description: String {
        let (year, month) = ("\(self.year)", "\(self.month)")
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + (month.count < 2 ? "-0" : "-") + month
    }
}
