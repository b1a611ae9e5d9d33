import Attendance
import Foundation

extension PersonData {
    /// As one JSON object (RFC 8259, UTF-8). Instants of days are by the office's clock, others in UTC; bytes are hexadecimal.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return [UInt8](try encoder.encode(Document(self)))
    }
}

private struct Document: Encodable {
    struct Whose: Encodable { let number: Int64, user, name, role, office: String }
    struct Made: Encodable { let ledgerHead, asOf, timeZones: String }
    struct Day: Encodable {
        let workDate, office, timeZone: String
        let firstIn, lastOut: String?
        let workedSeconds, pauseSeconds, unconfirmedSeconds: Int64
        let sessions: Int
        let flags: [String]
    }
    struct Event: Encodable {
        let seq: Int64
        let id, type, kind, at, atOriginal, receivedAt, office, status: String
        let desk, deskOriginal, quarantine, reader, client, author, askedBy, reason, comment: String?
        let corrections: [Correction]
    }
    struct Correction: Encodable {
        let id, type, author, reason, receivedAt: String
        let askedBy, comment, newAt, newKind, newOffice, newDesk: String?
    }
    struct Request: Encodable {
        let id, state, askedBy, askedAt, type, reason: String
        let target, kind, at, desk, office, decidedBy, decidedAt, comment: String?
    }
    struct Badge: Encodable {
        let kind, enrolledAt: String
        let reader, removedAt: String?
    }
    struct Identity: Encodable { let issuer, subject, linkedAt: String }
    struct Access: Encodable { let at, user, name, from, to, purpose: String }
    struct Proof: Encodable {
        let seq: Int64
        let type, recordId, acceptedAt, previousHash, hash, timeCommitment: String
        let placeCommitment, timeSalt, timeContent, placeSalt, placeContent: String?
    }

    let person: Whose
    let made: Made
    let days: [Day]
    let events: [Event]
    let correctionRequests: [Request]
    let badges: [Badge]
    let identities: [Identity]
    let accesses: [Access]
    let ledger: [Proof]

    init(_ data: PersonData) {
        person = Whose(
            number: data.person.id, user: data.person.userName, name: data.person.displayName,
            role: data.person.role.rawValue, office: data.office)
        made = Made(ledgerHead: data.stamp.head.text, asOf: text(data.stamp.asOf), timeZones: data.stamp.timeZones)
        func name(_ office: Int64) -> String { data.offices[office]?.name ?? "" }
        var calendars = data.calendars
        days = data.record.rows.map { row in
            let (office, date) = (row.key.office, row.key.date)
            func local(_ seconds: Int64?) -> String? {
                seconds.map { seconds in
                    Instant(millisecondsSince1970: seconds * 1000)
                        .rfc3339(offset: Int(calendars[office].offset(at: seconds, on: date)))
                }
            }
            return Day(
                workDate: date.description, office: name(office), timeZone: calendars[office].settings(for: date).zone.name,
                firstIn: local(row.firstIn), lastOut: local(row.lastOut), workedSeconds: row.workedSeconds,
                pauseSeconds: row.pauseSeconds, unconfirmedSeconds: row.unconfirmedSeconds, sessions: row.sessions,
                flags: row.flags.names)
        }
        events = data.events.map { history in
            let event = history.event
            return Event(
                seq: history.seq, id: text(event.id), type: event.isAdded ? "add" : "tap", kind: event.kind.rawValue,
                at: text(event.at), atOriginal: history.atSent, receivedAt: text(event.receivedAt), office: name(event.office),
                status: event.status.rawValue, desk: event.desk?.description, deskOriginal: history.deskSent,
                quarantine: event.quarantine?.rawValue, reader: history.reader, client: history.client,
                author: history.addition?.author, askedBy: history.approval?.asker.userName,
                reason: history.addition?.reason, comment: history.approval?.comment,
                corrections: history.corrections.map(Correction.init))
        }
        correctionRequests = data.requests.map(Request.init)
        identities = data.identities.map { Identity(issuer: $0.issuer, subject: $0.subject, linkedAt: text($0.linkedAt)) }
        badges = data.badges.map { badge in
            Badge(
                kind: badge.kind.rawValue, enrolledAt: text(badge.enrolledAt), reader: badge.reader,
                removedAt: badge.removedAt.map(text))
        }
        accesses = data.accesses.map { access in
            Access(
                at: text(access.at), user: access.userName, name: access.displayName,
                from: access.period.lowerBound.description, to: access.period.upperBound.description, purpose: access.purpose)
        }
        ledger = data.proofs.map(Proof.init)
    }
}

extension Document.Request {
    fileprivate init(_ request: CorrectionRequest) {
        let said: (type: String, amendment: Amendment)
        var target: UUID?
        switch request.record {
        case .tap(let tap), .add(let tap, _):
            let amendment = Amendment(at: tap.at, kind: tap.kind, desk: tap.desk.map { .named($0) }, office: tap.office)
            said = ("add", amendment)
        case .correction(let correction):
            said = correction.change.said
            target = correction.target
        }
        self.init(
            id: text(request.id), state: request.state.rawValue, askedBy: request.asker.userName,
            askedAt: text(request.askedAt), type: said.type, reason: request.reason, target: target.map(text),
            kind: said.amendment.kind?.rawValue, at: request.atSent ?? said.amendment.at.map(text),
            desk: said.amendment.deskText, office: said.amendment.office, decidedBy: request.decision?.by.userName,
            decidedAt: (request.decision?.at).map(text), comment: request.decision?.comment)
    }
}

extension Correction.Change {
    /// As the log calls it, and what it sets.
    fileprivate var said: (type: String, amendment: Amendment) {
        switch self {
        case .amend(let change): ("amend", change)
        case .void: ("void", Amendment())
        case .restore: ("restore", Amendment())
        }
    }
}

extension Amendment {
    /// The desk it sets; empty where it takes the desk away.
    fileprivate var deskText: String? {
        switch desk {
        case .named(let desk): desk.description
        case .unnamed: ""
        case nil: nil
        }
    }
}

extension Document.Correction {
    fileprivate init(_ step: EventHistory.Step) {
        let (type, amendment) = step.correction.change.said
        self.init(
            id: text(step.correction.id), type: type, author: step.correction.justification.author,
            reason: step.correction.justification.reason, receivedAt: text(step.receivedAt),
            askedBy: step.approval?.asker.userName, comment: step.approval?.comment, newAt: amendment.at.map(text),
            newKind: amendment.kind?.rawValue, newOffice: amendment.office, newDesk: amendment.deskText)
    }
}

extension Document.Proof {
    fileprivate init(_ proof: PersonData.Proof) {
        let entry = proof.entry
        self.init(
            seq: entry.seq, type: entry.type, recordId: text(entry.recordID), acceptedAt: text(entry.acceptedAt),
            previousHash: hex(entry.previousHash), hash: hex(entry.hash), timeCommitment: hex(entry.timeCommitment),
            placeCommitment: entry.placeCommitment.map(hex), timeSalt: (proof.time?.salt).map(hex),
            timeContent: (proof.time?.content).map(hex), placeSalt: (proof.place?.salt).map(hex),
            placeContent: (proof.place?.content).map(hex))
    }
}

private func text(_ instant: Instant) -> String { instant.rfc3339(precision: .milliseconds) }
private func text(_ id: UUID) -> String { id.uuidString.lowercased() }
private func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
