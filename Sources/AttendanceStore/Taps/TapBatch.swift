import Attendance
import FoundationEssentials

/// Decides a batch of taps: an outcome for each, and what to write. Pure: it reads and changes only a ``LogCache``.
/// ``TapTransaction`` reads and writes the database.
struct TapBatch {
    typealias DeskKey = LogCache.DeskKey

    /// A tap to be appended to the log.
    struct NewTap {
        var person: PersonID
        var office: OfficeID
        var quarantine: QuarantineReason?
        var submission: TapSubmission

        /// What the ledger commits to.
        var content: LedgerRecord.Event {
            LedgerRecord.Event(
                person: person, kind: submission.tap.kind.rawValue, at: submission.tap.at, atSent: submission.report.at ?? "",
                office: office, quarantine: quarantine?.rawValue, client: submission.client)
        }

        /// nil if the tap names no place.
        var place: LedgerRecord.Place? {
            let desk = submission.tap.desk?.description
            let deskSent = submission.report.desk == desk ? nil : submission.report.desk
            let verification = submission.verification
            let place = LedgerRecord.Place(
                desk: desk, deskSent: deskSent?.replacing("\0", with: "\\0"), reader: submission.reader,
                proof: verification?.proof.rawValue,
                flag: verification?.flag?.rawValue, tagUID: verification?.uid?.bytes)
            return place == LedgerRecord.Place() ? nil : place
        }
    }

    /// The version of the log for which the batch was decided.
    let before: LogCache.Version
    private(set) var outcomes: [IngestOutcome] = []
    private(set) var newTaps: [NewTap] = []
    /// The new taps, each with its entry in the ledger.
    private(set) var appended: [(content: LedgerRecord.Event, place: LedgerRecord.Place?, link: LedgerLink)] = []
    /// The latest starts at desks, where they change.
    private(set) var deskClaims: [(desk: DeskKey, claim: DeskClaim)] = []
    private(set) var presences: [(person: PersonID, presence: Presence)] = []
    /// The people whose place on the map may change.
    private(set) var changedPeople: Set<PersonID> = []
    /// People with a tap older than their latest recorded one. Their presence must be derived from the log.
    private(set) var toDerive: Set<PersonID> = []
    /// Starts before the latest start at their desk. They may change the instant since which another person holds the desk.
    private(set) var lateStarts: [PresenceDerivation.LateStart] = []

    /// The offices of the people's latest taps, for the cache after the batch was written.
    private(set) var sightings: [PersonID: LogCache.Sighting] = [:]

    private var known: KnownRecords
    private var changedDesks: Set<DeskKey> = []

    /// Decides valid taps, one after the other.
    /// - Parameters:
    ///   - known: the earlier records with the taps' ids.
    ///   - cache: contains all existing people and desks that the taps name. Afterwards it is in the state after the write.
    init(
        _ submissions: [TapSubmission], known: KnownRecords = KnownRecords(), in cache: inout LogCache,
        at before: LogCache.Version
    ) {
        self.before = before
        self.known = known
        outcomes.reserveCapacity(submissions.count)
        var users: Set<String> = []
        for submission in submissions {
            outcomes.append(take(submission, &cache))
            if case .accepted = outcomes[outcomes.count - 1] { users.insert(submission.tap.user) }
        }
        presences = users.compactMap { cache.workers[$0] }.filter { !toDerive.contains($0.id) }
            .map { ($0.id, $0.presence) }.sorted { $0.0 < $1.0 }
        deskClaims = changedDesks.sorted().compactMap { key in cache.claims[key].map { (key, $0) } }
        var chain = LedgerChain(after: before)
        appended = newTaps.map { tap in
            let (content, place) = (tap.content, tap.place)
            let record = LedgerRecord(
                type: "tap", id: tap.submission.tap.id, receivedAt: tap.submission.receivedAt, content: .event(content),
                place: place)
            return (content, place, chain.append(record))
        }
        cache.append(appended.map(\.link))
    }

    /// The number of the log's latest record after the write.
    var seq: Int64 { before.seq + Int64(newTaps.count) }

    /// The numbers of the new records; nil: there is none.
    var records: ClosedRange<Int64>? { newTaps.isEmpty ? nil : before.seq + 1...seq }

    /// Whether the batch contains all effects, and nothing must be derived from the log.
    var isComplete: Bool { toDerive.isEmpty && lateStarts.isEmpty }

    /// Whether a tap is rejected, for example because its person is unknown. Only the database knows that for certain.
    var refusesSome: Bool {
        outcomes.contains { if case .rejected = $0 { true } else { false } }
    }

    /// Compares the tap with an earlier record of the same id, then validates it. The first failure is the outcome.
    private mutating func take(_ submission: TapSubmission, _ cache: inout LogCache) -> IngestOutcome {
        var tap = submission.tap
        if let outcome = known.outcome(of: .tap(tap), isAtStamped: submission.report.isAtStamped) { return outcome }
        var ingest = Ingest(record: .tap(tap), receivedAt: submission.receivedAt)
        guard tap.office.map({ cache.offices[$0] != nil }) ?? true else { return ingest.outcome }
        guard let worker = cache.workers[tap.user], worker.leftAt.map({ tap.at <= $0 }) ?? true else {
            return .rejected(.unknownPerson)
        }
        if let only = submission.onlyOffice, only != worker.homeOffice { return .rejected(.notInScope) }
        guard let office = cache.office(of: tap, from: worker.homeOffice) else { return .rejected(.unknownDesk) }
        ingest.office = office
        // A pause or an end without a place cannot contradict its tag.
        let isPlaced = tap.desk != nil || tap.office != nil
        var verification = isPlaced ? submission.verification?.matching(office: office) : submission.verification
        if verification == nil, tap.kind == .start, submission.networkOf.contains(office) {
            verification = TagVerification(proof: .network)
        }
        if isPlaced, !cache.canHaveTravelled(worker, to: office, at: tap.at, seen: sightings[worker.id]) {
            verification = (verification ?? TagVerification(proof: .none)).flagged(.twoOffices)
        }
        if submission.isFromSecondNetwork {
            verification = (verification ?? TagVerification(proof: .none)).flagged(.twoNetworks)
        }
        ingest.policy = cache.clocks.policy(of: office, at: submission.receivedAt)
        ingest.isProven = cache.requirements[office]?.isMet(by: submission, in: office, verification) ?? true
        ingest.isBeforeEnrolment = submission.isBeforeEnrolment
        let outcome = ingest.outcome
        var quarantine: QuarantineReason?
        if case .quarantined(let reason) = outcome { quarantine = reason }
        var recorded = submission
        recorded.verification = verification
        newTaps.append(NewTap(person: worker.id, office: office, quarantine: quarantine, submission: recorded))
        if isPlaced, quarantine == nil { note(LogCache.Sighting(office: office, at: tap.at), of: worker.id) }
        tap.office = tap.office ?? cache.officeNames[office]
        known.add(.tap(tap))
        return quarantine == nil ? .accepted(notes: apply(tap, by: worker, in: office, &cache)) : outcome
    }

    private mutating func note(_ sighting: LogCache.Sighting, of person: PersonID) {
        if let known = sightings[person], sighting.at < known.at { return }
        sightings[person] = sighting
    }

    private mutating func apply(
        _ tap: Tap, by worker: LogCache.Worker, in office: OfficeID, _ cache: inout LogCache
    ) -> [TapNote] {
        changedPeople.insert(worker.id)
        var notes: [TapNote] = []
        if !toDerive.contains(worker.id), worker.presence.latest.map({ $0 < tap.order }) ?? true {
            let claim = worker.presence.claim
            // A claim on a desk that no tap of the batch names is not in the cache. It matters only for taps at that desk.
            let holdsDesk = claim.flatMap { cache.claims[DeskKey($0)]?.start == $0.start } ?? true
            let (presence, said) = worker.presence.after(
                tap, office: office, holdsDesk: holdsDesk, in: &cache.clocks.calendars)
            if let claim, cache.claims[DeskKey(claim)]?.person == worker.id {
                cache.claims[DeskKey(claim)]?.isHeld = presence.claim?.start == claim.start
            }
            cache.workers[tap.user]?.presence = presence
            notes = said
        } else {
            toDerive.insert(worker.id)
            if let latest = worker.presence.latest, tap.order < latest { notes = [.outOfOrder] }
        }
        if tap.kind == .start, let desk = tap.desk,
            claimDesk(DeskKey(office: office, desk: desk), by: worker, at: tap, &cache)
        {
            notes.append(.deskTakenOver)
        }
        return notes
    }

    /// - Returns: whether another person held the desk until now.
    private mutating func claimDesk(
        _ key: DeskKey, by worker: LogCache.Worker, at tap: Tap, _ cache: inout LogCache
    ) -> Bool {
        let earlier = cache.claims[key]
        let effect = earlier?.effect(of: tap.order, by: worker.id) ?? .claimed
        if effect == .late {
            lateStarts.append(PresenceDerivation.LateStart(person: worker.id, desk: key, start: tap.order))
            return false
        }
        cache.claims[key] = DeskClaim(
            person: worker.id, start: tap.order, isHeld: true,
            heldUntil: cache.workers[tap.user]?.presence.deadline ?? cache.deadline(ofSessionFrom: tap.at, in: key.office))
        changedDesks.insert(key)
        if let earlier, earlier.person != worker.id { changedPeople.insert(earlier.person) }
        return effect == .takenOver
    }
}

extension LogCache.DeskKey {
    init(_ claim: Presence.Claim) { self.init(office: claim.office, desk: claim.desk) }
}
