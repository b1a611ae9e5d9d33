import Attendance
import FoundationEssentials

/// What is decided of a batch of taps: an outcome each, and what is to be written. A value that reads and changes
/// nothing but the ``LogMirror`` it is given; ``TapTransaction`` does the reading and writing.
struct TapBatch {
    typealias DeskKey = LogMirror.DeskKey

    /// A tap recorded earlier, as far as a repetition must agree with it.
    struct Recorded: Equatable {
        var user: String
        var kind: TapKind
        var at: Instant
        var desk: String?
    }

    /// A tap to be appended to the log.
    struct NewTap {
        var person: Int64
        var office: Int64
        var quarantine: QuarantineReason?
        var submission: TapSubmission

        /// What the ledger commits to.
        var record: LedgerRecord {
            let tap = submission.tap
            let deskSent = submission.deskSent == tap.desk?.description ? nil : submission.deskSent
            let place = LedgerRecord.PlacePart(desk: tap.desk?.description, deskSent: deskSent, reader: submission.reader)
            return LedgerRecord(
                type: "tap", id: tap.id, receivedAt: submission.receivedAt,
                time: LedgerRecord.TimePart(
                    person: person, kind: tap.kind.rawValue, at: tap.at, atSent: submission.atSent, office: office,
                    quarantine: quarantine?.rawValue, client: submission.client),
                place: place == LedgerRecord.PlacePart() ? nil : place)
        }
    }

    /// Where the log stood when this was decided.
    let before: LogMirror.Version
    private(set) var outcomes: [IngestOutcome] = []
    private(set) var newTaps: [NewTap] = []
    /// What is appended: the new taps as records, each with its entry in the ledger.
    private(set) var appended: [(record: LedgerRecord, link: LedgerLink)] = []
    /// The latest starts at the desks where that has changed.
    private(set) var deskClaims: [(desk: DeskKey, claim: LogMirror.Claim)] = []
    private(set) var presences: [(person: Int64, presence: Presence)] = []
    /// Everybody whose place on the map may be another now.
    private(set) var changedPeople: Set<Int64> = []
    /// People for whom a tap came that is older than one already taken into account: their presence is derived anew.
    private(set) var toDerive: Set<Int64> = []

    private var recorded: [UUID: Recorded]
    private var changedDesks: Set<DeskKey> = []
    private let policy: AttendancePolicy

    /// Decides taps whose syntax is right, one after the other.
    /// - Parameters:
    ///   - recorded: what was recorded earlier under the taps' ids.
    ///   - mirror: knows everybody and every desk that the taps name, as far as they exist; afterwards it is as if the batch
    ///     had been written.
    init(
        _ submissions: [TapSubmission], recorded: [UUID: Recorded] = [:], in mirror: inout LogMirror,
        at before: LogMirror.Version,
        policy: AttendancePolicy
    ) {
        self.before = before
        self.recorded = recorded
        self.policy = policy
        outcomes.reserveCapacity(submissions.count)
        var users: Set<String> = []
        for submission in submissions {
            outcomes.append(take(submission, &mirror))
            if case .accepted = outcomes[outcomes.count - 1] { users.insert(submission.tap.user) }
        }
        presences = users.compactMap { mirror.workers[$0] }.filter { !toDerive.contains($0.id) }
            .map { ($0.id, $0.presence) }.sorted { $0.0 < $1.0 }
        deskClaims = changedDesks.sorted().compactMap { key in mirror.claims[key].map { (key, $0) } }
        appended = Self.chained(newTaps.map(\.record), after: before)
        mirror.append(appended.map(\.link))
    }

    private static func chained(
        _ records: [LedgerRecord], after version: LogMirror.Version
    ) -> [(record: LedgerRecord, link: LedgerLink)] {
        var (seq, hash) = (version.seq, version.hash)
        return records.map { record in
            seq += 1
            let link = LedgerLink(record, seq: seq, after: hash)
            hash = link.hash
            return (record, link)
        }
    }

    /// Whether an outcome hangs on something that is not there, which only the database can say for certain.
    var refusesSome: Bool {
        outcomes.contains { if case .rejected = $0 { true } else { false } }
    }

    /// Adds what the whole log says of somebody who had to be derived anew.
    mutating func add(_ presence: Presence, of person: Int64) {
        presences.append((person, presence))
        toDerive.remove(person)
    }

    /// First a tap is compared with what is recorded under its id, then its meaning is looked at; the first failure decides.
    private mutating func take(_ submission: TapSubmission, _ mirror: inout LogMirror) -> IngestOutcome {
        let tap = submission.tap
        var content = Recorded(user: tap.user, kind: tap.kind, at: tap.at, desk: tap.desk?.description)
        if let earlier = recorded[tap.id] {
            // A repetition that the server stamps comes later than the tap it repeats: the first instant stands.
            if submission.isAtStamped { content.at = earlier.at }
            return earlier == content ? .duplicate : .conflict
        }
        if let office = tap.office, mirror.offices[office] == nil { return .rejected(.badOffice) }
        guard let worker = mirror.workers[tap.user] else { return .rejected(.unknownPerson) }
        guard let office = Self.office(of: tap, by: worker, mirror) else { return .rejected(.unknownDesk) }

        recorded[tap.id] = content
        let quarantine = policy.quarantine(of: tap.at, receivedAt: submission.receivedAt)
        newTaps.append(NewTap(person: worker.id, office: office, quarantine: quarantine, submission: submission))
        if let quarantine { return .quarantined(quarantine) }
        return .accepted(notes: apply(tap, by: worker, in: office, &mirror))
    }

    /// The desk's office; where several have a desk of that name, the one the tap names or the person's own. A pause or an end
    /// at a desk that is not there any more still counts.
    private static func office(of tap: Tap, by worker: LogMirror.Worker, _ mirror: LogMirror) -> Int64? {
        let named = tap.office.flatMap { mirror.offices[$0] }
        guard let desk = tap.desk, let candidates = mirror.desks[desk] else {
            return tap.kind == .start ? nil : named ?? worker.homeOffice
        }
        if let named { return candidates.contains(named) || tap.kind != .start ? named : nil }
        if candidates.contains(worker.homeOffice) { return worker.homeOffice }
        if candidates.count == 1 { return candidates.first }
        return tap.kind == .start ? nil : worker.homeOffice
    }

    private mutating func apply(
        _ tap: Tap, by worker: LogMirror.Worker, in office: Int64, _ mirror: inout LogMirror
    ) -> [TapNote] {
        changedPeople.insert(worker.id)
        var notes: [TapNote] = []
        if !toDerive.contains(worker.id), worker.presence.latest.map({ $0 < tap.order }) ?? true {
            let claim = worker.presence.claim
            // A claim on a desk that no tap here names is not looked at: whether it holds matters for that desk alone.
            let holdsDesk = claim.flatMap { mirror.claims[DeskKey($0)]?.start == $0.start } ?? true
            let (presence, said) = worker.presence.after(tap, office: office, holdsDesk: holdsDesk, policy: policy)
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
        _ key: DeskKey, by worker: LogMirror.Worker, at tap: Tap, _ mirror: inout LogMirror
    ) -> Bool {
        let earlier = mirror.claims[key]
        if let earlier, tap.order < earlier.start {
            // Somebody started here later than this tap says: they keep the desk, but since when may have changed.
            if earlier.person != worker.id {
                toDerive.insert(earlier.person)
                changedPeople.insert(earlier.person)
            }
            return false
        }
        let deadline = policy.maximumSessionSeconds.map { tap.at.adding(seconds: $0) }
        mirror.claims[key] = LogMirror.Claim(
            person: worker.id, start: tap.order, isHeld: true,
            heldUntil: mirror.workers[tap.user]?.presence.deadline ?? deadline)
        changedDesks.insert(key)
        guard let earlier, earlier.person != worker.id else { return false }
        changedPeople.insert(earlier.person)
        return earlier.isHeld && earlier.heldUntil.map { tap.at.seconds <= $0.seconds } ?? true
    }
}

extension LogMirror.DeskKey {
    init(_ claim: Presence.Claim) { self.init(office: claim.office, desk: claim.desk) }
}
