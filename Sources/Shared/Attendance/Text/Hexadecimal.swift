extension [UInt8] {
    /// Parses pairs of hexadecimal digits in upper or lower case, without separators.
    /// - Returns: nil for any other character and for an odd number of digits.
    package init?(hexadecimal digits: String) {
        let digits = digits.utf8.map(Self.value(of:))
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            append(high << 4 | low)
        }
    }

    /// Hexadecimal digits in upper case, without separators.
    package var hexadecimal: String {
        let digits = Array<UInt8>("0123456789ABCDEF".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }, as: UTF8.self)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
