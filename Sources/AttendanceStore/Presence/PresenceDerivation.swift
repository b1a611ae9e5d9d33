import Attendance
import FoundationEssentials
import Postgres

/// Derives people's presence, and the latest start at desks, from the log as the open transaction sees it, and writes it.
/// The log is locked.
struct PresenceDerivation {
    typealias DeskKey = LogMirror.DeskKey

    let connection: PostgresConnection
    private var calendars: OfficeCalendars

    private struct Start {
        var person: Int64
        var order: TapOrder
    }

    init(_ connection: PostgresConnection, _ calendars: OfficeCalendars) {
        self.connection = connection
        self.calendars = calendars
    }

    /// Derives these people, and everybody whose open session claims one of these desks: since when they hold it depends on who
    /// else started there.
    /// - Returns: everybody derived.
    @discardableResult
    mutating func derive(_ people: Set<Int64>, claiming desks: Set<DeskID> = []) async throws -> Set<Int64> {
        var people = people
        if !desks.isEmpty {
            for row in try await connection.query("people_claiming_desks", Self.names(desks)) { people.insert(try row.get(0)) }
        }
        if people.isEmpty { return [] }
        let presences = try await presences(of: people.sorted())
        _ = try await connection.pipeline([PostgresCommand("write_presence", values: Presence.columns(of: presences))])
        return people
    }

    /// Whoever made the latest start at each of these desks has it written down.
    func deriveClaims(at desks: Set<DeskID>) async throws {
        if desks.isEmpty { return }
        let names = Self.names(desks)
        let latest = try await connection.query("latest_starts_at_desks", names)
        // What was corrected counts only where it is later. Where an office has no start at a desk, all that was corrected does.
        // The year 0, before which no tap can say it was.
        let always = Instant(millisecondsSince1970: -62_167_219_200_000)
        var since: [String: Instant] = [:]
        for row in latest {
            let (desk, at) = (try row.get(1, as: String.self), try row.instantIfPresent(3) ?? always)
            since[desk] = min(since[desk] ?? at, at)
        }
        let bounds = names.map { PostgresTimestamp(since[$0] ?? always) }
        let claims = try starts(latest, try await correctedEvents(at: names, since: bounds), at: desks)
            .mapValues { $0.max { $0.order < $1.order } }.compactMapValues { $0 }.sorted { $0.key < $1.key }
        try await connection.query(
            "write_desk_claims", names, claims.map(\.key.office), claims.map(\.key.desk.description),
            claims.map(\.value.person), claims.map(\.value.order.id), claims.map { PostgresTimestamp($0.value.order.at) })
    }

    private static func names(_ desks: Set<DeskID>) -> [String] { desks.sorted().map(\.description) }

    private mutating func presences(of people: [Int64]) async throws -> [(person: Int64, presence: Presence)] {
        let results = try await connection.pipeline([
            PostgresCommand("latest_events_of_people", people), PostgresCommand("corrections_of_people", people),
        ])
        let events = try LoggedEvents(results[0], corrections: results[1]).byPerson
        let logs = events.mapValues { $0.filter(\.isEffective).map(Presence.LoggedTap.init) }
        // Who else started at a desk matters for the open session alone: the first look finds it, the second takes the others
        // into account.
        var alone: [Int64: Presence] = [:]
        for person in people {
            alone[person] = Presence.derived(from: logs[person] ?? [], in: &calendars) { _, _, _ in nil }
        }
        let starts = try await startsDuring(alone.values)
        var presences: [(person: Int64, presence: Presence)] = []
        for person in people {
            guard let claim = alone[person]?.claim else {
                presences.append((person, alone[person] ?? .off))
                continue
            }
            let others = (starts[DeskKey(claim)] ?? []).filter { $0.person != person }.map(\.order).sorted()
            let presence = Presence.derived(from: logs[person] ?? [], in: &calendars) { office, desk, before in
                office == claim.office && desk == claim.desk ? others.last { $0 < before } : nil
            }
            presences.append((person, presence))
        }
        return presences
    }

    /// All starts at the desks that open sessions claim, since the first of those sessions began.
    private func startsDuring(_ presences: some Collection<Presence>) async throws -> [DeskKey: [Start]] {
        let desks = Set(presences.compactMap(\.claim?.desk))
        guard let from = presences.filter({ $0.claim != nil }).compactMap(\.sessionStart).min() else { return [:] }
        let names = Self.names(desks)
        let bound = PostgresTimestamp(from)
        return try starts(
            try await connection.query("starts_at_desks", names, bound),
            try await correctedEvents(at: names, since: names.map { _ in bound }), at: desks)
    }

    /// The corrected events that may be starts at these desks since these instants, as they count.
    private func correctedEvents(at desks: [String], since bounds: [PostgresTimestamp]) async throws -> LoggedEvents {
        let events = try await connection.query("corrected_events_at_desks", desks, bounds)
        if events.isEmpty { return try LoggedEvents(events, corrections: events) }
        let ids = try events.map { try $0.get(1, as: UUID.self) }
        return try LoggedEvents(events, corrections: try await connection.query("corrections_by_target", ids))
    }

    /// - Parameters:
    ///   - uncorrected: rows of starts that nobody corrected.
    ///   - corrected: other events.
    private func starts(
        _ uncorrected: PostgresResult, _ corrected: LoggedEvents, at desks: Set<DeskID>
    ) throws -> [DeskKey: [Start]] {
        var starts: [DeskKey: [Start]] = [:]
        for row in uncorrected {
            guard let desk = try row.deskIfPresent(1), let person = try row.getIfPresent(2, as: Int64.self) else { continue }
            let order = TapOrder(at: try row.instant(3), rank: TapKind.start.rank, id: try row.get(4))
            starts[DeskKey(office: try row.get(0), desk: desk), default: []].append(Start(person: person, order: order))
        }
        for (person, event) in corrected.events {
            guard event.isEffective, event.kind == .start, let desk = event.desk, desks.contains(desk) else { continue }
            starts[DeskKey(office: event.office, desk: desk), default: []].append(Start(person: person, order: event.order))
        }
        return starts
    }
}

extension Presence.LoggedTap {
    fileprivate init(_ event: RecordedEvent) {
        let tap = Tap(id: event.id, user: "", kind: event.kind, at: event.at, desk: event.desk)
        self.init(tap: tap, office: event.office)
    }
}
