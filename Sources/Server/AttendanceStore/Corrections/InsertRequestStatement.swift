import Attendance
import FoundationEssentials
import Postgres

/// The parameters of `insert_request`: a correction request.
struct InsertRequestStatement {
    private let id: UUID
    private let requester: PersonID
    private let person: PersonID
    private let now: Instant
    /// The text of the instant as sent; nil: the server formats it.
    private let atSent: String?
    private var type = "void"
    private var target: UUID?
    private var kind: String?
    private var at: Instant?
    private var desk: String?
    private var setsDesk = false
    /// Its name.
    private(set) var office: String?
    private var reason = ""

    init(_ record: LogRecord, atSent: String?, requester: PersonID, person: PersonID, now: Instant) {
        id = record.id
        self.requester = requester
        self.person = person
        self.now = now
        self.atSent = atSent
        switch record {
        case .tap: break
        case .add(let tap, let justification):
            (type, kind, at, office) = ("add", tap.kind.rawValue, tap.at, tap.office)
            // A start without a desk is away from one.
            setsDesk = tap.desk != nil || tap.isAwayIfAdded
            (desk, reason) = (tap.desk?.description, justification.reason)
        case .correction(let correction):
            (target, reason) = (correction.target, correction.justification.reason)
            guard case .amend(let amendment) = correction.change else { return }
            (type, kind, at, office) = ("amend", amendment.kind?.rawValue, amendment.at, amendment.office)
            setsDesk = amendment.desk != nil
            if case .named(let named) = amendment.desk { desk = named.description }
        }
    }

    /// Whether `later`, with the same id, asks the same of the same people. An office may have a former name in it.
    func isRepeated(by later: Self, _ offices: [Office]) -> Bool {
        (requester, person, reason) == (later.requester, later.person, later.reason)
            && (type, target, kind, at) == (later.type, later.target, later.kind, later.at)
            && (desk, setsDesk) == (later.desk, later.setsDesk)
            && office.flatMap(offices.named)?.id == later.office.flatMap(offices.named)?.id
    }

    /// The statement. It returns no row if a request with this id exists.
    var command: PostgresCommand {
        let instant = at.map { PostgresTimestamp($0) }
        let sentInstant = at.map { atSent ?? $0.rfc3339(precision: .milliseconds) }
        return PostgresCommand(
            "Corrections/insert_request",
            [
                "id": id, "asker": requester, "person": person, "type": type, "target": target, "kind": kind, "at": instant,
                "at_sent": sentInstant, "desk": desk, "sets_desk": setsDesk, "office_name": office, "reason": reason,
                "now": PostgresTimestamp(now),
            ])
    }
}
