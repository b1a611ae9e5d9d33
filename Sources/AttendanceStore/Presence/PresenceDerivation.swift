import Attendance
import FoundationEssentials
import Postgres

/// Derives and writes people's presence and the latest starts at desks, from the log as the open transaction sees it.
/// Requires the log's lock.
struct PresenceDerivation {
    typealias DeskKey = LogCache.DeskKey

    let connection: PostgresConnection
    private var calendars: OfficeCalendars

    private struct Start {
        var person: PersonID
        var order: TapOrder
    }

    /// The part of a desk's log between a person's first and last start there.
    private struct Stretch {
        var desk: DeskKey
        var person: PersonID
        var first: TapOrder
        var last: TapOrder
    }

    /// A start that arrived after a later start at the same desk.
    struct LateStart {
        var person: PersonID
        var desk: DeskKey
        var start: TapOrder
    }

    /// The years 0 and 9999, the limits of a tap's instant.
    private static let always = Instant(millisecondsSince1970: -62_167_219_200_000)
    private static let end = TapOrder(at: Instant(millisecondsSince1970: 253_402_300_799_000), rank: 0, id: UUID())

    /// The position before all taps of an instant.
    private static func beginning(of instant: Instant) -> TapOrder {
        TapOrder(at: instant, rank: 0, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }

    init(_ connection: PostgresConnection, _ calendars: OfficeCalendars) {
        self.connection = connection
        self.calendars = calendars
    }

    /// Derives these people and all people whose open session claims one of these desks, because the beginning of their stay
    /// depends on other people's starts there.
    /// - Returns: all derived people.
    @discardableResult
    mutating func derive(_ people: Set<PersonID>, claiming desks: Set<DeskID> = []) async throws -> Set<PersonID> {
        try await connection.query("Presence/plan_for_current_sizes")
        var people = people
        if !desks.isEmpty {
            for row in try await connection.query("Presence/people_claiming_desks", ["desks": Self.names(desks)]) {
                people.insert(try row.get("person_id"))
            }
        }
        return try await write(people)
    }

    /// Derives these people and the people of these starts, and shortens other people's stays that contain such a start.
    /// Its cost depends on these people's open sessions, not on the number of other taps at the desks.
    /// - Returns: all people whose presence may have changed.
    mutating func derive(_ people: Set<PersonID>, splittingStaysBy starts: [LateStart]) async throws -> Set<PersonID> {
        try await connection.query("Presence/plan_for_current_sizes")
        let others = try await splitStays(by: starts)
        return others.shortened.union(try await write(people.union(starts.map(\.person)).union(others.toDerive)))
    }

    private mutating func write(_ people: Set<PersonID>) async throws -> Set<PersonID> {
        if people.isEmpty { return [] }
        let presences = try await presences(of: people.sorted())
        _ = try await connection.pipeline([PresenceColumns(presences).command])
        return people
    }

    /// Derives and writes the latest start at each of these desks.
    func deriveClaims(at desks: Set<DeskID>) async throws {
        if desks.isEmpty { return }
        let names = Self.names(desks)
        let latest = try await connection.query("Presence/latest_starts_at_desks", ["desks": names])
        // Corrected events matter only if they are later. If an office has no start at a desk, all corrected events matter.
        var since: [String: Instant] = [:]
        for row in latest {
            let desk = try row.get("desk", as: String.self)
            let at = try row.instantIfPresent("at") ?? Self.always
            since[desk] = min(since[desk] ?? at, at)
        }
        let corrected = try await correctedEvents(
            at: names.map { ($0, Self.beginning(of: since[$0] ?? Self.always), Self.end) })
        let claims = try starts(latest, corrected, at: desks)
            .mapValues { $0.max { $0.order < $1.order } }.compactMapValues { $0 }.sorted { $0.key < $1.key }
        let instants = claims.map { PostgresTimestamp($0.value.order.at) }
        try await connection.query(
            "Presence/write_desk_claims",
            [
                "desks": names, "claim_offices": claims.map(\.key.office), "claim_desks": claims.map(\.key.desk.description),
                "claim_people": claims.map(\.value.person), "claim_start_ids": claims.map(\.value.order.id),
                "claim_instants": instants,
            ])
    }

    private static func names(_ desks: Set<DeskID>) -> [String] { desks.sorted().map(\.description) }

    private mutating func presences(of people: [PersonID]) async throws -> [(person: PersonID, presence: Presence)] {
        let results = try await connection.pipeline([
            PostgresCommand("Presence/latest_events_of_people", ["people": people]),
            PostgresCommand("Record/corrections_of_people", ["people": people]),
        ])
        let events = try LoggedEvents(results[0], corrections: results[1]).byPerson
        let logs = events.mapValues { $0.filter(\.isEffective).map(Presence.LoggedTap.init) }
        // Other people's starts matter only for the desk of the open session. The first derivation finds that desk, the
        // second includes the starts of other people.
        var alone: [PersonID: Presence] = [:]
        for person in people {
            alone[person] = Presence.derived(from: logs[person] ?? [], in: &calendars) { _, _, _ in nil }
        }
        let stretches = people.compactMap { person in
            alone[person].flatMap { Self.stretch(of: person, $0, logs[person] ?? []) }
        }
        let starts = try await latestStartsOfOthers(in: stretches)
        var presences: [(person: PersonID, presence: Presence)] = []
        for person in people {
            guard let claim = alone[person]?.claim, let other = starts[person] else {
                presences.append((person, alone[person] ?? .off))
                continue
            }
            // The latest start of another person determines the beginning of this person's stay.
            let presence = Presence.derived(from: logs[person] ?? [], in: &calendars) { office, desk, before in
                office == claim.office && desk == claim.desk && other < before ? other : nil
            }
            presences.append((person, presence))
        }
        return presences
    }

    /// From the first to the last start of an open session at its claimed desk; nil: there is only one.
    private static func stretch(of person: PersonID, _ presence: Presence, _ log: [Presence.LoggedTap]) -> Stretch? {
        guard let claim = presence.claim, let begin = presence.sessionStart else { return nil }
        let own = log.filter { entry in
            entry.tap.kind == .start && entry.tap.desk == claim.desk && entry.office == claim.office && entry.tap.at >= begin
        }.map(\.tap.order)
        guard let first = own.min(), let last = own.max(), first < last else { return nil }
        return Stretch(desk: DeskKey(claim), person: person, first: first, last: last)
    }

    /// The latest start of another person in each person's stretch. People without such a start are left out.
    private func latestStartsOfOthers(in stretches: [Stretch]) async throws -> [PersonID: TapOrder] {
        if stretches.isEmpty { return [:] }
        var latest: [PersonID: TapOrder] = [:]
        let (after, before) = (
            stretches.map { PostgresTimestamp($0.first.at) }, stretches.map { PostgresTimestamp($0.last.at) }
        )
        let uncorrected = try await connection.query(
            "Presence/latest_starts_within",
            [
                "people": stretches.map(\.person), "offices": stretches.map(\.desk.office),
                "desks": stretches.map(\.desk.desk.description), "after_instants": after,
                "after_ids": stretches.map(\.first.id), "before_instants": before, "before_ids": stretches.map(\.last.id),
            ])
        for (number, start) in try Self.numbered(uncorrected) { latest[stretches[number].person] = start.order }
        // Corrected events matter only if they are later.
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

    /// Shortens the stays that contain one of these starts: such a stay belongs to the person of the next start at the desk,
    /// and now begins with that next start. If corrections may matter, returns the people to derive instead.
    private func splitStays(by starts: [LateStart]) async throws -> (shortened: Set<PersonID>, toDerive: Set<PersonID>) {
        if starts.isEmpty { return ([], []) }
        let instants = starts.map { PostgresTimestamp($0.start.at) }
        let next = try Self.numbered(
            try await connection.query(
                "Presence/next_starts_at_desks",
                [
                    "offices": starts.map(\.desk.office), "desks": starts.map(\.desk.desk.description),
                    "after_instants": instants, "after_ids": starts.map(\.start.id),
                ]))
        let corrected = try await correctedEvents(
            at: starts.enumerated().map { number, late in
                (late.desk.desk.description, late.start, next[number]?.order ?? Self.end)
            })
        if !corrected.events.isEmpty { return ([], Set(next.values.map(\.person)).union(corrected.events.map(\.person))) }
        let stays = next.map { (late: starts[$0.key], next: $0.value) }
        let (startInstants, nextInstants) = (
            stays.map { PostgresTimestamp($0.late.start.at) }, stays.map { PostgresTimestamp($0.next.order.at) }
        )
        let shortened = try await connection.query(
            "Presence/split_stays",
            [
                "offices": stays.map(\.late.desk.office), "desks": stays.map(\.late.desk.desk.description),
                "start_instants": startInstants, "next_people": stays.map(\.next.person), "next_instants": nextInstants,
            ])
        return (Set(try shortened.map { try $0.get("person_id") }), [])
    }

    /// Starts by their index in the query's arrays, from 0.
    private static func numbered(_ rows: PostgresResult) throws -> [Int: Start] {
        var starts: [Int: Start] = [:]
        for row in rows {
            let order = TapOrder(at: try row.instant("at"), rank: TapKind.start.rank, id: try row.get("id"))
            starts[Int(try row.get("number", as: Int64.self)) - 1] = Start(person: try row.get("person_id"), order: order)
        }
        return starts
    }

    /// The corrected events that may be starts at these desks between these positions in the order of taps, with their
    /// corrections applied.
    private func correctedEvents(
        at stretches: [(desk: String, after: TapOrder, before: TapOrder)]
    ) async throws -> LoggedEvents {
        let (after, before) = (
            stretches.map { PostgresTimestamp($0.after.at) }, stretches.map { PostgresTimestamp($0.before.at) }
        )
        let events = try await connection.query(
            "Presence/corrected_events_at_desks",
            [
                "desks": stretches.map(\.desk), "after_instants": after, "after_ids": stretches.map(\.after.id),
                "before_instants": before, "before_ids": stretches.map(\.before.id),
            ])
        if events.isEmpty { return try LoggedEvents(events, corrections: events) }
        let ids = try events.map { try $0.get("id", as: UUID.self) }
        return try LoggedEvents(
            events, corrections: try await connection.query("Corrections/corrections_by_target", ["targets": ids]))
    }

    /// - Parameters:
    ///   - uncorrected: rows of `latest_starts_at_desks`.
    ///   - corrected: other events.
    private func starts(
        _ uncorrected: PostgresResult, _ corrected: LoggedEvents, at desks: Set<DeskID>
    ) throws -> [DeskKey: [Start]] {
        var starts: [DeskKey: [Start]] = [:]
        for row in uncorrected {
            guard let desk = try row.deskIfPresent("desk"), let person = try row.getIfPresent("person_id", as: PersonID.self)
            else { continue }
            let order = TapOrder(at: try row.instant("at"), rank: TapKind.start.rank, id: try row.get("id"))
            let key = DeskKey(office: try row.get("office_id"), desk: desk)
            starts[key, default: []].append(Start(person: person, order: order))
        }
        for (person, event) in corrected.events {
            guard event.isEffective, event.kind == .start, let desk = event.desk, desks.contains(desk) else { continue }
            starts[DeskKey(office: event.office, desk: desk), default: []].append(Start(person: person, order: event.order))
        }
        return starts
    }
}

extension LogCache.DeskKey {
    /// nil: the event has no desk.
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
