/// The name of a statement: the path of its file without the ending.
package struct PostgresQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    package let name: String

    package init(_ name: String) { self.name = name }
    package init(stringLiteral name: String) { self.name = name }
}

/// The SQL of all named statements.
package struct PostgresQueryCatalog: Sendable {
    private let texts: [String: String]

    /// - Parameter texts: SQL by name.
    package init(_ texts: [String: String]) { self.texts = texts }

    package var names: [String] { texts.keys.sorted() }

    func text(of query: PostgresQuery) throws -> String {
        guard let text = texts[query.name] else { throw PostgresError.unknownQuery(query.name) }
        return text
    }

    /// Whether the text of a command shows that it only reads: it begins with a word such as `select` and contains no word
    /// that writes. A query that writes through a function says so in a comment line, `-- Writes.`
    func isReadOnly(_ command: PostgresCommand) -> Bool {
        switch command.content {
        case .text(let text): Self.isReadOnly(text)
        case .values: texts[command.query.name].map(Self.isReadOnly) ?? false
        }
    }

    package func isReadOnly(_ name: String) -> Bool { texts[name].map(Self.isReadOnly) ?? false }

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
        guard let text = texts[name] else { return false }
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

    package init(_ query: PostgresQuery, _ values: (any PostgresEncodable)?...) {
        self.init(query, values: values)
    }

    package init(_ query: PostgresQuery, values: [(any PostgresEncodable)?]) {
        self.query = query
        content = .values(PostgresParameters(values))
    }
}

/// Parameters in PostgreSQL's binary format, concatenated in one buffer.
struct PostgresParameters: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each value in `bytes`, which is the start of the next; -1 for SQL null.
    private var ends: [Int] = []

    init(_ values: [(any PostgresEncodable)?]) {
        ends.reserveCapacity(values.count)
        for value in values {
            guard let value, !value.isNull else {
                ends.append(-1)
                continue
            }
            value.encode(into: &bytes)
            ends.append(bytes.count)
        }
    }

    /// Lends the values in libpq's form: count, addresses, lengths and formats.
    func withPointers<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let count = ends.count
        return bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { pointers in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count + 1) { numbers in
                    // An empty value needs an address too: a null address means SQL null.
                    numbers.initialize(repeating: 1)
                    let anyAddress = UnsafeRawPointer(numbers.baseAddress)
                    var start = 0
                    for (index, end) in ends.enumerated() {
                        let base = end < 0 ? nil : bytes.baseAddress.map { $0 + start } ?? anyAddress
                        pointers.initializeElement(at: index, to: base?.assumingMemoryBound(to: CChar.self))
                        numbers[index] = end < 0 ? 0 : Int32(end - start)
                        start = max(start, end)
                    }
                    // The second half stays 1, which means binary.
                    let formats = numbers.baseAddress.map { UnsafePointer($0 + count) }
                    return body(Int32(count), UnsafePointer(pointers.baseAddress), UnsafePointer(numbers.baseAddress), formats)
                }
            }
        }
    }
}
