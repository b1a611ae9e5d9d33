package import Attendance
import FoundationEssentials
import Postgres

/// The attendance record of people: sessions, daily rows and the history of events.
package struct RecordStore: Sendable {
    let pool: PostgresPool

    /// A person's record of a period of working days.
    /// - Parameters:
    ///   - instant: determines only which sessions are open and how long their unconfirmed time is.
    ///   - zones: the time zones by which working days begin and end.
    package func record(
        of person: PersonID, in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase
    ) async throws -> PeriodRecord? {
        var found: PeriodRecord?
        try await withRecords(of: [person], in: period, asOf: instant, zones: zones) { found = $0 }
        return found
    }

    /// Calls `body` with the record of each of these people for a period, ordered by id, including people who left. Holds
    /// the events of one person at a time.
    /// - Parameters:
    ///   - people: nil: all.
    ///   - seq: the number of the latest record that counts, which makes the result repeatable; nil: all count.
    package func withRecords(
        of people: [PersonID]? = nil, in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase,
        at seq: Int64? = nil, _ body: (PeriodRecord) async throws -> Void
    ) async throws {
        try await pool.withSnapshot { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant, at: seq)
            try await reader.records(of: people, body)
        }
    }

    /// All events of a person that matter on these working days: made on them, amended away from them or to them, or
    /// quarantined and received on them. In the order of the record.
    package func history(
        of person: PersonID, in period: ClosedRange<CivilDate>, zones: TimeZoneDatabase
    ) async throws -> [EventHistory] {
        try await pool.withSnapshot { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: .endOfTime)
            let events = try await reader.eventsOfPeriod(of: person)
            let ids = events.map(\.id)
            let results = try await connection.pipeline([
                PostgresCommand("Record/event_histories", ["ids": ids]),
                PostgresCommand("Record/correction_histories", ["targets": ids]),
            ])
            var steps: [UUID: [EventHistory.Step]] = [:]
            for row in results[1] {
                steps[try row.get("target_id"), default: []].append(try EventHistory.Step(row))
            }
            let rows = Dictionary(try results[0].map { (try $0.get("id", as: UUID.self), $0) }) { first, _ in first }
            return try events.compactMap { event in
                try rows[event.id].map { try EventHistory(event, $0, steps[event.id] ?? []) }
            }
        }
    }
}
