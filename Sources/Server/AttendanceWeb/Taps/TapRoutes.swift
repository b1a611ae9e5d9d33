import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import WebServer

/// Taps from phones (`/t`, the tag's own address) and from readers (`/api/taps`).
struct TapRoutes {
    let intake: TapIntake
    let rateLimiter: RateLimiter
    let result: TapResultRoutes

    /// Items and bytes in one list of a reader, which keeps taps while it is offline.
    static let maximumOfReader = (items: 10_000, bytes: 4 * 1024 * 1024)
    /// Items and bytes in one list of a person.
    static let maximumOfPerson = (items: 20, bytes: 64 * 1024)

    /// One tap, by the tag's address.
    func one(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(ofTag: request.uri.query)
        do {
            return try await one(parameters, request, context)
        } catch var error as WebError where error.status != .unauthorized {
            error.tap = parameters["id"]
            throw error
        }
    }

    private func one(_ parameters: QueryParameters, _ request: Request, _ context: WebContext) async throws -> Response {
        let now = context.now
        let sender = try sender(context)
        let user: String? =
            switch sender {
            case .reader: parameters["user"]
            case .person(let person): try TapReport.user(named: parameters["user"], of: person)
            }
        var report = TapReport(parameters, user: user, now: now)
        report.word = parameters["k"]
        let source = TapSource(
            sender, address: context.client, userAgent: request.headers[.userAgent], receivedAt: now)
        let outcome = try await take([report], from: source, context)[0]
        if outcome == .notNow, parameters["kept"] == "true", case .person(let person) = sender,
            let at = report.at.flatMap({ Instant(rfc3339: $0) }), at < now
        {
            return .json(try await result.kept.send(report, of: person, now: now).json, status: .accepted)
        }
        let (answer, status) = (TapAnswer(report, outcome), TapAnswer.status(of: outcome))
        if request.wantsPage, outcome != .wrongWord, case .person(let person) = sender {
            if status.kind == .successful, let id = report.id {
                let address = Address.tapResult(id, notes: answer.notes)
                // A reload of a page that is the answer to a POST would tap again.
                if request.isNavigation { return .redirect(address) }
                // A script shows the result in place of its own page, without a second request.
                return try await result.result(of: id, notes: answer.notes, person, now: now)
            }
            if !request.takesProblems { return try result.refused(report, answer, person, status: status) }
        }
        guard status.kind == .successful else {
            throw WebError(status, answer.message, reason: answer.reason ?? Reason(rawValue: answer.outcome))
        }
        return Response.json(answer.json, status: status)
    }

    /// Taps that a reader or a phone stored. Each has its own outcome.
    func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let reports = try await reports(in: request, context)
        let now = context.now
        let source = TapSource(
            try sender(context), address: context.client, userAgent: request.headers[.userAgent], receivedAt: now,
            readerStatus: ReaderStatus(request.headers, now: now))
        return Response.json(zip(reports, try await take(reports, from: source, context)).map { TapAnswer($0, $1).json })
    }

    private func sender(_ context: WebContext) throws(WebError) -> TapSource.Sender {
        switch context.identity {
        case .anonymous, .provisioner, .tagWriter, .display: throw .signInNeeded
        case .reader(let reader): .reader(reader)
        case .person(let person, _): .person(person)
        }
    }

    private func take(_ reports: [TapReport], from source: TapSource, _ context: WebContext) async throws -> [TapOutcome] {
        let outcomes = try await intake.take(reports, from: source)
        guard let reader = context.identity.reader else { return outcomes }
        // Either the reader is set up wrongly, or its key was stolen.
        let count = outcomes.count { $0 == .log(.rejected(.notInScope)) }
        if count > 0 {
            context.logger.warning(
                "refused taps of the reader number \(reader.id), whose key is for others: \(count)",
                metadata: ["reason": "\(RejectionReason.notInScope.rawValue)"])
        }
        return outcomes
    }

    /// The items of a list. Each counts as a tap of its sender.
    private func reports(in request: Request, _ context: WebContext) async throws -> [TapReport] {
        let most = context.identity.reader == nil ? Self.maximumOfPerson : Self.maximumOfReader
        try request.bodyType([.json])
        let body = try await request.body(
            upTo: most.bytes,
            tooMuch: WebError(.contentTooLarge, localized("tap.longList", ["most": "\(most.bytes)"]), reason: .tooManyBytes))
        guard let items = try body.json(repairingTexts: true)?.array else {
            throw WebError.badRequest(localized("tap.noList"), reason: .badJSON)
        }
        guard items.count <= most.items else {
            throw WebError(
                .contentTooLarge, localized("tap.manyItems", ["most": "\(most.items)"]), reason: .tooManyItems)
        }
        // The middleware counted the request itself as one.
        if let demand = RateLimit.taps(of: context.identity), items.count > 1,
            let wait = rateLimiter.take([demand], count: items.count - 1, now: context.now)
        {
            throw WebError.tooOften(wait)
        }
        return items.map { TapReport($0) }
    }
}

extension ReaderStatus {
    /// - Parameter fields: of a request: `Desktap-Time`, an RFC 3339 date-time, and `Desktap-Waiting`, a number of taps.
    fileprivate init(_ fields: HTTPFields, now: Instant) {
        func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
        self.init(
            clockAhead: value("Desktap-Time").flatMap { Instant(rfc3339: $0) }.map { time in
                .seconds(Int64((Double((time - now).milliseconds) / 1000).rounded()))
            },
            waitingTaps: value("Desktap-Waiting").flatMap { Int($0) }.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil })
    }
}

extension Request {
    /// Whether the browser shows the answer as a page at the requested address, as after a form. Old browsers do not state it.
    fileprivate var isNavigation: Bool {
        fetchMetadata(.mode).map { $0 == "navigate" } ?? true
    }
}
