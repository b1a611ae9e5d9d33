import Attendance
import Postgres

/// Reads people's events and derives their record of a period, on one state of the database.
struct RecordReader {
    let connection: PostgresConnection
    let window: RecordWindow
    let asOf: Instant
    private var calendars: OfficeCalendars

    init(
        _ connection: PostgresConnection, _ zones: TimeZoneDatabase, period: ClosedRange<CivilDate>, asOf: Instant
    ) async throws {
        self.connection = connection
        self.asOf = asOf
        calendars = try OfficeClocks(try await connection.query("office_settings"), zones).calendars
        window = RecordWindow(period, calendars.allSettings, asOf: asOf)
    }

    /// The records of these people, in their order.
    /// - Parameter rows: numbers, user names and display names.
    mutating func records(of rows: PostgresResult) async throws -> [PeriodRecord] {
        let people = try rows.map { try $0.get(0, as: Int64.self) }
        let (from, to) = (PostgresTimestamp(window.from), PostgresTimestamp(window.to))
        let results = try await connection.pipeline([
            PostgresCommand("events_of_people_between", people, from, to),
            PostgresCommand("corrections_of_people", people),
        ])
        let events = try LoggedEvents(results[0], corrections: results[1]).byPerson
        var records: [PeriodRecord] = []
        for row in rows {
            let person = try row.get(0, as: Int64.self)
            var events = events[person] ?? []
            if !window.isSettled(events) { events = try await allEvents(of: person) }
            records.append(
                record(of: person, userName: try row.get(1), displayName: try row.get(2), events: events))
        }
        return records
    }

    /// The events that say something of the period, in the order of the record.
    mutating func eventsOfPeriod(of person: Int64) async throws -> [RecordedEvent] {
        let (from, to) = (PostgresTimestamp(window.from), PostgresTimestamp(window.to))
        let results = try await connection.pipeline([
            PostgresCommand("events_of_people_between", [person], from, to),
            PostgresCommand("corrections_of_people", [person]),
        ])
        return try LoggedEvents(results[0], corrections: results[1]).events.map(\.event).filter { event in
            isOfPeriod(event.at, event.office) || isOfPeriod(event.originalAt, event.originalOffice)
                || (event.quarantine != nil && isOfPeriod(event.receivedAt, event.office))
        }.sorted { $0.order < $1.order }
    }

    private mutating func isOfPeriod(_ instant: Instant, _ office: Int64) -> Bool {
        window.period.contains(calendars[office].workingDay(at: instant.seconds).date)
    }

    private func allEvents(of person: Int64) async throws -> [RecordedEvent] {
        let results = try await connection.pipeline([
            PostgresCommand("events_of_people", [person]), PostgresCommand("corrections_of_people", [person]),
        ])
        return try LoggedEvents(results[0], corrections: results[1]).events.map(\.event)
    }

    private mutating func record(
        of person: Int64, userName: String, displayName: String, events: [RecordedEvent]
    ) -> PeriodRecord {
        let whole = PersonRecord(of: events, in: &calendars, asOf: asOf)
        return PeriodRecord(
            person: person, userName: userName, displayName: displayName,
            rows: whole.rows.filter { window.period.contains($0.key.date) },
            sessions: whole.sessions.filter { window.period.contains($0.workingDay.date) },
            orphans: whole.orphans.filter { window.period.contains($0.workingDay.date) })
    }
}
