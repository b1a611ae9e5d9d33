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
        try await reading { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant)
            return try await reader.records(of: try await connection.query("all_people", person - 1, Int64(1)))
                .first { $0.person == person }
        }
    }

    /// Lends everybody's record of a period, in the order of their numbers, also of those who left. A few people's events are
    /// in memory at a time.
    package func withRecords(
        in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase,
        _ body: (PeriodRecord) async throws -> Void
    ) async throws {
        try await reading { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant)
            var last: Int64 = 0
            while true {
                let people = try await connection.query("all_people", last, Self.peopleAtATime)
                guard let end = people.last else { return }
                for record in try await reader.records(of: people) { try await body(record) }
                last = try end.get(0)
            }
        }
    }

    private static let peopleAtATime: Int64 = 64

    /// Lends a transaction that sees one state of the database and changes nothing.
    func reading<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await pool.withTransaction { connection in
            try await connection.execute("set transaction isolation level repeatable read, read only", named: "one state")
            return try await body(connection)
        }
    }
}
