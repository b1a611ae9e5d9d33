import Attendance
import AttendanceStore

/// Turns people and their rows into lines of the attendance page, each with the way to put it right.
struct DayLines: Sendable {
    private let choice: AttendanceChoice
    private let around: AttendancePage.Surroundings

    init(_ choice: AttendanceChoice, _ around: AttendancePage.Surroundings) {
        (self.choice, self.around) = (choice, around)
    }

    func person(_ person: AttendanceReport.PersonTotals, _ days: [DailyRow]) -> AttendancePage.Line {
        let isOpen = person.user == choice.opened
        let rows = isOpen ? days.map { line($0, of: person.user, person.name) } : []
        let month = choice.period.lowerBound.yearAndMonth
        let totals = person.totals
        return AttendancePage.Line(
            id: Self.anchor(person.user), user: person.user, name: person.name,
            recordAddress: record(person.user) + "?month=\(month)",
            sheetAddress: Address.monthSheet(person.user) + "?month=\(month)",
            openAddress: choice.with { $0.opened = isOpen ? nil : person.user }.address + "#" + Self.anchor(person.user),
            isOpen: isOpen, worked: hoursAndMinutes(totals.worked), pause: hoursAndMinutes(totals.pause),
            unconfirmed: totals.unconfirmed > 0 ? hoursAndMinutes(totals.unconfirmed) : "", days: totals.days,
            flags: totals.flagged > 0 ? "\(totals.flagged)" : "", isUrgent: totals.urgent > 0, rows: rows,
            hasRows: !rows.isEmpty)
    }

    func line(_ row: DailyRow, of user: String, _ name: String) -> AttendancePage.DayLine {
        let date = row.key.date
        let clock = LocalClock(zone: around.calendars[row.key.office].settings(for: date).zone)
        let lastOut = row.lastOut.map { DayModel.time($0, on: date, clock) } ?? (row.flags.contains(.open) ? "now" : "?")
        return AttendancePage.DayLine(
            name: name, user: user, date: "\(date.weekday.prefix(3)) \(date.short)",
            dayAddress: "\(record(user))?month=\(date.yearAndMonth)&day=\(date)",
            span: row.firstIn.map { DayModel.time($0, on: date, clock) + " – " + lastOut } ?? "no work",
            pause: row.pauseSeconds > 0 ? hoursAndMinutes(row.pauseSeconds) : "", worked: hoursAndMinutes(row.workedSeconds),
            office: around.officeNames.count > 1 ? around.officeNames[row.key.office] : nil,
            flags: row.flags.names.map(DayModel.Flag.init),
            fixes: fixes(row, of: user))
    }

    /// What can be done about the flags of a row, each where it is done.
    private func fixes(_ row: DailyRow, of user: String) -> [AttendancePage.Link] {
        let isOwn = user == around.viewer.userName
        let form = isOwn ? Address.myAsk : Address.correctPerson(user)
        var fixes: [AttendancePage.Link] = []
        func add(_ name: String, _ address: String) {
            if !fixes.contains(where: { $0.name == name }) {
                fixes.append(AttendancePage.Link(name: name, address: address, isCurrent: false))
            }
        }
        func add(_ kind: TapKind, _ name: String) { add(name, "\(form)?day=\(row.key.date)&kind=\(kind.rawValue)") }
        for flag in row.flags.names {
            switch flag {
            case "missing_end": add(.end, "Add the end")
            case "end_without_start", "pause_without_start": add(.start, "Add the start")
            case "suspect_missing_pause": add(.pause, "Add the break")
            case "suspect_missing_start": add(.start, "Add the end of the break")
            case "quarantined" where !isOwn: add("Decide on the tap put aside", Address.quarantine)
            default: break
            }
        }
        return fixes
    }

    private func record(_ user: String) -> String {
        user == around.viewer.userName ? Address.me : Address.person(user)
    }

    /// Of letters, digits and underscores, so that a link to it needs no encoding; no two people share one.
    private static func anchor(_ user: String) -> String {
        "person-" + Address.percentEncoded(user).replacing("_", with: "__").replacing("%", with: "_")
    }
}
