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
        calendars = try OfficeClocks(try await connection.query("Offices/office_settings"), zones).calendars
        window = RecordWindow(period, calendars.allSettings, asOf: asOf)
    }

    /// Lends the records of these people, or of all, in the order of their numbers.
    /// - Parameter seq: of the latest record that counts; nil is all.
    mutating func records(of people: [Int64]?, at seq: Int64?, _ body: (PeriodRecord) async throws -> Void) async throws {
        let names = try await connection.query("Record/people_of_record", people)
        guard let first = names.first, let last = names.last else { return }
        try await connection.query(
            "Record/set_stream", PostgresTimestamp(window.from), PostgresTimestamp(window.to), people,
            try first.get(0, as: Int64.self), try last.get(0, as: Int64.self), seq)
        var name = names.startIndex
        // Somebody without an event has a record, too, with nothing in it.
        func record(_ person: Int64, _ events: [RecordedEvent], _ calendars: inout OfficeCalendars) async throws {
            while name < names.endIndex, case let id = try names[name].get(0, as: Int64.self), id <= person {
                let row = names[name]
                try await body(
                    self.record(
                        of: id, userName: try row.get(1), displayName: try row.get(2), id == person ? events : [], &calendars))
                name += 1
            }
        }
        var calendars = calendars
        try await connection.withCopyOut("Record/stream_record") { pieces in
            var stream = EventsByPerson()
            for try await piece in pieces {
                for (person, events) in try stream.take(piece) { try await record(person, events, &calendars) }
            }
            for (person, events) in stream.end() { try await record(person, events, &calendars) }
        }
        try await record(.max, [], &calendars)
    }

    private func record(
        of person: Int64, userName: String, displayName: String, _ events: [RecordedEvent],
        _ calendars: inout OfficeCalendars
    ) -> PeriodRecord {
        let whole = PersonRecord(of: events, in: &calendars, asOf: asOf)
        return PeriodRecord(
            person: person, userName: userName, displayName: displayName,
            rows: whole.rows.filter { window.period.contains($0.key.date) },
            sessions: whole.sessions.filter { window.period.contains($0.workingDay.date) },
            unmatchedTaps: whole.unmatchedTaps.filter { window.period.contains($0.workingDay.date) })
    }

    /// The events that say something of the period, in the order of the record.
    mutating func eventsOfPeriod(of person: Int64) async throws -> [RecordedEvent] {
        let (from, to) = (PostgresTimestamp(window.from), PostgresTimestamp(window.to))
        let results = try await connection.pipeline([
            PostgresCommand("Record/events_of_people_between", [person], from, to),
            PostgresCommand("Record/corrections_of_people", [person]),
        ])
        return try LoggedEvents(results[0], corrections: results[1]).events.map(\.event).filter { event in
            isOfPeriod(event.at, event.office) || isOfPeriod(event.originalAt, event.originalOffice)
                || (event.quarantine != nil && isOfPeriod(event.receivedAt, event.office))
        }.sorted { $0.order < $1.order }
    }

    private mutating func isOfPeriod(_ instant: Instant, _ office: Int64) -> Bool {
        window.period.contains(calendars[office].workingDay(at: instant.seconds).date)
    }
}
