/// The NFC Forum's record for a text in a language, type `T`. NFC Forum Text RTD 1.0.
package struct TextRecord: Equatable, Hashable, Sendable {
    package enum Encoding: Equatable, Hashable, Sendable {
        case utf8
        /// Big-endian. A byte order mark is written only if the text begins with a character that looks like one.
        case utf16
    }

    package enum Malformation: Error, Equatable, Sendable {
        /// Not a well-known record of type `T`.
        case otherType
        /// The status octet is missing, or the language is shorter than announced.
        case truncated
        /// The status octet's reserved bit is set.
        case reservedBit
        /// The language is not US-ASCII, or longer than 63 bytes.
        case language
        /// The text is not valid in its encoding.
        case encoding
    }

    package let text: String
    /// A language tag of RFC 5646, such as `en` or `ja`.
    package let language: String
    package let encoding: Encoding

    package init(_ text: String, language: String, encoding: Encoding = .utf8) throws(Malformation) {
        guard language.utf8.count <= 63, language.utf8.allSatisfy(Self.isLanguageOctet) else { throw .language }
        self.text = text
        self.language = language
        self.encoding = encoding
    }

    /// - Parameter payload: status octet, language, text (3.2.1). UTF-16 is big-endian unless a byte order mark says
    ///   otherwise (3.4).
    /// - Throws: ``Malformation``.
    package init(payload: [UInt8]) throws(Malformation) {
        guard let status = payload.first, payload.count > Int(status & 0x3F) else { throw .truncated }
        guard status & 0x40 == 0 else { throw .reservedBit }
        let language = payload[1...].prefix(Int(status & 0x3F))
        guard language.allSatisfy(Self.isLanguageOctet) else { throw .language }
        let rest = payload[language.endIndex...]
        encoding = status & 0x80 == 0 ? .utf8 : .utf16
        guard let text = encoding == .utf8 ? String(validating: rest, as: UTF8.self) : Self.utf16(rest) else {
            throw .encoding
        }
        self.text = text
        self.language = String(decoding: language, as: UTF8.self)
    }

    package init(_ record: NDEFRecord) throws(Malformation) {
        guard record.isWellKnown("T") else { throw .otherType }
        try self.init(payload: record.payload)
    }

    package var payload: [UInt8] {
        let status = UInt8(language.utf8.count) | (encoding == .utf16 ? 0x80 : 0)
        let octets: [UInt8] =
            switch encoding {
            case .utf8: Array(text.utf8)
            case .utf16: (beginsLikeMark ? Self.octets(0xFEFF) : []) + text.utf16.flatMap(Self.octets)
            }
        return [status] + language.utf8 + octets
    }

    package var record: NDEFRecord { NDEFRecord(unchecked: .wellKnown, type: Array("T".utf8), payload: payload) }

    private var beginsLikeMark: Bool { text.utf16.first == 0xFEFF || text.utf16.first == 0xFFFE }

    private static func octets(_ unit: UInt16) -> [UInt8] { [UInt8(unit >> 8), UInt8(unit & 0xFF)] }

    private static func isLanguageOctet(_ octet: UInt8) -> Bool { (0x21...0x7E).contains(octet) }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        let text = isLittle || bytes.starts(with: [0xFE, 0xFF]) ? bytes.dropFirst(2) : bytes
        let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map { position in
            let (first, second) = (UInt16(text[position]), UInt16(text[position + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(validating: units, as: UTF16.self)
    }
}
