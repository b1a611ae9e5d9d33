import Attendance
import Foundation
import JSON

/// The output of `desktap derive`: each record's outcome, and the state that follows from the accepted records.
struct DeriveOutput {
    private let input: DeriveInput
    private let users: [String]
    private var calendars: OfficeCalendars
    private let log: RecordLog
    private let ingest: [JSONValue]
    private let record: OfficeRecord

    init(_ input: DeriveInput) {
        self.input = input
        var numbers: [String: OfficeID] = [:]
        var calendars: [OfficeID: OfficeCalendar] = [:]
        for (number, office) in input.offices.enumerated() {
            numbers[office.name] = OfficeID(Int64(number))
            calendars[OfficeID(Int64(number))] = OfficeCalendar(office.settings)
        }
        var log = RecordLog(offices: numbers, defaultOffice: input.defaultOffice, policy: input.policy)
        ingest = input.events.map { Self.take($0, into: &log) }
        self.log = log
        users = log.events.keys.sorted()
        var events: [PersonID: [RecordedEvent]] = [:]
        for (number, user) in users.enumerated() { events[PersonID(Int64(number))] = log.events[user] }
        self.calendars = OfficeCalendars(calendars)
        record = OfficeRecord(of: events, in: &self.calendars, asOf: input.asOf)
    }

    private static func take(_ value: JSONValue, into log: inout RecordLog) -> JSONValue {
        var sent: [String: JSONValue] = [:]
        if case .object(let values) = value { sent = values }
        var outcome = IngestOutcome.rejected(.badTime)
        let report = RecordReport(value)
        // The server sets `received_at`, so a record without it was never accepted.
        if case .string(let text) = sent["received_at"], let receivedAt = Instant(rfc3339: text) {
            outcome = log.take(report, receivedAt: receivedAt)
        } else if let reason = Self.reasonBeforeTime(report) {
            outcome = .rejected(reason)
        }
        var id = JSONValue.null
        if case .string(let text) = sent["id"] { id = .string(UUID(uuidString: text)?.uuidString.lowercased() ?? text) }
        return .object(["id": id, "outcome": .string(outcome.name), "reason": JSONValue(outcome.reason)])
    }

    /// The reason for rejection that takes precedence over a wrong time; nil if there is none.
    private static func reasonBeforeTime(_ report: RecordReport) -> RejectionReason? {
        do {
            _ = try report.record()
            return nil
        } catch {
            return [.badID, .badType].contains(error) ? error : nil
        }
    }

    mutating func json() -> JSONValue {
        var sessions: [JSONValue] = []
        var rows: [JSONValue] = []
        var anomalies: [JSONValue] = []
        for (number, user) in users.enumerated() {
            guard let person = record.people[PersonID(Int64(number))] else { continue }
            for session in person.sessions { sessions.append(json(session, user)) }
            for row in person.rows { rows.append(json(row, user)) }
            for unmatchedTap in person.unmatchedTaps { anomalies.append(json(unmatchedTap, user)) }
        }
        return .object([
            "ingest": .array(ingest),
            "pending": JSONValue(log.pending.map { $0.uuidString.lowercased() }),
            "sessions": .array(sessions),
            "rows": .array(rows),
            "anomalies": .array(anomalies),
            "map": .array(record.map.holders(at: input.asOf).map { json($0.desk, $0.holder) }),
            "deskless": JSONValue(record.map.deskless(at: input.asOf).sorted().map { users[Int($0.rawValue)] }),
        ])
    }

    private func name(_ office: OfficeID) -> JSONValue { .string(input.offices[Int(office.rawValue)].name) }

    /// An instant in the office's local time of this working day.
    private mutating func local(_ seconds: Int64?, _ office: OfficeID, _ date: CivilDate) -> JSONValue {
        guard let seconds else { return .null }
        let offset = calendars[office].offset(at: seconds, on: date)
        return .string(Instant(millisecondsSince1970: seconds * 1000).rfc3339(offset: Int(offset)))
    }

    private mutating func json(_ session: Session, _ user: String) -> JSONValue {
        let (office, date) = (session.office, session.workingDay.date)
        var intervals: [JSONValue] = []
        for stretch in session.stretches {
            intervals.append(
                .object([
                    "type": .string(stretch.isPause ? "pause" : "work"),
                    "office": name(stretch.office),
                    "desk": JSONValue(stretch.desk?.description),
                    "start": local(stretch.start, office, date),
                    "end": local(stretch.end, office, date),
                ]))
        }
        var notes: [JSONValue] = []
        for note in session.notes {
            notes.append(
                .object([
                    "code": .string(note.code.rawValue), "at": local(note.at, office, date),
                    "event": .string(note.event.uuidString.lowercased()),
                ]))
        }
        return .object([
            "user": .string(user),
            "office": name(office),
            "work_date": .string(date.description),
            "state": .string(session.state.rawValue),
            "start": local(session.start, office, date),
            "end": local(session.end, office, date),
            "auto_closed_at": local(session.autoClosedAt, office, date),
            "worked_s": JSONValue(session.workedSeconds),
            "pause_s": JSONValue(session.pauseSeconds),
            "unconfirmed_s": JSONValue(session.unconfirmedSeconds),
            "intervals": .array(intervals),
            "notes": .array(notes),
        ])
    }

    private mutating func json(_ row: DailyRow, _ user: String) -> JSONValue {
        let (office, date) = (row.key.office, row.key.date)
        var fields: [String: JSONValue] = [
            "user": .string(user),
            "work_date": .string(date.description),
            "office": name(office),
            "tz": .string(calendars[office].settings(for: date).zone.name),
            "first_in": local(row.firstIn, office, date),
            "last_out": local(row.lastOut, office, date),
            "worked_s": JSONValue(row.workedSeconds),
            "worked_hhmm": .string(WorkedTime.hoursAndMinutes(row.workedSeconds)),
            "worked_hours": .string(WorkedTime.decimalHours(row.workedSeconds)),
            "worked_rounded_s": JSONValue(input.rounding.rounded(row.workedSeconds)),
            "pause_s": JSONValue(row.pauseSeconds),
            "unconfirmed_s": JSONValue(row.unconfirmedSeconds),
            "sessions": JSONValue(Int64(row.sessions)),
            "flags": JSONValue(row.flags.names),
        ]
        if input.offices[Int(office.rawValue)].settings.nightBand != nil {
            fields["night_s"] = JSONValue(row.nightSeconds)
        }
        return .object(fields)
    }

    private mutating func json(_ unmatchedTap: UnmatchedTap, _ user: String) -> JSONValue {
        .object([
            "user": .string(user),
            "code": .string(unmatchedTap.code.rawValue),
            "at": local(unmatchedTap.at, unmatchedTap.office, unmatchedTap.workingDay.date),
            "event": .string(unmatchedTap.event.uuidString.lowercased()),
            "work_date": .string(unmatchedTap.workingDay.date.description),
        ])
    }

    private mutating func json(_ desk: DeskMap.Desk, _ holder: DerivedDeskMap.Holder) -> JSONValue {
        let day = calendars[desk.office].workingDay(at: holder.since.seconds)
        return .object([
            "office": name(desk.office),
            "desk": .string(desk.desk.description),
            "user": .string(users[Int(holder.person.rawValue)]),
            "state": .string(holder.state.rawValue),
            "since": local(holder.since.seconds, desk.office, day.date),
        ])
    }
}

extension JSONValue {
    fileprivate init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    fileprivate init(_ number: Int64) { self = .integer(number) }
    fileprivate init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }
}
