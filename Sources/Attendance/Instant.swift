/// A point on the UTC time line in whole milliseconds, the precision of a recorded tap.
package struct Instant: Sendable, Hashable, Comparable {
    package let millisecondsSince1970: Int64

    package init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

    /// Whole seconds since 1970, rounded down. All durations of the record are differences of these, so that sums are exact.
    package var seconds: Int64 {
        millisecondsSince1970 >= 0 ? millisecondsSince1970 / 1000 : (millisecondsSince1970 - 999) / 1000
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    package func adding(seconds: Int64) -> Instant {
        Instant(millisecondsSince1970: millisecondsSince1970 + seconds * 1000)
    }

    /// Milliseconds from `earlier` to this instant.
    package func milliseconds(since earlier: Instant) -> Int64 {
        millisecondsSince1970 - earlier.millisecondsSince1970
    }
}

// MARK: - RFC 3339

extension Instant {
    /// Parses an RFC 3339 date-time with an offset. Rejects leap seconds. Truncates to milliseconds.
    /// - Returns: nil if the text is malformed or the date does not exist.
    package init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(text.utf8)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t"),
            let hour = reader.number(2), hour < 24, reader.skip(":"),
            let minute = reader.number(2), minute < 60, reader.skip(":"),
            let second = reader.number(2), second < 60,
            let date = CivilDate(year: year, month: month, day: day),
            let milliseconds = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let seconds = date.daysSince1970 * 86400 + hour * 3600 + minute * 60 + second - offset
        self.init(millisecondsSince1970: seconds * 1000 + milliseconds)
    }

    /// The RFC 3339 form, with a numeric offset (`+00:00`, not `Z`).
    /// - Parameters:
    ///   - offset: seconds east of UTC at this instant. RFC 3339 offsets have whole minutes. The seconds of an offset, which
    ///     some zones had until 1972, are dropped from offset and local time alike, so that the text means the same instant.
    ///   - precision: whole seconds for people, milliseconds for machines.
    package func rfc3339(offset: Int = 0, precision: Precision = .seconds) -> String {
        String(unsafeUninitializedCapacity: DigitWriter.capacity) { buffer in
            var writer = DigitWriter(buffer: buffer)
            writer.put(self, offset: offset, precision: precision)
            return writer.count
        }
    }

    /// Appends the RFC 3339 form to `bytes`.
    package func writeRFC3339(offset: Int = 0, precision: Precision = .seconds, to bytes: inout [UInt8]) {
        DigitWriter.write(to: &bytes) { $0.put(self, offset: offset, precision: precision) }
    }

    package enum Precision: Sendable { case seconds, milliseconds }
}

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
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

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

/// Writes decimal fields of fixed width one after another.
private struct DigitWriter {
    private(set) var count = 0
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    /// More bytes than the longest instant has.
    static let capacity = 48

    static func write(to bytes: inout [UInt8], _ body: (inout DigitWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            buffer.initialize(repeating: 0)
            var writer = DigitWriter(buffer: buffer)
            body(&writer)
            bytes.append(contentsOf: buffer[..<writer.count])
        }
    }

    mutating func put(_ instant: Instant, offset: Int, precision: Instant.Precision) {
        let local = instant.seconds + Int64(offset / 60 * 60)
        let days = local.flooredQuotient(86400)
        let time = local - days * 86400
        put(CivilDate(daysSince1970: days))
        put("T")
        put(two: time / 3600)
        put(":")
        put(two: time / 60 % 60)
        put(":")
        put(two: time % 60)
        if precision == .milliseconds {
            let fraction = instant.millisecondsSince1970 - instant.seconds * 1000
            put(".")
            put(digit: fraction / 100)
            put(two: fraction % 100)
        }
        let minutes = Int64(abs(offset) / 60)
        put(offset <= -60 ? "-" : "+")
        put(two: minutes / 60)
        put(":")
        put(two: minutes % 60)
    }

    mutating func put(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }

    mutating func put(digit: Int64) {
        buffer[count] = UInt8(ascii: "0") + UInt8(digit)
        count += 1
    }

    mutating func put(two number: Int64) {
        put(digit: number / 10)
        put(digit: number % 10)
    }

    mutating func put(_ date: CivilDate) {
        let (year, month, day) = date.components
        if year < 0 { put("-") }
        let magnitude = Int64(year.magnitude)
        var unit: Int64 = 1000
        while magnitude / unit >= 10 { unit *= 10 }
        while unit > 0 {
            put(digit: magnitude / unit % 10)
            unit /= 10
        }
        put("-")
        put(two: month)
        put("-")
        put(two: day)
    }
}

/// Reads decimal fields of fixed width from the start of a text.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: some Sequence<UInt8>) { rest = Substring(decoding: Array(text), as: UTF8.self).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ width: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    private mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }

    /// The milliseconds of an optional fraction; 0 without one, nil if no digit follows the point.
    mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        guard var value = digit().map({ $0 * 100 }) else { return nil }
        var weight: Int64 = 10
        while let next = digit() {
            value += next * weight
            weight /= 10
        }
        return value
    }

    /// Seconds east of UTC; `Z` is 0.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
