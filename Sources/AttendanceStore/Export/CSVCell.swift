/// A text as a field of a CSV file.
enum CSVCell {
    /// RFC 4180: quoted where a separator, a quote or a line's end is in it, quotes doubled. What a spreadsheet would take for a
    /// formula gets an apostrophe in front (CWE-1236).
    static func bytes(of text: String) -> [UInt8] {
        let guarded = text.unicodeScalars.first.map { formulaStarts.contains($0) } == true ? "'" + text : text
        let bytes = Array(guarded.utf8)
        guard bytes.contains(where: { special.contains($0) }) else { return bytes }
        let quote = UInt8(ascii: "\"")
        return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠"]
    private static let special = Set(",\"\r\n".utf8)
}
