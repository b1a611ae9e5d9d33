import Attendance
import AttendanceStore
import Localization
import WebServer

/// Makes the lines of a list from people and their daily rows, with links to correct them.
struct AttendanceRows: Sendable {
    private let viewer: Person
    private let calendars: OfficeCalendars
    private let officeNames: [OfficeID: String]
    /// The address of the list.
    private let list: String
    /// The list to return to after a correction; nil: its address is too long for a link.
    private let back: String?
    private let today: CivilDate?
    private let canCorrect: @Sendable (_ user: String) -> Bool

    /// - Parameters:
    ///   - today: dates of its year are without the year; nil: all dates have it.
    ///   - canCorrect: whether the viewer can correct this person's record without a request.
    init(
        _ viewer: Person, calendars: OfficeCalendars, officeNames: [OfficeID: String], list: String, today: CivilDate? = nil,
        canCorrect: @escaping @Sendable (_ user: String) -> Bool
    ) {
        (self.viewer, self.calendars, self.officeNames, self.canCorrect) = (viewer, calendars, officeNames, canCorrect)
        self.today = today
        self.list = list
        // Encoded in a link it is up to three times as long.
        back = list.utf8.count <= 1000 ? ReturnAddress(list + Self.top)?.text : nil
    }

    /// - Parameters:
    ///   - balance: nil: no schedule applies to the person in the period.
    ///   - last: the day of the balance.
    func person(
        _ person: AttendanceReport.PersonTotals, _ days: [ShownRow], _ balance: BalanceColumns.Texts?,
        on last: CivilDate, _ choice: AttendanceChoice
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
            personTarget: balance?.target, personCredit: balance?.credited, personDifference: balance?.difference,
            personBalance: balance?.balance,
            balanceAddress: balance.map { _ in "\(record(person.user))?month=\(last.yearAndMonth)" },
            unconfirmed: totals.time.openIfAny ?? "", days: totals.days,
            flags: totals.urgent > 0 ? "\(totals.urgent)" : nil, rows: rows)
    }

    /// The address of the page with the days of a person, or without them if they are shown.
    func openAddress(_ user: String, _ choice: AttendanceChoice, isOpen: Bool = false) -> String {
        choice.with { $0.opened = isOpen ? nil : user }.address + "#" + Self.anchor(user)
    }

    /// The lines of rows that need attention. The form of a line returns to the form of the next one.
    /// - Parameters:
    ///   - daysAddress: the days of a person on this page; nil: they are on the person's record.
    ///   - request: the address of a request for a correction of the day; nil: none waits.
    func attention(
        _ rows: ArraySlice<AttendanceReport.FlaggedRow>, _ ends: MissingEnds, _ questions: ClockOutQuestions?,
        daysAddress: (_ user: String) -> String? = { _ in nil }, request: (AttendanceReport.FlaggedRow) -> String?
    ) -> [AttendancePage.DayLine] {
        var next = Self.top
        let users = Dictionary(grouping: rows, by: \.name).mapValues { Set($0.map(\.user)) }
        let lines: [AttendancePage.DayLine] = rows.reversed().map { row in
            var line = self.line(
                row.shown, of: row.user, row.name, home: row.home, daysAddress: daysAddress(row.user), request: request(row),
                end: ends[row], asked: questions?.question(row), canAsk: questions?.canAsk(row) ?? false)
            if users[row.name, default: []].count > 1 { line.user = row.user }
            guard line.endForm != nil else { return line }
            line.endBack = ReturnAddress(list + next)?.text
            next = "#" + line.endID
            return line
        }
        return lines.reversed()
    }

    /// - Parameters:
    ///   - home: the person's own office; nil: the person has left.
    ///   - daysAddress: the person's days on this page; nil: they are on the person's record.
    ///   - request: the address of a request for a correction of the day; nil: none waits.
    ///   - end: the clock-out that the day lacks, for the form of the line; nil: the line has no form.
    ///   - asked: the question for the clock-out; nil: none was asked.
    ///   - canAsk: whether the viewer can ask for it now.
    private func line(
        _ shown: ShownRow, of user: String, _ name: String, home: OfficeID?, daysAddress: String? = nil,
        request: String? = nil, end: MissingEnds.End? = nil, asked: DayQuestion? = nil, canAsk: Bool = false
    ) -> AttendancePage.DayLine {
        let (row, time) = (shown.row, shown.time)
        let change = change(user)
        // The request has the time that the person remembers.
        let end = request == nil ? end : nil
        // HR does not have to wait for the decision.
        var actions = request == nil || change.isCorrection ? fixes(row, of: user, hasForm: end != nil) : []
        if let request { actions.insert(Link(name: localized("hr.fix.asked"), address: request), at: 0) }
        let isElsewhere = home.map { $0 != row.key.office } ?? false
        let date = row.key.date
        let clock = clock(row)
        let endID = "end-\(Self.anchor(user))-\(date)"
        let askedOn = request == nil ? asked.map { clock.date($0.at.seconds).dayAndMonth } : nil
        var question: AttendancePage.QuestionForm?
        if request == nil, canAsk {
            question = AttendancePage.QuestionForm(
                askAction: Address.askForClockOut(user, date, in: row.key.office),
                askBack: ReturnAddress(list + (end == nil ? Self.top : "#" + endID))?.text)
        }
        return AttendancePage.DayLine(
            name: name, hasLeft: home == nil,
            daysAddress: daysAddress ?? "\(record(user))?month=\(date.yearAndMonth)\(RecordPage.daysFragment)",
            date: today.map { date.withWeekday(today: $0) } ?? date.withWeekday,
            dayAddress: dayAddress(row.key, of: user, isElsewhere: isElsewhere),
            span: firstIn(row, clock).map { $0 + " – " + lastOut(row, clock) } ?? localized("hr.noWork"),
            pause: time.pauseIfAny ?? "", worked: time.workedInWords,
            office: officeNames.count > 1 ? officeNames[row.key.office] : nil,
            flags: row.flags.names.map(DayModel.Flag.init),
            issues: row.flags.intersection(.urgent).names.map(DayModel.Flag.init), isUncounted: row.uncountedSince != nil,
            endForm: end.map { DayModel.EndForm(date: $0.date, time: $0.time, change) },
            endID: endID, endAfter: end?.after ?? "", endUntil: end?.until ?? "",
            fixes: actions,
            asked: askedOn.map { localized("hr.asked", ["day": $0]) }, question: question,
            others: request == nil ? others(row, of: user) : nil,
            confirmation: user == viewer.userName ? nil : FlagConfirmationForm(row, of: user, back: back))
    }

    /// - Parameter home: the person's own office; nil: the person has left.
    func changed(_ day: ChangedDay, home: OfficeID?) -> ExportChangesPage.Day {
        func hours(_ shown: ShownRow?) -> ExportChangesPage.Hours {
            ExportChangesPage.Hours(
                span: shown.flatMap { span([$0.row]) }, worked: (shown?.time ?? .zero).workedInWords)
        }
        return ExportChangesPage.Day(
            name: day.displayName, user: day.userName, date: day.key.date.withWeekday,
            dayAddress: dayAddress(
                day.key, of: day.userName, isElsewhere: home.map { $0 != day.key.office } ?? false),
            office: officeNames.count > 1 ? officeNames[day.key.office] : nil,
            before: hours(day.before), after: hours(day.after))
    }

    private func dayAddress(_ key: DailyRow.Key, of user: String, isElsewhere: Bool) -> String {
        record(user) + RequestModel.day(key.date, id: key.elementID(isElsewhere: isElsewhere))
    }

    /// The first clock-in and the last clock-out of the rows of a day, such as `09:00 – 18:00`, or `09:00 –` during a session; nil
    /// without work.
    func span(_ day: [DailyRow]) -> String? {
        let rows = day.filter { $0.firstIn != nil }.sorted { ($0.firstIn ?? 0) < ($1.firstIn ?? 0) }
        guard let first = rows.first, let last = rows.last, let start = firstIn(first, clock(first)) else { return nil }
        return start + " –" + (last.flags.contains(.open) ? "" : " " + lastOut(last, clock(last)))
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
    /// - Parameter hasForm: whether the line has a form for a missing clock-out.
    private func fixes(_ row: DailyRow, of user: String, hasForm: Bool) -> [Link] {
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
            case "missing_end": if !hasForm { add(.end, "end") }
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

    /// The beginning of the list.
    private static let top = "#attention"

    /// The element id of a person: unique, and without characters that need encoding in a link.
    private static func anchor(_ user: String) -> String {
        "person-" + Address.percentEncoded(user).replacing("_", with: "__").replacing("%", with: "_")
    }
}
