package import Attendance
import Postgres

extension AttendanceStore {
    /// What a person's log says of a period of working days.
    /// - Parameters:
    ///   - instant: decides only which sessions are still open and how long their unconfirmed time is.
    ///   - zones: the one source of working days.
    package func record(
        of person: Int64, in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase
    ) async throws -> PeriodRecord? {
        var found: PeriodRecord?
        try await withRecords(of: [person], in: period, asOf: instant, zones: zones) { found = $0 }
        return found
    }

    /// Lends the record of a period of these people, or of everybody, in the order of their numbers, also of those who left.
    /// One person's events are in memory at a time.
    /// - Parameter seq: of the latest record that counts, so that the same can be said again later; nil is all.
    package func withRecords(
        of people: [Int64]? = nil, in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase,
        at seq: Int64? = nil, _ body: (PeriodRecord) async throws -> Void
    ) async throws {
        try await reading { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant)
            try await reader.records(of: people, at: seq, body)
        }
    }

    /// Lends a transaction that sees one state of the database and changes nothing.
    func reading<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await pool.withTransaction { connection in
            try await connection.execute("set transaction isolation level repeatable read, read only", named: "one state")
            return try await body(connection)
        }
    }
}
