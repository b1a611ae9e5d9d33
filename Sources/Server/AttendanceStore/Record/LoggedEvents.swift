import Attendance
import FoundationEssentials
import Postgres

/// Events of the log with their corrections applied.
struct LoggedEvents {
    private(set) var events: [(person: PersonID, event: RecordedEvent)] = []

    /// - Parameters:
    ///   - rows: with the columns of the view `logged_event`.
    ///   - corrections: of these events and possibly others, in the order in which they apply, with the columns of the view
    ///     `logged_correction`.
    ///   - willApply: receives each correction, and its event before it.
    init(
        _ rows: PostgresResult, corrections: PostgresResult,
        willApply: (_ correction: PostgresRow, _ event: RecordedEvent) throws -> Void = { _, _ in }
    ) throws {
        events.reserveCapacity(rows.count)
        for row in rows { events.append((try row.get("person_id"), try RecordedEvent(row))) }
        if corrections.isEmpty { return }
        let places = Dictionary(events.indices.map { (events[$0].event.id, $0) }) { first, _ in first }
        for row in corrections {
            guard let place = places[try row.get("target_id")] else { continue }
            try willApply(row, events[place].event)
            events[place].event.apply(try Correction.Change(row), office: try row.getIfPresent("new_office_id"))
        }
    }

    /// The events with these ids. Unknown and erased events are left out.
    init(_ ids: [UUID], _ connection: PostgresConnection) async throws {
        let results = try await connection.pipeline([
            PostgresCommand("Taps/events_by_id", ["ids": ids]),
            PostgresCommand("Corrections/corrections_by_target", ["targets": ids]),
        ])
        try self.init(results[0], corrections: results[1])
    }

    /// The event that a record corrects; nil: it corrects none, or its event is erased.
    static func target(of record: LogRecord, _ connection: PostgresConnection) async throws -> RecordedEvent? {
        guard let id = record.target else { return nil }
        return try await LoggedEvents([id], connection).events.first?.event
    }

    var byPerson: [PersonID: [RecordedEvent]] {
        var people: [PersonID: [RecordedEvent]] = [:]
        for (person, event) in events { people[person, default: []].append(event) }
        return people
    }
}

extension RecordedEvent {
    fileprivate init(_ row: PostgresRow) throws {
        let desk = try row.deskIfPresent("desk")
        self.init(
            id: try row.get("id"), kind: try row.choice("kind"), at: try row.instant("at"), desk: desk,
            namesNoDesk: try desk == nil && row.get("has_place", as: Bool.self), office: try row.get("office_id"),
            receivedAt: try row.instant("received_at"), isAdded: try row.get("type", as: String.self) == "add",
            quarantine: try row.getIfPresent("quarantine", as: String.self).flatMap(QuarantineReason.init))
    }
}

extension Correction.Change {
    /// Reads the columns of the view `logged_correction`. An amendment's office remains nil.
    init(_ row: PostgresRow) throws {
        switch try row.get("type", as: String.self) {
        case "void": self = .void
        case "restore": self = .restore
        default:
            var amendment = Amendment(
                at: try row.instantIfPresent("new_at"),
                kind: try row.getIfPresent("new_kind", as: String.self).flatMap(TapKind.init))
            if try row.get("sets_desk", as: Bool.self) {
                amendment.desk = Amendment.Desk(try row.deskIfPresent("desk"))
            }
            self = .amend(amendment)
        }
    }
}
