import Attendance

/// What can be brought in from a file of comma-separated values (RFC 4180, UTF-8, the columns' names in the first line).
package enum ImportKind: String, Sendable, CaseIterable {
    case people, teams, desks, attendance

    /// The columns that a file must have.
    package var columns: [String] {
        switch self {
        case .people: ["user_name", "display_name"]
        case .teams: ["team"]
        case .desks: ["floor", "desk", "x", "y"]
        case .attendance: ["user", "kind", "at"]
        }
    }

    /// The columns that it may have.
    package var furtherColumns: [String] {
        switch self {
        case .people: ["role", "office", "team"]
        case .teams: ["office", "manager"]
        case .desks: ["office"]
        case .attendance: ["desk", "office"]
        }
    }
}

/// Why a file was not brought in. Nothing of it was.
package enum ImportError: Error, Sendable, Equatable {
    /// The first line does not name the columns.
    case header(String)
    /// Everything that is wrong, in the order of the lines.
    case lines([ImportProblem])
}

package struct ImportProblem: Error, Sendable, Equatable {
    /// From 1, the first line included.
    package let line: Int
    package let sentence: String
}

/// What is wrong with a line.
struct WrongLine: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
}

/// A file's lines, by the names of their columns, and all that is wrong with them.
struct ImportTable {
    struct Row {
        let line: Int
        fileprivate let fields: [String: String]

        /// Empty where the file has no such column.
        subscript(column: String) -> String { fields[column] ?? "" }
    }

    let rows: [Row]
    private(set) var problems: [ImportProblem]

    /// - Throws: ``ImportError/header(_:)``.
    init(_ bytes: [UInt8], as kind: ImportKind) throws(ImportError) {
        let text = CSVText(bytes)
        problems = text.malformations.map { ImportProblem(line: $0.line, sentence: $0.sentence) }
        let first = text.records.first
        if let broken = problems.first, broken.line < first?.line ?? .max {
            throw .header("Line \(broken.line): \(broken.sentence).")
        }
        guard let first else { throw .header("The file is empty.") }
        let names = try Self.names(first, kind)
        var rows: [Row] = []
        for record in text.records.dropFirst() {
            guard record.fields.count == names.count else {
                problems.append(
                    ImportProblem(
                        line: record.line,
                        sentence: "it has \(record.fields.count) fields, and the first line names \(names.count) columns"))
                continue
            }
            let fields = zip(names, record.fields.map(Self.trimmed))
            rows.append(Row(line: record.line, fields: Dictionary(fields) { first, _ in first }))
        }
        self.rows = rows
    }

    private static func names(_ header: CSVText.Record, _ kind: ImportKind) throws(ImportError) -> [String] {
        let names = header.fields.map { trimmed($0).lowercased() }
        let wanted =
            "The columns are \(kind.columns.joined(separator: ", ")), and if you like "
            + "\(kind.furtherColumns.joined(separator: ", "))."
        for (separator, word) in [(";", "semicolons"), ("\t", "tabs")] where names.count == 1 && names[0].contains(separator) {
            throw .header(
                "The columns are separated by \(word). Please save the file with commas: in Excel as 'CSV UTF-8', or with "
                    + "the list separator set to a comma.")
        }
        if let missing = kind.columns.first(where: { !names.contains($0) }) {
            throw .header("The first line does not name the column '\(missing)'. \(wanted)")
        }
        if let unknown = names.first(where: { !(kind.columns + kind.furtherColumns).contains($0) }) {
            throw .header("The first line names a column '\(unknown)' that means nothing here. \(wanted)")
        }
        guard Set(names).count == names.count else { throw .header("The first line names a column twice. \(wanted)") }
        return names
    }

    /// The lines as values, without those that are wrong: these are noted.
    mutating func map<Value>(_ read: (Row) throws(WrongLine) -> Value) -> [(line: Int, value: Value)] {
        var values: [(line: Int, value: Value)] = []
        for row in rows {
            do throws(WrongLine) {
                values.append((row.line, try read(row)))
            } catch {
                note(row.line, error.sentence)
            }
        }
        return values
    }

    mutating func note(_ line: Int, _ sentence: String) { problems.append(ImportProblem(line: line, sentence: sentence)) }

    /// - Throws: ``ImportError/lines(_:)`` where anything is wrong.
    func check() throws(ImportError) {
        guard problems.isEmpty else { throw .lines(problems.sorted { $0.line < $1.line }) }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...].drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

/// What stood on earlier lines.
struct EarlierLines<Key: Hashable> {
    private var lines: [Key: Int] = [:]

    /// - Throws: ``WrongLine`` where it stood on an earlier line.
    mutating func add(_ key: Key, _ name: String, line: Int) throws(WrongLine) {
        if let earlier = lines[key] { throw WrongLine("\(name) stands on line \(earlier) already") }
        lines[key] = line
    }
}
