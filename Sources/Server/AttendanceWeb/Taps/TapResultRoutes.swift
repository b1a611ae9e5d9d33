import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The result of a tap on a phone: what was recorded, and how the person can undo it.
struct TapResultRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    var kept: KeptTapRequests { KeptTapRequests(store: store, zones: zones) }

    /// The page of a tap. A phone asks whether a tap that it keeps became a correction request, and gets JSON.
    func result(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        if !request.wantsPage, let id = UUID(uuidString: try context.parameters.require("id")),
            let answer = try await kept.answer(to: id, of: person, now: context.now)
        {
            return .json(answer.json)
        }
        let notes = (try QueryParameters(request.uri.query)["notes"] ?? "").split(separator: ".").map(String.init)
        return try await result(of: try context.parameters.require("id"), notes: notes, person, now: context.now)
    }

    func result(of id: String, notes: [String], _ person: Person, now: Instant) async throws -> Response {
        let notes = notes.compactMap { TapNote(rawValue: $0) }
        guard let id = UUID(uuidString: id),
            let tap = try await store.taps.tap(id, of: person.id),
            let actions = try await TapResultActions(of: id, tap, notes: notes, by: person, store, zones, now: now)
        else { throw WebError.unknownTap }
        let summary = try await TapSummary(
            after: tap, id, notes: notes, isFresh: actions.undo != nil, person, store, zones, now: now)
        var response = try pages.render(
            TapResultPage(id: id, tap, notes: notes, person: person, actions, summary, now: now))
        // Shows a script that the answer is DeskTap's, and of which tap (RFC 9110, 8.7).
        response.headers[.contentLocation] = Address.tapResult(
            id.uuidString.lowercased(), notes: notes.map(\.rawValue))
        return response
    }

    /// The page of a tap that was not recorded.
    /// - Parameter person: nil without a sign-in.
    func refused(
        _ report: TapReport, _ answer: TapAnswer, _ person: Person?, status: HTTPResponse.Status
    ) throws -> Response {
        try pages.render(TapResultPage(report, answer, person: person), status: status)
    }

    /// For a person who tapped with another person's phone: undoes a new tap and signs the phone out. After signing in, the page of
    /// the tap follows.
    func notMe(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let id = UUID(uuidString: try context.parameters.require("id")),
            let tap = try await store.taps.tap(id, of: person.id)
        else { throw WebError.unknownTap }
        _ = try await store.corrections.undo(id, of: person, now: context.now)
        let goal = Address.tap(tap.kind.rawValue, desk: tap.desk, office: tap.officeName)
        // Browsers send some cookies only to the address for signing out (RFC 9110, 15.4.8).
        return Response(
            status: .temporaryRedirect, headers: [.location: Address.signOut(to: goal), .cacheControl: "no-store"])
    }

    /// Undoes a tap of the person as long as it is new.
    func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        guard let id = UUID(uuidString: try context.parameters.require("id")) else { throw WebError.unknownTap }
        switch try await store.corrections.undo(id, of: person, now: context.now) {
        case .undone: return request.wantsPage ? back(to: id) : .json(["outcome": "undone"])
        case .tooLate:
            // The page offers what is still possible.
            if request.wantsPage { return back(to: id) }
            throw WebError(.conflict, localized("tap.tooLate"), reason: .tooLate)
        case .unknownTap: throw WebError.unknownTap
        }
    }

    private func back(to tap: UUID) -> Response {
        .redirect(Address.tapResult(tap.uuidString.lowercased(), notes: []))
    }
}
