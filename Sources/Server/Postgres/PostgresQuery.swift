/// The name of a statement: the path of its file without the ending.
package struct PostgresQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    package let name: String

    package init(_ name: String) { self.name = name }
    package init(stringLiteral name: String) { self.name = name }
}

/// The SQL of all named statements.
package struct PostgresQueryCatalog: Sendable {
    private let statements: [String: NamedStatement]

    /// - Parameter texts: SQL by name. Its parameters are written `:name`.
    package init(_ texts: [String: String]) { statements = texts.mapValues(NamedStatement.init) }

    package var names: [String] { statements.keys.sorted() }

    /// The names of a query's parameters, in the order of their first use in its file.
    /// - Throws: ``PostgresError/unknownQuery(_:)``.
    package func parameters(of name: String) throws -> [String] { try statement(PostgresQuery(name)).parameters }

    func statement(_ query: PostgresQuery) throws -> NamedStatement {
        guard let statement = statements[query.name] else { throw PostgresError.unknownQuery(query.name) }
        return statement
    }

    /// Whether the text of a command shows that it only reads: it begins with a word such as `select` and contains no word
    /// that writes. A query that writes through a function says so in a comment line, `-- Writes.`
    func isReadOnly(_ command: PostgresCommand) -> Bool {
        switch command.content {
        case .text(let text): Self.isReadOnly(text)
        case .values: isReadOnly(command.query.name)
        }
    }

    package func isReadOnly(_ name: String) -> Bool { statements[name].map { Self.isReadOnly($0.text) } ?? false }

    private static let readingStatements: Set<String> = [
        "", "begin", "close", "copy", "declare", "explain", "fetch", "listen", "reset", "rollback", "select", "set", "show",
        "start", "table", "unlisten", "values", "with",
    ]
    private static let writingWords: Set<String> = ["commit", "delete", "insert", "into", "merge", "update"]

    private static func isReadOnly(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline)
        if lines.contains(where: { $0 == "-- Writes." }) { return false }
        let words = lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n").lowercased()
            .split { !($0.isLetter || $0 == "_") }.map(String.init)
        return readingStatements.contains(words.first ?? "") && writingWords.isDisjoint(with: words)
    }

    /// False for statements that PostgreSQL runs but cannot prepare.
    func isPreparable(_ name: String) -> Bool {
        guard let text = statements[name]?.text else { return false }
        let statement =
            text.split(separator: "\n").drop { line in
                line.allSatisfy(\.isWhitespace) || line.hasPrefix("--")
            }.first?.lowercased() ?? ""
        return !statement.hasPrefix("copy") && !statement.hasPrefix("listen")
    }
}

/// A named statement with its parameters, ready to send.
package struct PostgresCommand: Sendable {
    enum Content: Sendable {
        /// The catalogue's statement, prepared, with these values.
        case values(PostgresParameters)
        /// SQL that is sent unprepared.
        case text(String)
    }

    let query: PostgresQuery
    let content: Content

    package static let begin = PostgresCommand(text: "begin", named: "begin")
    package static let commit = PostgresCommand(text: "commit", named: "commit")

    var isBegin: Bool { if case .text(let text) = content { text.hasPrefix("begin") } else { false } }
    var isCommit: Bool { if case .text("commit") = content { true } else { false } }

    init(text: String, named name: String) {
        query = PostgresQuery(name)
        content = .text(text)
    }

    /// - Parameter values: by the names in the query's file. The file's order is the fastest.
    package init(_ query: PostgresQuery, _ values: KeyValuePairs<String, (any PostgresEncodable)?> = [:]) {
        self.query = query
        content = .values(PostgresParameters(values))
    }

    /// The command with its values in the order of the statement's parameters.
    /// - Throws: ``PostgresError/wrongParameters(query:expected:)`` if the statement has other parameters.
    func ordered(for statement: NamedStatement) throws -> PostgresCommand {
        guard case .values(let values) = content, values.names != statement.parameters else { return self }
        guard let ordered = values.ordered(statement.parameters) else {
            throw PostgresError.wrongParameters(query: query.name, expected: statement.parameters)
        }
        return PostgresCommand(query: query, content: .values(ordered))
    }

    private init(query: PostgresQuery, content: Content) {
        self.query = query
        self.content = content
    }
}

/// Parameters in PostgreSQL's binary format, concatenated in one buffer.
struct PostgresParameters: Sendable {
    private var bytes: [UInt8] = []
    /// Where each value is in `bytes`; nil for SQL null.
    private var places: [Range<Int>?] = []
    private(set) var names: [String]

    init(_ values: KeyValuePairs<String, (any PostgresEncodable)?>) {
        names = values.map(\.key)
        places.reserveCapacity(values.count)
        bytes.reserveCapacity(values.count * 32)
        for (_, value) in values {
            guard let value, !value.isNull else {
                places.append(nil)
                continue
            }
            let start = bytes.count
            value.encode(into: &bytes)
            places.append(start..<bytes.count)
        }
    }

    /// The same values in this order; nil if these are not their names, each once.
    func ordered(_ parameters: [String]) -> PostgresParameters? {
        guard names.count == parameters.count, Set(names) == Set(parameters) else { return nil }
        var ordered = self
        ordered.names = parameters
        ordered.places = parameters.map { name in names.firstIndex(of: name).flatMap { places[$0] } }
        return ordered
    }

    /// Lends the values in libpq's form: count, addresses, lengths and formats.
    func withPointers<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let count = places.count
        return bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { pointers in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count + 1) { numbers in
                    // An empty value needs an address too: a null address means SQL null.
                    numbers.initialize(repeating: 1)
                    let anyAddress = UnsafeRawPointer(numbers.baseAddress)
                    for (index, place) in places.enumerated() {
                        let base = place.flatMap { place in bytes.baseAddress.map { $0 + place.lowerBound } ?? anyAddress }
                        pointers.initializeElement(at: index, to: base?.assumingMemoryBound(to: CChar.self))
                        numbers[index] = Int32(place?.count ?? 0)
                    }
                    // The second half stays 1, which means binary.
                    let formats = numbers.baseAddress.map { UnsafePointer($0 + count) }
                    return body(Int32(count), UnsafePointer(pointers.baseAddress), UnsafePointer(numbers.baseAddress), formats)
                }
            }
        }
    }
}
