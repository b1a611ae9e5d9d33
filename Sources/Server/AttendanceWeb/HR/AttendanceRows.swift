import Attendance
import AttendanceStore
import Localization
import WebServer

/// Makes the lines of a list from people and their daily rows, with links to correct them.
struct AttendanceRows: Sendable {
    private let viewer: Person
    private let calendars: OfficeCalendars
    private let officeNames: [OfficeID: String]
    /// The list to return to after a correction; nil: its address is too long for a link.
    private let back: String?
    private let canCorrect: @Sendable (_ user: String) -> Bool

    /// - Parameter canCorrect: whether the viewer can correct this person's record without a request.
    init(
        _ viewer: Person, calendars: OfficeCalendars, officeNames: [OfficeID: String], back: String,
        canCorrect: @escaping @Sendable (_ user: String) -> Bool
    ) {
        (self.viewer, self.calendars, self.officeNames, self.canCorrect) = (viewer, calendars, officeNames, canCorrect)
        // Encoded in a link it is up to three times as long.
        self.back = back.utf8.count <= 1000 ? ReturnAddress(back)?.text : nil
    }

    func person(
        _ person: AttendanceReport.PersonTotals, _ days: [ShownRow], _ choice: AttendanceChoice
    ) -> AttendancePage.Line {
        let isOpen = choice.opened.map { UserName.isSame($0, person.user) } ?? false
        let rows = isOpen ? days.map { line($0, of: person.user, person.name, home: person.home) } : []
        let month = choice.period.lowerBound.yearAndMonth
        let list = choice.address + "#" + Self.anchor(person.user)
        // The sheet's route accepts no longer parameter.
        let back = list.utf8.count <= QueryParameters.maximumLength ? [("back", list)] : []
        let totals = person.totals
        let day = person.day.map(\.row).filter { $0.firstIn != nil }
        return AttendancePage.Line(
            id: Self.anchor(person.user), user: person.user, name: person.name, hasLeft: person.home == nil,
            recordAddress: record(person.user) + "?month=\(month)",
            sheetAddress: Address.monthSheet(person.user) + "?" + Address.query([("month", month)] + back),
            openAddress: openAddress(person.user, choice, isOpen: isOpen), isOpen: isOpen,
            firstIn: day.min { ($0.firstIn ?? 0) < ($1.firstIn ?? 0) }.flatMap { firstIn($0, clock($0)) } ?? "",
            lastOut: day.max { ($0.firstIn ?? 0) < ($1.firstIn ?? 0) }.map { lastOut($0, clock($0)) } ?? "",
            worked: totals.time.workedInWords, pause: totals.time.pauseInWords,
            unconfirmed: totals.time.openIfAny ?? "", days: totals.days,
            flags: totals.urgent > 0 ? "\(totals.urgent)" : nil, rows: rows)
    }

    /// The address of the page with the days of a person, or without them if they are shown.
    func openAddress(_ user: String, _ choice: AttendanceChoice, isOpen: Bool = false) -> String {
        choice.with { $0.opened = isOpen ? nil : user }.address + "#" + Self.anchor(user)
    }

    /// - Parameters:
    ///   - home: the person's own office; nil: the person has left.
    ///   - daysAddress: the person's days on this page; nil: they are on the person's record.
    ///   - request: the address of a request for a correction of the day; nil: none waits.
    func line(
        _ shown: ShownRow, of user: String, _ name: String, home: OfficeID?, daysAddress: String? = nil,
        request: String? = nil
    ) -> AttendancePage.DayLine {
        let (row, time) = (shown.row, shown.time)
        // HR does not have to wait for the decision.
        var actions = request == nil || change(user).isCorrection ? fixes(row, of: user) : []
        if let request { actions.insert(Link(name: localized("hr.fix.asked"), address: request), at: 0) }
        if user != viewer.userName, !row.flags.isDisjoint(with: .confirmable) {
            let said = back.map { "&" + Address.query([("back", $0)]) } ?? ""
            actions.append(Link(name: localized("hr.fix.confirm"), address: Address.confirmFlags(user, row.key.date) + said))
        }
        let isElsewhere = home.map { $0 != row.key.office } ?? false
        let date = row.key.date
        let clock = clock(row)
        return AttendancePage.DayLine(
            name: name, user: user, hasLeft: home == nil,
            daysAddress: daysAddress ?? "\(record(user))?month=\(date.yearAndMonth)\(RecordPage.daysFragment)",
            date: date.withWeekday,
            dayAddress: "\(record(user))?month=\(date.yearAndMonth)&day=\(date)#"
                + row.key.elementID(isElsewhere: isElsewhere),
            span: firstIn(row, clock).map { $0 + " – " + lastOut(row, clock) } ?? localized("hr.noWork"),
            pause: time.pauseIfAny ?? "", worked: time.workedInWords,
            office: officeNames.count > 1 ? officeNames[row.key.office] : nil,
            flags: row.flags.names.map(DayModel.Flag.init),
            uncountedSince: RecordWords.uncountedSince(row, clock), fixes: actions,
            others: request == nil ? others(row, of: user) : nil)
    }

    private func clock(_ row: DailyRow) -> LocalClock {
        LocalClock(zone: calendars[row.key.office].settings(for: row.key.date).zone)
    }

    private func firstIn(_ row: DailyRow, _ clock: LocalClock) -> String? {
        row.firstIn.map { clock.time($0, on: row.key.date) }
    }

    private func lastOut(_ row: DailyRow, _ clock: LocalClock) -> String {
        row.lastOut.map { clock.time($0, on: row.key.date) }
            ?? (row.flags.contains(.open) ? localized("record.now") : "?")
    }

    /// Links to the pages that resolve the flags of a row.
    private func fixes(_ row: DailyRow, of user: String) -> [Link] {
        let change = change(user)
        var fixes: [Link] = []
        func add(_ key: String, _ address: String) {
            let name = change.isCorrection ? localized("hr.fix.\(key)") : localized("hr.ask.\(key)")
            if !fixes.contains(where: { $0.name == name }) {
                fixes.append(Link(name: name, address: address))
            }
        }
        func add(_ kind: TapKind, _ key: String) {
            let kind = key == "pauseEnd" ? CorrectionForm.resume : kind.rawValue
            add(
                key,
                "\(change.link(day: row.key.date))&"
                    + Address.query([("kind", kind)] + (back.map { [("back", $0)] } ?? [])))
        }
        for flag in row.flags.names {
            switch flag {
            case "missing_end": add(.end, "end")
            case "end_without_start", "pause_without_start":
                add(.start, "start")
                // The tap can also be on a wrong day.
                add("tap", record(user) + RequestModel.day(row.key.date))
            case "suspect_missing_pause": add(.pause, "pause")
            case "suspect_missing_start": add(.start, "pauseEnd")
            case "quarantined" where change.isCorrection: add("quarantine", Address.quarantine)
            default: break
            }
        }
        return fixes
    }

    /// A note that only other people can resolve a flag of this row; nil if there is none.
    private func others(_ row: DailyRow, of user: String) -> String? {
        row.flags.contains(.quarantined) && !change(user).isCorrection ? localized("hr.fix.others") : nil
    }

    private func change(_ user: String) -> RecordChange {
        RecordChange(of: user, isOwn: user == viewer.userName, canCorrect: canCorrect(user))
    }

    private func record(_ user: String) -> String { user == viewer.userName ? Address.me : Address.person(user) }

    /// The element id of a person: unique, and without characters that need encoding in a link.
    private static func anchor(_ user: String) -> String {
        "person-" + Address.percentEncoded(user).replacing("_", with: "__").replacing("%", with: "_")
    }
}
