import Attendance
import FoundationEssentials
import Postgres

/// Derives people's presence and the latest starts at desks from the log, with the code of the rules. The connection's transaction
/// sees one state of the log: it has locked the log, or reads a snapshot.
struct PresenceDerivation {
    typealias Desk = DeskMap.Desk

    struct Derived {
        var presences: [PersonID: Presence] = [:]
        /// Desks without a start are left out.
        var starts: [Desk: DeskMap.Start] = [:]
        /// The desks, each with the instant from which on its start is exact.
        var desks: [Desk: Instant] = [:]
    }

    /// The part of a desk's log between a person's first and last start there.
    private struct Stretch {
        var desk: Desk
        var person: PersonID
        var first: TapOrder
        var last: TapOrder
    }

    let connection: PostgresConnection
    private var calendars: OfficeCalendars

    /// After all taps: the end of the year 9999, the limit of a tap's instant.
    private static let end = TapOrder(at: Instant(millisecondsSince1970: 253_402_300_799_000), rank: 0, id: UUID())

    /// The position before all taps of an instant.
    private static func beginning(of instant: Instant) -> TapOrder {
        TapOrder(at: instant, rank: 0, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }

    init(_ connection: PostgresConnection, _ calendars: OfficeCalendars) {
        self.connection = connection
        self.calendars = calendars
    }

    /// - Returns: also the desks that the people claim.
    mutating func derive(_ missing: FoldedLog.Missing) async throws -> Derived {
        // A plan from the time when the log was nearly empty reads all of it.
        try await connection.query("Presence/plan_for_current_sizes")
        var derived = Derived(desks: missing.desks)
        derived.presences = try await presences(of: missing.people.sorted())
        for claim in derived.presences.values.compactMap(\.claim) {
            derived.desks[Desk(claim)] = min(claim.start.at, derived.desks[Desk(claim)] ?? claim.start.at)
        }
        derived.starts = try await latestStarts(at: derived.desks)
        return derived
    }

    /// The latest start at each of these desks. Of corrected events, only those from the desk's instant on are examined.
    private func latestStarts(at desks: [Desk: Instant]) async throws -> [Desk: DeskMap.Start] {
        if desks.isEmpty { return [:] }
        let all = Array(desks)
        var latest: [Desk: DeskMap.Start] = [:]
        let uncorrected = try await connection.query(
            "Presence/latest_starts_at_desks",
            ["offices": all.map(\.key.office), "desks": all.map(\.key.desk.description)])
        for (number, start) in try Self.numbered(uncorrected) { latest[all[number].key] = start }
        // Corrected events matter only if they are later.
        let corrected = try await correctedStarts(
            at: all.map { ($0.key, latest[$0.key]?.order ?? Self.beginning(of: $0.value), Self.end) })
        for (desk, start) in corrected where desks[desk] != nil && latest[desk].map({ $0.order < start.order }) ?? true {
            latest[desk] = start
        }
        return latest
    }

    private mutating func presences(of people: [PersonID]) async throws -> [PersonID: Presence] {
        if people.isEmpty { return [:] }
        let results = try await connection.pipeline([
            PostgresCommand("Presence/latest_events_of_people", ["people": people]),
            PostgresCommand("Record/corrections_of_people", ["people": people]),
        ])
        let events = try LoggedEvents(results[0], corrections: results[1]).byPerson
        let logs = events.mapValues { $0.filter(\.isEffective).map(Presence.LoggedTap.init) }
        // Other people's starts matter only for the desk of the open session. The first derivation finds that desk, the
        // second includes the starts of other people.
        var presences: [PersonID: Presence] = [:]
        for person in people {
            presences[person] = Presence.derived(from: logs[person] ?? [], in: &calendars) { _, _, _ in nil }
        }
        let stretches = people.compactMap { person in
            presences[person].flatMap { Self.stretch(of: person, $0, logs[person] ?? []) }
        }
        for (person, other) in try await latestStartsOfOthers(in: stretches) {
            guard let claim = presences[person]?.claim else { continue }
            // The latest start of another person determines the beginning of this person's stay.
            presences[person] = Presence.derived(from: logs[person] ?? [], in: &calendars) { office, desk, before in
                office == claim.office && desk == claim.desk && other < before ? other : nil
            }
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
        return Stretch(desk: Desk(claim), person: person, first: first, last: last)
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
        let corrected = try await correctedStarts(
            at: stretches.map { ($0.desk, latest[$0.person] ?? $0.first, $0.last) })
        for (desk, start) in corrected {
            for stretch in stretches where stretch.person != start.person && stretch.desk == desk {
                guard stretch.first < start.order, start.order < stretch.last else { continue }
                latest[stretch.person] = max(latest[stretch.person] ?? start.order, start.order)
            }
        }
        return latest
    }

    /// Starts by their index in the query's arrays, from 0.
    private static func numbered(_ rows: PostgresResult) throws -> [Int: DeskMap.Start] {
        var starts: [Int: DeskMap.Start] = [:]
        for row in rows {
            let order = TapOrder(at: try row.instant("at"), rank: TapKind.start.rank, id: try row.get("id"))
            let number = Int(try row.get("number", as: Int64.self)) - 1
            starts[number] = DeskMap.Start(person: try row.get("person_id"), order: order)
        }
        return starts
    }

    /// The corrected events that are starts, among those that may be at these desks between these positions in the order of taps.
    private func correctedStarts(
        at stretches: [(desk: Desk, after: TapOrder, before: TapOrder)]
    ) async throws -> [(desk: Desk, start: DeskMap.Start)] {
        let (after, before) = (
            stretches.map { PostgresTimestamp($0.after.at) }, stretches.map { PostgresTimestamp($0.before.at) }
        )
        let rows = try await connection.query(
            "Presence/corrected_events_at_desks",
            [
                "offices": stretches.map(\.desk.office), "desks": stretches.map(\.desk.desk.description),
                "after_instants": after, "after_ids": stretches.map(\.after.id), "before_instants": before,
                "before_ids": stretches.map(\.before.id),
            ])
        if rows.isEmpty { return [] }
        let ids = try rows.map { try $0.get("id", as: UUID.self) }
        let corrections = try await connection.query("Corrections/corrections_by_target", ["targets": ids])
        return try LoggedEvents(rows, corrections: corrections).events.compactMap { person, event in
            guard event.isEffective, let desk = event.onMap(of: person).startedDesk else { return nil }
            return (desk, DeskMap.Start(person: person, order: event.order))
        }
    }
}

extension Presence.LoggedTap {
    fileprivate init(_ event: RecordedEvent) {
        let tap = Tap(id: event.id, user: "", kind: event.kind, at: event.at, desk: event.desk)
        self.init(tap: tap, office: event.office)
    }
}
