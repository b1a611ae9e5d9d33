/// A date of the proleptic Gregorian calendar.
package struct CivilDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let daysSince1970: Int64

    package init(daysSince1970: Int64) { self.daysSince1970 = daysSince1970 }

    /// - Returns: nil if the date does not exist.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Counts from 1 March, so that the leap day is the last day of a year and every five months have 153 days.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredQuotient(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        daysSince1970 = era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
        guard components == (year, month, day) else { return nil }
    }

    /// Parses `YYYY-MM-DD`.
    /// - Returns: nil if the text is malformed or the date does not exist.
    package init?(text: some StringProtocol) {
        var reader = DigitReader(text.utf8)
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        self = date
    }

    /// The years of the days that people enter. A day of another year is a typing error.
    package static let enteredYears: ClosedRange<Int64> = 1970...2199

    /// Reads a day that a person or a file enters.
    /// - Returns: nil if it is no day of ``enteredYears``.
    package init?(entered text: some StringProtocol) {
        guard let date = CivilDate(text: text), date.isInEnteredYears else { return nil }
        self = date
    }

    package var isInEnteredYears: Bool { Self.enteredYears.contains(components.year) }

    package var components: (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSince1970 + 719468
        let era = shifted.flooredQuotient(146097)
        let dayOfEra = shifted - era * 146097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    package static func < (left: CivilDate, right: CivilDate) -> Bool { left.daysSince1970 < right.daysSince1970 }

    /// `YYYY-MM-DD`; a year before 0000 has a leading minus sign (ISO 8601).
    package var description: String {
        String(unsafeUninitializedCapacity: DigitWriter.capacity) { buffer in
            var writer = DigitWriter(buffer: buffer)
            writer.put(self)
            return writer.count
        }
    }

    /// Appends the description to `bytes`.
    package func write(to bytes: inout [UInt8]) { DigitWriter.write(to: &bytes) { $0.put(self) } }
}

extension Int64 {
    /// The quotient, rounded towards negative infinity.
    func flooredQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
