import Attendance
import AttendanceExport
import AttendanceStore
import FoundationEssentials
import Localization

/// A day of a record as pages show it.
struct DayModel: Sendable {
    struct Flag: Sendable {
        let name: String
        let words: String
        let isUrgent: Bool

        init(_ name: String) {
            self.name = name
            words = RecordWords.flag(name)
            isUrgent = RecordWords.urgent.contains(name)
        }

        private init(words: String) { (name, self.words, isUrgent) = ("hours", words, false) }

        /// The holiday, absences, adjustments and warnings of a day. None of them is urgent.
        static func flags(_ hours: ShownDayHours) -> [Flag] { hours.marks.map { Flag(words: $0) } }

        /// nil for a request whose effect other flags show.
        init?(_ request: RequestModel) {
            switch request.state {
            case CorrectionRequest.State.open.rawValue: self.init(request.addsEnd ? "end_requested" : "requested")
            case CorrectionRequest.State.refused.rawValue: self.init("rejected")
            default: return nil
            }
        }
    }

    /// The form that adds or requests a clock-out.
    struct EndForm: Sendable {
        let endAction: String
        /// Generated with the form, so that a form sent twice adds one clock-out.
        let endFormID = UUID().uuidString.lowercased()
        let endDate: String
        /// The person's usual time, or the time that was requested last; empty: unknown.
        let endTime: String
        let isUsualTime: Bool
        let endReason: String
        let endVerb: String
        /// Who reviews a request; nil for a correction.
        let endReview: String?

        /// - Parameter time: the usual one; nil: unknown.
        init(date: CivilDate, time: String?, _ change: RecordChange) {
            self.init(date: date.description, time: time ?? "", isUsual: time != nil, change)
        }

        /// The same form as at the top of the own page.
        init(_ forgotten: ForgottenEnd, _ change: RecordChange) {
            self.init(date: forgotten.date, time: forgotten.time, isUsual: forgotten.isUsualTime, change)
        }

        private init(date: String, time: String, isUsual: Bool, _ change: RecordChange) {
            endAction = change.address
            (endDate, endTime, isUsualTime) = (date, time, isUsual)
            endReason = localized(change == .ask(Address.myAsk) ? "tap.forgotten.because" : "correction.forgotten")
            endVerb = localized(change.isCorrection ? "account.save" : "correction.verb.ask")
            endReview = change.reviewWords
        }
    }

    /// A drawn stretch, in minutes after midnight.
    struct Bar: Sendable, Equatable {
        let from: Int64
        let length: Int64
        let kind: String
    }

    let id: String
    let key: DailyRow.Key
    let weekday: String
    let date: String
    let inWords: String
    let isToday: Bool
    let isOpen: Bool
    /// Whether the record has nothing on the day, so that there is no line to draw.
    let isPlain: Bool
    /// nil: no schedule applies on the day, or the day has them at an earlier row.
    let dayHours: ShownDayHours?
    /// The name of the office; nil for the person's own office.
    let elsewhere: String?
    /// First in and last out; on a day without work, the holiday or that there is none.
    let span: String
    /// nil: the person is still at work, and all time is since the last tap.
    let worked: String?
    let pause: String?
    /// From when a session without a clock-out does not count (``RecordWords/uncountedSince(_:_:)``).
    let uncountedSince: String?
    /// nil: no session of the day lacks a clock-out, a request for it waits, or the day is in another office, whose clock the form does
    /// not read. A session that is still open lacks none.
    private(set) var endForm: EndForm?
    private(set) var flags: [Flag]
    /// The correction requests about the day.
    private(set) var requests: [RequestModel] = []
    let bars: [Bar]
    let taps: [TapModel]
    let addAddress: String
    /// The answers that nothing is missing.
    let confirmations: [FlagConfirmationModel]
    /// The form for such an answer; nil: no flag of the day can be confirmed, or the viewer cannot do it.
    let confirmation: FlagConfirmationForm?
    let dayNotes: [DayNoteModel]
    /// nil: the viewer cannot write a note, or the day has it at an earlier row.
    let noteForm: DayNoteModel.Form?

    /// - Parameters:
    ///   - hidden: the flags that the day does not name.
    ///   - usual: the person's usual clock-out, which the form for a forgotten one proposes; nil: it proposes none.
    ///   - forgotten: the form at the top of the own page; nil: there is none.
    init(
        _ day: RecordDay, _ time: ShownTime, names: [String: String], change: RecordChange, isOpen: Bool, today: CivilDate,
        hidden: RowFlags, hours: ShownDayHours?, office elsewhere: String?, showsSuspicious: Bool, usual: UsualClockOut?,
        forgotten: ForgottenEnd?, confirmations: [FlagConfirmationModel], confirmation: FlagConfirmationForm?,
        notes: [DayNoteModel], noteForm: DayNoteModel.Form?
    ) {
        let (row, clock, date) = (day.row, LocalClock(zone: day.zone), day.row.key.date)
        id = row.key.elementID(isElsewhere: elsewhere != nil)
        key = row.key
        weekday = date.shortWeekday
        self.date = String(date.components.day)
        inWords = date.long
        isToday = date == today
        self.isOpen = isOpen
        (isPlain, dayHours) = (false, hours)
        self.elsewhere = elsewhere
        let isStillOpen = row.flags.contains(.open)
        // A short end stays on the line of its range. A line can break between a dash and a no-break space without a word joiner
        // (Unicode Standard Annex 14, LB12a).
        let lastOut =
            row.lastOut.map { " – " + clock.time($0, on: date) }
            ?? "\u{A0}–\u{2060}\u{A0}" + (isStillOpen ? localized("record.now") : "?")
        span = row.firstIn.map { clock.time($0, on: date) + lastOut } ?? localized("record.noWork")
        worked = time.hasOnlyOpenWork ? nil : time.workedInWords
        pause = time.pauseIfAny
        uncountedSince = RecordWords.uncountedSince(row, clock)
        if elsewhere == nil, let session = day.sessions.last(where: { $0.state == .auto }), let stretch = session.stretches.last
        {
            let endDate = clock.date(stretch.start)
            let time = usual?.time(for: session, on: endDate, by: session.autoClosedAt ?? session.lastTap)
            let asked = forgotten?.workingDay == date ? forgotten : nil
            endForm = asked.map { EndForm($0, change) } ?? EndForm(date: endDate, time: time, change)
        }
        flags = row.flags.subtracting(hidden).names.map { Flag($0) } + (row.confirmed.isEmpty ? [] : [Flag("confirmed")])
        flags += hours.map(Flag.flags) ?? []
        if !notes.isEmpty { flags.append(Flag("note")) }
        self.confirmations = confirmations
        self.confirmation = confirmation
        (dayNotes, self.noteForm) = (notes, noteForm)
        bars = Self.bars(of: day.sessions, on: DayLine(date: date, zone: day.zone))
        let repeated = DayTaps.taps(noted: DayTaps.repeatedNotes, in: day.sessions)
        let afterEnd = DayTaps.taps(noted: [.pauseAfterEnd], in: day.sessions)
        let moves = DayTaps.taps(noted: [.deskMove], in: day.sessions)
        let clockOuts = Self.clockOuts(of: day, besides: repeated, clock)
        let unmatched = Set(day.unmatchedTaps.map(\.event)).subtracting(clockOuts.keys)
        func uncountedWords(_ tap: UUID) -> String? {
            if unmatched.contains(tap) { return localized("record.unmatched") }
            guard repeated.contains(tap) else { return nil }
            return localized(afterEnd.contains(tap) ? "record.afterClockOut" : "record.repeated")
        }
        taps = day.events.map { history in
            let event = history.event
            return TapModel(
                history, on: date, clock, names: names, change: change,
                isResume: event.isEffective && day.sessions.contains { $0.isResume(event.kind, at: event.at) },
                isMove: moves.contains(event.id),
                uncountedWords: uncountedWords(event.id), isLate: row.flags.contains(.late),
                clockOutWords: clockOuts[event.id], showsSuspicious: showsSuspicious)
        }
        addAddress = change.link(day: date)
    }

    /// A day without an entry of the record, which a schedule makes part of the list.
    init(
        _ key: DailyRow.Key, _ hours: ShownDayHours, change: RecordChange, isOpen: Bool, today: CivilDate,
        noteForm: DayNoteModel.Form?
    ) {
        let date = key.date
        (id, self.key) = (key.elementID(isElsewhere: false), key)
        (weekday, self.date, inWords) = (date.shortWeekday, String(date.components.day), date.long)
        (isToday, self.isOpen, isPlain, dayHours) = (date == today, isOpen, true, hours)
        let named = hours.isWholeHoliday ? hours.holiday : nil
        span = named ?? localized("record.noWork")
        flags = Flag.flags(hours).filter { $0.words != named }
        (elsewhere, worked, pause, uncountedSince, endForm) = (nil, nil, nil, nil, nil)
        (bars, taps, confirmations, confirmation, dayNotes) = ([], [], [], nil, [])
        self.noteForm = noteForm
        addAddress = change.link(day: date)
    }

    /// Of several clock-outs without a clock-in between them: which one ends the session, and why the others are kept, by the id of
    /// the tap.
    private static func clockOuts(of day: RecordDay, besides repeated: Set<UUID>, _ clock: LocalClock) -> [UUID: String] {
        var words: [UUID: String] = [:]
        var ending: RecordedEvent?
        for event in day.events.map(\.event) where event.isEffective && !repeated.contains(event.id) {
            switch event.kind {
            case .start: ending = nil
            case .pause: break
            case .end:
                if let ending {
                    words[ending.id] = localized("record.clockOut.counts")
                    words[event.id] = localized(
                        "record.clockOut.kept", ["time": clock.stamp(ending.at, on: day.row.key.date)])
                } else if day.sessions.contains(where: { $0.end == event.at.seconds }) {
                    ending = event
                }
            }
        }
        return words
    }

    mutating func add(_ request: RequestModel) {
        requests.append(request)
        if request.isOpenRequest { endForm = nil }
        flags.add(request)
    }

    /// The stretches between midnight and midnight, without the part of a break after its last tap.
    static func bars(of sessions: [Session], on line: DayLine) -> [Bar] {
        func minute(_ place: Int64) -> Int64 { min(max(0, place / 60), 1440) }
        return DayBars(of: sessions, on: line).bars.filter { $0.kind != .pause || $0.from < $0.to }.map { bar in
            let from = minute(bar.from)
            return Bar(from: from, length: max(1, minute(bar.to) - from), kind: bar.kind.rawValue)
        }
    }
}

extension [DayModel] {
    /// The days of both lists, latest first, as each of them is.
    func merged(_ others: [DayModel]) -> [DayModel] {
        var rest = others[...]
        var days: [DayModel] = []
        for day in self {
            while let next = rest.first, next.key.date > day.key.date {
                days.append(next)
                rest.removeFirst()
            }
            days.append(day)
        }
        return days + rest
    }
}

extension [DayModel.Flag] {
    /// Shows a request among the flags of its day. One that asks for the missing clock-out takes the place of its flag.
    mutating func add(_ request: RequestModel) {
        if request.addsEnd, request.isOpenRequest { removeAll { $0.name == "missing_end" } }
        if let flag = DayModel.Flag(request) { append(flag) }
    }
}

/// A tap or an addition as pages show it: its current values, the values reported, and each correction with author and reason.
struct TapModel: Sendable {
    struct Step: Sendable {
        let who: String
        /// The change, including its author.
        let did: String
        let at: String
        /// The reason; nil for an undone tap, which has none.
        let because: String?
        /// For an approved request: the requester, and the comment of `who`, the approver.
        let requester: String?
        let comment: String?
    }

    let verb: String
    let kind: String
    let clockTime: String
    let onDate: String?
    let atDesk: String?
    let source: String
    /// Why the tap does not count; nil if it counts.
    let state: String?
    /// Whether ``state`` says no more than that the tap was undone.
    let isUndone: Bool
    /// Whether a clock-out ends the work or why it is kept; nil unless the day has another one for the same work.
    let clockOutWords: String?
    /// `effective`, `voided` or `quarantined`.
    let status: String
    /// Says that the tap only repeats the one before it, is a break after the clock-out or has no clock-in before it, how late it
    /// was sent, and why it is suspicious if the viewer may see that.
    let notes: [String]
    /// The values of the tap, or of the addition, before its corrections, and their name; nil: they did not change.
    let reported: String?
    let reportedAs: String
    let steps: [Step]
    let changeAddress: String?
    let changeVerb: String
    let changeLabel: String

    /// - Parameter isLate: whether a tap of the day was sent late.
    init(
        _ history: EventHistory, on date: CivilDate, _ clock: LocalClock, names: [String: String], change: RecordChange,
        isResume: Bool, isMove: Bool, uncountedWords: String?, isLate: Bool, clockOutWords: String?, showsSuspicious: Bool
    ) {
        let event = history.event
        let day = clock.date(event.at.seconds)
        verb = RecordWords.kind(of: event, isResume: isResume, isMove: isMove)
        kind = event.kind.rawValue
        clockTime = clock.timeWithSeconds(event.at.seconds)
        onDate = day == date ? nil : day.short
        // The words of a move name the place.
        atDesk = isMove && !isResume ? nil : RecordWords.place(event.desk, isAway: event.isAway)
        source = RecordWords.source(of: history, names: names)
        status = event.status.rawValue
        self.clockOutWords = clockOutWords
        let delay = event.isAdded || event.isTimeAmended ? 0 : event.receivedAt.seconds - event.at.seconds
        let lateWords = isLate ? Self.lateWords(delay) : nil
        let noticed =
            showsSuspicious
            ? history.flag.map { localized("record.noticed", ["what": localized("tag.flag.\($0.rawValue)")]) } : nil
        notes = [uncountedWords, lateWords, noticed].compactMap(\.self)
        isUndone = history.isUndone
        state =
            switch event.status {
            case .effective: nil
            case .voided: localized(isUndone ? "record.undone" : event.isQuarantined ? "record.discarded" : "record.voided")
            case .quarantined: localized("record.putAside", ["why": event.quarantine.map(RecordWords.why) ?? ""])
            }
        let isAsReported =
            event.at == event.originalAt && event.kind == history.originalKind && event.desk == history.originalDesk
            && event.isAway == history.wasAway
        let original = RecordWords.tap(history.originalKind, at: clock.stamp(event.originalAt, on: date))
        reported = isAsReported ? nil : RecordWords.atDesk(history.originalDesk, isAway: history.wasAway, original)
        reportedAs = localized(history.addition == nil ? "record.reportedAs" : "record.addedAs")
        steps = Self.steps(history, date, clock, names)
        changeAddress = change.link(tap: event.id.uuidString.lowercased())
        changeVerb = event.isVoided && change.isCorrection ? localized("record.restore") : change.verb
        changeLabel = localized("record.changeLabel", ["verb": changeVerb, "kind": verb, "time": clockTime])
    }

    /// How late a tap was sent, in days from two days on; nil below one minute.
    private static func lateWords(_ seconds: Int64) -> String? {
        switch seconds {
        case ..<60: nil
        case ..<3600: localized("record.sentLate.minutes", ["minutes": "\(seconds / 60)"])
        case ..<(2 * 86_400):
            localized("record.sentLate.hours", ["hours": "\(seconds / 3600)", "minutes": "\(seconds / 60 % 60)"])
        default: localized("record.sentLate.days", count: seconds / 86_400)
        }
    }

    /// The corrections in the order in which they apply, each with the values before and after.
    private static func steps(
        _ history: EventHistory, _ date: CivilDate, _ clock: LocalClock, _ names: [String: String]
    ) -> [Step] {
        func step(
            _ justification: Justification, _ who: String, _ did: String, _ when: Instant, isUndo: Bool,
            _ approval: EventHistory.Approval?
        ) -> Step {
            Step(
                who: who, did: did, at: clock.dayAndTime(when.seconds), because: isUndo ? nil : justification.reason,
                requester: approval?.requester.displayName, comment: approval?.comment)
        }
        func name(_ justification: Justification) -> String { names[justification.author] ?? justification.author }
        var steps: [Step] = []
        if let addition = history.addition {
            let who = name(addition)
            steps.append(
                step(
                    addition, who, CorrectionWords.addition(by: who), history.event.receivedAt, isUndo: false, history.approval)
            )
        }
        var words = CorrectionWords(
            history.originalKind, at: history.event.originalAt, history.originalDesk, isAdded: history.addition != nil,
            isAway: history.wasAway, isHeld: history.event.quarantine != nil, on: date, clock)
        for correction in history.corrections {
            let (justification, isUndo) = (correction.correction.justification, correction.isUndo)
            let who = name(justification)
            let did = words.apply(correction.correction.change, isUndo: isUndo, by: who)
            steps.append(step(justification, who, did, correction.receivedAt, isUndo: isUndo, correction.approval))
        }
        return steps
    }
}
