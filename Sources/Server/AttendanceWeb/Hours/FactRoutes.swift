import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hours
import Hummingbird
import JSON
import Localization
import WebServer

/// Facts of hours for programs: HR and administrators record and read them.
struct FactRoutes {
    let store: AttendanceStore

    /// Records all facts of a request, or none.
    func record(_ request: Request, _ context: WebContext) async throws -> Response {
        let author = try context.person()
        let received = try await ReceivedFacts(of: request)
        var permissions = try await FactPermissions(of: author, over: received, store)
        var facts: [NewFact] = []
        for fact in received.facts { facts.append(try await permissions.permitted(fact)) }
        switch try await store.hours.append(facts, by: author.id, reason: received.reason) {
        case .appended: return Response.json(Answer(facts, "recorded"), status: .created)
        case .duplicate: return Response.json(Answer(facts, "duplicate"))
        case .conflict(let id):
            throw WebError(
                .conflict, localized("hoursAPI.conflict", ["id": id.uuidString.lowercased()]), reason: .conflict)
        case .rejected(let id, let rejection): throw WebError(rejection, of: id)
        }
    }

    private struct Answer: Encodable {
        let ids: [String]
        let outcome: String

        init(_ facts: [NewFact], _ outcome: String) {
            (ids, self.outcome) = (facts.map { $0.id.uuidString.lowercased() }, outcome)
        }
    }

    /// The facts about a person, or without one those that concern all people, in the order of recording.
    func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let parameters = try QueryParameters(request.uri.query)
        guard let user = parameters["user"] else {
            return try await Response.json(json(of: store.hours.commonFacts().facts, about: nil))
        }
        let found = try await PersonLookup(people: store.people).person(userName: user)
        let authorization = Authorization(store: store)
        if found?.id != viewer.id { try await authorization.require(.recordHours, viewer, over: found) }
        guard let person = found else { throw WebError.notYours }
        let facts = try await store.hours.facts(of: person.id)
        let today = CivilDate(daysSince1970: now.seconds / 86_400)
        let days = facts.compactMap(\.fact.content.firstDay)
        let first = days.min() ?? today
        try await store.audit.log(
            viewer, sees: person.id, of: min(first, today)...max(days.max() ?? today, today),
            purpose: parameters["purpose"].flatMap(TypedText.sentences) ?? AccessPurpose.throughAPI.rawValue, now: now)
        return try await Response.json(json(of: facts, about: person.userName))
    }

    private func json(of facts: [HoursFact], about user: String?) async throws -> JSONValue {
        let names = try await FactNames(store)
        let accounts = try await store.people.accounts(of: Set(facts.compactMap(\.author)).sorted())
        let authors = Dictionary(accounts.map { ($0.person.id, $0.person.userName) }) { first, _ in first }
        let list = facts.map { fact -> JSONValue in
            [
                "fact": names.named(fact, about: user),
                "author": fact.author.flatMap { authors[$0] }.map(JSONValue.string) ?? .null,
                "reason": fact.reason.map(JSONValue.string) ?? .null,
                "at": .string(fact.recordedAt.rfc3339(precision: .milliseconds)),
            ]
        }
        return ["facts": .array(list)]
    }
}
