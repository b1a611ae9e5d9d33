package import Attendance
import Postgres

/// What exports read: raw events, and the people and the state of the ledger that an export is about.
package struct ExportStore: Sendable {
    let pool: PostgresPool

    /// Lends the raw events of a period's working days, in their order by the instants that count, in pieces as they come.
    /// - Parameters:
    ///   - people: nil is everybody, also those who left.
    ///   - period: by the clock of the office that an event is of.
    ///   - seq: of the latest record that counts, so that the same can be given again later; nil is all.
    ///   - personDays: so many are sorted at once. People tap some four times a day, and the database keeps as many in memory.
    package func withEvents(
        of people: [Int64]? = nil, in period: ClosedRange<CivilDate>, zones: TimeZoneDatabase, at seq: Int64? = nil,
        personDays: Int64 = 25_000, _ body: ([ExportedEvent]) async throws -> Void
    ) async throws {
        try await pool.withSnapshot { connection in
            var calendars = try OfficeClocks(try await connection.query("Offices/office_settings"), zones).calendars
            let extent = try EventExtent(try await connection.query("Export/extent_of_events")[0])
            let stream = EventStream(
                people: people, seq: seq, isByTime: extent.isMostOfAll(people),
                slices: extent.slices(of: period, calendars.allSettings, of: people, personDays: personDays))
            try await stream.withPieces(from: connection) { piece in
                var events: [ExportedEvent] = []
                events.reserveCapacity(512)
                try PostgresBinaryRows.reading(piece.bytes, isFirst: piece.isFirst) { rows in
                    while try rows.next() {
                        let event = try ExportedEvent(&rows)
                        // Elsewhere it is another day already, or still.
                        let day = calendars[event.office].workingDay(at: event.at.seconds)
                        if period.contains(day.date) { events.append(event) }
                    }
                }
                if !events.isEmpty { try await body(events) }
            }
        }
    }

    /// For which instant a period is asked where nobody names one: now, but no later than its rows are settled. So a period that is
    /// over says the same whenever it is exported.
    package func asOf(_ period: ClosedRange<CivilDate>, now: Instant, zones: TimeZoneDatabase) async throws -> Instant {
        min(now, RecordWindow.settled(period, try await OfficeSettingsStore(pool: pool).calendars(zones).allSettings))
    }

    /// Where the log stands, for an export that goes no further.
    /// - Parameter head: an earlier export's, to have it made again.
    /// - Throws: ``StoreError/unknownCheckpoint(_:)`` where the ledger has no such entry.
    package func exportStamp(
        asOf instant: Instant, zones: TimeZoneDatabase, at head: LedgerCheckpoint? = nil
    ) async throws -> ExportStamp {
        if let head, head.seq > 0 {
            let hash = try await pool.query("Ledger/ledger_entry", head.seq).first?.bytes(0)
            guard hash == head.hash else { throw StoreError.unknownCheckpoint(head.text) }
        }
        let latest = if let head { head } else { try await LedgerStore(pool: pool).ledgerHead() }
        return ExportStamp(head: latest, timeZones: zones.version, asOf: instant)
    }

    /// Those whom a filter means, also those who left, in the order of their numbers.
    package func people(_ filter: PeopleFilter) async throws -> [Person] {
        try await pool.query(
            "Export/people_to_export", filter.office, filter.team, filter.users.isEmpty ? nil : filter.users
        ).map(Person.init)
    }
}

/// When there are events, and of how many people.
private struct EventExtent {
    /// The first second and the last; nil where there is no event.
    private let seconds: ClosedRange<Int64>?
    private let people: Int64

    init(_ row: PostgresRow) throws {
        let (first, last) = (try row.instantIfPresent(0), try row.instantIfPresent(1))
        seconds = if let first, let last { first.seconds...last.seconds } else { nil }
        people = try row.get(2)
    }

    /// Whether it takes less to read all events of a time than those of each of these people by themselves.
    func isMostOfAll(_ some: [Int64]?) -> Bool { some.map { 8 * Int64($0.count) >= people } ?? true }

    /// The part of a period in which there is anything, in slices that follow each other.
    func slices(
        of period: ClosedRange<CivilDate>, _ settings: [OfficeSettings], of some: [Int64]?, personDays: Int64
    ) -> [Range<Instant>] {
        guard let seconds else { return [] }
        let next = CivilDate(daysSince1970: period.upperBound.daysSince1970 + 1)
        let from = max(seconds.lowerBound, settings.map { $0.start(of: period.lowerBound) }.min() ?? 0)
        let to = min(seconds.upperBound + 1, settings.map { $0.start(of: next) }.max() ?? 0)
        // Where a time is read, it is everybody's.
        let persons = some.flatMap { isMostOfAll($0) ? nil : Int64($0.count) } ?? people
        let length = 86_400 * max(1, personDays / max(1, persons))
        return stride(from: from, to: to, by: Int(length)).map { start in
            Instant(millisecondsSince1970: start * 1000)..<Instant(millisecondsSince1970: min(start + length, to) * 1000)
        }
    }
}
