import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Correction requests and the decisions about them.
struct RequestRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    /// The page with the requests of the viewer's teams, after decisions that failed.
    let teamPage: @Sendable (WebContext, [FailedDecision]) async throws -> Response

    private var effects: RequestEffects { RequestEffects(store: store, zones: zones) }

    /// A request with the person that a permission is about.
    struct Found: AuthorizationSubject {
        let request: CorrectionRequest
        let subject: Person
    }

    /// The request in the address, with the person whose record it would change.
    func ofSubject(_ request: Request, _ context: WebContext) async throws -> Found? {
        try await found(request, context, \.personID)
    }

    /// The request in the address, with its requester, who may withdraw it even if it is about another person.
    func ofAsker(_ request: Request, _ context: WebContext) async throws -> Found? {
        try await found(request, context, \.askerID)
    }

    private func found(
        _ request: Request, _ context: WebContext, _ person: @Sendable (CorrectionRequest) -> PersonID
    ) async throws -> Found? {
        guard let id = UUID(uuidString: try context.parameters.require("id")),
            let correction = try await store.requests.request(id)
        else { return nil }
        let user = person(correction) == correction.personID ? correction.person.userName : correction.requester.userName
        return try await PersonLookup(people: store.people).person(userName: user).map {
            Found(request: correction, subject: $0)
        }
    }

    func approve(_ request: Request, _ context: WebContext, _ found: Found) async throws -> Response {
        let fields = try await BodyFields(of: request)
        return try await deciding(request, context, found, fields, done: .requestApproved) { decider in
            try await store.requests.approve(
                found.request.id, wholeDay: fields.isSet("day"), by: decider, comment: try fields.sentence("comment"),
                evenIfStale: fields.isSet("even_if_stale"), now: context.now, zones: zones)
        }
    }

    func refuse(_ request: Request, _ context: WebContext, _ found: Found) async throws -> Response {
        let fields = try await BodyFields(of: request)
        return try await deciding(request, context, found, fields, done: .requestRejected) { decider in
            guard let comment = try fields.sentence("comment") else {
                throw WebError.badRequest(
                    localized("request.sayWhyNot", ["requester": found.request.requester.displayName]),
                    reason: .commentRequired)
            }
            return try await store.requests.refuse(
                found.request.id, wholeDay: fields.isSet("day"), by: decider, comment: comment, now: context.now,
                zones: zones)
        }
    }

    /// Performs a decision. If it fails, a person gets the page with the request again, with the typed comment.
    private func deciding(
        _ request: Request, _ context: WebContext, _ found: Found, _ fields: BodyFields, done: StatusMessage,
        _ decide: (Person) async throws -> DecisionOutcome
    ) async throws -> Response {
        let decider = try context.person()
        let isOnTeamPage = fields["back"] == Address.team || !decider.may(.listRequests)
        do {
            let back = isOnTeamPage ? Self.onTeamPage : Address.requests
            return try answer(try await decide(decider), request, back: back, done: done)
        } catch let error as WebError where request.wantsPage {
            let failed = FailedDecision(
                request: found.request.id, comment: fields["comment"], problem: error.sentence,
                isRejection: done == .requestRejected)
            return try await page(after: [failed], isOnTeamPage, context).with(status: error.status)
        }
    }

    private func page(
        after failed: [FailedDecision], _ isOnTeamPage: Bool, _ context: WebContext
    ) async throws -> Response {
        try await isOnTeamPage ? teamPage(context, failed) : inbox(context, after: failed)
    }

    /// Approves the chosen requests, oldest first, each in a transaction of its own. If some fail, the others are approved, and the
    /// page says at each card why it failed.
    func approveAll(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        // Whether the card of each showed a whole day.
        var choices: [UUID: Bool] = [:]
        for name in fields.values.keys where name.hasPrefix("request-") {
            let isDay = fields[name] == RequestModel.ApproveAll.wholeDay
            guard isDay || fields.isSet(name), let id = UUID(uuidString: String(name.dropFirst("request-".count))) else {
                continue
            }
            choices[id] = isDay
        }
        guard !choices.isEmpty, choices.count <= Int(RequestStore.requestsOnPage) else {
            throw WebError.badRequest(localized("request.chooseFirst"), reason: .badChoice)
        }
        let chosen = try await store.requests.requests(Array(choices.keys), within: viewer.reach(.decide))
        guard chosen.count == choices.count else {
            throw try await Authorization(store: store).refusal(of: .decide, to: viewer)
        }
        let isOnTeamPage = fields["back"] == Address.team || !viewer.may(.listRequests)
        let back = isOnTeamPage ? Self.onTeamPage : Address.requests
        var refusal: WebError?
        var failed: [FailedDecision] = []
        for correction in chosen {
            do {
                let outcome = try await store.requests.approve(
                    correction.id, wholeDay: choices[correction.id] == true, by: viewer, comment: nil, now: context.now,
                    zones: zones)
                _ = try answer(outcome, request, back: back, done: .requestApproved)
            } catch let error as WebError {
                refusal = refusal ?? error
                failed.append(FailedDecision(request: correction.id, comment: nil, problem: error.sentence))
            }
        }
        guard let refusal else { return .redirect(back, done: .requestApproved) }
        guard request.wantsPage else { throw refusal }
        return try await page(after: failed, isOnTeamPage, context).with(status: refusal.status)
    }

    func withdraw(_ request: Request, _ context: WebContext, _ found: Found) async throws -> Response {
        let person = try context.person()
        let fields = try await BodyFields(of: request)
        let outcome = try await store.requests.withdraw(
            found.request.id, wholeDay: fields.isSet("day"), by: person, now: context.now)
        let target = try await store.corrections.targets(of: [found.request])[found.request.id]
        var clocks = try await store.officeSettings.requestClocks(for: person, zones, now: context.now)
        // The page stays at the day, as after the request was sent.
        let day = clocks.calendars.days(of: found.request, target).last.map { RequestModel.day($0.date) }
        let isOwn = found.request.personID == person.id
        let home = isOwn ? Address.me : Address.person(found.request.person.userName)
        return try answer(outcome, request, back: home + (day ?? ""), done: .requestWithdrawn)
    }

    /// Ends the display of new decisions on the own page.
    func seen(_ request: Request, _ context: WebContext) async throws -> Response {
        let shown = try await BodyFields(of: request)["until"].flatMap { Instant(rfc3339: $0) } ?? context.now
        try await store.requests.setDecisionsSeen(by: try context.person().id, until: min(shown, context.now))
        return .redirect(Address.me)
    }

    private func answer(
        _ outcome: DecisionOutcome, _ request: Request, back: String, done: StatusMessage
    ) throws -> Response {
        switch outcome {
        case .decided(let correction, let change):
            let owner = done == .requestRejected ? correction.askerID : correction.personID
            return request.wantsPage
                ? .redirect(back, done: done, hours: change.map(HoursChange.days) ?? [], of: owner)
                : .json(RequestJSON(correction))
        case .tooLate(let correction):
            // An open request has no decider, and its sentence names none.
            let decider = correction.decision?.by.displayName ?? ""
            throw WebError(
                .conflict, localized("request.already.\(correction.state.rawValue)", ["who": decider]), reason: .decidedAlready)
        case .stale:
            throw WebError(
                .conflict,
                localized("request.stale"),
                reason: .stale)
        case .incomplete(let missingValue):
            throw WebError(
                .conflict,
                localized("request.incomplete"),
                reason: Reason(missingValue))
        case .contradictory(let correction): throw WebError(refused: correction)
        case .impossible(let outcome): throw RecordWords.error(outcome)
        case .own:
            throw WebError(
                .forbidden, localized("request.own"), reason: .own)
        case .unknownRequest: throw WebError.notYours
        }
    }

    /// The requests on the page of a manager's teams.
    private static let onTeamPage = Address.team + "#requests"

    /// The requests that the viewer can decide. For people who are managers only, the first page is the team's.
    func inbox(_ request: Request, _ context: WebContext) async throws -> Response {
        let page = ListPaging(try QueryParameters(request.uri.query)).page
        guard try page > 0 || context.person().may(.listRequests) else { return .redirect(Self.onTeamPage) }
        return try await inbox(context, page)
    }

    private func inbox(
        _ context: WebContext, _ page: Int64 = 0, after failed: [FailedDecision] = []
    ) async throws -> Response {
        let viewer = try context.person()
        let (open, hasMore) = try await store.requests.requestsToDecide(
            within: viewer.reach(.decide), page: page)
        var (targets, clocks) = try await note(context, decides: open)
        var models = try await effects.models(open, targets, &clocks, for: viewer, now: context.now)
        let problem = models.show(failed)
        return try pages.render(
            RequestsPage(
                navigation: try await Navigation(for: context, at: Address.requests, store),
                requests: models, page: page, hasMore: hasMore,
                sent: SentRequests(try await store.requests.requestsForOthers(by: viewer.id), &clocks),
                problem: problem))
    }

    /// The decided requests for the same records, latest decision first.
    func decided(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let page = ListPaging(try QueryParameters(request.uri.query)).page
        let (requests, hasMore) = try await store.requests.decidedRequests(
            within: viewer.reach(.decide), page: page)
        var (targets, clocks) = try await note(context, decides: requests)
        return try pages.render(
            RequestsPage(
                navigation: try await Navigation(for: context, at: Address.requests, store), isDecided: true,
                requests: requests.byDay.map { day in
                    RequestModel(day, target: targets[day[0].id], &clocks, for: viewer)
                }, page: page, hasMore: hasMore))
    }

    func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let page = ListPaging(try QueryParameters(request.uri.query)).page
        let (open, hasMore) = try await store.requests.requestsToDecide(
            within: viewer.reach(.decide), page: page)
        try await note(context, decides: open)
        let own = try await store.requests.requests(of: viewer.id, limit: 200)
        let forOthers = try await store.requests.requestsForOthers(by: viewer.id, limit: 200)
        return Response.json(
            RequestListJSON(
                own: (own + forOthers).map { RequestJSON($0) },
                toDecide: open.map { RequestJSON($0) }, nextPage: hasMore ? page + 1 : nil))
    }

    /// Logs the access to the days that the requests are about.
    @discardableResult
    private func note(
        _ context: WebContext, decides requests: [CorrectionRequest]
    ) async throws -> (targets: [UUID: RecordedEvent], clocks: RequestClocks) {
        let viewer = try context.person()
        let targets = try await store.corrections.targets(of: requests)
        var clocks = try await store.officeSettings.requestClocks(for: viewer, zones, now: context.now)
        for (person, requests) in Dictionary(grouping: requests, by: \.personID).sorted(by: { $0.key < $1.key }) {
            try await store.audit.log(
                viewer, sees: person, of: clocks.period(of: requests, targets) ?? clocks.today...clocks.today,
                purpose: AccessPurpose.deciding.rawValue, now: context.now)
        }
        return (targets, clocks)
    }
}

/// The page of requests to decide, or of decided ones.
struct RequestsPage: Page {
    static let template = "pages/Corrections/requests"
    let navigation: Navigation
    let isDecided: Bool
    let waitingAddress = Address.requests
    let decidedAddress = Address.decidedRequests
    let requests: [RequestModel]
    let saysHowToChangeAgain: Bool
    let previous, next: String?
    /// nil on the list of decided requests, too.
    let sent: SentRequests?
    /// Why a decision failed.
    let problem: String?

    /// - Parameter page: from 0.
    init(
        navigation: Navigation, isDecided: Bool = false, requests: [RequestModel], page: Int64, hasMore: Bool,
        sent: SentRequests? = nil, problem: String? = nil
    ) {
        saysHowToChangeAgain = isDecided && !requests.isEmpty
        self.sent = sent
        self.isDecided = isDecided
        let home = isDecided ? Address.decidedRequests : Address.requests
        previous = page > 0 ? ListPaging.address(home, [], page: page - 1) : nil
        next = hasMore ? ListPaging.address(home, [], page: page + 1) : nil
        self.problem = problem
        self.navigation = navigation
        self.requests = requests
    }
}
