import Attendance
import FoundationEssentials

/// What is decided of a batch of taps: an outcome each, and what is to be written. A value that reads and changes
/// nothing but the ``LogCache`` it is given; ``TapTransaction`` does the reading and writing.
struct TapBatch {
    typealias DeskKey = LogCache.DeskKey

    /// A tap to be appended to the log.
    struct NewTap {
        var person: Int64
        var office: Int64
        var quarantine: QuarantineReason?
        var submission: TapSubmission

        /// What the ledger commits to.
        var content: LedgerRecord.Event {
            LedgerRecord.Event(
                person: person, kind: submission.tap.kind.rawValue, at: submission.tap.at, atSent: submission.atSent,
                office: office, quarantine: quarantine?.rawValue, client: submission.client)
        }

        /// nil where it says nothing of place.
        var place: LedgerRecord.Place? {
            let desk = submission.tap.desk?.description
            let deskSent = submission.deskSent == desk ? nil : submission.deskSent
            let finding = submission.finding
            let place = LedgerRecord.Place(
                desk: desk, deskSent: deskSent, reader: submission.reader, proof: finding?.proof.rawValue,
                flag: finding?.flag?.rawValue, tagUID: finding?.uid?.bytes)
            return place == LedgerRecord.Place() ? nil : place
        }
    }

    /// Where the log stood when this was decided.
    let before: LogCache.Version
    private(set) var outcomes: [IngestOutcome] = []
    private(set) var newTaps: [NewTap] = []
    /// What is appended: the new taps, each with its entry in the ledger.
    private(set) var appended: [(content: LedgerRecord.Event, place: LedgerRecord.Place?, link: LedgerLink)] = []
    /// The latest starts at the desks where that has changed.
    private(set) var deskClaims: [(desk: DeskKey, claim: LogCache.Claim)] = []
    private(set) var presences: [(person: Int64, presence: Presence)] = []
    /// Everybody whose place on the map may be another now.
    private(set) var changedPeople: Set<Int64> = []
    /// People for whom a tap came that is older than one already taken into account: their presence is derived anew.
    private(set) var toDerive: Set<Int64> = []
    /// Starts before the latest start at their desk, so that others may hold it since another time.
    private(set) var lateStarts: [PresenceDerivation.LateStart] = []

    /// Where people are seen by these taps; for the mirror, once they are written.
    private(set) var sightings: [Int64: LogCache.Sighting] = [:]

    private var known: KnownRecords
    private var changedDesks: Set<DeskKey> = []

    /// Decides taps whose syntax is right, one after the other.
    /// - Parameters:
    ///   - known: what was recorded earlier under the taps' ids.
    ///   - mirror: knows everybody and every desk that the taps name, as far as they exist; afterwards it is as if the batch
    ///     had been written.
    init(
        _ submissions: [TapSubmission], known: KnownRecords = KnownRecords(), in mirror: inout LogCache,
        at before: LogCache.Version
    ) {
        self.before = before
        self.known = known
        outcomes.reserveCapacity(submissions.count)
        var users: Set<String> = []
        for submission in submissions {
            outcomes.append(take(submission, &mirror))
            if case .accepted = outcomes[outcomes.count - 1] { users.insert(submission.tap.user) }
        }
        presences = users.compactMap { mirror.workers[$0] }.filter { !toDerive.contains($0.id) }
            .map { ($0.id, $0.presence) }.sorted { $0.0 < $1.0 }
        deskClaims = changedDesks.sorted().compactMap { key in mirror.claims[key].map { (key, $0) } }
        var chain = LedgerChain(after: before)
        appended = newTaps.map { tap in
            let (content, place) = (tap.content, tap.place)
            let record = LedgerRecord(
                type: "tap", id: tap.submission.tap.id, receivedAt: tap.submission.receivedAt, content: .event(content),
                place: place)
            return (content, place, chain.append(record))
        }
        mirror.append(appended.map(\.link))
    }

    /// The number of the log's latest record when this is written.
    var seq: Int64 { before.seq + Int64(newTaps.count) }

    /// Whether all that follows is known, and nothing has to be derived from the log.
    var isComplete: Bool { toDerive.isEmpty && lateStarts.isEmpty }

    /// Whether an outcome hangs on something that is not there, which only the database can say for certain.
    var refusesSome: Bool {
        outcomes.contains { if case .rejected = $0 { true } else { false } }
    }

    /// First a tap is compared with what is recorded under its id, then its meaning is looked at; the first failure decides.
    private mutating func take(_ submission: TapSubmission, _ mirror: inout LogCache) -> IngestOutcome {
        var tap = submission.tap
        if let outcome = known.outcome(of: .tap(tap), isAtStamped: submission.isAtStamped) { return outcome }
        var ingest = Ingest(record: .tap(tap), receivedAt: submission.receivedAt)
        guard tap.office.map({ mirror.offices[$0] != nil }) ?? true else { return ingest.outcome }
        guard let worker = mirror.workers[tap.user], worker.leftAt.map({ tap.at <= $0 }) ?? true else {
            return .rejected(.unknownPerson)
        }
        if let only = submission.onlyOffice, only != worker.homeOffice { return .rejected(.notInScope) }
        guard let office = mirror.office(of: tap, from: worker.homeOffice) else { return .rejected(.unknownDesk) }
        ingest.office = office
        // A pause or an end that names no place says nothing that its tag could contradict.
        let isPlaced = tap.desk != nil || tap.office != nil
        var finding = isPlaced ? submission.finding?.held(against: office) : submission.finding
        if finding == nil, tap.kind == .start, submission.networkOf.contains(office) {
            finding = TagVerification(proof: .network)
        }
        if isPlaced, !mirror.canHaveTravelled(worker, to: office, at: tap.at, seen: sightings[worker.id]) {
            finding = (finding ?? TagVerification(proof: .none)).flagged(.twoOffices)
        }
        if submission.isFromSecondNetwork { finding = (finding ?? TagVerification(proof: .none)).flagged(.twoNetworks) }
        ingest.policy = mirror.clocks.policy(of: office, at: submission.receivedAt)
        ingest.isProven = mirror.requirements[office]?.isMet(by: submission, in: office, finding) ?? true
        ingest.isBeforeEnrolment = submission.isBeforeEnrolment
        let outcome = ingest.outcome
        var quarantine: QuarantineReason?
        if case .quarantined(let reason) = outcome { quarantine = reason }
        var recorded = submission
        recorded.finding = finding
        newTaps.append(NewTap(person: worker.id, office: office, quarantine: quarantine, submission: recorded))
        if isPlaced, quarantine == nil { note(LogCache.Sighting(office: office, at: tap.at), of: worker.id) }
        tap.office = tap.office ?? mirror.officeNames[office]
        known.add(.tap(tap))
        return quarantine == nil ? .accepted(notes: apply(tap, by: worker, in: office, &mirror)) : outcome
    }

    private mutating func note(_ sighting: LogCache.Sighting, of person: Int64) {
        if let known = sightings[person], sighting.at < known.at { return }
        sightings[person] = sighting
    }

    private mutating func apply(
        _ tap: Tap, by worker: LogCache.Worker, in office: Int64, _ mirror: inout LogCache
    ) -> [TapNote] {
        changedPeople.insert(worker.id)
        var notes: [TapNote] = []
        if !toDerive.contains(worker.id), worker.presence.latest.map({ $0 < tap.order }) ?? true {
            let claim = worker.presence.claim
            // A claim on a desk that no tap here names is not looked at: whether it holds matters for that desk alone.
            let holdsDesk = claim.flatMap { mirror.claims[DeskKey($0)]?.start == $0.start } ?? true
            let (presence, said) = worker.presence.after(
                tap, office: office, holdsDesk: holdsDesk, in: &mirror.clocks.calendars)
            if let claim, mirror.claims[DeskKey(claim)]?.person == worker.id {
                mirror.claims[DeskKey(claim)]?.isHeld = presence.claim?.start == claim.start
            }
            mirror.workers[tap.user]?.presence = presence
            notes = said
        } else {
            toDerive.insert(worker.id)
            if let latest = worker.presence.latest, tap.order < latest { notes = [.outOfOrder] }
        }
        if tap.kind == .start, let desk = tap.desk,
            claimDesk(DeskKey(office: office, desk: desk), by: worker, at: tap, &mirror)
        {
            notes.append(.deskTakenOver)
        }
        return notes
    }

    /// - Returns: whether somebody else held the desk until now.
    private mutating func claimDesk(
        _ key: DeskKey, by worker: LogCache.Worker, at tap: Tap, _ mirror: inout LogCache
    ) -> Bool {
        let earlier = mirror.claims[key]
        if let earlier, tap.order < earlier.start {
            // Somebody started here later than this tap says: they keep the desk, but since when may have changed.
            lateStarts.append(PresenceDerivation.LateStart(person: worker.id, desk: key, start: tap.order))
            return false
        }
        mirror.claims[key] = LogCache.Claim(
            person: worker.id, start: tap.order, isHeld: true,
            heldUntil: mirror.workers[tap.user]?.presence.deadline ?? mirror.deadline(ofSessionFrom: tap.at, in: key.office))
        changedDesks.insert(key)
        guard let earlier, earlier.person != worker.id else { return false }
        changedPeople.insert(earlier.person)
        return earlier.isHeld && earlier.heldUntil.map { tap.at.seconds <= $0.seconds } ?? true
    }
}

extension LogCache.DeskKey {
    init(_ claim: Presence.Claim) { self.init(office: claim.office, desk: claim.desk) }
}
