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

    /// The part of a desk's log between somebody's first and last start there.
    private struct Stretch {
        var desk: DeskKey
        var person: Int64
        var first: TapOrder
        var last: TapOrder
    }

    /// A start that came when the desk had a later one already.
    struct LateStart {
        var person: Int64
        var desk: DeskKey
        var start: TapOrder
    }

    /// The years 0 and 9999, beyond which no tap can say it was.
    private static let always = Instant(millisecondsSince1970: -62_167_219_200_000)
    private static let end = TapOrder(at: Instant(millisecondsSince1970: 253_402_300_799_000), rank: 0, id: UUID())

    /// Before every tap of an instant.
    private static func beginning(of instant: Instant) -> TapOrder {
        TapOrder(at: instant, rank: 0, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
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
        try await connection.query("Presence/plan_for_current_sizes")
        var people = people
        if !desks.isEmpty {
            for row in try await connection.query("Presence/people_claiming_desks", Self.names(desks)) {
                people.insert(try row.get(0))
            }
        }
        return try await write(people)
    }

    /// Derives these people and those who made these starts, and shortens the stays of others into which one of them falls. What
    /// this reads grows with these people's open sessions, and not with what else was tapped at the desks.
    /// - Returns: everybody whose presence may be another now.
    mutating func derive(_ people: Set<Int64>, splittingStaysBy starts: [LateStart]) async throws -> Set<Int64> {
        try await connection.query("Presence/plan_for_current_sizes")
        let others = try await splitStays(by: starts)
        return others.shortened.union(try await write(people.union(starts.map(\.person)).union(others.toDerive)))
    }

    private mutating func write(_ people: Set<Int64>) async throws -> Set<Int64> {
        if people.isEmpty { return [] }
        let presences = try await presences(of: people.sorted())
        _ = try await connection.pipeline([PostgresCommand("Presence/write_presence", values: Presence.columns(of: presences))])
        return people
    }

    /// Whoever made the latest start at each of these desks has it written down.
    func deriveClaims(at desks: Set<DeskID>) async throws {
        if desks.isEmpty { return }
        let names = Self.names(desks)
        let latest = try await connection.query("Presence/latest_starts_at_desks", names)
        // What was corrected counts only where it is later. Where an office has no start at a desk, all that was corrected does.
        var since: [String: Instant] = [:]
        for row in latest {
            let (desk, at) = (try row.get(1, as: String.self), try row.instantIfPresent(3) ?? Self.always)
            since[desk] = min(since[desk] ?? at, at)
        }
        let corrected = try await correctedEvents(
            at: names.map { ($0, Self.beginning(of: since[$0] ?? Self.always), Self.end) })
        let claims = try starts(latest, corrected, at: desks)
            .mapValues { $0.max { $0.order < $1.order } }.compactMapValues { $0 }.sorted { $0.key < $1.key }
        try await connection.query(
            "Presence/write_desk_claims", names, claims.map(\.key.office), claims.map(\.key.desk.description),
            claims.map(\.value.person), claims.map(\.value.order.id), claims.map { PostgresTimestamp($0.value.order.at) })
    }

    private static func names(_ desks: Set<DeskID>) -> [String] { desks.sorted().map(\.description) }

    private mutating func presences(of people: [Int64]) async throws -> [(person: Int64, presence: Presence)] {
        let results = try await connection.pipeline([
            PostgresCommand("Presence/latest_events_of_people", people),
            PostgresCommand("Record/corrections_of_people", people),
        ])
        let events = try LoggedEvents(results[0], corrections: results[1]).byPerson
        let logs = events.mapValues { $0.filter(\.isEffective).map(Presence.LoggedTap.init) }
        // Who else started at a desk matters for the open session alone: the first look finds it, the second takes the others
        // into account.
        var alone: [Int64: Presence] = [:]
        for person in people {
            alone[person] = Presence.derived(from: logs[person] ?? [], in: &calendars) { _, _, _ in nil }
        }
        let stretches = people.compactMap { person in
            alone[person].flatMap { Self.stretch(of: person, $0, logs[person] ?? []) }
        }
        let starts = try await latestStartsOfOthers(in: stretches)
        var presences: [(person: Int64, presence: Presence)] = []
        for person in people {
            guard let claim = alone[person]?.claim, let other = starts[person] else {
                presences.append((person, alone[person] ?? .off))
                continue
            }
            // The latest start of another is the one that says since when this person is there.
            let presence = Presence.derived(from: logs[person] ?? [], in: &calendars) { office, desk, before in
                office == claim.office && desk == claim.desk && other < before ? other : nil
            }
            presences.append((person, presence))
        }
        return presences
    }

    /// From the first to the last start of an open session at the desk that it claims; nil where there is but one.
    private static func stretch(of person: Int64, _ presence: Presence, _ log: [Presence.LoggedTap]) -> Stretch? {
        guard let claim = presence.claim, let begin = presence.sessionStart else { return nil }
        let own = log.filter { entry in
            entry.tap.kind == .start && entry.tap.desk == claim.desk && entry.office == claim.office && entry.tap.at >= begin
        }.map(\.tap.order)
        guard let first = own.min(), let last = own.max(), first < last else { return nil }
        return Stretch(desk: DeskKey(claim), person: person, first: first, last: last)
    }

    /// By person: the latest start of somebody else in their stretch, where there is one.
    private func latestStartsOfOthers(in stretches: [Stretch]) async throws -> [Int64: TapOrder] {
        if stretches.isEmpty { return [:] }
        var latest: [Int64: TapOrder] = [:]
        let uncorrected = try await connection.query(
            "Presence/latest_starts_within", stretches.map(\.person), stretches.map(\.desk.office),
            stretches.map(\.desk.desk.description),
            stretches.map { PostgresTimestamp($0.first.at) }, stretches.map(\.first.id),
            stretches.map { PostgresTimestamp($0.last.at) }, stretches.map(\.last.id))
        for (number, start) in try Self.numbered(uncorrected) { latest[stretches[number].person] = start.order }
        // What was corrected counts only where it is later.
        let corrected = try await correctedEvents(
            at: stretches.map { ($0.desk.desk.description, latest[$0.person] ?? $0.first, $0.last) })
        for (person, event) in corrected.events where event.isEffective && event.kind == .start {
            for stretch in stretches where stretch.person != person && DeskKey(event) == stretch.desk {
                guard stretch.first < event.order, event.order < stretch.last else { continue }
                latest[stretch.person] = max(latest[stretch.person] ?? event.order, event.order)
            }
        }
        return latest
    }

    /// Whoever made the first start after one of these, at the same desk, stayed there before as well if their stay began earlier.
    /// It begins with that start now. Where corrections may have a part in it, people are to be derived.
    private func splitStays(by starts: [LateStart]) async throws -> (shortened: Set<Int64>, toDerive: Set<Int64>) {
        if starts.isEmpty { return ([], []) }
        let next = try Self.numbered(
            try await connection.query(
                "Presence/next_starts_at_desks", starts.map(\.desk.office), starts.map(\.desk.desk.description),
                starts.map { PostgresTimestamp($0.start.at) }, starts.map(\.start.id)))
        let corrected = try await correctedEvents(
            at: starts.enumerated().map { number, late in
                (late.desk.desk.description, late.start, next[number]?.order ?? Self.end)
            })
        if !corrected.events.isEmpty { return ([], Set(next.values.map(\.person)).union(corrected.events.map(\.person))) }
        let stays = next.map { (late: starts[$0.key], next: $0.value) }
        let shortened = try await connection.query(
            "Presence/split_stays", stays.map(\.late.desk.office), stays.map(\.late.desk.desk.description),
            stays.map { PostgresTimestamp($0.late.start.at) }, stays.map(\.next.person),
            stays.map { PostgresTimestamp($0.next.order.at) })
        return (Set(try shortened.map { try $0.get("person_id") }), [])
    }

    /// Starts by their places, from 0, in the list that was asked for.
    private static func numbered(_ rows: PostgresResult) throws -> [Int: Start] {
        var starts: [Int: Start] = [:]
        for row in rows {
            let order = TapOrder(at: try row.instant("at"), rank: TapKind.start.rank, id: try row.get("id"))
            starts[Int(try row.get("number", as: Int64.self)) - 1] = Start(person: try row.get("person_id"), order: order)
        }
        return starts
    }

    /// The corrected events that may be starts at these desks between these places in the order of taps, as they count.
    private func correctedEvents(at stretches: [(desk: String, after: TapOrder, before: TapOrder)]) async throws -> LoggedEvents
    {
        let events = try await connection.query(
            "Presence/corrected_events_at_desks", stretches.map(\.desk), stretches.map { PostgresTimestamp($0.after.at) },
            stretches.map(\.after.id), stretches.map { PostgresTimestamp($0.before.at) }, stretches.map(\.before.id))
        if events.isEmpty { return try LoggedEvents(events, corrections: events) }
        let ids = try events.map { try $0.get(1, as: UUID.self) }
        return try LoggedEvents(events, corrections: try await connection.query("Corrections/corrections_by_target", ids))
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

extension LogMirror.DeskKey {
    /// nil where the event names no desk.
    fileprivate init?(_ event: RecordedEvent) {
        guard let desk = event.desk else { return nil }
        self.init(office: event.office, desk: desk)
    }
}

extension Presence.LoggedTap {
    fileprivate init(_ event: RecordedEvent) {
        let tap = Tap(id: event.id, user: "", kind: event.kind, at: event.at, desk: event.desk)
        self.init(tap: tap, office: event.office)
    }
}
