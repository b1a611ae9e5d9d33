import Attendance
import Postgres

extension PostgresTimestamp {
    init(_ instant: Instant) { self.init(microseconds: instant.millisecondsSince1970 * 1000) }

    var instant: Instant { Instant(millisecondsSince1970: microseconds / 1000) }
}

extension PostgresRow {
    func instant(_ column: Int) throws -> Instant { try get(column, as: PostgresTimestamp.self).instant }

    func instantIfPresent(_ column: Int) throws -> Instant? {
        try getIfPresent(column, as: PostgresTimestamp.self)?.instant
    }

    func instant(_ name: String) throws -> Instant { try instant(column(name)) }

    func instantIfPresent(_ name: String) throws -> Instant? { try instantIfPresent(column(name)) }

    /// A value of an enumeration that the schema's check constraints allow.
    func choice<Value: RawRepresentable<String>>(_ column: Int, as type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(rawValue: try get(column)) else {
            throw PostgresError.unexpectedColumn(query: "", column: column, expected: "\(type)")
        }
        return value
    }

    func choice<Value: RawRepresentable<String>>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try choice(column(name), as: type)
    }

    func deskIfPresent(_ name: String) throws -> DeskID? { try deskIfPresent(column(name)) }

    func deskIfPresent(_ column: Int) throws -> DeskID? {
        try getIfPresent(column, as: String.self).flatMap { DeskID($0) }
    }
}
