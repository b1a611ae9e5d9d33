/// Writes some ASCII characters of a text in another way, such as `<` as `&lt;`.
///
/// It goes over bytes: in a quotation mark and a combining mark, readers of HTML and CSV see a quotation mark, but Swift sees one
/// `Character` that is no quotation mark.
package struct Escapes: Sendable {
    /// In texts and quoted attributes of XML.
    package static let xml = Escapes(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
    /// In texts and quoted attributes of HTML.
    package static let html = Escapes(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])

    /// By byte; nil for those that stay.
    private let replacements: [[UInt8]?]

    /// - Parameter replacements: what is written instead of an ASCII character.
    package init(_ replacements: KeyValuePairs<Unicode.Scalar, String>) {
        var table = [[UInt8]?](repeating: nil, count: 256)
        for (character, text) in replacements { table[Int(UInt8(ascii: character))] = Array(text.utf8) }
        self.replacements = table
    }

    package func escape(_ text: String) -> String {
        // Most texts have nothing to escape, and are the same string then.
        guard text.utf8.contains(where: { replacements[Int($0)] != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if let replacement = replacements[Int(byte)] { bytes += replacement } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
