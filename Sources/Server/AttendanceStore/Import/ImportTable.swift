import Attendance

/// What can be imported from a file: a table with the names of its columns in the first line (``TableFile``).
package enum ImportKind: String, Sendable, CaseIterable {
    case people, teams, desks, attendance

    /// The required columns.
    package var columns: [String] {
        switch self {
        case .people: ["user_name", "display_name"]
        case .teams: ["team"]
        case .desks: ["floor", "desk", "x", "y"]
        case .attendance: ["user", "kind", "at"]
        }
    }

    /// The greatest number of lines, without that of the columns. Attendance is imported on the server only, where the size of
    /// a file is limited.
    package var maximumLines: Int {
        switch self {
        case .people, .desks: 50_000
        case .teams: 10_000
        case .attendance: .max
        }
    }

    /// The optional columns.
    package var optionalColumns: [String] {
        switch self {
        case .people: ["role", "office", "team", "personnel_number", "email", "reading", "first_day", "last_day"]
        case .teams: ["office", "manager"]
        case .desks: ["office"]
        case .attendance: ["desk", "office"]
        }
    }
}

/// The reason why a file was not imported. Nothing of it was imported.
package enum ImportError: Error, Sendable, Equatable {
    case header(ImportFault<HeaderError>)
    /// All problems, ordered by line.
    case lines([ImportProblem])

    package static func tooManyLines(_ kind: ImportKind) -> ImportError {
        ImportTable.wrong(.tooManyLines, ["most": "\(kind.maximumLines)"])
    }
}

package struct ImportProblem: Error, Sendable, Equatable {
    /// From 1; line 1 names the columns.
    package let line: Int
    package let fault: ImportFault<LineFault>
}

/// The problems of the line that is being read.
struct LineError: Error {
    let faults: [ImportFault<LineFault>]
    init(_ faults: [ImportFault<LineFault>]) { self.faults = faults }
    init(_ kind: LineFault, _ values: [String: String] = [:]) { faults = [ImportFault(kind, values)] }
    static func missing(_ column: String) -> Self { Self(.missing, ["column": column]) }
}

/// The lines of a file by column name, and their problems.
struct ImportTable {
    struct Row {
        let line: Int
        fileprivate let fields: [String: String]

        /// Empty if the file has no such column.
        subscript(column: String) -> String { fields[column] ?? "" }
    }

    let rows: [Row]
    let format: TableFile.Format
    private(set) var problems: [ImportProblem]

    /// - Parameter updates: whether people who exist are changed: then only `user_name` is required.
    /// - Throws: ``ImportError/header(_:)``.
    init(_ bytes: [UInt8], as kind: ImportKind, updates: Bool = false, firstLine: Int = 1) throws(ImportError) {
        let required = updates && kind == .people ? ["user_name"] : kind.columns
        let further = kind.columns.filter { !required.contains($0) } + kind.optionalColumns
        try self.init(bytes, columns: required, further: further, firstLine: firstLine)
        guard rows.count <= kind.maximumLines else { throw .tooManyLines(kind) }
    }

    /// - Parameters:
    ///   - columns: the required columns.
    ///   - further: the optional columns.
    ///   - firstLine: the number of the line that names the columns.
    /// - Throws: ``ImportError/header(_:)``.
    init(_ bytes: [UInt8], columns: [String], further: [String], firstLine: Int = 1) throws(ImportError) {
        let file = try TableFile(bytes, firstLine: firstLine)
        format = file.format
        problems = file.malformations.map { malformed in
            ImportProblem(
                line: malformed.line, fault: ImportFault(LineFault(malformed.kind), ["column": "\(malformed.column)"]))
        }
        let first = file.records.first
        if let broken = problems.first, broken.line < first?.line ?? .max {
            // Without column names, the other lines cannot be read.
            throw .lines([broken])
        }
        guard let first else { throw Self.wrong(.empty) }
        let names = try Self.names(first, columns, further)
        var rows: [Row] = []
        for record in file.records.dropFirst() {
            // Fields at the end may be missing. Columns without a name have no values.
            var values: [String: String] = [:]
            var isNamed = true
            for (column, field) in record.fields.enumerated() {
                let text = TypedText.trimmed(field)
                if names.indices.contains(column), !names[column].isEmpty {
                    values[names[column]] = text
                } else if !text.isEmpty {
                    isNamed = false
                }
            }
            guard isNamed else {
                let counts = ["count": "\(record.fields.count)", "columns": "\(names.count { !$0.isEmpty })"]
                problems.append(ImportProblem(line: record.line, fault: ImportFault(.fieldCount, counts)))
                continue
            }
            rows.append(Row(line: record.line, fields: values))
        }
        self.rows = rows
    }

    /// The names of the columns in lower case; empty for a column without one.
    private static func names(
        _ header: CSVText.Record, _ columns: [String], _ further: [String]
    ) throws(ImportError) -> [String] {
        let columnNames = header.fields.map { TypedText.trimmed($0).lowercased() }
        let names = columnNames.filter { !$0.isEmpty }
        let attendance = ImportKind.attendance.columns
        if columns != attendance, attendance.allSatisfy({ names.contains($0) }) { throw wrong(.attendance) }
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
        return columnNames
    }

    static func wrong(_ kind: HeaderError, _ values: [String: String] = [:]) -> ImportError {
        .header(ImportFault(kind, values))
    }

    /// The values of the lines. Wrong lines are left out and added to ``problems``.
    mutating func map<Value>(_ read: (Row) throws(LineError) -> Value) -> [(line: Int, value: Value)] {
        var values: [(line: Int, value: Value)] = []
        for row in rows {
            do throws(LineError) {
                values.append((row.line, try read(row)))
            } catch {
                for fault in error.faults { note(row.line, fault) }
            }
        }
        return values
    }

    mutating func note(_ line: Int, _ fault: ImportFault<LineFault>) {
        problems.append(ImportProblem(line: line, fault: fault))
    }

    /// - Throws: ``ImportError/lines(_:)`` if there are problems.
    func check() throws(ImportError) {
        guard problems.isEmpty else { throw .lines(problems.sorted { $0.line < $1.line }) }
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
            case .nullCharacter: .nullCharacter
            }
    }
}

/// The keys of earlier lines, to find duplicates.
struct DuplicateLines<Key: Hashable> {
    private var lines: [Key: Int] = [:]

    /// - Parameter name: the name in the sentence; nil: the sentence has none.
    /// - Throws: ``LineError`` if an earlier line has this key.
    mutating func add(_ key: Key, _ name: String?, line: Int) throws(LineError) {
        if let earlier = lines[key] {
            throw name.map { LineError(.twice, ["what": $0, "line": "\(earlier)"]) }
                ?? LineError(.twiceTheSame, ["line": "\(earlier)"])
        }
        lines[key] = line
    }
}
