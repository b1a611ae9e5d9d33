/// Reads decimal fields of fixed width from the start of a text.
struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

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
        guard let byte = rest.first, byte.isASCIIDigit else { return nil }
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
        guard sign != 0, let seconds = time() else { return nil }
        return sign * seconds
    }

    /// `HH:MM` from 00:00 to 23:59, in seconds.
    mutating func time() -> Int64? {
        guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60 else { return nil }
        return hours * 3600 + minutes * 60
    }

    /// `YYYY-MM-DD`; nil also if the date does not exist.
    mutating func date() -> CivilDate? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}
