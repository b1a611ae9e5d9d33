import Attendance
import FoundationEssentials

/// The people, desks and offices that a server process has read from the database, at a version of the roster.
///
/// Every writer increments the number of the log's head, and every change of people, desks or offices the number of the roster.
/// The statement that writes compares both. Therefore a batch that was decided from an outdated cache or ``PresenceFold`` writes
/// nothing.
struct LogCache {
    struct Worker {
        var id: PersonID
        var userName: String
        var homeOffice: OfficeID
        /// Later taps of the person are rejected.
        var leftAt: Instant?
    }

    /// The office of a person's latest tap.
    struct Sighting {
        var office: OfficeID
        var at: Instant
    }

    /// With more people than this, the cache is emptied.
    static let limit = 200_000

    /// The version of the roster; nil: nothing was read.
    private(set) var roster: Int64?
    /// By user name as taps have it, in any case.
    var workers: [WrittenName: Worker] = [:]
    /// The offices that have a desk of this name.
    var desks: [DeskID: Set<OfficeID>] = [:]
    /// By name and by former name.
    private(set) var offices: [String: OfficeID] = [:]
    private(set) var officeNames: [OfficeID: String] = [:]
    /// The offices' settings.
    var clocks = OfficeClocks()
    /// The requirements for starts. Offices without requirements are left out.
    var requirements: [OfficeID: StartRequirement] = [:]
    /// The desks at which a start needs a signed address.
    var signingDesks: Set<DeskMap.Desk> = []
    /// The offices' places, if they are set.
    private var coordinates: [OfficeID: Coordinates] = [:]
    /// The people's latest taps in this process. Only for flags: another process may have seen later ones.
    private var sightings: [PersonID: Sighting] = [:]
    /// Ids that this process recorded recently. A repetition of one of them is known without asking the database.
    private var recent: Set<UUID> = []

    /// Whether the cache has the people, desks and offices of these taps, as of this version of the roster.
    func knows(_ taps: [Tap], at roster: Int64) -> Bool {
        self.roster == roster
            && taps.allSatisfy { tap in
                workers[WrittenName(tap.user)] != nil && (tap.desk.map { desks[$0] != nil } ?? true)
                    && (tap.office.map { offices[$0] != nil } ?? true)
            }
    }

    /// Whether one of these taps repeats another or a recent one. The database detects the repetition of an older one.
    func repeats(_ taps: [Tap]) -> Bool {
        var ids = Set<UUID>(minimumCapacity: taps.count)
        return !taps.allSatisfy { ids.insert($0.id).inserted && !recent.contains($0.id) }
    }

    /// Empties the cache if it is not of this version of the roster.
    mutating func reconcile(with roster: Int64) {
        if self.roster != roster || workers.count > Self.limit { forget() }
        self.roster = roster
    }

    /// Empties the cache. Kept are the offices' calendars, which are costly to build and compared with the settings before use, and
    /// the people's latest taps.
    mutating func forget() {
        let (clocks, sightings) = (clocks, sightings.count > Self.limit ? [:] : sightings)
        self = LogCache()
        self.clocks = clocks
        self.sightings = sightings
    }

    /// Notes the ids and the offices of a written batch's taps.
    mutating func note(_ batch: TapBatch) {
        if recent.count > 10_000 { recent = [] }
        for tap in batch.appended { recent.insert(tap.link.entry.recordID) }
        for (person, sighting) in batch.sightings where sightings[person].map({ $0.at <= sighting.at }) ?? true {
            sightings[person] = sighting
        }
    }

    /// Whether a person can have travelled to an office since their latest tap in this process or the start of their open session.
    /// - Parameters:
    ///   - claim: of the open session.
    ///   - seen: the latest tap of the batch, which is not written yet.
    func canHaveTravelled(
        _ worker: Worker, claiming claim: Presence.Claim?, to office: OfficeID, at instant: Instant, seen: Sighting?
    ) -> Bool {
        var last = seen ?? sightings[worker.id]
        if let claim, last.map({ $0.at < claim.start.at }) ?? true {
            last = Sighting(office: claim.office, at: claim.start.at)
        }
        guard let last, last.office != office else { return true }
        return Travel.isPossible(
            from: coordinates[last.office], to: coordinates[office], within: instant - last.at)
    }

    mutating func addOffice(_ id: OfficeID, named name: String, at place: Coordinates?) {
        coordinates[id] = place
        offices[name] = id
        officeNames[id] = name
    }

    /// Call it after all offices are added, because a current name comes before a former one.
    mutating func addFormerNames(_ names: [String], of office: OfficeID) {
        for name in names where offices[name] == nil { offices[name] = office }
    }

    /// The current name of the office that has or had this name; an unknown name stays.
    func currentName(ofOffice name: String) -> String { offices[name].flatMap { officeNames[$0] } ?? name }

    /// The office of a tap: that of its desk. If several offices have a desk of this name: the office that the tap names, or else
    /// the person's own. A pause or an end at a removed desk still counts.
    /// - Returns: nil for a start at an unknown desk.
    func office(of tap: Tap, from homeOffice: OfficeID) -> OfficeID? {
        let named = tap.office.flatMap { offices[$0] }
        guard let desk = tap.desk else { return named ?? homeOffice }
        guard let candidates = desks[desk] else { return tap.kind == .start ? nil : named ?? homeOffice }
        if let named { return candidates.contains(named) || tap.kind != .start ? named : nil }
        if candidates.contains(homeOffice) { return homeOffice }
        if candidates.count == 1 { return candidates.first }
        return tap.kind == .start ? nil : homeOffice
    }

    /// What a start at a desk needs; nil: nothing.
    func requirement(at desk: DeskID?, of office: OfficeID) -> StartRequirement? {
        let isSigning = desk.map { signingDesks.contains(DeskMap.Desk(office: office, desk: $0)) } ?? false
        return isSigning ? .signedAddress : requirements[office]
    }

    /// What the decision of these taps needs to know of the log.
    func needs(of taps: [Tap]) -> [FoldedLog.Need] {
        taps.compactMap { tap in
            guard let worker = workers[WrittenName(tap.user)], let office = office(of: tap, from: worker.homeOffice) else {
                return nil
            }
            let desk = tap.kind == .start ? tap.desk.map { DeskMap.Desk(office: office, desk: $0) } : nil
            return FoldedLog.Need(person: worker.id, order: tap.order, desk: desk)
        }
    }
}
