/// A statement by its name: the name of the file that holds it.
package struct PostgresQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    package let name: String

    package init(_ name: String) { self.name = name }
    package init(stringLiteral name: String) { self.name = name }
}

/// The texts of all named statements a program uses.
package struct PostgresQueryCatalog: Sendable {
    private let texts: [String: String]

    /// - Parameter texts: name to SQL.
    package init(_ texts: [String: String]) { self.texts = texts }

    package var names: [String] { texts.keys.sorted() }

    func text(of query: PostgresQuery) throws -> String {
        guard let text = texts[query.name] else { throw PostgresError.unknownQuery(query.name) }
        return text
    }

    /// Statements that PostgreSQL runs but cannot prepare.
    func isPreparable(_ name: String) -> Bool {
        guard let text = texts[name] else { return false }
        let statement =
            text.split(separator: "\n").drop { line in
                line.allSatisfy(\.isWhitespace) || line.hasPrefix("--")
            }.first?.lowercased() ?? ""
        return !statement.hasPrefix("copy") && !statement.hasPrefix("listen")
    }
}

/// A named statement with its parameters, ready to be sent.
package struct PostgresCommand: Sendable {
    let query: PostgresQuery
    let parameters: PostgresParameters
    /// SQL that is sent as it is; nil: the catalogue's text, prepared.
    var text: String?
    var isPreparation = false

    package static let begin = PostgresCommand(text: "begin", named: "begin")
    package static let commit = PostgresCommand(text: "commit", named: "commit")

    init(text: String, named name: String, isPreparation: Bool = false) {
        query = PostgresQuery(name)
        parameters = PostgresParameters([])
        self.text = text
        self.isPreparation = isPreparation
    }

    package init(_ query: PostgresQuery, _ values: (any PostgresEncodable)?...) {
        self.init(query, values: values)
    }

    package init(_ query: PostgresQuery, values: [(any PostgresEncodable)?]) {
        self.query = query
        self.parameters = PostgresParameters(values)
    }
}

/// Parameters in PostgreSQL's binary format, one behind the other in a single buffer.
struct PostgresParameters: Sendable {
    var bytes: [UInt8] = []
    /// Where each value lies in `bytes`; nil is SQL's null.
    var ranges: [Range<Int>?] = []

    init(_ values: [(any PostgresEncodable)?]) {
        ranges.reserveCapacity(values.count)
        for value in values {
            guard let value, !value.isNull else {
                ranges.append(nil)
                continue
            }
            let start = bytes.count
            value.encode(into: &bytes)
            ranges.append(start..<bytes.count)
        }
    }
}
