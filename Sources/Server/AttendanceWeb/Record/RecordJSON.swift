import Attendance
import AttendanceStore
import Localization
import WebServer

/// A person's record of a period as JSON: days, sessions, and every tap with its corrections.
struct RecordJSON: SnakeCaseEncodable {
    let user: String
    let name: String
    let from: String
    let to: String
    let asOf: String
    /// The version of the time zone database.
    let timeZoneDatabase: String
    let days: [Day]

    struct Day: Encodable {
        let date: String
        let office: String
        let timeZone: String
        let firstIn: String?
        let lastOut: String?
        let workedSeconds: Int64
        let pauseSeconds: Int64
        let unconfirmedSeconds: Int64
        let flags: [String]
        let sessions: [Session]
        let events: [Event]
        let confirmations: [Confirmation]
        let notes: [Note]
    }

    /// An answer that nothing is missing. The flags remain.
    struct Confirmation: Encodable {
        let id: String
        let flags: [String]
        let author: String
        let reason: String
        let at: String
    }

    struct Note: Encodable {
        let text: String
        let author: String
        let at: String
    }

    struct Session: Encodable {
        let state: String
        let start: String
        let end: String?
        let autoClosedAt: String?
        let workedSeconds: Int64
        let pauseSeconds: Int64
        let unconfirmedSeconds: Int64
        let intervals: [Interval]
    }

    struct Interval: Encodable {
        let type: String
        let desk: String?
        /// true: away from a desk; nil: at one, or it is not known.
        let away: Bool?
        let start: String
        let end: String?
    }

    struct Event: Encodable {
        let id: String
        let type: String
        let kind: String
        let at: String
        let desk: String?
        /// true: a start away from a desk; nil otherwise.
        let away: Bool?
        let status: String
        /// `phone`, `reader`, `my_record` (on the own page, without a tag) or `correction`.
        let source: String
        let reader: String?
        /// `none`, `network`, `uid`, `certificate` or `sun`.
        let proof: String?
        let receivedAt: String
        let original: Original
        let quarantine: String?
        let addedBy: String?
        /// For an addition that was requested: the requester, and the approver's comment.
        let askedBy: String?
        let comment: String?
        let reason: String?
        let corrections: [Correction]
    }

    /// The values as reported.
    struct Original: Encodable {
        let kind: String
        let at: String
        let desk: String?
        let away: Bool?
    }

    struct Correction: Encodable {
        let id: String
        let type: String
        let author: String
        /// For a correction that was requested: the requester, and the comment of the author, who approved it.
        let askedBy: String?
        let comment: String?
        let reason: String
        let at: String
        let set: [String: String?]?
    }
}

extension RecordJSON {
    init(
        of person: Person, in period: ClosedRange<CivilDate>, _ days: [RecordDay],
        _ confirmations: [FlagConfirmation], _ notes: [DayNote], offices: [OfficeID: String], asOf: Instant,
        zones: TimeZoneDatabase
    ) {
        user = person.userName
        name = person.displayName
        from = period.lowerBound.description
        to = period.upperBound.description
        self.asOf = asOf.rfc3339()
        timeZoneDatabase = zones.version
        let rows = days.map(\.row.key)
        let (confirmationsByRow, notesByRow) = (confirmations.byRow(rows), notes.byRow(rows))
        self.days = days.map { day in
            Day(
                day, office: offices[day.row.key.office] ?? "",
                (confirmationsByRow[day.row.key] ?? []).map(Confirmation.init),
                (notesByRow[day.row.key] ?? []).map(Note.init))
        }
    }
}

extension RecordJSON.Day {
    init(_ day: RecordDay, office: String, _ confirmations: [RecordJSON.Confirmation], _ notes: [RecordJSON.Note]) {
        let (clock, row) = (LocalClock(zone: day.zone), day.row)
        date = row.key.date.description
        self.office = office
        timeZone = day.zone.name
        firstIn = row.firstIn.map(clock.rfc3339)
        lastOut = row.lastOut.map(clock.rfc3339)
        (workedSeconds, pauseSeconds) = (row.workedSeconds, row.pauseSeconds)
        unconfirmedSeconds = row.unconfirmedSeconds
        flags = row.flags.names
        sessions = day.sessions.map { RecordJSON.Session($0, clock) }
        events = day.events.map { RecordJSON.Event($0, clock) }
        self.confirmations = confirmations
        self.notes = notes
    }
}

extension RecordJSON.Confirmation {
    init(_ confirmation: FlagConfirmation) {
        id = confirmation.id.uuidString.lowercased()
        (flags, author, reason) = (confirmation.flags, confirmation.author.userName, confirmation.reason)
        at = confirmation.at.rfc3339(precision: .milliseconds)
    }
}

extension RecordJSON.Note {
    init(_ note: DayNote) {
        (text, author) = (note.text, note.author.userName)
        at = note.at.rfc3339(precision: .milliseconds)
    }
}

extension RecordJSON.Session {
    init(_ session: Session, _ clock: LocalClock) {
        state = session.state.rawValue
        start = clock.rfc3339(session.start)
        end = session.end.map(clock.rfc3339)
        autoClosedAt = session.autoClosedAt.map(clock.rfc3339)
        workedSeconds = session.workedSeconds
        pauseSeconds = session.pauseSeconds
        unconfirmedSeconds = session.unconfirmedSeconds
        intervals = session.stretches.map { stretch in
            RecordJSON.Interval(
                type: stretch.isPause ? "pause" : "work", desk: stretch.desk?.description,
                away: stretch.isAway ? true : nil, start: clock.rfc3339(stretch.start),
                end: stretch.end.map(clock.rfc3339))
        }
    }
}

extension RecordJSON.Event {
    init(_ history: EventHistory, _ clock: LocalClock) {
        let event = history.event
        id = event.id.uuidString.lowercased()
        type = event.isAdded ? "add" : "tap"
        kind = event.kind.rawValue
        at = clock.exact(event.at)
        (desk, away) = (event.desk?.description, event.isAway ? true : nil)
        status = event.status.rawValue
        source =
            event.isAdded ? "correction" : history.reader != nil ? "reader" : history.isWithoutTag ? "my_record" : "phone"
        reader = history.reader
        proof = history.proof?.rawValue
        receivedAt = clock.exact(event.receivedAt)
        original = RecordJSON.Original(
            kind: history.originalKind.rawValue, at: clock.exact(event.originalAt), desk: history.originalDesk?.description,
            away: history.wasAway ? true : nil)
        quarantine = event.quarantine?.rawValue
        addedBy = history.addition?.author
        (askedBy, comment) = (history.approval?.requester.userName, history.approval?.comment)
        reason = history.addition?.reason
        corrections = history.corrections.map { RecordJSON.Correction($0, clock) }
    }
}

extension RecordJSON.Correction {
    init(_ step: EventHistory.Step, _ clock: LocalClock) {
        let correction = step.correction
        id = correction.id.uuidString.lowercased()
        author = correction.justification.author
        (askedBy, comment) = (step.approval?.requester.userName, step.approval?.comment)
        reason = correction.justification.reason
        at = clock.exact(step.receivedAt)
        switch correction.change {
        case .void: (type, set) = ("void", nil)
        case .restore: (type, set) = ("restore", nil)
        case .amend(let amendment):
            type = "amend"
            var values: [String: String?] = [:]
            if let at = amendment.at { values["at"] = clock.exact(at) }
            if let kind = amendment.kind { values["kind"] = kind.rawValue }
            if let office = amendment.office { values["office"] = office }
            if let desk = amendment.desk { values.updateValue(desk.id?.description, forKey: "desk") }
            set = values
        }
    }
}
