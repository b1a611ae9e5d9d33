import Attendance
package import AttendanceStore

/// The list of tags to be made: one for a start at each desk, and one each for pauses and ends of an office. RFC 4180 with a
/// header row. Each address has the word for its desk, or for its office.
package struct TagsCSV: Sendable {
    private let publicURL: String
    /// Whether a desk's name alone may leave open which office is meant.
    private let namesOffices: Bool
    package private(set) var text = "office,desk,event,address\r\n"

    /// - Parameter publicURL: how phones and readers reach the server, without a slash at the end.
    package init(publicURL: String, namesOffices: Bool) {
        self.publicURL = publicURL
        self.namesOffices = namesOffices
    }

    package mutating func add(office: String, desks: [String], words: AddressWords) {
        for desk in desks { add(office, desk, .start, words[desk]) }
        add(office, nil, .pause, words[nil])
        add(office, nil, .end, words[nil])
    }

    private mutating func add(_ office: String, _ desk: String?, _ kind: TapKind, _ word: TagWord?) {
        let address = publicURL + Address.tap(kind.rawValue, desk: desk, office: namesOffices ? office : nil, word: word)
        let cells = [FormulaGuard.guardedInCSV(office), desk ?? "", kind.rawValue, address]
        text += cells.map(Self.cell).joined(separator: ",") + "\r\n"
    }

    private static func cell(_ text: String) -> String {
        let isPlain = !text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
