/// Bytes written as hexadecimal digits, with spaces where they help reading.
func hex(_ digits: String) -> [UInt8] {
    let digits = digits.filter { !$0.isWhitespace }
    return stride(from: 0, to: digits.count, by: 2).compactMap { position in
        let start = digits.index(digits.startIndex, offsetBy: position)
        return UInt8(digits[start...].prefix(2), radix: 16)
    }
}
