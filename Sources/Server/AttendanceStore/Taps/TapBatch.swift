import Attendance
import FoundationEssentials

/// Decides a batch of taps: an outcome for each, and what to write. Pure. ``TapTransaction`` reads and writes the database.
struct TapBatch {
    /// A tap to be appended to the log, with its entry in the ledger.
    struct Appended {
        let content: LedgerRecord.Event
        /// nil if the tap names no place.
        let place: LedgerRecord.Place?
        let link: LedgerLink
        /// The reading that the tap uses up.
        let reading: TagReading?
        /// What ``PresenceFold`` takes after the tap is written.
        let change: FoldedLog.Change
    }

    /// The version of the log for which the batch was decided.
    let before: LogVersion
    private(set) var outcomes: [IngestOutcome] = []
    private(set) var appended: [Appended] = []
    /// The offices of the people's latest taps, for the cache after the batch was written.
    private(set) var sightings: [PersonID: LogCache.Sighting] = [:]

    /// Whether the earlier readings of the taps' tags were known. If not, the statement checks that each reading is the newest of its tag.
    let areReadingsChecked: Bool

    private var known: KnownRecords
    private var used: UsedReadings
    private var chain: LedgerChain
    /// Who is where, with the taps decided so far.
    private var view: FoldedLog.View

    /// Decides valid taps, one after the other.
    /// - Parameters:
    ///   - known: the earlier records with the taps' ids.
    ///   - used: the earlier readings of the taps' tags; nil: they are unknown, and each reading is taken for the newest of its tag.
    ///   - cache: contains all existing people and desks that the taps name.
    ///   - view: of the log at `before`, with all that the taps need. Nothing is missing in it.
    init(
        _ submissions: [TapSubmission], known: KnownRecords = KnownRecords(), used: UsedReadings? = nil,
        in cache: inout LogCache, _ view: FoldedLog.View, at before: LogVersion
    ) {
        self.before = before
        self.known = known
        areReadingsChecked = used != nil
        self.used = used ?? UsedReadings()
        chain = LedgerChain(after: before)
        self.view = view
        outcomes.reserveCapacity(submissions.count)
        for submission in submissions { outcomes.append(take(submission, &cache)) }
    }

    /// The number of the log's latest record after the write.
    var seq: Int64 { before.seq + Int64(appended.count) }

    /// The new records as ``PresenceFold`` takes them, after they are written.
    var changes: [(change: FoldedLog.Change, position: LogPosition)] {
        appended.map { ($0.change, LogPosition(seq: $0.link.entry.seq, hash: $0.link.hash)) }
    }

    /// Whether a tap is rejected, for example because its person is unknown. Only the database knows that for certain.
    var refusesSome: Bool {
        outcomes.contains { if case .rejected = $0 { true } else { false } }
    }

    /// Compares the tap with an earlier record of the same id, then validates it. The first failure is the outcome.
    private mutating func take(_ submission: TapSubmission, _ cache: inout LogCache) -> IngestOutcome {
        var tap = submission.tap
        // Recorded taps are compared by the current names.
        let named = cache.workers[WrittenName(tap.user)]
        if let named { tap.user = named.userName }
        if let name = tap.office { tap.office = cache.currentName(ofOffice: name) }
        if let outcome = known.outcome(of: .tap(tap), isAtStamped: submission.report.isAtStamped) { return outcome }
        var ingest = Ingest(record: .tap(tap), receivedAt: submission.receivedAt)
        guard tap.office.map({ cache.offices[$0] != nil }) ?? true else { return ingest.outcome }
        guard let worker = named, worker.leftAt.map({ tap.at <= $0 }) ?? true else {
            return .rejected(.unknownPerson)
        }
        if let only = submission.onlyOffice, only != worker.homeOffice { return .rejected(.notInScope) }
        guard let office = cache.office(of: tap, from: worker.homeOffice) else { return .rejected(.unknownDesk) }
        ingest.office = office
        // A pause or an end without a place cannot contradict its tag.
        let isPlaced = (tap.desk != nil || tap.office != nil) && !submission.isWithoutTag
        var verification = isPlaced ? submission.verification?.matching(office: office) : submission.verification
        if verification == nil, tap.kind == .start, submission.networkOf.contains(office) {
            verification = TagVerification(proof: .network)
        }
        if let reading = verification?.reading {
            do throws(RejectionReason) {
                try used.use(reading, at: submission.earliest, receivedAt: submission.receivedAt)
            } catch {
                // A reader's clock may be ahead. Its tap is recorded without proof.
                guard error == .linkOutdated, submission.reader != nil else { return .rejected(error) }
                verification = TagVerification(proof: .none, flag: .outdated, uid: verification?.uid)
            }
        }
        let claim = view.map.people[worker.id]?.claim
        if isPlaced, !cache.canHaveTravelled(worker, claiming: claim, to: office, at: tap.at, seen: sightings[worker.id]) {
            verification = (verification ?? TagVerification(proof: .none)).flagged(.twoOffices)
        }
        if submission.isFromSecondNetwork {
            verification = (verification ?? TagVerification(proof: .none)).flagged(.twoNetworks)
        }
        ingest.policy = cache.clocks.policy(of: office, at: submission.receivedAt)
        ingest.isProven =
            cache.requirement(at: tap.desk, of: office)?.isMet(by: submission, in: office, verification) ?? true
        ingest.isBeforeEnrolment = submission.isBeforeEnrolment
        let outcome = ingest.outcome
        var quarantine: QuarantineReason?
        if case .quarantined(let reason) = outcome { quarantine = reason }
        let event = submission.tap.event(of: worker.id, in: office)
        append(submission, event, verification, quarantine)
        if isPlaced, quarantine == nil { note(LogCache.Sighting(office: office, at: tap.at), of: worker.id) }
        tap.office = tap.office ?? cache.officeNames[office]
        known.add(.tap(tap))
        return quarantine == nil ? .accepted(notes: apply(event, &cache)) : outcome
    }

    private mutating func append(
        _ submission: TapSubmission, _ event: DeskMap.Event, _ verification: TagVerification?, _ quarantine: QuarantineReason?
    ) {
        let content = LedgerRecord.Event(
            person: event.person, kind: event.kind.rawValue, at: event.order.at, atSent: submission.report.at ?? "",
            office: event.office, quarantine: quarantine?.rawValue, client: submission.client)
        let desk = event.desk?.description
        let deskSent = submission.report.desk == desk ? nil : submission.report.desk
        var place: LedgerRecord.Place? = LedgerRecord.Place(
            desk: desk, deskSent: deskSent?.replacing("\0", with: "\\0"), reader: submission.reader,
            proof: verification?.proof.rawValue, flag: verification?.flag?.rawValue, tagUID: verification?.uid?.bytes)
        if place == LedgerRecord.Place() { place = nil }
        let link = chain.append(
            LedgerRecord(
                type: "tap", id: submission.tap.id, receivedAt: submission.receivedAt, content: .event(content), place: place))
        appended.append(
            Appended(
                content: content, place: place, link: link, reading: verification?.reading,
                change: quarantine == nil ? .event(event) : .nothing))
    }

    private mutating func note(_ sighting: LogCache.Sighting, of person: PersonID) {
        if let known = sightings[person], sighting.at < known.at { return }
        sightings[person] = sighting
    }

    private mutating func apply(_ event: DeskMap.Event, _ cache: inout LogCache) -> [TapNote] {
        var notes: [TapNote] = []
        if let bound = view.stale[event.person] ?? view.map.people[event.person]?.latest,
            view.stale[event.person] != nil || event.order < bound
        {
            // What follows from the person's taps must be derived from the log, with this one.
            view.stale[event.person] = bound
            if event.order < bound { notes = [.outOfOrder] }
        } else {
            notes = view.map.move(event, in: &cache.clocks.calendars)
        }
        if view.map.isNextAtDesk(event), view.map.claim(event) != nil { notes.append(.deskTakenOver) }
        return notes
    }
}

extension Tap {
    fileprivate func event(of person: PersonID, in office: OfficeID) -> DeskMap.Event {
        DeskMap.Event(person: person, kind: kind, order: order, office: office, desk: desk)
    }
}
