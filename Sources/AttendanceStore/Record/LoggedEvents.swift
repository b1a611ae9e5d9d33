import Attendance
import FoundationEssentials
import Postgres

/// Events as the log has them, with the corrections folded onto them: the one place where rows become what counts.
struct LoggedEvents {
    private(set) var events: [(person: Int64, event: RecordedEvent)] = []

    /// - Parameters:
    ///   - rows: person, id, type, kind, at, office, received at, quarantine and desk.
    ///   - corrections: of these events and maybe others, in the order of their numbers: target, type, what an amendment sets
    ///     (at, kind, office), whether it says something of the desk, and that desk.
    init(_ rows: PostgresResult, corrections: PostgresResult) throws {
        events.reserveCapacity(rows.count)
        for row in rows { events.append((try row.get(0), try RecordedEvent(row))) }
        if corrections.isEmpty { return }
        let places = Dictionary(events.indices.map { (events[$0].event.id, $0) }) { first, _ in first }
        for row in corrections {
            guard let place = places[try row.get(0)] else { continue }
            events[place].event.apply(try Correction.Change(row), office: try row.getIfPresent(4))
        }
    }

    var byPerson: [Int64: [RecordedEvent]] {
        var people: [Int64: [RecordedEvent]] = [:]
        for (person, event) in events { people[person, default: []].append(event) }
        return people
    }
}

extension RecordedEvent {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            id: try row.get(1), kind: try row.choice(3), at: try row.instant(4), desk: try row.deskIfPresent(8),
            office: try row.get(5), receivedAt: try row.instant(6), isAdded: try row.get(2, as: String.self) == "add",
            quarantine: try row.getIfPresent(7, as: String.self).flatMap(QuarantineReason.init))
    }
}

extension Correction.Change {
    init(_ row: PostgresRow) throws {
        switch try row.get(1, as: String.self) {
        case "void": self = .void
        case "restore": self = .restore
        default:
            var amendment = Amendment(
                at: try row.instantIfPresent(2), kind: try row.getIfPresent(3, as: String.self).flatMap(TapKind.init))
            if try row.get(5, as: Bool.self) {
                amendment.desk = try row.deskIfPresent(6).map { .named($0) } ?? .unnamed
            }
            self = .amend(amendment)
        }
    }
}
