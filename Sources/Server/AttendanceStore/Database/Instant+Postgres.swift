import Attendance
import Postgres

extension PostgresTimestamp {
    init(_ instant: Instant) { self.init(microseconds: instant.millisecondsSince1970 * 1000) }

    var instant: Instant { Instant(millisecondsSince1970: microseconds / 1000) }
}

extension CivilDate {
    /// In days since 1970, for a parameter.
    var dayNumber: Int32 { Int32(clamping: daysSince1970) }
}

extension PostgresRow {
    func instant(_ name: String) throws -> Instant { try get(name, as: PostgresTimestamp.self).instant }

    func instantIfPresent(_ name: String) throws -> Instant? { try getIfPresent(name, as: PostgresTimestamp.self)?.instant }

    /// A day in days since 1970.
    func dayIfPresent(_ name: String) throws -> CivilDate? {
        try getIfPresent(name, as: Int64.self).map { CivilDate(daysSince1970: $0) }
    }

    /// A value of an enumeration that the schema's check constraints allow.
    func choice<Value: RawRepresentable<String>>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(rawValue: try get(name)) else {
            throw PostgresError.unexpectedColumn(query: "", column: try column(name), expected: "\(type)")
        }
        return value
    }

    func bytes(_ name: String) throws -> [UInt8] { try get(name, as: PostgresBytes.self).bytes }

    func bytesIfPresent(_ name: String) throws -> [UInt8]? { try getIfPresent(name, as: PostgresBytes.self)?.bytes }

    func deskIfPresent(_ name: String) throws -> DeskID? { try getIfPresent(name, as: String.self).flatMap { DeskID($0) } }
}
