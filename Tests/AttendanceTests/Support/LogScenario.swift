import Attendance
import Foundation
import Testing

/// A log written in short lines; its outcomes, sessions, rows and map are short lines too.
///
/// A line is a record: its number, then `ada start A1 21T09:00` for a tap, `add ada end 21T18:00` for an addition, `amend 1
/// at=21T10:00 desk=B1`, `void 1` or `restore 1` for a correction. `21T09:00` is that time on a day of November 2026 in
/// Tokyo; other instants are written in full. `recv=` is the time of arrival: by default the tap's own time, and 25 November
/// for corrections. Other words of a tap are its desk, or `office=Berlin`.
struct LogScenario {
    var offices = [("Berlin", "Europe/Berlin"), ("Tokyo", "Asia/Tokyo")]
    var boundary = "00:00"
    var policy = AttendancePolicy()
    var later: [(office: String, from: CivilDate, settings: OfficeSettings)] = []
    /// In the form used in lines.
    var asOf = "30T00:00"
    var log: [String]

    init(_ log: String..., boundary: String = "00:00", asOf: String = "30T00:00") {
        self.log = log
        self.boundary = boundary
        self.asOf = asOf
    }

    static func instant(_ text: String) -> String {
        let parts = text.split(separator: "T")
        guard parts.count == 2, parts[0].count == 2 else { return text }
        return "2026-11-\(parts[0])T\(parts[1])" + (parts[1].count == 5 ? ":00" : "") + "+09:00"
    }

    /// An instant in the form used in lines.
    static func short(_ text: String) -> String {
        text.hasPrefix("2026-11-") && text.hasSuffix("+09:00")
            ? String(text.dropFirst(8).dropLast(6)).replacing(/:00$/, with: "") : text
    }

    static func id(_ number: some StringProtocol) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
    }

    static func number(_ id: UUID) -> String { String(id.uuidString.suffix(12).drop { $0 == "0" }) }

    static func report(_ line: String) -> (report: RecordReport, receivedAt: Instant?) {
        var words = line.split(separator: " ")[...]
        var report = RecordReport()
        report.id = .text(id(words.removeFirst()))
        var received = "25T00:00"
        report.type = .text("tap")
        let first = words.first ?? ""
        if ["add", "amend", "void", "restore"].contains(first) {
            report.type = .text(String(words.removeFirst()))
            report.author = .text("bo")
            report.reason = .text("forgot to tap")
        }
        if ["amend", "void", "restore"].contains(first) {
            report.target = .text(id(words.removeFirst()))
        } else {
            report.user = .text(String(words.removeFirst()))
            report.kind = .text(String(words.removeFirst()))
        }
        for word in words {
            let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch pair[0] {
            case "recv": received = pair[1]
            case "office" where first != "amend": report.office = .text(pair[1])
            case let name where pair.count == 2: report.set[name] = .text(name == "at" ? instant(pair[1]) : pair[1])
            case let text where text.contains(/^[0-9]+(-|T)/) && text.contains(":"):
                report.at = .text(instant(text))
                if first != "add" { received = text }
            case let text: report.desk = .text(text)
            }
        }
        return (report, Instant(rfc3339: instant(received)))
    }

    /// The outcome of each record.
    func outcomes() throws -> [String] {
        var recordLog = recordLog
        return try log.map { line in
            let (report, receivedAt) = Self.report(line)
            let outcome = recordLog.take(report, receivedAt: try #require(receivedAt))
            return outcome.name + (outcome.reason.map { " \($0)" } ?? "")
        }
    }

    private var recordLog: RecordLog {
        RecordLog(
            offices: Dictionary(uniqueKeysWithValues: offices.enumerated().map { ($1.0, OfficeID(Int64($0))) }),
            defaultOffice: "Tokyo", policy: policy)
    }

    /// A log with all records ingested.
    func ingested() throws -> RecordLog {
        var recordLog = recordLog
        for line in log {
            let (report, receivedAt) = Self.report(line)
            _ = recordLog.take(report, receivedAt: try #require(receivedAt))
        }
        return recordLog
    }

    func calendars() throws -> OfficeCalendars {
        var calendars: [OfficeID: OfficeCalendar] = [:]
        let zones = try systemZones()
        for (number, office) in offices.enumerated() {
            let settings = OfficeSettings(
                zone: try zones.rules(of: office.1), dayBoundary: try #require(OfficeSettings.timeOfDay(boundary)),
                policy: policy)
            calendars[OfficeID(Int64(number))] = OfficeCalendar(
                settings, later: later.filter { $0.office == office.0 }.map { ($0.from, $0.settings) })
        }
        return OfficeCalendars(calendars)
    }

    func result() throws -> ScenarioResult {
        var calendars = try calendars()
        let asOf = try #require(Instant(rfc3339: Self.instant(asOf)))
        let events = try ingested().events
        let users = events.keys.sorted()
        let numbered = Dictionary(uniqueKeysWithValues: users.enumerated().map { (PersonID(Int64($0)), events[$1] ?? []) })
        let record = OfficeRecord(of: numbered, in: &calendars, asOf: asOf)
        return ScenarioResult(record: record, users: users, offices: offices.map(\.0), calendars: calendars, asOf: asOf)
    }

    func rows() throws -> [String] {
        var result = try result()
        return result.rows
    }

    func sessions() throws -> [String] {
        var result = try result()
        return result.sessions
    }
}

/// The record derived from a log.
struct ScenarioResult {
    let record: OfficeRecord
    let users: [String]
    let offices: [String]
    var calendars: OfficeCalendars
    let asOf: Instant

    private mutating func time(_ seconds: Int64?, _ office: OfficeID, _ date: CivilDate) -> String {
        guard let seconds else { return "" }
        let offset = Int(calendars[office].offset(at: seconds, on: date))
        return LogScenario.short(Instant(millisecondsSince1970: seconds * 1000).rfc3339(offset: offset))
    }

    private func sums(_ worked: Int64, _ pause: Int64, _ unconfirmed: Int64) -> String {
        [("work", worked), ("pause", pause), ("unconfirmed", unconfirmed)].filter { $0.1 != 0 }
            .map { " \($0.0) \($0.1)" }.joined()
    }

    /// `ada 2026-11-21 Tokyo 21T09:00/21T18:00 work 28800 pause 3600 x1 [late;open]`
    var rows: [String] {
        mutating get {
            var lines: [String] = []
            for (number, user) in users.enumerated() {
                for row in record.people[PersonID(Int64(number))]?.rows ?? [] {
                    let (office, date) = (row.key.office, row.key.date)
                    let span = time(row.firstIn, office, date) + "/" + time(row.lastOut, office, date)
                    lines.append(
                        "\(user) \(date) \(offices[Int(office.rawValue)]) \(span)"
                            + sums(row.workedSeconds, row.pauseSeconds, row.unconfirmedSeconds)
                            + " x\(row.sessions) [\(row.flags.names.joined(separator: ";"))]")
                }
            }
            return lines
        }
    }

    /// `ada closed 21T09:00/21T18:00 work A1 3600, pause A1 60, work B1 open; desk_move 3`
    var sessions: [String] {
        mutating get {
            var lines: [String] = []
            for (number, user) in users.enumerated() {
                for session in record.people[PersonID(Int64(number))]?.sessions ?? [] {
                    let (office, date) = (session.office, session.workingDay.date)
                    let stretches = session.stretches.map { stretch in
                        (stretch.isPause ? "pause " : "work ") + (stretch.desk?.description ?? (stretch.isAway ? "away" : "?"))
                            + (stretch.end.map { " \($0 - stretch.start)" } ?? " open")
                    }
                    let notes = session.notes.map { "; \($0.code.rawValue) \(LogScenario.number($0.event))" }
                    lines.append(
                        "\(user) \(session.state) \(time(session.start, office, date))/"
                            + time(session.end ?? session.autoClosedAt, office, date) + " "
                            + stretches.joined(separator: ", ") + notes.joined())
                }
            }
            return lines
        }
    }

    /// `Tokyo A1 ada work 21T09:00`
    var map: [String] {
        mutating get {
            var lines: [String] = []
            for (desk, holder) in record.map.holders(at: asOf) {
                let since = holder.since.seconds
                let day = calendars[desk.office].workingDay(at: since)
                lines.append(
                    "\(offices[Int(desk.office.rawValue)]) \(desk.desk) \(users[Int(holder.person.rawValue)]) \(holder.state) "
                        + time(since, desk.office, day.date))
            }
            return lines
        }
    }

    var deskless: [String] { record.map.deskless(at: asOf).sorted().map { users[Int($0.rawValue)] } }
}
