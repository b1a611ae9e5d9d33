import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Requests for corrections, and corrections, by forms and by programs.
struct CorrectionRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func requestForm(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        try await form(request, context, person, .ask)
    }

    func sendRequest(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        try await send(request, context, person, .ask)
    }

    func correctionForm(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        try await form(request, context, person, .correct)
    }

    func sendCorrection(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        try await send(request, context, person, .correct)
    }

    /// The correction that a program sends.
    func received(_ request: Request, _ context: WebContext) async throws -> ReceivedCorrection? {
        try await ReceivedCorrection.read(request, context, store.people)
    }

    func correct(_ request: Request, _ context: WebContext, _ matter: ReceivedCorrection) async throws -> Response {
        let (outcome, _) = try await correct(matter, by: try context.person(), .contradictions, now: context.now)
        return Response.json(CorrectionAnswer(matter.record.id, outcome), status: outcome == .duplicate ? .ok : .created)
    }

    func ask(_ request: Request, _ context: WebContext, _ matter: ReceivedCorrection) async throws -> Response {
        let (request, isNew, _) = try await ask(matter, by: try context.person(), .contradictions, now: context.now)
        return Response.json(RequestJSON(request), status: isNew ? .created : .ok)
    }

    private func form(
        _ request: Request, _ context: WebContext, _ person: Person, _ right: PersonPermission
    ) async throws -> Response {
        let query = try CorrectionQuery(request.uri.query)
        let today = try await store.officeSettings.today(of: person, zones, now: context.now)
        if let tap = query.tap {
            let event = try await event(tap, of: person)
            // A request cannot restore a deleted tap, but add it again.
            let isMissing = event.isVoided && right != .correct
            let day = CivilDate(daysSince1970: event.at.seconds / 86_400)
            let clock = try await clock(person, isMissing ? nil : event, on: day)
            var form = CorrectionForm(for: event, clock)
            form.back = query.back
            form.proposeArrival(of: event, clock, now: context.now)
            if isMissing {
                (form.target, form.type) = (nil, .add)
            } else if event.isVoided {
                form.type = .restore
            } else if query.deletes {
                form.type = .void
            }
            return try await page(form, context, person, right, isMissing ? nil : event, clock)
        }
        // Without a day, the form asks for it.
        let clock = try await clock(person, nil, on: query.day ?? today)
        var dayTaps: DayTaps?
        if query.isAboutDay, let day = query.day {
            dayTaps = try await DayTaps(of: day, with: nil, person, store, zones, now: context.now)
        }
        if Self.isWholeDay(query, dayTaps) {
            return try await dayPage(WholeDayForm(day: query.day, back: query.back), context, person, right, clock, dayTaps)
        }
        var form = CorrectionForm(
            day: query.at.map(clock.date) ?? query.day, kind: query.kind, time: query.at.map(clock.brief) ?? query.time)
        (form.id, form.desk, form.isResume, form.back) = (query.id ?? form.id, query.desk, query.isResume, query.back)
        return try await page(form, context, person, right, nil, clock, dayTaps)
    }

    /// Whether the form for a missing entry opens for a whole day: on a day without taps, unless the other form was chosen.
    /// - Parameter dayTaps: nil: the form has no day yet.
    private static func isWholeDay(_ query: CorrectionQuery, _ dayTaps: DayTaps?) -> Bool {
        guard query.isAboutDay else { return false }
        if let entry = query.entry { return entry == .day }
        return dayTaps?.isEmpty ?? true
    }

    /// The name of the desk that is meant by a typed text; the text itself if it names a desk of any office or means none.
    func typedDesk(_ text: String, _ event: RecordedEvent?, _ person: Person) async throws -> String {
        let named = DeskID(text)
        // The desk of the tap itself may have another name now.
        if let named, named == event?.desk { return text }
        let meant = try await store.floors.typedDesks(of: event?.office ?? person.office).desk(text)
        guard let meant, meant != named else { return text }
        if let named, try await store.floors.typedDesks(of: nil).contains(named) { return text }
        return meant.description
    }

    private func send(
        _ request: Request, _ context: WebContext, _ person: Person, _ right: PersonPermission
    ) async throws -> Response {
        let viewer = try context.person()
        let fields = try await BodyFields(of: request)
        if fields["entry"] == EntryChoice.Entry.day.rawValue { return try await sendDay(fields, context, person, right) }
        var form = try CorrectionForm(fields)
        var event: RecordedEvent?
        if let target = form.target { event = try await self.event(target.uuidString, of: person) }
        if let text = form.desk { form.desk = try await typedDesk(text, event, person) }
        let day = form.date.flatMap { CivilDate(text: $0) }
        let clock = try await clock(
            person, event, on: day ?? CivilDate(daysSince1970: (event?.at ?? context.now).seconds / 86_400))
        var choices: (Int64, Int64)?
        let effect: (hours: [HoursChange], listedOn: DailyRow.Key?)
        do {
            var report = try form.report(
                for: person.userName, by: viewer.userName, about: event, clock, choice: { choices = ($0, $1) })
            if form.addsStartWithoutPlace, case .text(let text) = report.at, let at = Instant(rfc3339: text) {
                let stretch = try await stretch(of: person, at: at.seconds, now: context.now)
                guard let stretch, stretch.desk != nil || stretch.isAway else { throw CorrectionForm.placeMissing }
                report.desk = .init(stretch.desk?.description)
            }
            guard let matter = try await ReceivedCorrection.matter(report, store.people), matter.subject == person else {
                throw WebError.notYours
            }
            effect = try await sendShowingHours(
                matter, by: viewer, right, form.isSure ? .contradictions : .lostTaps, now: context.now)
        } catch let error as WebError where error.status.kind == .clientError && error.reason != WebError.notYours.reason {
            // A form that is sent twice has nothing left to change the second time.
            if error.reason == .emptySet, try await store.corrections.reason(of: form.id) == form.reason {
                return .redirect(form.back?.text ?? back(to: person, viewer, day), done: Self.done(right))
            }
            var error = error
            if error.reason == .conflict {
                // A browser that went back to the form sends the id of the first correction with other values.
                form.id = UUID()
                error = WebError(.conflict, localized("correction.formSent"), reason: .conflict)
            }
            let page = try await page(form, context, person, right, event, clock, choices: choices, problem: error)
            return page.with(status: error.status)
        }
        return redirect(
            after: right, viewer, person, to: form.back, listedOn: effect.listedOn,
            or: day ?? event.map { clock.date($0.at.seconds) }, hours: effect.hours)
    }

    /// After a correction or a request.
    /// - Parameters:
    ///   - list: the list to return to; nil: the record.
    ///   - key: the day of the record; nil: `day` in the person's own office.
    func redirect(
        after right: PersonPermission, _ viewer: Person, _ person: Person, to list: ReturnAddress?,
        listedOn key: DailyRow.Key?, or day: CivilDate?, hours: [HoursChange]
    ) -> Response {
        let listed = key.map { key in
            back(to: person, viewer, key.date, id: key.elementID(isElsewhere: key.office != person.office))
        }
        return .redirect(
            list?.text ?? listed ?? back(to: person, viewer, day), done: Self.done(right), hours: hours,
            of: viewer.id == person.id ? nil : person.id)
    }

    private static func done(_ right: PersonPermission) -> StatusMessage { right == .correct ? .correctionSaved : .requestSent }

    /// - Parameter id: of the day's element; nil: of the day in the person's own office.
    private func back(to person: Person, _ viewer: Person, _ day: CivilDate?, id: String? = nil) -> String {
        let home = viewer.id == person.id ? Address.me : Address.person(person.userName)
        guard let day else { return home }
        return home + RequestModel.day(day, id: id ?? "day-\(day)")
    }

    /// - Throws: ``WebError`` if the log rejects it, or it contradicts the record.
    private func correct(
        _ matter: ReceivedCorrection, by viewer: Person, _ check: CorrectionCheck, now: Instant
    ) async throws -> (outcome: IngestOutcome, change: CorrectionPreview?) {
        let submission = CorrectionSubmission(matter.record, atSent: matter.atSent, receivedAt: now)
        switch try await store.corrections.correct(submission, for: matter.subject, check, zones: zones) {
        case .evaluated(let outcome, let change):
            guard outcome.isAcceptedOrKnown else { throw RecordWords.error(outcome) }
            return (outcome, change)
        case .contradictory(let refusal): throw try await refused(refusal, matter.subject, viewer, now)
        }
    }

    /// - Throws: ``WebError`` if the log would reject it, or it contradicts the record.
    private func ask(
        _ matter: ReceivedCorrection, by requester: Person, _ check: CorrectionCheck, now: Instant
    ) async throws -> (request: CorrectionRequest, isNew: Bool, change: CorrectionPreview?) {
        switch try await store.requests.ask(
            matter.record, atSent: matter.atSent, by: requester, for: matter.subject, check, now: now, zones: zones)
        {
        case .asked(let request, let change): return (request, true, change)
        case .known(let request, let change): return (request, false, change)
        case .contradictory(let refusal): throw try await refused(refusal, matter.subject, requester, now)
        case .impossible(let outcome): throw RecordWords.error(outcome)
        case .tooManyOpen: throw WebError.tooManyOpenRequests
        }
    }

    func refused(
        _ correction: CorrectionPreview, _ person: Person, _ viewer: Person, _ now: Instant
    ) async throws -> WebError {
        if let day = correction.subject?.place.date { try await log(viewer, sees: person, of: day...day, now) }
        return WebError(refused: correction)
    }

    func log(
        _ viewer: Person, sees subject: Person, of period: ClosedRange<CivilDate>, _ now: Instant
    ) async throws {
        try await store.audit.log(
            viewer, sees: subject.id, of: period, purpose: AccessPurpose.correcting.rawValue, now: now)
    }

    /// Records a correction, or a request for one. The next page says how it changes the worked hours, which is logged as an
    /// access, and opens the day that lists the tap.
    private func sendShowingHours(
        _ matter: ReceivedCorrection, by viewer: Person, _ right: PersonPermission, _ check: CorrectionCheck, now: Instant
    ) async throws -> (hours: [HoursChange], listedOn: DailyRow.Key?) {
        let isNew: Bool
        let change: CorrectionPreview?
        if right == .correct {
            let corrected = try await correct(matter, by: viewer, check, now: now)
            (isNew, change) = (corrected.outcome != .duplicate, corrected.change)
        } else {
            (_, isNew, change) = try await ask(matter, by: viewer, check, now: now)
        }
        return (try await shownHours(change, isNew: isNew, of: matter.subject, viewer, now: now), change?.listedOn)
    }

    /// The hours that the next page names, which is logged as an access.
    /// - Parameter isNew: false for a form that was sent twice, whose correction is in the hours already.
    func shownHours(
        _ change: CorrectionPreview?, isNew: Bool, of subject: Person, _ viewer: Person, now: Instant
    ) async throws -> [HoursChange] {
        let hours = isNew ? change.map(HoursChange.days) ?? [] : []
        if let first = hours.first, let last = hours.last {
            try await log(viewer, sees: subject, of: first.day...last.day, now)
        }
        return hours
    }

    /// The form with the current values of the tap and the taps of its day, which is logged as an access. For a
    /// forgotten clock-out it proposes the usual time. The days of which it is the median are not shown and not logged.
    /// - Parameter dayTaps: of the form's day; nil: not derived yet.
    private func page(
        _ form: CorrectionForm, _ context: WebContext, _ person: Person, _ right: PersonPermission, _ event: RecordedEvent?,
        _ clock: LocalClock, _ dayTaps: DayTaps? = nil, choices: (Int64, Int64)? = nil, problem: WebError? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        var (form, shown) = (form, dayTaps)
        let eventDay = event.map { clock.date($0.likelyTime(now: context.now).seconds) }
        if let day = eventDay ?? form.date.flatMap({ CivilDate(text: $0) }) {
            if shown == nil { shown = try await DayTaps(of: day, with: event, person, store, zones, now: context.now) }
            // A form that was refused has the proposed time still, or another one.
            if event == nil, form.kind == TapKind.end.rawValue, form.time == nil || problem != nil,
                let time = try await UsualClockOut.ofForgotten(
                    on: day, of: person, clock, store, zones, now: context.now),
                form.time == nil || form.time == time
            {
                (form.time, form.isUsualTime) = (time, true)
            }
            try await log(viewer, sees: person, of: min(shown?.day ?? day, day)...day, context.now)
        }
        let isOwn = viewer.id == person.id
        let section = isOwn ? Address.me : form.back?.section ?? Address.people
        return try pages.render(
            CorrectionPage(
                form,
                navigation: try await Navigation(for: context, at: section, store),
                subject: person, isOwn: isOwn, change: change(right, person, isOwn: isOwn), event: event, dayTaps: shown?.words,
                clock, choices: choices, problem: problem))
    }

    func change(_ right: PersonPermission, _ person: Person, isOwn: Bool) -> RecordChange {
        right == .correct
            ? .correct(Address.correctPerson(person.userName))
            : .ask(isOwn ? Address.myAsk : Address.askForPerson(person.userName))
    }

    /// The stretch of the person's session at an instant; nil: there is none.
    private func stretch(of person: Person, at instant: Int64, now: Instant) async throws -> Session.Stretch? {
        let day = CivilDate(daysSince1970: instant / 86_400)
        // A day in any zone, and one more for sessions over a day boundary.
        let period = day.adding(days: -2)...day.adding(days: 1)
        let days = try await store.record.days(of: person.id, in: period, asOf: now, zones: zones)
        let session = days.flatMap(\.sessions).last { session in
            session.start <= instant && instant < session.end ?? session.autoClosedAt ?? .max
        }
        return session?.stretches.last { $0.start <= instant }
    }

    /// - Throws: ``WebError/notYours`` if it is not a tap of this person.
    private func event(_ id: String, of person: Person) async throws -> RecordedEvent {
        guard let id = UUID(uuidString: id), try await store.people.owner(ofEvent: id) == person,
            let event = try await store.corrections.events([id])[id]
        else { throw WebError.notYours }
        return event
    }

    func clock(_ person: Person, _ event: RecordedEvent?, on day: CivilDate) async throws -> LocalClock {
        LocalClock(
            zone: try await store.record.clock(of: event?.office ?? person.office, on: day, zones: zones))
    }
}

/// The outcome of a correction, for programs.
struct CorrectionAnswer: Encodable {
    let id: String
    let outcome: String

    init(_ id: UUID, _ outcome: IngestOutcome) {
        self.id = id.uuidString.lowercased()
        self.outcome = outcome.name
    }
}

extension Response {
    func with(status: HTTPResponse.Status) -> Response {
        var response = self
        response.status = status
        return response
    }
}

extension WebError {
    static var tooManyOpenRequests: WebError {
        WebError(
            .conflict, localized("request.tooManyOpen", ["most": "\(RequestStore.mostOpenRequests)"]), reason: .tooManyOpen)
    }
}
