import Attendance
package import AttendanceStore

/// The list of tags to make: one start tag for each desk, and one tag each for pause and end for each office. RFC 4180 with a
/// header row. Each address has the word of its desk or office.
package struct TagsCSV: Sendable {
    private let publicURL: String
    /// Whether addresses contain the office, because a desk's name may be ambiguous.
    private let namesOffices: Bool
    package private(set) var text = "office,desk,event,address\r\n"

    /// - Parameter publicURL: the server's address for phones and readers, without a slash at the end.
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
        text += CSVText.line(cells) + "\r\n"
    }
}
