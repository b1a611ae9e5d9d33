import Postgres

/// A place of work with one clock at a time.
package struct Office: Sendable, Equatable {
    package let id: Int64
    package let name: String
    /// The one that holds today: an IANA name.
    package let timeZone: String
}

extension Office {
    init(_ row: PostgresRow) throws { self.init(id: try row.get(0), name: try row.get(1), timeZone: try row.get(2)) }
}

extension [Office] {
    /// Their names by id.
    package var names: [Int64: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }
}
