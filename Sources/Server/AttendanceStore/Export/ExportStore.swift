package import Attendance
import Postgres

/// The input of exports: raw events, people and the state of the ledger.
package struct ExportStore: Sendable {
    let pool: PostgresPool

    /// Passes the raw events of a period's working days to `body` in batches, in the order of their effective instants.
    /// - Parameters:
    ///   - people: nil: all, including people who left.
    ///   - period: in the time zone of each event's office.
    ///   - seq: number of the latest record that counts, so that an export can be repeated later; nil: all.
    ///   - personDays: the size of a slice that PostgreSQL sorts at once. At about four taps a day, the default fits in its
    ///     memory.
    package func withEvents(
        of people: [PersonID]? = nil, in period: ClosedRange<CivilDate>, zones: TimeZoneDatabase, at seq: Int64? = nil,
        personDays: Int64 = 25_000, _ body: ([ExportedEvent]) async throws -> Void
    ) async throws {
        try await pool.withSnapshot { connection in
            let settings = try await connection.query("Offices/office_settings", ["seq": seq])
            var calendars = try OfficeClocks(settings, zones).calendars
            let extent = try EventExtent(try await connection.query("Export/extent_of_events")[0])
            let stream = EventStream(
                people: people, seq: seq, isByTime: extent.isMostOfAll(people),
                slices: extent.slices(of: period, calendars.settings(of: period), of: people, personDays: personDays))
            try await stream.withPieces(from: connection) { piece in
                var events: [ExportedEvent] = []
                events.reserveCapacity(512)
                try PostgresBinaryRows.reading(piece.bytes, isFirst: piece.isFirst) { rows in
                    while try rows.next() {
                        let event = try ExportedEvent(&rows)
                        // A slice covers the period in all time zones, so it contains events of other days too.
                        let day = calendars[event.office].workingDay(at: event.at.seconds)
                        if period.contains(day.date) { events.append(event) }
                    }
                }
                if !events.isEmpty { try await body(events) }
            }
        }
    }

    /// The default `as_of` of a period: now, but at most the instant from which its rows are final. A past period therefore
    /// always exports the same bytes.
    package func asOf(_ period: ClosedRange<CivilDate>, now: Instant, zones: TimeZoneDatabase) async throws -> Instant {
        min(now, RecordWindow.settled(period, try await OfficeSettingsStore(pool: pool).calendars(zones)))
    }

    /// The latest record up to which an export reads the log.
    /// - Parameter head: the head of an earlier export, to repeat it; nil: the current head.
    /// - Throws: ``StoreError/unknownCheckpoint(_:)`` if the ledger has no such entry.
    package func exportStamp(
        asOf instant: Instant, zones: TimeZoneDatabase, at head: LedgerCheckpoint? = nil
    ) async throws -> ExportStamp {
        if let head, head.seq > 0 {
            let hash = try await pool.query("Ledger/ledger_entry", ["seq": head.seq]).first?.bytes("entry_hash")
            guard hash == head.hash else { throw StoreError.unknownCheckpoint(head.text) }
        }
        let latest = if let head { head } else { try await LedgerStore(pool: pool).ledgerHead() }
        return ExportStamp(head: latest, timeZones: zones.version, asOf: instant)
    }

    /// The people who had not left at an instant.
    /// - Parameter seq: people whom only later records know are left out, so that an export can be repeated.
    package func employees(asOf instant: Instant, at seq: Int64) async throws -> Set<PersonID> {
        let rows = try await pool.query("Export/employees", ["as_of": PostgresTimestamp(instant), "head": seq])
        return Set(try rows.map { try $0.get("id") })
    }

    /// The personnel numbers of the people who have one.
    /// - Parameter people: nil: all.
    package func personnelNumbers(of people: [PersonID]?) async throws -> [PersonID: String] {
        let rows = try await pool.query("Export/personnel_numbers", ["people": people])
        return Dictionary(
            try rows.map { (try $0.get("id", as: PersonID.self), try $0.get("personnel_number", as: String.self)) }
        ) { first, _ in first }
    }

    /// The people who match a filter, including people who left, by id.
    /// - Parameter name: part of a user name or display name, in any case and without accents; nil: any.
    package func people(_ filter: PeopleFilter, named name: String? = nil) async throws -> [Person] {
        let users: [String]? = filter.users.isEmpty ? nil : filter.users
        return try await pool.query(
            "Export/people_to_export", ["offices": filter.offices, "team": filter.team, "user_names": users, "name": name]
        ).map(Person.init)
    }
}

/// The time range of all events, and the number of people.
private struct EventExtent {
    /// The first and the last second; nil if there is no event.
    private let seconds: ClosedRange<Int64>?
    private let people: Int64

    init(_ row: PostgresRow) throws {
        let (first, last) = (try row.instantIfPresent("first_at"), try row.instantIfPresent("last_at"))
        seconds = if let first, let last { first.seconds...last.seconds } else { nil }
        people = try row.get("people")
    }

    /// Whether reading all events of a time range is faster than reading the events of each of these people.
    func isMostOfAll(_ some: [PersonID]?) -> Bool { some.map { 8 * Int64($0.count) >= people } ?? true }

    /// The part of a period that contains events, in consecutive slices.
    func slices(
        of period: ClosedRange<CivilDate>, _ settings: [OfficeSettings], of some: [PersonID]?, personDays: Int64
    ) -> [Range<Instant>] {
        guard let seconds else { return [] }
        let next = CivilDate(daysSince1970: period.upperBound.daysSince1970 + 1)
        let from = max(seconds.lowerBound, settings.map { $0.start(of: period.lowerBound) }.min() ?? 0)
        let to = min(seconds.upperBound + 1, settings.map { $0.start(of: next) }.max() ?? 0)
        // Reading by time reads the events of all people.
        let persons = some.flatMap { isMostOfAll($0) ? nil : Int64($0.count) } ?? people
        let length = 86_400 * max(1, personDays / max(1, persons))
        return stride(from: from, to: to, by: Int(length)).map { start in
            Instant(millisecondsSince1970: start * 1000)..<Instant(millisecondsSince1970: min(start + length, to) * 1000)
        }
    }
}
