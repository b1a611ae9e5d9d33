import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Taps from phones (`/t`, the tag's own address) and from readers (`/api/taps`).
struct TapRoutes {
    let services: WebServices

    /// Items in one list.
    static let maximumItems = 10_000
    /// Bytes in one list.
    static let maximumBody = 4 * 1024 * 1024

    func add(to routes: inout Routes) {
        routes.get(Address.tap, .enter, page)
        routes.post(Address.tap, .tap, one)
        routes.get(Address.tapResult, .seeOwnRecord, result)
        routes.post(Address.undo, .undo, undo)
        routes.post(Address.taps, .tap, list)
    }

    /// The page a phone opens when it reads a tag. It writes nothing: previews and scanners open addresses too. Its form does.
    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let person: Person? = if case .person(let person) = context.identity { person } else { nil }
        let report: TapReport
        if let person {
            report = self.report(parameters, user: try user(named: parameters["user"], of: person), now: services.now())
        } else {
            report = self.report(parameters, user: parameters["user"] ?? "somebody", now: services.now())
        }
        do {
            _ = try report.tap()
        } catch {
            throw WebError.badRequest(
                TapAnswer.message(for: .rejected(error), kind: nil, desk: nil), reason: error.rawValue)
        }
        return try services.pages.render(TapPage(report, at: parameters["at"], person: person))
    }

    /// One tap, told by the tag's address.
    private func one(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let now = services.now()
        let user: String? =
            switch context.identity {
            case .nobody: throw WebError.signInNeeded
            case .reader: parameters["user"]
            case .person(let person): try self.user(named: parameters["user"], of: person)
            }
        let report = report(parameters, user: user, now: now)
        let (answer, status): (TapAnswer, HTTPResponse.Status)
        if case .person(let person) = context.identity,
            try await !OwnTime(store: services.store, now: now).refused([report], of: person).isEmpty
        {
            (answer, status) = (TapAnswer(ofAnotherTime: report), .unprocessableContent)
        } else {
            let outcome = try await record(
                [report], areStamped: parameters["at"] == nil, receivedAt: now, request, context)[0]
            (answer, status) = (TapAnswer(report, outcome), TapAnswer.status(of: outcome))
        }
        if request.wantsPage, case .person(let person) = context.identity {
            // A page that was the answer to a POST would tap again when it is loaded again.
            if status.kind == .successful, let id = report.id {
                return .redirect(Address.tapResult(id, notes: answer.notes))
            }
            return try services.pages.render(TapResultPage(report, answer, person: person), status: status)
        }
        guard status.kind == .successful else {
            throw WebError(status, answer.message, reason: answer.reason ?? answer.outcome)
        }
        return Response.json(answer, status: status)
    }

    /// What became of a tap, for the person who made it.
    private func result(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let parameters = try QueryParameters(request.uri.query)
        let notes = (parameters["notes"] ?? "").split(separator: ".").compactMap { TapNote(rawValue: String($0)) }
        guard let id = UUID(uuidString: try context.parameters.require("id")),
            let tap = try await services.store.tap(id, of: person.id),
            let aftermath = try await TapAftermath(of: id, tap, notes: notes, by: person, services)
        else { throw WebError.unknownTap }
        return try services.pages.render(
            TapResultPage(tap, notes: notes, person: person, aftermath))
    }

    /// Takes a tap back for the person who made it, as long as it is new.
    private func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let id = UUID(uuidString: try context.parameters.require("id")) else { throw WebError.unknownTap }
        switch try await services.store.undo(id, of: person, now: services.now()) {
        case .undone: return request.wantsPage ? back(to: id) : .json(["outcome": "undone"])
        case .tooLate:
            // The page says what can be done instead.
            if request.wantsPage { return back(to: id) }
            throw WebError(
                .conflict, "This tap is older than a minute. Please ask for a correction instead.", reason: "too_late")
        case .unknownTap: throw WebError.unknownTap
        }
    }

    private func back(to tap: UUID) -> Response {
        .redirect(Address.tapResult(tap.uuidString.lowercased(), notes: []))
    }

    /// Many taps from a reader that kept them; each has its own outcome.
    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let items = try await items(of: request)
        let now = services.now()
        var (reports, readings) = (items.map(\.report), items.map(\.reading))
        var answers: [Int: TapAnswer] = [:]
        switch context.identity {
        case .nobody: break
        case .person(let person):
            for index in reports.indices {
                // A badge is for a reader to read.
                if reports[index].user.map({ $0 != person.userName }) ?? readings[index].isBadge {
                    answers[index] = TapAnswer(ofSomebodyElse: reports[index])
                }
                reports[index].user = person.userName
            }
            for index in try await OwnTime(store: services.store, now: now).refused(reports, of: person)
            where answers[index] == nil {
                answers[index] = TapAnswer(ofAnotherTime: reports[index])
            }
        case .reader(let reader):
            answers = try await resolveBadges(&reports, &readings, at: reader, client: Self.client(of: request))
        }
        let own = reports.indices.filter { answers[$0] == nil }
        let outcomes = try await record(
            own.map { reports[$0] }, readings: own.map { readings[$0] }, areStamped: false, receivedAt: now, request,
            context)
        for (index, outcome) in zip(own, outcomes) { answers[index] = TapAnswer(reports[index], outcome) }
        return Response.json(reports.indices.compactMap { answers[$0] })
    }

    private func items(of request: Request) async throws -> [TapItem] {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.maximumBody)
        } catch is NIOTooManyBytesError {
            throw WebError(
                .contentTooLarge, "A list holds at most \(Self.maximumBody) bytes. Please send it in parts.",
                reason: "too_many_bytes")
        } catch {
            throw WebError.badRequest("The body broke off.", reason: "bad_body")
        }
        let items: [TapItem]
        do {
            items = try JSONDecoder().decode([TapItem].self, from: Data(body.readableBytesView))
        } catch {
            throw WebError.badRequest("The body is not a JSON list of taps.", reason: "bad_json")
        }
        guard items.count <= Self.maximumItems else {
            throw WebError(
                .contentTooLarge, "A list holds at most \(Self.maximumItems) taps. Please send it in parts.",
                reason: "too_many_items")
        }
        return items
    }

    /// Whose tap it is that a person makes: their own.
    private func user(named name: String?, of person: Person) throws(WebError) -> String {
        guard let name, name != person.userName else { return person.userName }
        guard TapReport.isUserName(name) else {
            throw .badRequest(
                TapAnswer.message(for: .rejected(.badUser), kind: nil, desk: nil), reason: RejectionReason.badUser.rawValue)
        }
        throw WebError(
            .forbidden, "This tag was opened for somebody else. Please use your own phone.", reason: TapAnswer.otherPerson)
    }

    private func report(_ parameters: QueryParameters, user: String?, now: Instant) -> TapReport {
        TapReport(
            id: parameters["id"] ?? UUID().uuidString.lowercased(), user: user, kind: parameters["event"],
            // In an address a plus sign means a space, and an offset is often written with a bare one.
            at: parameters["at"]?.replacing(" ", with: "+") ?? now.rfc3339(precision: .milliseconds),
            desk: parameters["desk"], office: parameters["office"])
    }

    /// - Parameters:
    ///   - readings: what was read, for each report; empty where nothing is said of it.
    ///   - areStamped: whether the instants are the server's own.
    private func record(
        _ reports: [TapReport], readings: [TapItem.Reading] = [], areStamped: Bool, receivedAt: Instant, _ request: Request,
        _ context: WebContext
    ) async throws -> [IngestOutcome] {
        let reader: Int64? = if case .reader(let reader) = context.identity { reader.id } else { nil }
        let client = Self.client(of: request)
        var outcomes: [IngestOutcome] = []
        var submissions: [TapSubmission] = []
        var places: [Int] = []
        var tags: [(submission: Int, tap: (claim: TagRegistry.Claim, at: Instant))] = []
        for (index, report) in reports.enumerated() {
            do {
                let tap = try report.tap()
                submissions.append(
                    TapSubmission(
                        tap, as: report, isAtStamped: areStamped, reader: reader, client: client, receivedAt: receivedAt))
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
        let findings = try await findings(tags.map(\.tap), now: receivedAt)
        for (index, finding) in zip(tags.map(\.submission), findings) { submissions[index].finding = finding }
        for (place, outcome) in zip(places, try await services.recorder.record(submissions)) { outcomes[place] = outcome }
        if !findings.isEmpty { try await services.access.tags.noteWritten(findings, now: receivedAt) }
        return outcomes
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
    ) async throws -> [TagFinding] {
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
