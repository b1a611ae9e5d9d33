import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Taps from phones (`/t`, the tag's own address) and from readers (`/api/taps`).
struct TapRoutes {
    let services: WebServices

    /// Items in one list.
    static let maximumItems = 10_000
    /// Bytes in one list.
    static let maximumBody = 4 * 1024 * 1024

    func add(to router: Router<WebContext>) {
        router.get(RouterPath(Address.tap), use: page)
        router.post(RouterPath(Address.tap), use: one)
        router.post(RouterPath(Address.taps), use: list)
    }

    /// The page a phone opens when it reads a tag. It writes nothing: previews and scanners open addresses too. Its form does.
    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let person: Person? = if case .person(let person) = context.identity { person } else { nil }
        let report = report(parameters, user: person?.userName ?? parameters["user"] ?? "somebody")
        do {
            _ = try report.tap()
        } catch {
            throw WebError.badRequest(
                TapAnswer.message(for: .rejected(error), kind: nil, desk: nil), reason: error.rawValue)
        }
        if let person, let named = parameters["user"], named != person.userName { throw Self.somebodyElse }
        return try services.pages.render(TapPage(report, person: person))
    }

    /// One tap, told by the tag's address.
    private func one(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let report = report(parameters, user: try user(named: parameters["user"], by: context.identity))
        let outcome = try await record([report], request, context)[0]
        let answer = TapAnswer(id: report.id, report: report, outcome: outcome)
        let status = TapAnswer.status(of: outcome)
        if request.wantsPage { return try services.pages.render(TapResultPage(answer, report), status: status) }
        guard status.kind == .successful else {
            throw WebError(status, answer.message, reason: answer.reason ?? answer.outcome)
        }
        return Response.json(answer, status: status)
    }

    /// Many taps from a reader that kept them; each has its own outcome.
    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        if context.identity == .nobody { throw WebError.signInNeeded }
        let body = try await request.body.collect(upTo: Self.maximumBody)
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
        var reports = items.map(\.report)
        if case .person = context.identity {
            for index in reports.indices { reports[index].user = try user(named: reports[index].user, by: context.identity) }
        }
        let outcomes = try await record(reports, request, context)
        return Response.json(
            zip(reports, outcomes).map { report, outcome in TapAnswer(id: report.id, report: report, outcome: outcome) })
    }

    private static let somebodyElse = WebError(
        .forbidden, "This tag was opened for somebody else. Please use your own phone.", reason: "other_person")

    /// Whose tap it is: a reader's key is believed, a person can only tap for themselves.
    private func user(named name: String?, by identity: Identity) throws(WebError) -> String? {
        switch identity {
        case .nobody: throw .signInNeeded
        case .reader: return name
        case .person(let person):
            guard name == nil || name == person.userName else { throw Self.somebodyElse }
            return person.userName
        }
    }

    private func report(_ parameters: QueryParameters, user: String?) -> TapReport {
        TapReport(
            id: parameters["id"] ?? UUID().uuidString.lowercased(), user: user, kind: parameters["event"],
            // In an address a plus sign means a space, and an offset is often written with a bare one.
            at: parameters["at"]?.replacing(" ", with: "+") ?? services.now().rfc3339(precision: .milliseconds),
            desk: parameters["desk"], office: parameters["office"])
    }

    private func record(_ reports: [TapReport], _ request: Request, _ context: WebContext) async throws -> [IngestOutcome] {
        let receivedAt = services.now()
        let reader: Int64? = if case .reader(let reader) = context.identity { reader.id } else { nil }
        let client = request.headers[.userAgent].flatMap { agent in
            // What a browser says of itself would tell people apart; ours say their version.
            agent.hasPrefix("desktap") ? String(agent.prefix(64)) : nil
        }
        var outcomes: [IngestOutcome] = []
        var submissions: [TapSubmission] = []
        var places: [Int] = []
        for report in reports {
            do {
                let tap = try report.tap()
                submissions.append(
                    TapSubmission(
                        tap: tap, atSent: report.at ?? "", deskSent: report.desk?.replacing("\0", with: "\\0"),
                        reader: reader, client: client, receivedAt: receivedAt))
                places.append(outcomes.count)
                outcomes.append(.accepted(notes: []))
            } catch {
                outcomes.append(.rejected(error))
            }
        }
        for (place, outcome) in zip(places, try await services.recorder.record(submissions)) { outcomes[place] = outcome }
        return outcomes
    }
}

/// A tap in a list, read leniently: what is missing or of the wrong type is nil, so that one bad item fails alone.
private struct TapItem: Decodable {
    let report: TapReport

    private enum Key: String, CodingKey { case id, type, user, kind, at, desk, office }

    init(from decoder: any Decoder) throws {
        guard let item = try? decoder.container(keyedBy: Key.self) else {
            report = TapReport(id: nil, user: nil, kind: nil, at: nil, desk: nil)
            return
        }
        func text(_ key: Key) -> String? { try? item.decode(String.self, forKey: key) }
        report = TapReport(
            id: text(.id), type: item.contains(.type) ? text(.type) : "tap", user: text(.user), kind: text(.kind),
            at: text(.at), desk: text(.desk), office: text(.office))
    }
}
