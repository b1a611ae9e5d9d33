import Attendance

/// Bytes from hexadecimal digits. Spaces are ignored.
package func hex(_ digits: String) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: digits.filter { !$0.isWhitespace }) else {
        preconditionFailure("not hexadecimal: \(digits)")
    }
    return bytes
}
