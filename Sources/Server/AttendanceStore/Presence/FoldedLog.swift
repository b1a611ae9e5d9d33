import Attendance
import Postgres

/// The log up to a record, folded to a map of who is where. A value: it takes records, and presences that were derived from the log.
///
/// A record that follows the earlier ones of its person and its desk is applied. After another one, the presence of the people
/// concerned is unknown until it is derived.
struct FoldedLog {
    typealias Desk = DeskMap.Desk

    /// What a record changes.
    enum Change {
        case event(DeskMap.Event)
        /// An event of `person` that is or was at one of `desks`.
        case correction(of: PersonID, desks: Set<DeskID>)
        /// Events before an instant lost their place or all of their content: those of one person, or of anybody.
        case erasure(RecordPart, before: Instant, of: PersonID?)
        /// A quarantined tap, or a record whose content is erased.
        case nothing
    }

    /// What must be derived before some taps can be decided or shown.
    struct Missing: Equatable {
        var people: Set<PersonID> = []
        /// Desks, each with the instant from which on its latest start must be exact.
        var desks: [Desk: Instant] = [:]

        var isEmpty: Bool { people.isEmpty && desks.isEmpty }
    }

    /// A known person's place.
    struct Place {
        var person: PersonID
        var presence: Presence
        var holdsDesk: Bool

        /// That the open session claims.
        var desk: Desk? { presence.claim.map(Desk.init) }
    }

    private struct Touch {
        var seq: Int64
        var person: PersonID
        var desk: Desk?
    }

    /// The latest folded record; nil: nothing was read yet.
    private(set) var position: LogPosition?
    /// The version of the roster whose settings are in ``clocks``.
    private(set) var roster: Int64?
    private(set) var map = DeskMap()
    /// The calendars that say when sessions end.
    private(set) var clocks = OfficeClocks()
    /// Increases when everybody becomes unknown.
    private(set) var generation = 0
    /// The latest record that was folded before the database was restored to an earlier state.
    private var rewoundFrom: Int64?
    /// Whether everybody was derived. People who are not in ``map`` nevertheless are in ``stale``, or were added since.
    private(set) var isComplete = false
    /// People of later records who must be derived, each with a tap that their latest one does not precede, if that is known.
    private(set) var stale: [PersonID: TapOrder?] = [:]
    /// The people whose place on the map may have changed since the listener was told of it, each with the time of the first change.
    private(set) var changed: [PersonID: ContinuousClock.Instant] = [:]
    /// The desks whose latest start is known, each with an instant: only events from then on were searched for those
    /// that a correction moved, because the search takes long.
    private var exactSince: [Desk: Instant] = [:]
    /// The latest events. What was derived before them is not used for their people and desks.
    private var touches: [Touch] = []
    /// What was derived before this record is not used at all.
    private var usableSince: Int64 = 0

    /// With more new records than this, everybody is derived again.
    static let recordsToRead: Int32 = 20_000
    private static let touchesKept = 10_000

    init(_ clocks: OfficeClocks = OfficeClocks()) { self.clocks = clocks }

    /// Whether a person's presence, and whether they hold their desk, is known.
    func knows(_ person: PersonID) -> Bool { map.people[person] != nil }

    /// The places of those of these people who are known.
    func places(of people: some Collection<PersonID>) -> [Place] {
        people.compactMap { person in
            map.people[person].map { Place(person: person, presence: $0, holdsDesk: map.holdsDesk(person)) }
        }
    }

    /// The places of everybody with an open session.
    var openPlaces: [Place] { places(of: map.people.filter { $0.value.state != .off }.keys) }

    /// Whether it is known which start is the latest at a desk, if it is not before `order`.
    fileprivate func settles(_ desk: Desk, _ order: TapOrder) -> Bool {
        guard let instant = exactSince[desk] else { return false }
        return instant <= order.at || map.latestStarts[desk].map { order < $0.order } ?? false
    }

    // MARK: Records

    /// Forgets all people and desks, and continues after a record.
    mutating func begin(at position: LogPosition?) {
        var next = FoldedLog(clocks)
        (next.roster, next.position) = (roster, position)
        (next.generation, next.rewoundFrom, next.usableSince) = (generation + 1, rewoundFrom, position?.seq ?? 0)
        self = next
    }

    /// The same, after the database was restored to an earlier state.
    mutating func rewind(to position: LogPosition) {
        rewoundFrom = max(rewoundFrom ?? 0, self.position?.seq ?? 0)
        // The roster may have an earlier version than before.
        roster = nil
        begin(at: position)
    }

    /// The numbers of the log's latest record before and after the database was restored to an earlier state; nil: it was not, or
    /// this was asked before.
    mutating func takeRewind() -> (from: Int64, to: Int64)? {
        guard let from = rewoundFrom, let position else { return nil }
        rewoundFrom = nil
        return (from, position.seq)
    }

    /// How far the log and the roster are read.
    struct Bookmark: Equatable {
        var position: LogPosition?
        var roster: Int64?
    }

    var bookmark: Bookmark { Bookmark(position: position, roster: roster) }

    /// Whether the log and the roster up to a version are folded.
    func includes(_ version: LogVersion) -> Bool { position == version.position && roster == version.roster }

    /// Takes the offices' settings, read at a version of the roster. If they changed, all people are unknown, because settings
    /// decide when sessions end.
    mutating func take(settings rows: PostgresResult, of roster: Int64) throws {
        if let known = self.roster, known >= roster { return }
        if try clocks.take(rows) { begin(at: position) }
        self.roster = roster
    }

    /// Takes the next record. Others are ignored.
    mutating func take(_ change: Change, at next: LogPosition) {
        guard let position, next.seq == position.seq + 1 else { return }
        self.position = next
        let seq = next.seq
        switch change {
        case .event(let event): take(event, seq)
        case .correction(let person, let desks):
            (usableSince, touches) = (seq, [])
            forget(person)
            for desk in map.claimedDesks where desks.contains(desk.desk) { forget(desk) }
            for desk in exactSince.keys where desks.contains(desk.desk) { forget(desk) }
        case .erasure(let part, let instant, let only):
            (usableSince, touches) = (seq, [])
            for (person, presence) in map.people where only ?? person == person {
                if presence.isDerived(before: instant, part) { forget(person) }
            }
            for (desk, start) in map.latestStarts where start.order.at < instant && only ?? start.person == start.person {
                forget(desk)
            }
        case .nothing: break
        }
    }

    private mutating func take(_ event: DeskMap.Event, _ seq: Int64) {
        let desk = event.startedDesk
        touch(event.person, desk, seq)
        if let desk, let earlier = map.latestStarts[desk] { noteChange(of: earlier.person) }
        if clocks.calendars.contains(event.office), desk.map({ settles($0, event.order) }) ?? true, knows(event.person),
            map.isNextOfPerson(event), map.isNextAtDesk(event)
        {
            noteChange(of: event.person)
            map.apply(event, in: &clocks.calendars)
            return
        }
        let latest = map.people[event.person]?.latest ?? stale[event.person] ?? nil
        makeStale(event.person, after: latest.map { max($0, event.order) } ?? event.order)
        guard let desk else { return }
        // A stay that contains the start ends there, and another one begins with the person's next start.
        for person in map.claimants(of: desk) {
            guard let presence = map.people[person], let claim = presence.claim, claim.since <= event.order.at,
                event.order < claim.start
            else { continue }
            makeStale(person, after: presence.latest)
        }
        if exactSince[desk] != nil, map.isNextAtDesk(event) { _ = map.claim(event) }
    }

    private mutating func noteChange(of person: PersonID) {
        if changed[person] == nil { changed[person] = .now }
    }

    /// The listener is told of these people's places.
    mutating func noteTold(_ people: some Sequence<PersonID>) {
        for person in people { changed[person] = nil }
    }

    /// The listener is told of all places that are known.
    mutating func noteToldOfAll() { changed = changed.filter { stale[$0.key] != nil } }

    private mutating func makeStale(_ person: PersonID, after latest: TapOrder?) {
        noteChange(of: person)
        stale[person] = .some(latest)
        map.set(nil, of: person)
    }

    private mutating func forget(_ person: PersonID) {
        // The latest tap may be the one that was corrected or erased.
        makeStale(person, after: nil)
    }

    private mutating func forget(_ desk: Desk) {
        exactSince[desk] = nil
        map.set(nil, at: desk)
        for person in map.claimants(of: desk) { forget(person) }
    }

    private mutating func touch(_ person: PersonID, _ desk: Desk?, _ seq: Int64) {
        if touches.count == 2 * Self.touchesKept {
            usableSince = touches[Self.touchesKept - 1].seq
            touches.removeFirst(Self.touchesKept)
        }
        touches.append(Touch(seq: seq, person: person, desk: desk))
    }

    // MARK: Derived values

    /// Takes what was derived from the log up to record `seq`. What later records concern is left out and stays unknown.
    /// - Parameter generation: of the calendars that were used.
    mutating func take(_ derived: PresenceDerivation.Derived, asOf seq: Int64, _ generation: Int) {
        guard let position, seq <= position.seq, seq >= usableSince, generation == self.generation else { return }
        let later = touches.reversed().prefix { $0.seq > seq }
        let (people, desks) = (Set(later.map(\.person)), Set(later.compactMap(\.desk)))
        for (desk, instant) in derived.desks where !desks.contains(desk) {
            if let known = exactSince[desk], known <= instant { continue }
            let start = derived.starts[desk]
            exactSince[desk] = min(instant, start?.order.at ?? instant)
            map.set(start, at: desk)
        }
        for (person, presence) in derived.presences where !people.contains(person) {
            if let claim = presence.claim, desks.contains(Desk(claim)) || !settles(Desk(claim), claim.start) {
                makeStale(person, after: presence.latest)
                continue
            }
            map.set(presence, of: person)
            stale[person] = nil
            noteChange(of: person)
        }
    }

    /// All of these people, who are everybody, were derived. Those of whom that was not used are derived again.
    mutating func complete(_ everybody: [PersonID], _ generation: Int) {
        guard generation == self.generation else { return }
        for person in everybody where !knows(person) && stale[person] == nil { stale[person] = .some(nil) }
        isComplete = true
    }

    // MARK: Deciding taps

    /// A start, pause or end of a person who is known by id.
    struct Need {
        var person: PersonID
        var order: TapOrder
        /// Of a start.
        var desk: Desk?
    }

    /// The part of the map that decides these taps.
    struct View {
        var map = DeskMap()
        /// People whose presence is unknown, each with a tap that their latest one does not precede.
        var stale: [PersonID: TapOrder] = [:]
        var missing = Missing()
    }

    func view(_ needs: [Need]) -> View {
        var view = View()
        for need in needs {
            add(need.person, to: &view, at: need.order)
            guard let desk = need.desk else { continue }
            view.missing.require(desk, need.order, in: self)
            guard let start = map.latestStarts[desk] else { continue }
            view.map.set(start, at: desk)
            // The person of the latest start matters only to a later one.
            if start.order < need.order { add(start.person, to: &view, at: nil) }
        }
        return view
    }

    private func add(_ person: PersonID, to view: inout View, at order: TapOrder?) {
        if let presence = map.people[person] {
            view.map.set(presence, of: person)
            guard let claim = presence.claim, let start = map.latestStarts[Desk(claim)] else { return }
            view.map.set(start, at: Desk(claim))
        } else if let order, let bound = stale[person] ?? nil, order < bound {
            view.stale[person] = bound
        } else {
            view.missing.people.insert(person)
        }
    }
}

extension FoldedLog.Missing {
    fileprivate mutating func require(_ desk: DeskMap.Desk, _ order: TapOrder, in log: FoldedLog) {
        if log.settles(desk, order) { return }
        desks[desk] = min(order.at, desks[desk] ?? order.at)
    }
}

extension Presence {
    /// Whether it was derived from events before an instant, of which an erasure removed a part.
    fileprivate func isDerived(before instant: Instant, _ part: RecordPart) -> Bool {
        if let claim, claim.start.at < instant || claim.since < instant { return true }
        guard part == .time else { return false }
        return [sessionStart, stateSince, latest?.at].contains { $0.map { $0 < instant } ?? false }
    }
}
