import Attendance
import FoundationEssentials

/// Decides a list of additions and corrections: an outcome for each, and the records to append. Pure. The caller locks the log
/// until the records are written.
struct CorrectionBatch {
    /// The author or the subject of a correction.
    struct Colleague {
        var id: PersonID
        var userName: String
        var homeOffice: OfficeID
        var worksHere: Bool
    }

    /// The stored data that the submissions refer to.
    struct Context {
        var known: KnownRecords
        /// By user name: as the submissions write it, and as it is.
        var colleagues: [WrittenName: Colleague]
        /// Desks and offices.
        var places: LogCache
        /// The targets with their corrections applied.
        var targets: [UUID: (person: PersonID, event: RecordedEvent)]
    }

    private(set) var outcomes: [IngestOutcome] = []
    private(set) var appended: [(record: LedgerRecord, link: LedgerLink)] = []

    /// The office of the first appended record, if it is an event: of a whole day, that of its desk.
    var firstOffice: OfficeID? {
        if case .event(let event)? = appended.first?.record.content { event.office } else { nil }
    }

    private var context: Context
    private var chain: LedgerChain

    init(_ submissions: [CorrectionSubmission], in context: Context, at version: LogVersion) {
        self.context = context
        chain = LedgerChain(after: version)
        for submission in submissions { outcomes.append(take(submission)) }
    }

    /// Compares the submission with an earlier record of the same id, then validates it. The first failure is the outcome.
    private mutating func take(_ submission: CorrectionSubmission) -> IngestOutcome {
        var submission = submission
        submission.record = withUserNames(submission.record)
        if let outcome = context.known.outcome(of: submission.record) { return outcome }
        guard let justification = submission.justification else { return .rejected(.badType) }
        guard let author = context.colleagues[WrittenName(justification.author)], author.worksHere else {
            return .rejected(.unknownPerson)
        }
        switch submission.record {
        case .tap: return .rejected(.badType)
        case .add(let tap, _): return add(tap, submission, by: author.id, justification.reason)
        case .correction(let correction): return take(correction, submission, by: author.id)
        }
    }

    /// A record with the user names as they are: recorded names are compared with them.
    private func withUserNames(_ record: LogRecord) -> LogRecord {
        func userName(_ name: String) -> String { context.colleagues[WrittenName(name)]?.userName ?? name }
        switch record {
        case .tap: return record
        case .add(var tap, var justification):
            tap.user = userName(tap.user)
            justification.author = userName(justification.author)
            return .add(tap, justification)
        case .correction(var correction):
            correction.justification.author = userName(correction.justification.author)
            return .correction(correction)
        }
    }

    private mutating func add(
        _ tap: Tap, _ submission: CorrectionSubmission, by author: PersonID, _ reason: String
    ) -> IngestOutcome {
        var ingest = Ingest(record: submission.record, receivedAt: submission.receivedAt)
        guard tap.office.map({ context.places.offices[$0] != nil }) ?? true else { return ingest.outcome }
        guard let person = context.colleagues[WrittenName(tap.user)] else { return .rejected(.unknownPerson) }
        guard let office = context.places.office(of: tap, from: person.homeOffice) else { return .rejected(.unknownDesk) }
        ingest.office = office
        ingest.policy = context.places.clocks.policy(of: office, at: submission.receivedAt)
        let outcome = ingest.outcome
        guard case .accepted = outcome, let event = ingest.event else { return outcome }
        context.targets[tap.id] = (person.id, event)
        var kept = tap
        kept.office = tap.office ?? context.places.officeNames[office]
        context.known.add(.add(kept, Justification(author: submission.justification?.author ?? "", reason: reason)))
        let content = LedgerRecord.Event(
            person: person.id, kind: tap.kind.rawValue, at: tap.at,
            atSent: submission.atSent ?? tap.at.rfc3339(precision: .milliseconds), office: office, author: author,
            reason: reason)
        // Work away from a desk is a place, too, and is erased with the places.
        let away = tap.isAwayIfAdded ? LedgerRecord.Place() : nil
        append("add", submission, .event(content), tap.desk.map { place($0.description, submission) } ?? away)
        return outcome
    }

    private mutating func take(
        _ correction: Correction, _ submission: CorrectionSubmission, by author: PersonID
    ) -> IngestOutcome {
        let target = correction.target.flatMap { context.targets[$0] }
        var ingest = Ingest(
            record: submission.record, receivedAt: submission.receivedAt, target: target?.event,
            policy: context.places.clocks.policy(of: target?.event.office, at: submission.receivedAt))
        var content = LedgerRecord.Correction(
            target: target?.event.id ?? correction.id, person: target?.person ?? 0, author: author,
            reason: correction.justification.reason)
        var place: LedgerRecord.Place?
        if case .amend(let amendment) = correction.change {
            ingest.office = amendment.office.flatMap { context.places.offices[$0] }
            content.at = amendment.at
            content.atSent = amendment.at.map { submission.atSent ?? $0.rfc3339(precision: .milliseconds) }
            content.kind = amendment.kind?.rawValue
            content.office = ingest.office
            place = amendment.desk.map { desk in
                desk.id.map { self.place($0.description, submission) } ?? LedgerRecord.Place()
            }
        }
        let outcome = ingest.outcome
        guard case .accepted = outcome, let target else { return outcome }
        var event = target.event
        event.apply(correction.change, office: ingest.office)
        if case .amend(let amendment) = correction.change, amendment.desk != nil || amendment.office != nil,
            event.kind == .start, let desk = event.desk, context.places.desks[desk]?.contains(event.office) != true
        {
            return .rejected(.unknownDesk)
        }
        context.targets[event.id] = (target.person, event)
        context.known.add(submission.record)
        append(correction.change.name, submission, .correction(content), place)
        return outcome
    }

    private func place(_ desk: String, _ submission: CorrectionSubmission) -> LedgerRecord.Place {
        LedgerRecord.Place(desk: desk, deskSent: submission.deskSent == desk ? nil : submission.deskSent)
    }

    private mutating func append(
        _ type: String, _ submission: CorrectionSubmission, _ content: LedgerRecord.Content, _ place: LedgerRecord.Place?
    ) {
        let record = LedgerRecord(
            type: type, id: submission.record.id, receivedAt: submission.receivedAt, content: content, place: place)
        appended.append((record, chain.append(record)))
    }
}

extension Correction.Change {
    /// The record's type in the log.
    fileprivate var name: String {
        switch self {
        case .amend: "amend"
        case .void: "void"
        case .restore: "restore"
        }
    }
}
