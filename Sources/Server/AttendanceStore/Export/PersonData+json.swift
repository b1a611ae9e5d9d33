import Attendance
import Foundation
import Hours

extension PersonData {
    /// A JSON object (RFC 8259, UTF-8). Instants of days have the office's offset, others are UTC. Bytes are hexadecimal.
    package func json() throws -> [UInt8] {
        var (pieces, bytes) = (JSONPieces(self), [UInt8]())
        while let piece = try pieces.next() { bytes += piece }
        return bytes
    }

    /// Writes the same text in pieces of about 64 KiB. The text of a long record is never in memory as a whole.
    package func writeJSON(_ output: ([UInt8]) async throws -> Void) async throws {
        var pieces = JSONPieces(self)
        while let piece = try pieces.next() { try await output(piece) }
    }
}

/// Encodes the lists of a person's data element by element. The text equals `JSONEncoder`'s text of the whole object.
private struct JSONPieces {
    private static let size = 64 * 1024

    /// A member of the object: one value, or a list of `count`.
    private struct Member {
        let name: String
        var count: Int?
        let element: (Int) -> any Encodable
    }

    private let members: [Member]
    private let encoder = JSONEncoder()
    private var member = 0
    private var element = 0

    init(_ data: PersonData) {
        var document = Document(data)
        func list<Values: RandomAccessCollection>(
            _ name: String, _ values: Values, _ made: @escaping (Values.Element) -> any Encodable
        )
            -> Member where Values.Index == Int
        {
            Member(name: name, count: values.count) { made(values[values.startIndex + $0]) }
        }
        // Without a schedule, the document stays as it was.
        let balances = data.balances.isEmpty ? [] : [list("hours_of_days", data.balances) { document.hours($0) }]
        let warnings =
            data.warningNotes.isEmpty ? [] : [list("warning_notes", data.warningNotes) { Document.CheckedWarning($0) }]
        let first = [
            list("accesses", data.accesses) { Document.Access($0) }, list("badges", data.badges) { Document.Badge($0) },
            list("correction_requests", data.requests) { Document.Request($0) },
            list("days", data.record.rows) { document.day($0) }, list("events", data.events) { document.event($0) },
            list("flag_confirmations", data.confirmations) { document.confirmation($0) },
            list("hours", data.hours) { Document.Fact($0) },
        ]
        let rest = [
            list("identities", data.identities) { Document.Identity($0) }, list("ledger", data.proofs) { Document.Proof($0) },
            Member(name: "made") { _ in document.made }, list("names", data.names) { Document.Fact($0) },
            list("notes", data.notes) { Document.Note($0) },
            Member(name: "person") { _ in document.person },
            list("provisioned", [data.provisioned].compactMap(\.self)) { Document.Provisioned($0) },
            Member(name: "reminders") { _ in document.reminders(data.reminders) },
        ]
        members = first + balances + rest + warnings
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
    }

    /// - Returns: nil at the end.
    mutating func next() throws -> [UInt8]? {
        var text = ""
        while member < members.count, text.utf8.count < Self.size {
            let current = members[member]
            if element == 0 {
                text += (member == 0 ? "{" : ",") + "\n  \"\(current.name)\" : " + (current.count == nil ? "" : "[\n")
            }
            if element < current.count ?? 1 {
                let value = String(decoding: try encoder.encode(current.element(element)), as: UTF8.self)
                let margin = current.count == nil ? "  " : "    "
                // JSON strings contain no line feed, so each one is a line end of the encoder.
                text +=
                    (element > 0 ? ",\n" : "") + (current.count == nil ? "" : margin)
                    + value.replacing("\n", with: "\n" + margin)
                element += 1
            }
            guard element >= current.count ?? 1 else { continue }
            if current.count != nil { text += "\n  ]" }
            (member, element) = (member + 1, 0)
            if member == members.count { text += "\n}" }
        }
        return text.isEmpty ? nil : Array(text.utf8)
    }
}

/// The parts of the JSON text.
private struct Document {
    struct Person: Encodable {
        let number: PersonID, user, name, role, office: String
        let hrOffices: [String]?
        let personnelNumber, email, reading, firstDay, lastDay: String?
    }
    struct Made: Encodable { let ledgerHead, asOf, timeZones: String }
    struct Day: Encodable {
        let workDate, office, timeZone: String
        let firstIn, lastOut: String?
        let workedSeconds, pauseSeconds, unconfirmedSeconds: Int64
        let sessions: Int
        let flags: [String]
    }
    struct Hours: Encodable {
        let workDate: String
        let office, team, schedule: String?
        let counted: Bool
        let targetS, workedS, nightS, overtimeS, restDayS: Int64
        let holiday: String?
        let holidayS, absenceS, adjustmentS, cutS, balanceS, carriedS: Int64
    }
    struct Event: Encodable {
        let seq: Int64
        let id, type, kind, at, atOriginal, receivedAt, office, status: String
        /// true: a start away from a desk.
        let away: Bool?
        let desk, deskOriginal, quarantine, reader, client, author, askedBy, reason, comment: String?
        let corrections: [Correction]
    }
    struct Correction: Encodable {
        let id, type, author, reason, receivedAt: String
        let askedBy, comment, newAt, newKind, newOffice, newDesk: String?
    }
    struct Request: Encodable {
        let id, state, askedBy, askedAt, type, reason: String
        /// true: a start away from a desk.
        let away: Bool?
        let target, kind, at, desk, office, decidedBy, decidedAt, comment: String?
    }
    struct Confirmation: Encodable {
        let id, workDate, office: String
        let flags: [String]
        let confirmedBy, confirmedAt, reason: String
        let withdrawnBy, withdrawnAt: String?
    }
    struct Note: Encodable { let workDate, note, writtenBy, writtenAt: String }
    struct CheckedWarning: Encodable {
        let workDate, rule, code: String
        let valueS, limitS: Int64
        let comment, writtenBy, writtenAt: String
    }
    struct Badge: Encodable {
        let kind, enrolledAt: String
        let reader, removedAt: String?
    }
    struct Identity: Encodable { let issuer, subject, linkedAt: String }
    struct Provisioned: Encodable { let externalId, formatted, givenName, familyName: String? }
    struct Fact: Encodable {
        let seq: Int64
        let recordedAt, content, salt: String
        let reason, reasonSalt: String?
    }
    struct Reminders: Encodable {
        struct Browser: Encodable { let name, addedAt: String }
        struct Message: Encodable {
            let kind, channel, state, createdAt: String
            let sentAt: String?
        }
        struct Question: Encodable { let workDate, office, askedBy, askedAt: String }
        let isOn, isEmailConfirmed: Bool
        let email: String?
        let language: String
        let browsers: [Browser]
        let messages: [Message]
        let questions: [Question]
    }
    struct Access: Encodable { let at, user, name, from, to, purpose: String }
    struct Proof: Encodable {
        let seq: Int64
        let type, recordId, acceptedAt, previousHash, hash, timeCommitment: String
        let placeCommitment, timeSalt, timeContent, placeSalt, placeContent: String?
    }

    let person: Person
    let made: Made
    private let offices: [OfficeID: Office]
    private let teams: [TeamID: String]
    private var calendars: OfficeCalendars

    init(_ data: PersonData) {
        person = Person(
            number: data.person.id, user: data.person.userName, name: data.person.displayName,
            role: data.person.role.rawValue, office: data.office,
            hrOffices: data.person.role == .hr ? data.person.hrOffices.compactMap { data.offices[$0]?.name } : nil,
            personnelNumber: data.details.personnelNumber, email: data.details.email?.text, reading: data.details.reading,
            firstDay: data.details.firstDay?.description, lastDay: data.lastDay?.description)
        made = Made(ledgerHead: data.stamp.head.text, asOf: text(data.stamp.asOf), timeZones: data.stamp.timeZones)
        (offices, teams, calendars) = (data.offices, data.teams, data.calendars)
    }

    private func name(_ office: OfficeID) -> String { offices[office]?.name ?? "" }

    mutating func day(_ row: DailyRow) -> Day {
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

    func hours(_ day: DayHours) -> Hours {
        Hours(
            workDate: day.date.description, office: day.conditions.office.map { Int64($0).map { name(OfficeID($0)) } ?? "" },
            team: day.conditions.team.map { Int64($0).flatMap { teams[TeamID($0)] } ?? "" },
            schedule: day.conditions.schedule?.name, counted: day.isCounted, targetS: day.target, workedS: day.worked,
            nightS: day.night, overtimeS: day.overtime, restDayS: day.restDay, holiday: day.holiday,
            holidayS: day.holidaySeconds, absenceS: day.absence, adjustmentS: day.adjustment, cutS: day.cut,
            balanceS: day.balance, carriedS: day.carried)
    }

    func confirmation(_ confirmation: FlagConfirmation) -> Confirmation {
        Confirmation(
            id: text(confirmation.id), workDate: confirmation.key.date.description, office: name(confirmation.key.office),
            flags: confirmation.flags, confirmedBy: confirmation.author.userName, confirmedAt: text(confirmation.at),
            reason: confirmation.reason, withdrawnBy: confirmation.withdrawal?.by.userName,
            withdrawnAt: (confirmation.withdrawal?.at).map(text))
    }

    func reminders(_ reminders: PersonData.Reminders) -> Reminders {
        let preference = reminders.preference
        return Reminders(
            isOn: preference.isOn, isEmailConfirmed: preference.isEmailConfirmed, email: preference.email,
            language: preference.language ?? "en",
            browsers: reminders.devices.map { Reminders.Browser(name: $0.name, addedAt: text($0.createdAt)) },
            messages: reminders.messages.map { message in
                Reminders.Message(
                    kind: message.kind.rawValue, channel: message.channel.rawValue, state: message.state.rawValue,
                    createdAt: text(message.createdAt), sentAt: message.sentAt.map(text))
            },
            questions: reminders.questions.map { question in
                Reminders.Question(
                    workDate: question.key.date.description, office: name(question.key.office),
                    askedBy: question.asker.userName, askedAt: text(question.at))
            })
    }

    func event(_ history: EventHistory) -> Event {
        let event = history.event
        return Event(
            seq: history.seq, id: text(event.id), type: event.isAdded ? "add" : "tap", kind: event.kind.rawValue,
            at: text(event.at), atOriginal: history.atSent, receivedAt: text(event.receivedAt), office: name(event.office),
            status: event.status.rawValue, away: event.isAway ? true : nil, desk: event.desk?.description,
            deskOriginal: history.deskSent,
            quarantine: event.quarantine?.rawValue, reader: history.reader, client: history.client,
            author: history.addition?.author, askedBy: history.approval?.requester.userName,
            reason: history.addition?.reason, comment: history.approval?.comment,
            corrections: history.corrections.map(Correction.init))
    }
}

extension Document.Access {
    fileprivate init(_ access: LoggedAccess) {
        self.init(
            at: text(access.at), user: access.userName, name: access.displayName,
            from: access.period.lowerBound.description, to: access.period.upperBound.description, purpose: access.purpose)
    }
}

extension Document.Badge {
    fileprivate init(_ badge: PersonData.StoredBadge) {
        self.init(
            kind: badge.kind.rawValue, enrolledAt: text(badge.enrolledAt), reader: badge.reader,
            removedAt: badge.removedAt.map(text))
    }
}

extension Document.Identity {
    fileprivate init(_ identity: PersonData.Identity) {
        self.init(issuer: identity.issuer, subject: identity.subject, linkedAt: text(identity.linkedAt))
    }
}

extension Document.Provisioned {
    fileprivate init(_ provisioned: PersonData.Provisioned) {
        self.init(
            externalId: provisioned.externalID, formatted: provisioned.name?.formatted,
            givenName: provisioned.name?.givenName, familyName: provisioned.name?.familyName)
    }
}

extension Document.Fact {
    fileprivate init(_ fact: PersonData.RecordedFact) {
        self.init(
            seq: fact.seq, recordedAt: text(fact.recordedAt), content: String(decoding: fact.opening.content, as: UTF8.self),
            salt: fact.opening.salt.hexadecimal.lowercased(),
            reason: fact.reason.map { String(decoding: $0.content, as: UTF8.self) },
            reasonSalt: fact.reason?.salt.hexadecimal.lowercased())
    }
}

extension Document.Note {
    fileprivate init(_ note: DayNote) {
        self.init(
            workDate: note.key.date.description, note: note.text, writtenBy: note.author.userName, writtenAt: text(note.at))
    }
}

extension Document.CheckedWarning {
    fileprivate init(_ note: WarningNote) {
        self.init(
            workDate: note.warning.date.description, rule: note.warning.rule.rawValue, code: note.warning.code.rawValue,
            valueS: note.warning.value, limitS: note.warning.limit, comment: note.comment,
            writtenBy: note.author.userName, writtenAt: text(note.at))
    }
}

extension Document.Request {
    fileprivate init(_ request: CorrectionRequest) {
        let content: (type: String, amendment: Amendment)
        var target: UUID?
        switch request.record {
        case .tap(let tap), .add(let tap, _):
            let amendment = Amendment(at: tap.at, kind: tap.kind, desk: tap.desk.map { .named($0) }, office: tap.office)
            content = ("add", amendment)
        case .correction(let correction):
            content = correction.change.content
            target = correction.target
        }
        self.init(
            id: text(request.id), state: request.state.rawValue, askedBy: request.requester.userName,
            askedAt: text(request.askedAt), type: content.type, reason: request.reason,
            away: request.isAway ? true : nil, target: target.map(text),
            kind: content.amendment.kind?.rawValue, at: request.atSent ?? content.amendment.at.map(text),
            desk: content.amendment.deskText, office: content.amendment.office, decidedBy: request.decision?.by.userName,
            decidedAt: (request.decision?.at).map(text), comment: request.decision?.comment)
    }
}

extension Correction.Change {
    /// The record's type in the log, and the new values.
    fileprivate var content: (type: String, amendment: Amendment) {
        switch self {
        case .amend(let change): ("amend", change)
        case .void: ("void", Amendment())
        case .restore: ("restore", Amendment())
        }
    }
}

extension Amendment {
    /// The new desk; empty: the amendment removes the desk; nil: it keeps the desk.
    fileprivate var deskText: String? { desk.map { $0.id?.description ?? "" } }
}

extension Document.Correction {
    fileprivate init(_ step: EventHistory.Step) {
        let (type, amendment) = step.correction.change.content
        self.init(
            id: text(step.correction.id), type: type, author: step.correction.justification.author,
            reason: step.correction.justification.reason, receivedAt: text(step.receivedAt),
            askedBy: step.approval?.requester.userName, comment: step.approval?.comment, newAt: amendment.at.map(text),
            newKind: amendment.kind?.rawValue, newOffice: amendment.office, newDesk: amendment.deskText)
    }
}

extension Document.Proof {
    fileprivate init(_ proof: PersonData.Proof) {
        let entry = proof.entry
        self.init(
            seq: entry.seq, type: entry.type, recordId: text(entry.recordID), acceptedAt: text(entry.acceptedAt),
            previousHash: entry.previousHash.hexadecimal.lowercased(), hash: entry.hash.hexadecimal.lowercased(),
            timeCommitment: entry.timeCommitment.hexadecimal.lowercased(),
            placeCommitment: entry.placeCommitment?.hexadecimal.lowercased(),
            timeSalt: proof.time?.salt.hexadecimal.lowercased(),
            timeContent: proof.time?.content.hexadecimal.lowercased(), placeSalt: proof.place?.salt.hexadecimal.lowercased(),
            placeContent: proof.place?.content.hexadecimal.lowercased())
    }
}

private func text(_ instant: Instant) -> String { instant.rfc3339(precision: .milliseconds) }
private func text(_ id: UUID) -> String { id.uuidString.lowercased() }
