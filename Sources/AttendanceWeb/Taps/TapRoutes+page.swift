import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// What a phone shows of a tag and of a tap, and what can be done about it there.
extension TapRoutes {
    /// The page a phone opens when it reads a tag. It writes nothing: previews and scanners open addresses too. Its form does.
    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let person: Person? = if case .person(let person, _) = context.identity { person } else { nil }
        var report: TapReport
        if let person {
            report = self.report(parameters, user: try user(named: parameters["user"], of: person), now: services.now())
        } else {
            report = self.report(parameters, user: parameters["user"] ?? "somebody", now: services.now())
        }
        // A number on a tag would be that of everybody's tap.
        report.id = UUID().uuidString.lowercased()
        let tap: Tap
        do {
            var asked = report
            // A tag that stands for its desk alone asks what happened there.
            if report.kind == nil, report.desk != nil { asked.kind = TapKind.start.rawValue }
            tap = try asked.tap()
        } catch {
            throw WebError.badRequest(
                TapAnswer.message(for: .rejected(error), kind: nil, desk: nil), reason: Reason(error))
        }
        let isByItself =
            report.kind == nil
            ? false
            : try await AutomaticTap(store: services.store).isMeant(tap, in: report.office, word: parameters["k"], request)
        let address = request.head.path ?? ""
        var state: TapSummary.Now?
        if let person, report.kind == nil {
            state = TapSummary.Now(try await services.store.presence.presence(of: person.id), at: services.now())
        }
        // Whoever is signed in knows where they are.
        let office = person == nil ? try await office(of: report) : nil
        var response = try services.pages.render(
            TapPage(
                report, at: parameters["at"], person: person, office: office, state: state, isByItself: isByItself,
                address: address, release: services.wallVersion.ofRelease))
        if person == nil, isByItself, let goal = ReturnAddress(address) { services.cookies.rememberGoal(goal, on: &response) }
        return response
    }

    /// The office that a tag means; nil where its address does not say.
    private func office(of report: TapReport) async throws -> String? {
        guard let name = report.office else {
            return try await services.store.offices.office(withDesk: report.desk.flatMap { DeskID($0) })?.name
        }
        return try await services.store.offices.offices().first { $0.name == name }?.name
    }

    /// What became of a tap, for the person who made it.
    func result(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let notes = (try QueryParameters(request.uri.query)["notes"] ?? "").split(separator: ".").map(String.init)
        return try await result(of: try context.parameters.require("id"), notes: notes, person)
    }

    func result(of id: String, notes: [String], _ person: Person) async throws -> Response {
        let notes = notes.compactMap { TapNote(rawValue: $0) }
        guard let id = UUID(uuidString: id),
            let tap = try await services.store.taps.tap(id, of: person.id),
            let aftermath = try await TapActions(of: id, tap, notes: notes, by: person, services)
        else { throw WebError.unknownTap }
        let standing = try await TapSummary(
            after: tap, notes: notes, isFresh: aftermath.undo != nil, person, services)
        var response = try services.pages.render(
            TapResultPage(id: id, tap, notes: notes, person: person, aftermath, standing))
        // By this a script knows that the answer is ours, and of which tap (RFC 9110, 8.7).
        response.headers[.contentLocation] = Address.tapResult(
            id.uuidString.lowercased(), notes: notes.map(\.rawValue))
        return response
    }

    /// For whoever tapped with somebody else's phone: takes the tap back where it is new, and signs the phone out; whoever signs in
    /// then goes on with the tap.
    func notMe(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let id = UUID(uuidString: try context.parameters.require("id")),
            let tap = try await services.store.taps.tap(id, of: person.id)
        else { throw WebError.unknownTap }
        _ = try await services.store.corrections.undo(id, of: person, now: services.now())
        let goal = Address.tap(tap.kind.rawValue, desk: tap.desk, office: tap.officeName)
        // Signing out is done in its own place, with the cookies that go there alone (RFC 9110, 15.4.8).
        return Response(
            status: .temporaryRedirect, headers: [.location: Address.signOut(to: goal), .cacheControl: "no-store"])
    }

    /// Takes a tap back for the person who made it, as long as it is new.
    func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let id = UUID(uuidString: try context.parameters.require("id")) else { throw WebError.unknownTap }
        switch try await services.store.corrections.undo(id, of: person, now: services.now()) {
        case .undone: return request.wantsPage ? back(to: id) : .json(["outcome": "undone"])
        case .tooLate:
            // The page says what can be done instead.
            if request.wantsPage { return back(to: id) }
            throw WebError(
                .conflict, localized("tap.tooLate"), reason: .tooLate)
        case .unknownTap: throw WebError.unknownTap
        }
    }

    private func back(to tap: UUID) -> Response {
        .redirect(Address.tapResult(tap.uuidString.lowercased(), notes: []))
    }
}
