import Attendance
import FoundationEssentials

/// What a server process remembers of people, desks and offices, as the database had it when the log stood at ``version``.
///
/// Every writer moves the log's head, and every change of people, desks or offices moves the roster; both are looked at by the
/// statement that writes. So a memory that is out of date writes nothing, and one that writes was right.
struct LogCache {
    /// Where the log and the roster stand.
    struct Version: Equatable {
        /// The number of the log's latest record.
        var seq: Int64
        var roster: Int64
        /// The hash of the ledger's latest entry.
        var hash: [UInt8]
    }

    struct Worker {
        var id: Int64
        var homeOffice: Int64
        /// Later than this nothing of theirs is taken.
        var leftAt: Instant?
        var presence: Presence
    }

    struct DeskKey: Hashable, Comparable {
        var office: Int64
        var desk: DeskID

        static func < (left: DeskKey, right: DeskKey) -> Bool { (left.office, left.desk) < (right.office, right.desk) }
    }

    /// The latest start at a desk.
    struct Claim {
        var person: Int64
        var start: TapOrder
        /// Whether the session that start belongs to is open and claims no other desk.
        var isHeld: Bool
        var heldUntil: Instant?
    }

    /// Where somebody tapped last.
    struct Sighting {
        var office: Int64
        var at: Instant
    }

    /// More people than this are not remembered: the memory begins anew.
    static let limit = 200_000

    private(set) var version: Version?
    var workers: [String: Worker] = [:]
    /// In which offices there is a desk of this name.
    var desks: [DeskID: Set<Int64>] = [:]
    var claims: [DeskKey: Claim] = [:]
    private(set) var offices: [String: Int64] = [:]
    private(set) var officeNames: [Int64: String] = [:]
    /// What the offices have set.
    var clocks = OfficeClocks()
    /// What a start needs to count at once, in the offices where it needs anything.
    var requirements: [Int64: StartRequirement] = [:]
    /// Where offices are, as far as somebody said.
    private var coordinates: [Int64: Coordinates] = [:]
    /// Where people tapped last, as far as this process has seen. It says what to look at, and decides nothing.
    private var sightings: [Int64: Sighting] = [:]
    /// Ids recorded lately by this process; a repetition among them need not be tried to be found out.
    private var recent: Set<UUID> = []

    /// Whether these taps can be decided without asking the database. A repetition of older ids can't be seen from here: the
    /// database refuses it.
    func covers(_ taps: [Tap]) -> Bool {
        guard version != nil else { return false }
        var ids = Set<UUID>(minimumCapacity: taps.count)
        return taps.allSatisfy { tap in
            workers[tap.user] != nil && (tap.desk.map { desks[$0] != nil } ?? true)
                && (tap.office.map { offices[$0] != nil } ?? true)
                && ids.insert(tap.id).inserted && !recent.contains(tap.id)
        }
    }

    /// Forgets everything where it is not of `version`.
    mutating func reconcile(with version: Version) {
        if self.version != version || workers.count > Self.limit { forget() }
        self.version = version
    }

    /// Goes on to what the log will be when records with these entries are appended.
    mutating func append(_ links: [LedgerLink]) {
        guard let last = links.last else { return }
        version?.seq = last.entry.seq
        version?.hash = last.hash
        if recent.count > 10_000 { recent = [] }
        for link in links { recent.insert(link.entry.recordID) }
    }

    /// Forgets all but what was made of the offices' settings, which is costly and held against them before it is used, and where
    /// people were.
    mutating func forget() {
        let (clocks, sightings) = (clocks, sightings.count > Self.limit ? [:] : sightings)
        self = LogCache()
        self.clocks = clocks
        self.sightings = sightings
    }

    /// Notes where the taps of a batch that is written were made.
    mutating func note(_ batch: TapBatch) {
        for (person, sighting) in batch.sightings where sightings[person].map({ $0.at <= sighting.at }) ?? true {
            sightings[person] = sighting
        }
    }

    /// Whether somebody can be at an office then, by where they were last: as this process saw it, or as their open session says.
    /// - Parameter seen: where they were by taps that are not written yet.
    func canHaveTravelled(_ worker: Worker, to office: Int64, at instant: Instant, seen: Sighting?) -> Bool {
        var last = seen ?? sightings[worker.id]
        if let claim = worker.presence.claim, last.map({ $0.at < claim.start.at }) ?? true {
            last = Sighting(office: claim.office, at: claim.start.at)
        }
        guard let last, last.office != office else { return true }
        return Travel.isPossible(
            from: coordinates[last.office], to: coordinates[office], within: instant.milliseconds(since: last.at))
    }

    /// The last instant at which a session from `start` can be ended; nil is no limit.
    mutating func deadline(ofSessionFrom start: Instant, in office: Int64) -> Instant? {
        clocks.calendars[office].deadline(ofSessionFrom: start.seconds).map { Instant(millisecondsSince1970: $0 * 1000) }
    }

    mutating func addOffice(_ id: Int64, named name: String, at place: Coordinates?) {
        coordinates[id] = place
        offices[name] = id
        officeNames[id] = name
    }

    /// The office a tap belongs to: its desk's; where several have a desk of that name, the one the tap names or the person's
    /// own. A pause or an end at a desk that is not there any more still counts.
    /// - Returns: nil if there is no such desk to start at.
    func office(of tap: Tap, from homeOffice: Int64) -> Int64? {
        let named = tap.office.flatMap { offices[$0] }
        guard let desk = tap.desk, let candidates = desks[desk] else {
            return tap.kind == .start ? nil : named ?? homeOffice
        }
        if let named { return candidates.contains(named) || tap.kind != .start ? named : nil }
        if candidates.contains(homeOffice) { return homeOffice }
        if candidates.count == 1 { return candidates.first }
        return tap.kind == .start ? nil : homeOffice
    }
}
