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

    /// The daily rows as CSV.
    package func rowsCSV() -> [UInt8] {
        var csv = DailyRowsCSV(Array(offices.values), calendars)
        csv.write(record)
        return csv.take()
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
        let desk, deskOriginal, quarantine, reader, client, author, reason: String?
        let corrections: [Correction]
    }
    struct Correction: Encodable {
        let id, type, author, reason, receivedAt: String
        let newAt, newKind, newOffice, newDesk: String?
    }
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
                author: history.addition?.author, reason: history.addition?.reason,
                corrections: history.corrections.map(Correction.init))
        }
        accesses = data.accesses.map { access in
            Access(
                at: text(access.at), user: access.userName, name: access.displayName,
                from: access.period.lowerBound.description, to: access.period.upperBound.description, purpose: access.purpose)
        }
        ledger = data.proofs.map(Proof.init)
    }
}

extension Document.Correction {
    fileprivate init(_ step: EventHistory.Step) {
        var amendment = Amendment()
        let type: String
        switch step.correction.change {
        case .amend(let change): (type, amendment) = ("amend", change)
        case .void: type = "void"
        case .restore: type = "restore"
        }
        let desk: String? =
            switch amendment.desk {
            case .named(let desk): desk.description
            // The desk was taken away.
            case .unnamed: ""
            case nil: nil
            }
        self.init(
            id: text(step.correction.id), type: type, author: step.correction.justification.author,
            reason: step.correction.justification.reason, receivedAt: text(step.receivedAt), newAt: amendment.at.map(text),
            newKind: amendment.kind?.rawValue, newOffice: amendment.office, newDesk: desk)
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
