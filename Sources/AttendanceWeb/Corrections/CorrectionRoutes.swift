import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Asking for a correction, and correcting: by a form, and for programs.
struct CorrectionRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        let services = services
        let oneself: @Sendable (Request, WebContext) async throws -> Person? = { _, context in try context.person() }
        for (address, right, person) in [
            (Address.myAsk, PersonPermission.ask, oneself), (Address.askForPerson, .ask, services.person),
            (Address.correctPerson, .correct, services.person),
        ] {
            routes.get(address, right, about: person) { try await form($0, $1, $2, right) }
            routes.post(address, right, about: person) { try await send($0, $1, $2, right) }
        }
        routes.post(
            Address.corrections, .correct, about: { try await ReceivedCorrection.read($0, $1, services) }
        ) { _, context, matter in
            let outcome = try await correct(matter, now: services.now())
            return Response.json(CorrectionAnswer(matter.record.id, outcome), status: outcome == .duplicate ? .ok : .created)
        }
        routes.post(
            Address.requestList, .ask, about: { try await ReceivedCorrection.read($0, $1, services) }
        ) { _, context, matter in
            let (request, isNew) = try await ask(matter, by: try context.person())
            return Response.json(RequestJSON(request), status: isNew ? .created : .ok)
        }
    }

    /// The empty form, for a tap (`tap`) or for one that is missing on a day (`day`), by the office's clock (`time`) or at an
    /// instant (`at`), as a device has it whose own clock may show another zone.
    private func form(
        _ request: Request, _ context: WebContext, _ person: Person, _ right: PersonPermission
    ) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let viewer = try context.person()
        let today = try await services.today(of: person)
        if let tap = parameters["tap"] {
            let event = try await event(tap, of: person)
            let clock = try await clock(person, event, day: nil)
            return try await page(CorrectionForm(for: event, clock), viewer, person, right, event, clock)
        }
        let at = parameters["at"].flatMap { Instant(rfc3339: $0)?.seconds }
        let asked = at.map { CivilDate(daysSince1970: $0 / 86_400) } ?? parameters["day"].flatMap { CivilDate(text: $0) }
        let clock = try await clock(person, nil, day: asked ?? today)
        var form = CorrectionForm(
            day: at.map(clock.date) ?? asked ?? today, kind: parameters["kind"].flatMap(TapKind.init),
            time: at.map(clock.timeWithSeconds)
                ?? parameters["time"].flatMap { LocalClock.secondsAfterMidnight($0) == nil ? nil : $0 })
        form.desk = parameters["desk"].flatMap { DeskID($0)?.description }
        return try await page(form, viewer, person, right, nil, clock)
    }

    private func send(
        _ request: Request, _ context: WebContext, _ person: Person, _ right: PersonPermission
    ) async throws -> Response {
        let viewer = try context.person()
        let form = try CorrectionForm(try await BodyFields(of: request))
        var event: RecordedEvent?
        if let target = form.target { event = try await self.event(target.uuidString, of: person) }
        let day = form.date.flatMap { CivilDate(text: $0) }
        let clock = try await clock(person, event, day: day)
        var choices: (Int64, Int64)?
        do {
            let report = try form.report(
                for: person.userName, by: viewer.userName, about: event, clock, choice: { choices = ($0, $1) })
            guard let matter = try await ReceivedCorrection.matter(report, services), matter.subject == person else {
                throw WebError.notYours
            }
            switch right {
            case .correct: _ = try await correct(matter, now: services.now())
            default: _ = try await ask(matter, by: viewer)
            }
        } catch let error as WebError where error.status.kind == .clientError && error.reason != WebError.notYours.reason {
            let page = try await page(form, viewer, person, right, event, clock, choices, error.sentence)
            return page.with(status: error.status)
        }
        return .redirect(back(to: person, viewer, day ?? event.map { clock.date($0.at.seconds) }))
    }

    private func back(to person: Person, _ viewer: Person, _ day: CivilDate?) -> String {
        let home = viewer.id == person.id ? Address.me : Address.person(person.userName)
        guard let day else { return home }
        return "\(home)?month=\(day.description.prefix(7))&day=\(day)"
    }

    /// - Throws: ``WebError`` where the log does not take it.
    private func correct(_ matter: ReceivedCorrection, now: Instant) async throws -> IngestOutcome {
        let submission = CorrectionSubmission(matter.record, atSent: matter.atSent, receivedAt: now)
        let outcome = try await services.store.corrections.correct([submission])[0]
        switch outcome {
        case .accepted, .duplicate: return outcome
        case .quarantined, .conflict, .rejected: throw RecordWords.error(outcome)
        }
    }

    private func ask(
        _ matter: ReceivedCorrection, by asker: Person
    ) async throws -> (request: CorrectionRequest, isNew: Bool) {
        switch try await services.store.requests.ask(
            matter.record, atSent: matter.atSent, by: asker, for: matter.subject, now: services.now())
        {
        case .asked(let request): return (request, true)
        case .known(let request): return (request, false)
        case .impossible(let outcome): throw RecordWords.error(outcome)
        case .tooManyOpen:
            throw WebError(
                .conflict, localized("request.tooManyOpen", ["most": "\(RequestStore.mostOpenRequests)"]),
                reason: .tooManyOpen)
        }
    }

    /// The form, with the tap as it is. That somebody else saw that is noted.
    private func page(
        _ form: CorrectionForm, _ viewer: Person, _ person: Person, _ right: PersonPermission, _ event: RecordedEvent?,
        _ clock: LocalClock, _ choices: (Int64, Int64)? = nil, _ problem: String? = nil
    ) async throws -> Response {
        if let event {
            let day = clock.date(event.at.seconds)
            try await services.note(viewer, sees: person.id, of: day...day, purpose: AccessPurpose.correcting.rawValue)
        }
        let isOwn = viewer.id == person.id
        let address = isOwn ? Address.myAsk : Address.askForPerson(person.userName)
        let change: RecordPage.Change =
            right == .correct ? .correct(Address.correctPerson(person.userName)) : .ask(address)
        return try services.pages.render(
            CorrectionPage(
                form, navigation: try await Navigation(for: viewer, at: isOwn ? Address.me : Address.people, services),
                subject: person, isOwn: isOwn, change: change, event: event, clock, choices: choices, problem: problem))
    }

    /// - Throws: ``WebError/notYours`` where it is not a tap of this person.
    private func event(_ id: String, of person: Person) async throws -> RecordedEvent {
        guard let id = UUID(uuidString: id), try await services.store.people.owner(ofEvent: id) == person,
            let event = try await services.store.corrections.events([id])[id]
        else { throw WebError.notYours }
        return event
    }

    private func clock(_ person: Person, _ event: RecordedEvent?, day: CivilDate?) async throws -> LocalClock {
        let day = day ?? CivilDate(daysSince1970: (event?.at ?? services.now()).seconds / 86_400)
        return LocalClock(
            zone: try await services.store.record.clock(of: event?.office ?? person.office, on: day, zones: services.zones))
    }
}

/// What became of a correction, for programs.
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
