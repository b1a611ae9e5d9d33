import Attendance
import Postgres

/// Reads people's events and derives their record of a period, in one snapshot of the database.
struct RecordReader {
    let connection: PostgresConnection
    let window: RecordWindow
    let asOf: Instant
    private let seq: Int64?
    /// The settings of all offices by which the records are derived.
    let settings: [OfficeSettingsVersion]
    private(set) var calendars: OfficeCalendars

    /// The taps whose desks are read.
    enum ReadDesks { case all, ofStarts }

    /// - Parameter seq: the number of the latest record that counts, events and settings; nil: all count.
    init(
        _ connection: PostgresConnection, _ zones: TimeZoneDatabase, period: ClosedRange<CivilDate>, asOf: Instant,
        at seq: Int64? = nil
    ) async throws {
        self.connection = connection
        self.asOf = asOf
        self.seq = seq
        let clocks = try OfficeClocks(try await connection.query("Offices/office_settings", ["seq": seq]), zones)
        (settings, calendars) = (clocks.versions, clocks.calendars)
        window = RecordWindow(period, calendars, asOf: asOf)
    }

    /// The last day of a period until which no session began that can still be ended; nil: there is none.
    func lastSettledDay(of period: ClosedRange<CivilDate>) -> CivilDate? {
        // The days before a settled day are settled.
        var (settled, open) = (period.lowerBound.daysSince1970 - 1, period.upperBound.daysSince1970 + 1)
        while settled + 1 < open {
            let day = CivilDate(daysSince1970: (settled + open) / 2)
            if RecordWindow(day...day, calendars, asOf: asOf).isSettled {
                settled = day.daysSince1970
            } else {
                open = day.daysSince1970
            }
        }
        let last = CivilDate(daysSince1970: settled)
        return period.contains(last) ? last : nil
    }

    /// Calls `body` with the record of each of these people, ordered by id.
    /// - Parameters:
    ///   - people: nil: all.
    ///   - desks: the desks of pauses and ends take as long to read as the events, and only the notes about them depend on them.
    mutating func records(
        of people: [PersonID]?, desks: ReadDesks = .all, _ body: (PeriodRecord) async throws -> Void
    ) async throws {
        let names = try await connection.query("Record/people_of_record", ["people": people])
        guard let first = names.first, let last = names.last else { return }
        let (firstPerson, lastPerson) = (try first.get("id", as: PersonID.self), try last.get("id", as: PersonID.self))
        try await connection.query(
            "Record/set_stream",
            [
                "from": PostgresTimestamp(window.from), "to": PostgresTimestamp(window.to), "people": people,
                "first_person": firstPerson, "last_person": lastPerson, "head": seq, "all_desks": desks == .all,
            ])
        var name = names.startIndex
        // A person without events has an empty record.
        func record(_ person: PersonID, _ events: [RecordedEvent], _ calendars: inout OfficeCalendars) async throws {
            while name < names.endIndex, case let id = try names[name].get("id", as: PersonID.self), id <= person {
                let row = names[name]
                try await body(
                    self.record(
                        of: id, userName: try row.get("user_name"), displayName: try row.get("display_name"),
                        id == person ? events : [], &calendars))
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
        try await record(PersonID(.max), [], &calendars)
    }

    private func record(
        of person: PersonID, userName: String, displayName: String, _ events: [RecordedEvent],
        _ calendars: inout OfficeCalendars
    ) -> PeriodRecord {
        let whole = PersonRecord(of: events, in: &calendars, asOf: asOf)
        return PeriodRecord(
            person: person, userName: userName, displayName: displayName,
            rows: whole.rows.filter { window.period.contains($0.key.date) },
            sessions: whole.sessions.filter { window.period.contains($0.workingDay.date) },
            unmatchedTaps: whole.unmatchedTaps.filter { window.period.contains($0.workingDay.date) },
            continued: whole.sessions.filter { session in
                session.attribution == .split && session.workingDay.date < window.period.lowerBound
                    && session.extentEnd > window.from.seconds
            })
    }

    /// The events that matter in the period, in the order of the record.
    mutating func eventsOfPeriod(of person: PersonID) async throws -> [RecordedEvent] {
        try await eventsOfPeriod(of: [person])[person] ?? []
    }

    /// The events of these people that matter in the period, each person's in the order of the record. People without events are
    /// left out.
    mutating func eventsOfPeriod(of people: [PersonID]) async throws -> [PersonID: [RecordedEvent]] {
        let (from, to) = (PostgresTimestamp(window.from), PostgresTimestamp(window.to))
        let results = try await connection.pipeline([
            PostgresCommand("Record/events_of_people_between", ["people": people, "from": from, "to": to]),
            PostgresCommand("Record/corrections_of_people", ["people": people]),
        ])
        return try LoggedEvents(results[0], corrections: results[1]).byPerson.mapValues { events in
            events.filter { event in
                isOfPeriod(event.at, event.office) || isOfPeriod(event.originalAt, event.originalOffice)
                    || (event.quarantine != nil && isOfPeriod(event.receivedAt, event.office))
            }.sorted { $0.order < $1.order }
        }
    }

    private mutating func isOfPeriod(_ instant: Instant, _ office: OfficeID) -> Bool {
        window.period.contains(calendars[office].workingDay(at: instant.seconds).date)
    }
}
