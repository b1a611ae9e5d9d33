package import Attendance
import FoundationEssentials
import Postgres

/// The attendance record of people: sessions, daily rows and the history of events.
package struct RecordStore: Sendable {
    let pool: PostgresPool

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
        try await pool.withSnapshot { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant)
            try await reader.records(of: people, at: seq, body)
        }
    }

    /// Every event of a person that says something of these working days: made then, amended away from them or to them, or
    /// arrived then and put aside. In the order of the record.
    package func history(
        of person: Int64, in period: ClosedRange<CivilDate>, zones: TimeZoneDatabase
    ) async throws -> [EventHistory] {
        try await pool.withSnapshot { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: .endOfTime)
            let events = try await reader.eventsOfPeriod(of: person)
            let ids = events.map(\.id)
            let results = try await connection.pipeline([
                PostgresCommand("Record/event_histories", ids), PostgresCommand("Record/correction_histories", ids),
            ])
            var steps: [UUID: [EventHistory.Step]] = [:]
            for row in results[1] {
                steps[try row.get(0), default: []].append(try EventHistory.Step(row))
            }
            let rows = Dictionary(try results[0].map { (try $0.get(0, as: UUID.self), $0) }) { first, _ in first }
            return try events.compactMap { event in
                try rows[event.id].map { try EventHistory(event, $0, steps[event.id] ?? []) }
            }
        }
    }
}
