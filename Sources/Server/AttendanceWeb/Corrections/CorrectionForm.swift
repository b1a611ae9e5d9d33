import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Localization
import WebServer

/// The fields of the correction form: unchecked texts, which may be missing or wrong.
struct CorrectionForm: Sendable {
    /// What the form does. The names are the types of a ``RecordReport``.
    enum Purpose: String, Sendable {
        case add, amend, void, restore

        /// The effect of a correction that needs no approval.
        var effectWords: String {
            switch self {
            case .add, .amend, .restore: localized("correction.explained.correct")
            case .void: localized("correction.explained.delete")
            }
        }
    }

    /// Generated with the form, so that a form sent twice makes one correction.
    var id = UUID()
    /// The id of the tap to correct; nil to add a missing tap.
    var target: UUID?
    var type = Purpose.add
    var kind: String?
    var date: String?
    var time: String?
    /// Whether the time is proposed (``UsualClockOut``).
    var isUsualTime = false
    /// The chosen instant of an ambiguous local time, in seconds since 1970.
    var which: String?
    var desk: String?
    /// Whether the start is away from a desk. ``desk`` then has no effect.
    var isAway = false
    /// Whether it adds a return from a break, to the place of before.
    var isResume = false
    var reason: String?
    /// Whether to set the time before all corrections instead of the typed one.
    var isOriginalTime = false
    /// Whether other taps may lose their effect.
    var isSure = false
    /// The list to return to; nil: the record.
    var back: ReturnAddress?

    /// The kind of a return from a break, in addresses and forms.
    static let resume = "resume"

    private var isStart: Bool { kind == TapKind.start.rawValue }
    private var lacksPlace: Bool { isStart && !isAway && (desk ?? "").allSatisfy(\.isWhitespace) }

    /// Whether it adds a start and leaves the place to the record.
    var addsStartWithoutPlace: Bool { type == .add && lacksPlace }

    /// The form for a missing tap.
    /// - Parameter day: nil: the form has no date yet.
    init(day: CivilDate?, kind: TapKind?, time: String? = nil) {
        date = day?.description
        self.kind = kind?.rawValue
        self.time = time
    }

    /// The form for an existing tap, with its current values.
    init(for event: RecordedEvent, _ clock: LocalClock) {
        target = event.id
        type = .amend
        kind = event.kind.rawValue
        date = clock.date(event.at.seconds).description
        time = clock.time(event.at.seconds)
        (desk, isAway) = (event.desk?.description, event.isAway)
    }

    /// Proposes the arrival of a tap that is held because its time was in the future, if that time has not passed yet.
    mutating func proposeArrival(of event: RecordedEvent, _ clock: LocalClock, now: Instant) {
        let likely = event.likelyTime(now: now)
        guard likely != event.at else { return }
        (date, time) = (clock.date(likely.seconds).description, clock.time(likely.seconds))
    }

    /// The submitted form.
    /// - Throws: ``WebError`` if a hidden field is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        if let tap = fields["tap"] {
            guard let target = UUID(uuidString: tap) else {
                throw .badRequest(localized("correction.notWhole"), reason: .badID)
            }
            self.target = target
        }
        let wanted = fields["type"].flatMap(Purpose.init) ?? .amend
        type = target == nil ? .add : wanted == .add ? .amend : wanted
        isResume = fields["kind"] == Self.resume
        kind = isResume ? TapKind.start.rawValue : fields["kind"]
        (date, time, which) = (fields["date"], fields["time"], fields["which"])
        // A form without a field for the date says after which time of the day the entry is, or until which of the next day.
        if let after = fields["after"], let until = fields["until"], let typed = time, typed < after, typed <= until,
            let day = date.flatMap({ CivilDate(text: $0) })
        {
            date = day.adding(days: 1).description
        }
        (desk, isAway) = (fields["desk"], fields.isSet("away"))
        reason = try fields.sentence("reason")
        (isOriginalTime, isSure) = (fields.isSet("original"), fields.isSet("sure"))
        back = fields["back"].flatMap { ReturnAddress($0) }
    }

    /// The report that a program would send for this form.
    /// - Parameters:
    ///   - event: the tap to correct, with the corrections so far.
    ///   - choice: receives the two instants of an ambiguous local time if the form chooses neither.
    /// - Throws: ``WebError`` for a missing or malformed date or time, for a local time that was skipped or is ambiguous, and
    ///   for an added start that loses its place.
    func report(
        for user: String, by author: String, about event: RecordedEvent?, _ clock: LocalClock,
        choice: (Int64, Int64) -> Void
    ) throws(WebError) -> RecordReport {
        var report = RecordReport()
        report.id = .text(id.uuidString)
        report.type = .text(type.rawValue)
        report.author = .text(author)
        report.reason = .init(reason)
        report.target = .init(target?.uuidString)
        if type == .void || type == .restore { return report }
        if type == .add {
            report.user = .text(user)
            report.kind = .init(kind)
            report.desk = .init(isAway ? nil : desk)
            report.at = .text(clock.rfc3339(try instant(clock, at: time, choice: choice)))
            return report
        }
        let before = event.map { CorrectionForm(for: $0, clock) }
        if kind != before?.kind { report.set["kind"] = .init(kind) }
        if let event, event.isAdded, lacksPlace, event.kind != .start || event.desk != nil || event.isAway {
            throw Self.placeMissing
        }
        if isAway, isStart {
            if event?.isAway != true { report.set["desk"] = .text("") }
        } else if DeskID(desk ?? "")?.description != before?.desk || (desk != nil && DeskID(desk ?? "") == nil) {
            report.set["desk"] = .init(desk)
        }
        if isOriginalTime, let event {
            if event.at != event.originalAt { report.set["at"] = .text(clock.exact(event.originalAt)) }
            return report
        }
        // The form shows no seconds: the same minute keeps the tap's own.
        let isSameTime = time.flatMap(LocalClock.secondsAfterMidnight) == before?.time.flatMap(LocalClock.secondsAfterMidnight)
        if date != before?.date || !isSameTime || which != nil {
            // A tap that keeps its minute on another day keeps its second.
            let exact = isSameTime ? event.map { clock.timeWithSeconds($0.at.seconds) } : nil
            let instant = try instant(clock, at: exact ?? time, choice: choice)
            if instant != event?.at.seconds { report.set["at"] = .text(clock.rfc3339(instant)) }
        }
        return report
    }

    /// The error for a start with neither a desk nor the choice of none.
    static var placeMissing: WebError {
        WebError(
            IngestOutcome.rejected(.deskRequired).status, localized("correction.placeMissing"), reason: .deskRequired)
    }

    private func instant(
        _ clock: LocalClock, at time: String?, choice: (Int64, Int64) -> Void
    ) throws(WebError) -> Int64 {
        switch try LocalTimeField.read(date: date, time: time, clock) {
        case .once(let instant): return instant
        case .twice(let first, let second):
            if let chosen = which.flatMap({ Int64($0) }), chosen == first || chosen == second { return chosen }
            choice(first, second)
            throw WebError(
                .unprocessableContent,
                localized("correction.twice", ["time": time ?? localized("correction.thisTime")]),
                reason: .ambiguousTime)
        }
    }
}

extension RecordedEvent {
    /// The time of the tap; of a held one whose time is in the future, its arrival.
    func likelyTime(now: Instant) -> Instant { isQuarantined && at > now ? receivedAt : at }
}

/// The page with the correction form.
struct CorrectionPage: Page {
    static let template = "pages/Corrections/correction"

    let navigation: Navigation
    let title: String
    /// The name of the record's owner; nil for the viewer's own record.
    let owner: String?
    let explanation: String
    let verb: String
    /// Whether the form deletes a tap at once.
    let isDeletion: Bool
    let action: String
    let back: String
    /// The list to return to; nil: the record.
    let list: String?
    let formID: String
    let tap: String?
    /// nil: the form is about a certain entry.
    let entryChoice: EntryChoice?
    /// The current tap as text; nil: it is missing.
    let asItIs: String?
    let tapDesk: String?
    /// The taps of the day.
    let dayTaps: String?
    /// The time of the tap before its corrections; nil: they did not change it, or the form has no time.
    let originalTime: String?
    /// Why the tap is held, and when it arrived; nil: it is not held.
    let held: String?
    /// Whether the desk matters only to a clock-in: of a tap without a desk.
    let isDeskForStart: Bool
    /// Whether the form offers work away from a desk: of an addition.
    let canBeAway: Bool
    let isAway: Bool
    /// Whether the form adds the end of a break and asks for no desk.
    let isResume: Bool
    let type: String
    /// Whether the form has the fields of a tap. To delete or restore one it has only a reason.
    let hasFields: Bool
    /// The address of the form that deletes the tap; nil: it is missing, or this form is about deleting or restoring it.
    let deleteAddress: String?
    let deleteVerb: String
    let kinds: [Choice]
    let date: String
    let time: String
    /// Says that the proposed time is the person's usual one; nil: it is not.
    let usualTime: String?
    /// Whether the time has seconds, which the field then accepts.
    let hasSeconds: Bool
    let zone: String
    let desk: String
    let reason: String
    let choices: [Choice]
    let problem: String?
    /// Why the time or the desk was refused; nil: it was not.
    let timeProblem: String?
    let deskProblem: String?
    /// Whether the time is saved if the viewer is sure of it.
    let asksIfSure: Bool

    private static let timeReasons: Set<Reason> = [
        .ambiguousTime, .badTime, .contradiction, .future, .skippedTime, .tapsWouldNotCount,
    ]
    private static let deskReasons: Set<Reason> = [.badDesk, .deskRequired, .unknownDesk]

    init(
        _ form: CorrectionForm, navigation: Navigation, subject: Person, isOwn: Bool, change: RecordChange,
        event: RecordedEvent?, dayTaps: String?, _ clock: LocalClock, choices: (Int64, Int64)? = nil,
        problem: WebError? = nil
    ) {
        self.navigation = navigation
        owner = isOwn ? nil : subject.displayName
        verb =
            switch (change, form.type) {
            case (.ask, _): localized("correction.verb.ask")
            case (.correct, .void): localized("correction.delete")
            case (.correct, .restore): localized("correction.restore")
            case (.correct, .add), (.correct, .amend): localized("correction.verb.correct")
            }
        isDeletion = change.isCorrection && form.type == .void
        // A return whose place is not known asks for the place.
        let isResume = form.isResume && problem?.reason.map(Self.deskReasons.contains) != true
        self.isResume = isResume
        title =
            switch (change, form.type) {
            case (_, .add) where isResume:
                localized(change.isCorrection ? "correction.add.pauseEnd" : "hr.ask.pauseEnd")
            case (.ask, .void): localized("correction.askDelete")
            case (.correct, .void): localized("correction.title.delete")
            case (_, .restore): localized("correction.title.restore")
            case (.ask, .amend): localized("record.ask")
            case (.correct, .amend): localized("correction.title.wrong")
            case (_, .add):
                form.kind.flatMap(TapKind.init).map { kind in
                    change.isCorrection
                        ? localized("correction.add.\(kind.rawValue)") : localized("hr.ask.\(kind.rawValue)")
                } ?? localized("correction.title.missing")
            }
        explanation = change.reviewWords ?? form.type.effectWords
        let tap = form.target?.uuidString.lowercased()
        self.tap = tap
        // With the tap, so that the page can be loaded again.
        action = tap.map { change.link(tap: $0, deletes: form.type == .void) } ?? change.address
        let day = form.date.flatMap { CivilDate(text: $0) }
        let home = isOwn ? Address.me : Address.person(subject.userName)
        list = form.back?.text
        back = list ?? home + (day.map(RequestModel.day) ?? "")
        formID = form.id.uuidString.lowercased()
        entryChoice =
            form.type == .add && form.kind == nil ? EntryChoice(.single, change, on: form.date, back: form.back) : nil
        asItIs =
            event.map { event in
                localized("request.tapOn", ["kind": RecordWords.kind(event.kind), "when": RequestModel.words(event.at, clock)])
            }
        tapDesk = event.flatMap { RecordWords.place($0.desk, isAway: $0.isAway) }
        self.dayTaps = dayTaps
        originalTime = event.flatMap { event in
            event.at != event.originalAt && form.type == .amend
                ? clock.dayAndTimeWithSeconds(event.originalAt.seconds) : nil
        }
        held = event.flatMap { event in
            guard event.status == .quarantined, let why = event.quarantine else { return nil }
            return localized(
                "correction.held", ["why": RecordWords.why(why), "when": clock.dayAndTime(event.receivedAt.seconds)])
        }
        canBeAway = event?.isAdded ?? true
        isAway = form.isAway
        isDeskForStart = event?.desk == nil && (form.desk ?? "").isEmpty
        type = form.type.rawValue
        hasFields = form.type == .add || form.type == .amend
        let said = form.back.map { "&" + Address.query([("back", $0.text)]) } ?? ""
        deleteAddress =
            form.type == .amend ? tap.map { change.link(tap: $0, deletes: true) + said } : nil
        deleteVerb = localized(change.isCorrection ? "correction.delete" : "correction.askDelete")
        kinds = TapKind.allCases.map { kind in
            // A tap that the record calls “Back to work” has the same type as a clock-in.
            let name = kind == .start ? localized("correction.kind.start") : RecordWords.kind(kind)
            return Choice(value: kind.rawValue, name: name, isChosen: kind.rawValue == form.kind)
        }
        date = form.date ?? ""
        time = form.time ?? ""
        usualTime = form.isUsualTime ? localized(isOwn ? "tap.forgotten.usual" : "correction.usual") : nil
        hasSeconds = time.count > 5
        zone = clock.zoneName
        desk = form.desk ?? ""
        reason = form.reason ?? ""
        self.choices =
            choices.map { first, second in
                [(first, "correction.first"), (second, "correction.second")].map { seconds, key in
                    Choice(
                        value: String(seconds),
                        name: localized(
                            key, ["time": clock.timeWithSeconds(seconds), "offset": clock.offsetInWords(seconds)]),
                        isChosen: form.which == String(seconds))
                }
            } ?? []
        asksIfSure = problem?.reason == .tapsWouldNotCount
        // A form without fields shows the problem above.
        let reason = hasFields ? problem?.reason : nil
        timeProblem = reason.map(Self.timeReasons.contains) == true ? problem?.sentence : nil
        deskProblem = reason.map(Self.deskReasons.contains) == true ? problem?.sentence : nil
        self.problem = timeProblem == nil && deskProblem == nil ? problem?.sentence : nil
    }
}
