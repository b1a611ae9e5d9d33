import Attendance
import FoundationEssentials

/// Decides a batch of taps against what the database says of the people and desks concerned. A value: it is fed rows, takes
/// taps one by one, and holds what is to be written. ``TapTransaction`` does the reading and writing.
struct TapBatch {
    /// A tap recorded earlier, as far as a repetition must agree with it.
    struct Recorded: Equatable {
        var user: String
        var kind: TapKind
        var at: Instant
        var desk: String?
    }

    struct Worker {
        var id: Int64
        var homeOffice: Int64
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

    /// A tap to be appended to the log.
    struct NewTap {
        var seq: Int64
        var person: Int64
        var office: Int64
        var quarantine: QuarantineReason?
        var submission: TapSubmission
    }

    private(set) var seq: Int64
    private var recorded: [UUID: Recorded]
    private var workers: [String: Worker]
    private let desks: [DeskID: Set<Int64>]
    private var claims: [DeskKey: Claim]
    private let offices: [String: Int64]
    private let policy: AttendancePolicy

    private(set) var newTaps: [NewTap] = []
    private(set) var changedDesks: Set<DeskKey> = []
    private(set) var changedPeople: Set<Int64> = []
    /// People for whom a tap came that is older than one already taken into account: their presence is derived anew.
    private(set) var toDerive: Set<Int64> = []

    /// - Parameters:
    ///   - seq: the number of the log's latest record.
    ///   - desks: in which offices there is a desk of this name.
    init(
        seq: Int64, recorded: [UUID: Recorded], workers: [String: Worker], desks: [DeskID: Set<Int64>],
        claims: [DeskKey: Claim], offices: [String: Int64], policy: AttendancePolicy
    ) {
        self.seq = seq
        self.recorded = recorded
        self.workers = workers
        self.desks = desks
        self.claims = claims
        self.offices = offices
        self.policy = policy
    }

    /// What is to be written of people who need no deriving.
    var presences: [(person: Int64, presence: Presence)] {
        workers.values.filter { changedPeople.contains($0.id) && !toDerive.contains($0.id) }
            .map { ($0.id, $0.presence) }.sorted { $0.0 < $1.0 }
    }

    var deskClaims: [(desk: DeskKey, claim: Claim)] {
        changedDesks.sorted().compactMap { key in claims[key].map { (key, $0) } }
    }

    /// Takes one tap whose syntax is right. First it is compared with what is recorded under its id, then its meaning is
    /// looked at; the first failure decides.
    mutating func take(_ submission: TapSubmission) -> IngestOutcome {
        let tap = submission.tap
        let content = Recorded(user: tap.user, kind: tap.kind, at: tap.at, desk: tap.desk?.description)
        if let earlier = recorded[tap.id] { return earlier == content ? .duplicate : .conflict }

        if let office = tap.office, offices[office] == nil { return .rejected(.badOffice) }
        guard let worker = workers[tap.user] else { return .rejected(.unknownPerson) }
        guard let office = office(of: tap, by: worker) else { return .rejected(.unknownDesk) }

        recorded[tap.id] = content
        seq += 1
        let quarantine = policy.quarantine(of: tap.at, receivedAt: submission.receivedAt)
        newTaps.append(
            NewTap(seq: seq, person: worker.id, office: office, quarantine: quarantine, submission: submission))
        if let quarantine { return .quarantined(quarantine) }
        return .accepted(notes: apply(tap, by: worker, in: office))
    }

    /// The desk's office; where several have a desk of that name, the one the tap names or the person's own. A pause or an end
    /// at a desk that is not there any more still counts.
    private func office(of tap: Tap, by worker: Worker) -> Int64? {
        let named = tap.office.flatMap { offices[$0] }
        guard let desk = tap.desk, let candidates = desks[desk] else {
            return tap.kind == .start ? nil : named ?? worker.homeOffice
        }
        if let named { return candidates.contains(named) || tap.kind != .start ? named : nil }
        if candidates.contains(worker.homeOffice) { return worker.homeOffice }
        if candidates.count == 1 { return candidates.first }
        return tap.kind == .start ? nil : worker.homeOffice
    }

    private mutating func apply(_ tap: Tap, by worker: Worker, in office: Int64) -> [TapNote] {
        changedPeople.insert(worker.id)
        var notes: [TapNote] = []
        if !toDerive.contains(worker.id), worker.presence.latest.map({ $0 < tap.order }) ?? true {
            let before = worker.presence.claim.flatMap { claims[DeskKey(office: $0.office, desk: $0.desk)] }
            // A desk that nobody in this batch names was claimed by nobody else in it either.
            let holdsDesk = before.map { $0.start == worker.presence.claim?.start } ?? true
            let (presence, said) = worker.presence.after(tap, office: office, holdsDesk: holdsDesk, policy: policy)
            letGo(of: worker.presence.claim, by: worker.id)
            workers[tap.user]?.presence = presence
            notes = said
        } else {
            toDerive.insert(worker.id)
            if let latest = worker.presence.latest, tap.order < latest { notes = [.outOfOrder] }
        }
        if tap.kind == .start, let desk = tap.desk {
            if claimDesk(DeskKey(office: office, desk: desk), by: worker, at: tap) { notes.append(.deskTakenOver) }
        } else if let claim = workers[tap.user]?.presence.claim {
            hold(claim, by: worker.id)
        }
        return notes
    }

    /// - Returns: whether somebody else held the desk until now.
    private mutating func claimDesk(_ key: DeskKey, by worker: Worker, at tap: Tap) -> Bool {
        let earlier = claims[key]
        if let earlier, tap.order < earlier.start {
            // Somebody started here later than this tap says: they keep the desk, but since when may have changed.
            if earlier.person != worker.id { derive(earlier.person) }
            return false
        }
        let deadline = policy.maximumSessionSeconds.map { tap.at.adding(seconds: $0) }
        claims[key] = Claim(
            person: worker.id, start: tap.order, isHeld: true,
            heldUntil: workers[tap.user]?.presence.deadline ?? deadline)
        changedDesks.insert(key)
        guard let earlier, earlier.person != worker.id else { return false }
        changedPeople.insert(earlier.person)
        return earlier.isHeld && earlier.heldUntil.map { tap.at.seconds <= $0.seconds } ?? true
    }

    private mutating func derive(_ person: Int64) {
        toDerive.insert(person)
        changedPeople.insert(person)
    }

    private mutating func letGo(of claim: Presence.Claim?, by person: Int64) {
        guard let claim else { return }
        let key = DeskKey(office: claim.office, desk: claim.desk)
        if claims[key]?.person == person { claims[key]?.isHeld = false }
    }

    private mutating func hold(_ claim: Presence.Claim, by person: Int64) {
        let key = DeskKey(office: claim.office, desk: claim.desk)
        if claims[key]?.start == claim.start, claims[key]?.person == person { claims[key]?.isHeld = true }
    }
}
