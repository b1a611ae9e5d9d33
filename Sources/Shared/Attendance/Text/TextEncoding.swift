import Foundation

/// The character encoding of a file of text.
package enum TextEncoding: String, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
    case windows1252 = "Windows-1252"
    /// As Japanese editions of Windows write it.
    case cp932 = "Shift_JIS (CP932)"

    /// Recognises the encoding of a file, and decodes it.
    ///
    /// UTF-16 is recognised by its byte order mark, or by the zero byte of its first character. Bytes that are neither UTF-8 nor
    /// UTF-16 are CP932 if most words with other characters than ASCII are Japanese words in it, or else Windows-1252.
    /// - Returns: UTF-8 without a byte order mark; bytes that have no meaning in the encoding are as in the file.
    package static func decode(_ bytes: [UInt8]) -> (text: [UInt8], encoding: TextEncoding) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), .utf8) }
        if let text = utf16(bytes) { return (Array(text.utf8), .utf16) }
        if String(validating: bytes, as: UTF8.self) != nil || hasUTF8Characters(bytes) { return (bytes, .utf8) }
        if isJapanese(bytes), let text = String(data: Data(bytes), encoding: .shiftJIS), text.unicodeScalars.allSatisfy(isText)
        {
            return (Array(text.utf8), .cp932)
        }
        if let text = String(data: Data(bytes), encoding: .windowsCP1252) { return (Array(text.utf8), .windows1252) }
        return (bytes, .utf8)
    }

    private static func utf16(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2, bytes.count % 2 == 0 else { return nil }
        let isLittleEndian: Bool
        var start = 2
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): isLittleEndian = true
        case (0xFE, 0xFF): isLittleEndian = false
        case (1..., 0): (isLittleEndian, start) = (true, 0)
        case (0, 1...): (isLittleEndian, start) = (false, 0)
        default: return nil
        }
        let units = stride(from: start, to: bytes.count, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return String(validating: units, as: UTF16.self)
    }

    /// Whether a text with invalid bytes has many more characters of several bytes in UTF-8. Then it is a damaged file in UTF-8:
    /// other encodings have few such sequences, by chance.
    private static func hasUTF8Characters(_ bytes: [UInt8]) -> Bool {
        var (characters, others, index) = (0, 0, 0)
        while index < bytes.count {
            let length =
                switch bytes[index] {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            let end = min(index + length, bytes.count)
            if length > 1, String(validating: bytes[index..<end], as: UTF8.self) != nil {
                characters += 1
                index = end
            } else {
                if bytes[index] >= 0x80 { others += 1 }
                index += 1
            }
        }
        return characters >= 4 * others
    }

    /// Whether most words with other characters than ASCII are Japanese in CP932. In a European language, such a character has
    /// ASCII letters beside it.
    private static func isJapanese(_ bytes: [UInt8]) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            bytes.indices.contains(index)
                && (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[index]
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index])
        }
        var (japanese, others, index) = (0, 0, 0)
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let start = index
            // Usual are kana and the first level of kanji.
            var (characters, usual) = (0, 0)
            while index < bytes.count, bytes[index] >= 0x80 {
                characters += 1
                switch bytes[index] {
                case 0x81...0x9F: (usual, index) = (usual + 1, index + 2)
                case 0xE0...0xFC: index += 2
                default: index += 1
                }
            }
            // One half-width katakana is more likely a sign, such as ×.
            if usual > 1 || characters + usual > 1 && !isLetter(start - 1) && !isLetter(index) {
                japanese += 1
            } else {
                others += 1
            }
        }
        return japanese > others
    }

    /// False for control characters above ASCII and for characters of private use, which bytes without a meaning become.
    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        !(0x80...0x9F ~= scalar.value || 0xE000...0xF8FF ~= scalar.value)
    }
}
