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
    case header(ImportFault<HeaderFault>)
    /// Everything that is wrong, in the order of the lines.
    case lines([ImportProblem])
}

package struct ImportProblem: Error, Sendable, Equatable {
    /// From 1, the first line included.
    package let line: Int
    package let fault: ImportFault<LineFault>

    package var sentence: String { fault.sentence }
}

/// What is wrong with a line.
struct WrongLine: Error {
    let fault: ImportFault<LineFault>
    init(_ kind: LineFault, _ values: [String: String] = [:]) { fault = ImportFault(kind, values) }
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
        try self.init(bytes, columns: kind.columns, further: kind.furtherColumns)
    }

    /// - Parameters:
    ///   - columns: those that the file must have.
    ///   - further: those that it may have.
    /// - Throws: ``ImportError/header(_:)``.
    init(_ bytes: [UInt8], columns: [String], further: [String]) throws(ImportError) {
        let text = CSVText(bytes)
        problems = text.malformations.map { ImportProblem(line: $0.line, fault: ImportFault(LineFault($0.kind))) }
        let first = text.records.first
        if let broken = problems.first, broken.line < first?.line ?? .max {
            // Without the columns' names nothing can be said of the other lines.
            throw .lines([broken])
        }
        guard let first else { throw Self.wrong(.empty) }
        let names = try Self.names(first, columns, further)
        var rows: [Row] = []
        for record in text.records.dropFirst() {
            guard record.fields.count == names.count else {
                let counts = ["count": "\(record.fields.count)", "columns": "\(names.count)"]
                problems.append(ImportProblem(line: record.line, fault: ImportFault(.fieldCount, counts)))
                continue
            }
            let fields = zip(names, record.fields.map(Self.trimmed))
            rows.append(Row(line: record.line, fields: Dictionary(fields) { first, _ in first }))
        }
        self.rows = rows
    }

    private static func names(
        _ header: CSVText.Record, _ columns: [String], _ further: [String]
    ) throws(ImportError) -> [String] {
        let names = header.fields.map { trimmed($0).lowercased() }
        let separators: [(String, HeaderFault)] = [(";", .semicolons), ("\t", .tabs)]
        for (separator, fault) in separators where names.count == 1 && names[0].contains(separator) { throw wrong(fault) }
        var wanted = ["columns": columns.joined(separator: ", "), "further": further.joined(separator: ", ")]
        if let missing = columns.first(where: { !names.contains($0) }) {
            wanted["column"] = missing
            throw wrong(.missingColumn, wanted)
        }
        if let unknown = names.first(where: { !(columns + further).contains($0) }) {
            wanted["column"] = unknown
            throw wrong(.unknownColumn, wanted)
        }
        guard Set(names).count == names.count else { throw wrong(.columnTwice, wanted) }
        return names
    }

    static func wrong(_ kind: HeaderFault, _ values: [String: String] = [:]) -> ImportError {
        .header(ImportFault(kind, values))
    }

    /// The lines as values, without those that are wrong: these are noted.
    mutating func map<Value>(_ read: (Row) throws(WrongLine) -> Value) -> [(line: Int, value: Value)] {
        var values: [(line: Int, value: Value)] = []
        for row in rows {
            do throws(WrongLine) {
                values.append((row.line, try read(row)))
            } catch {
                note(row.line, error.fault)
            }
        }
        return values
    }

    mutating func note(_ line: Int, _ fault: ImportFault<LineFault>) {
        problems.append(ImportProblem(line: line, fault: fault))
    }

    /// - Throws: ``ImportError/lines(_:)`` where anything is wrong.
    func check() throws(ImportError) {
        guard problems.isEmpty else { throw .lines(problems.sorted { $0.line < $1.line }) }
    }

    static func trimmed(_ text: String) -> String {
        var text = text[...].drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension LineFault {
    init(_ kind: CSVText.Malformation.Kind) {
        self =
            switch kind {
            case .openQuote: .openQuote
            case .textBehindQuote: .textBehindQuote
            case .quoteInside: .quoteInside
            case .notUTF8: .notUTF8
            }
    }
}

/// What stood on earlier lines.
struct EarlierLines<Key: Hashable> {
    private var lines: [Key: Int] = [:]

    /// - Throws: ``WrongLine`` where it stood on an earlier line.
    /// - Parameter name: what the line is called; nil where it has no name of its own.
    mutating func add(_ key: Key, _ name: String?, line: Int) throws(WrongLine) {
        if let earlier = lines[key] {
            throw name.map { WrongLine(.twice, ["what": $0, "line": "\(earlier)"]) }
                ?? WrongLine(.twiceTheSame, ["line": "\(earlier)"])
        }
        lines[key] = line
    }
}
