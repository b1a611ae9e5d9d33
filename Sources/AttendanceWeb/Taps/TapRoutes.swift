import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import WebServer

/// Taps from phones (`/t`, the tag's own address) and from readers (`/api/taps`).
struct TapRoutes {
    let services: WebServices

    /// Items and bytes in one list of a reader, which keeps taps while it is offline.
    static let maximumOfReader = (items: 10_000, bytes: 4 * 1024 * 1024)
    /// Items and bytes in one list of a person.
    static let maximumOfPerson = (items: 20, bytes: 64 * 1024)

    /// The page that a phone keeps, and shows while it is offline.
    func kept(_ request: Request, _ context: WebContext) async throws -> Response {
        try services.pages.render(try KeptTapsPage())
    }

    /// One tap, told by the tag's address.
    func one(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        do {
            return try await one(parameters, request, context)
        } catch var error as WebError where error.status != .unauthorized {
            error.tap = parameters["id"]
            throw error
        }
    }

    private func one(_ parameters: QueryParameters, _ request: Request, _ context: WebContext) async throws -> Response {
        let now = services.now()
        let user: String? =
            switch context.identity {
            case .nobody, .provisioner, .display: throw WebError.signInNeeded
            case .reader: parameters["user"]
            case .person(let person, _): try self.user(named: parameters["user"], of: person)
            }
        let report = report(parameters, user: user, now: now)
        if context.identity.reader == nil, let word = parameters["k"], let tap = try? report.tap() {
            try await AutomaticTap(store: services.store).check(tap, in: report.office, word: word)
        }
        let (answer, status): (TapAnswer, HTTPResponse.Status)
        if case .person(let person, _) = context.identity,
            try await !TapTimePolicy(store: services.store, now: now).refused([report], of: person).isEmpty
        {
            (answer, status) = (TapAnswer(ofAnotherTime: report), .unprocessableContent)
        } else {
            var outcome = IngestOutcome.rejected(.notInScope)
            if context.identity.reader.map({ $0.scope.allows(report, byBadge: false) }) ?? true {
                outcome = try await record(
                    [report], areStamped: parameters["at"] == nil, receivedAt: now, request, context)[0]
            }
            (answer, status) = (TapAnswer(report, outcome), TapAnswer.status(of: outcome))
            noteOutOfScope([answer], context)
        }
        if request.wantsPage, case .person(let person, _) = context.identity {
            if status.kind == .successful, let id = report.id {
                let address = Address.tapResult(id, notes: answer.notes)
                // A page that was the answer to a POST would tap again when it is loaded again.
                if request.isNavigation { return .redirect(address) }
                // A script shows it in place of its own, and is spared the way there and back.
                return try await result(of: id, notes: answer.notes, person)
            }
            if !request.takesProblems {
                return try services.pages.render(TapResultPage(report, answer, person: person), status: status)
            }
        }
        guard status.kind == .successful else {
            throw WebError(status, answer.message, reason: answer.reason ?? Reason(rawValue: answer.outcome))
        }
        return Response.json(answer, status: status)
    }

    /// Many taps from a reader that kept them; each has its own outcome.
    func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let items = try await items(of: request, context)
        let now = services.now()
        var (reports, readings) = (items.map(\.report), items.map(\.reading))
        var answers: [Int: TapAnswer] = [:]
        switch context.identity {
        case .nobody, .provisioner, .display: break
        case .person(let person, _):
            for index in reports.indices {
                // A badge is for a reader to read.
                if reports[index].user.map({ $0 != person.userName }) ?? readings[index].isBadge {
                    answers[index] = TapAnswer(ofSomebodyElse: reports[index])
                }
                reports[index].user = person.userName
            }
            for index in try await TapTimePolicy(store: services.store, now: now).refused(reports, of: person)
            where answers[index] == nil {
                answers[index] = TapAnswer(ofAnotherTime: reports[index])
            }
        case .reader(let reader):
            if let ahead = Self.clockAhead(in: request, now: now) {
                await services.access.saw(reader, now: now, clockAhead: ahead)
            }
            for index in reports.indices
            where !reader.scope.allows(reports[index], byBadge: readings[index].isBadge) {
                answers[index] = TapAnswer(reports[index], .rejected(.notInScope))
            }
            try await resolveBadges(&reports, &readings, &answers, at: reader, client: Self.client(of: request))
        }
        let own = reports.indices.filter { answers[$0] == nil }
        let outcomes = try await record(
            own.map { reports[$0] }, readings: own.map { readings[$0] }, areStamped: false, receivedAt: now, request,
            context)
        for (index, outcome) in zip(own, outcomes) { answers[index] = TapAnswer(reports[index], outcome) }
        noteOutOfScope(answers.values, context)
        return Response.json(reports.indices.compactMap { answers[$0] })
    }

    /// The items of a list, each counted as a tap of its sender.
    private func items(of request: Request, _ context: WebContext) async throws -> [TapItem] {
        let most = context.identity.reader == nil ? Self.maximumOfPerson : Self.maximumOfReader
        try checkType(of: request)
        let body = try await request.body(
            upTo: most.bytes,
            tooMuch: WebError(.contentTooLarge, localized("tap.longList", ["most": "\(most.bytes)"]), reason: .tooManyBytes))
        let items: [TapItem]
        do {
            items = try JSONDecoder().decode([TapItem].self, from: Data(body.readableBytesView))
        } catch {
            throw WebError.badRequest(localized("tap.noList"), reason: .badJSON)
        }
        guard items.count <= most.items else {
            throw WebError(
                .contentTooLarge, localized("tap.manyItems", ["most": "\(most.items)"]), reason: .tooManyItems)
        }
        // The request itself was counted as one.
        if let demand = RateLimit.taps(of: context.identity), items.count > 1,
            let seconds = await services.security.rateLimiter.take([demand], count: items.count - 1, now: services.now())
        {
            throw WebError.tooOften(seconds)
        }
        return items
    }

    /// - Throws: 415 for a body that says it is a text or parts. `application/x-www-form-urlencoded` is what some clients say of
    ///   a body whose type they are not told.
    private func checkType(of request: Request) throws(WebError) {
        guard let type = request.headers[.contentType]?.lowercased() else { return }
        guard type.hasPrefix("application/json") || type.hasPrefix("application/x-www-form-urlencoded") else {
            throw WebError(.unsupportedMediaType, localized("tap.notJSON"), reason: .badTypeOfBody)
        }
    }

    /// Whose tap it is that a person makes: their own.
    func user(named name: String?, of person: Person) throws(WebError) -> String {
        guard let name, name != person.userName else { return person.userName }
        guard TapReport.isUserName(name) else {
            throw .badRequest(
                TapAnswer.message(for: .rejected(.badUser), kind: nil, desk: nil), reason: .badUser)
        }
        throw WebError(
            .forbidden, localized("tap.otherPerson"), reason: .otherPerson)
    }

    func report(_ parameters: QueryParameters, user: String?, now: Instant) -> TapReport {
        TapReport(
            id: parameters["id"] ?? UUID().uuidString.lowercased(), user: user, kind: parameters.ofTag("event"),
            // In an address a plus sign means a space, and an offset is often written with a bare one.
            at: parameters["at"]?.replacing(" ", with: "+") ?? now.rfc3339(precision: .milliseconds),
            desk: parameters.ofTag("desk"), office: parameters.ofTag("office"))
    }

    /// - Parameters:
    ///   - readings: what was read, for each report; empty where nothing is said of it.
    ///   - areStamped: whether the instants are the server's own.
    private func record(
        _ reports: [TapReport], readings: [TapItem.Reading] = [], areStamped: Bool, receivedAt: Instant, _ request: Request,
        _ context: WebContext
    ) async throws -> [IngestOutcome] {
        let reader = context.identity.reader
        // Where a reader is says its key. What it kept may come from anywhere, and later.
        let networkOf = reader == nil ? try await services.networks.offices(of: context.client, now: receivedAt) : []
        let client = Self.client(of: request)
        var outcomes: [IngestOutcome] = []
        var submissions: [TapSubmission] = []
        var places: [Int] = []
        var tags: [(submission: Int, tap: (claim: TagRegistry.Claim, at: Instant))] = []
        for (index, report) in reports.enumerated() {
            do {
                let tap = try report.tap()
                var submission = TapSubmission(
                    tap, as: report, isAtStamped: areStamped, reader: reader?.id, client: client, receivedAt: receivedAt)
                submission.onlyOffice = reader?.scope.onlyOffice
                submission.networkOf = networkOf
                submissions.append(submission)
                // Only a reader of ours can say what was read: everybody else could say what once stood on a tag.
                switch readings.indices.contains(index) && reader != nil ? readings[index] : .nothing {
                case .tag(let evidence):
                    let claim = TagRegistry.Claim(evidence, kind: tap.kind, desk: tap.desk)
                    tags.append((submissions.count - 1, (claim, tap.at)))
                case .badge: submissions[submissions.count - 1].finding = .knownBadge
                case .laterBadge:
                    submissions[submissions.count - 1].finding = .knownBadge
                    submissions[submissions.count - 1].isBeforeEnrolment = true
                case .nothing, .noBadge: break
                }
                places.append(outcomes.count)
                outcomes.append(.accepted(notes: []))
            } catch {
                outcomes.append(.rejected(error))
            }
        }
        await noteNetworks(&submissions, tags.map { ($0.submission, $0.tap.claim) }, from: context.client, now: receivedAt)
        let findings = try await findings(tags.map(\.tap), now: receivedAt)
        for (index, finding) in zip(tags.map(\.submission), findings) { submissions[index].finding = finding }
        for (place, outcome) in zip(places, try await services.recorder.record(submissions)) { outcomes[place] = outcome }
        if !findings.isEmpty { try await services.access.tags.noteWritten(findings, now: receivedAt) }
        return outcomes
    }

    /// Seconds that the sender's clock is ahead of ours by its `Desktap-Time` field, an RFC 3339 date-time; nil without it.
    private static func clockAhead(in request: Request, now: Instant) -> Int64? {
        guard let name = HTTPField.Name("Desktap-Time"), let text = request.headers[name],
            let time = Instant(rfc3339: text)
        else { return nil }
        return Int64((Double(time.milliseconds(since: now)) / 1000).rounded())
    }

    private static func client(of request: Request) -> String? {
        request.headers[.userAgent].flatMap { agent in
            // What a browser says of itself would tell people apart; ours say their version.
            agent.hasPrefix("desktap") ? String(agent.prefix(64)) : nil
        }
    }

    /// What tags prove. Most taps say nothing of one, and need not wait for those that do.
    private func findings(
        _ taps: [(claim: TagRegistry.Claim, at: Instant)], now: Instant
    ) async throws -> [TagVerification] {
        taps.isEmpty ? [] : try await services.access.tags.findings(for: taps, now: now)
    }
}

extension TapSubmission {
    init(
        _ tap: Tap, as report: TapReport, isAtStamped: Bool = false, reader: Int64?, client: String?, receivedAt: Instant
    ) {
        self.init(
            tap: tap, atSent: report.at ?? "", isAtStamped: isAtStamped, deskSent: report.desk?.replacing("\0", with: "\\0"),
            reader: reader, client: client, receivedAt: receivedAt)
    }
}

extension Request {
    /// Whether a browser shows the answer at the address that it asks, as it does after a form, too. Old browsers do not say.
    fileprivate var isNavigation: Bool {
        HTTPField.Name("Sec-Fetch-Mode").flatMap { headers[$0] }.map { $0 == "navigate" } ?? true
    }
}
