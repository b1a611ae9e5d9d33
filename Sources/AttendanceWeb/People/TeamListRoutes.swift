import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The administration of teams (`/admin/teams`).
struct TeamListRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context, done: .teamAdded) { fields in
            let office = try fields.requiredOffice(of: try await store.offices.offices())
            try await store.teams.addTeam(try name(fields), in: office)
        }
    }

    func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { fields in
            try await store.teams.renameTeam(try await team(context).id, to: try name(fields))
        }
    }

    func addManager(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { fields in
            let name = try fields.required("user", localized("team.needsManager"), .missingUser)
            try await setManager(try await person(name), true, context)
        }
    }

    func addMember(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { fields in
            let name = try fields.required("user", localized("team.needsMember"), .missingUser)
            let change = PersonChange(team: .team(try await team(context).id))
            try await store.people.change(
                try await person(name).id, change, by: .person(try context.person().id), now: context.now)
        }
    }

    /// The person with a user name, or the only one with a display name.
    private func person(_ name: String) async throws -> Person {
        do {
            return try await store.people.person(userName: name)
        } catch StoreError.unknownPerson(let unknown) {
            let named = try await store.people.people().filter { $0.displayName.lowercased() == name.lowercased() }
            guard named.count == 1, let person = named.first else { throw StoreError.unknownPerson(unknown) }
            return person
        }
    }

    func removeManager(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { _ in
            let person = try await store.people.formerOrPresentPerson(userName: try context.pathParameter("user"))
            try await setManager(person, false, context)
        }
    }

    private func carryOut(
        _ request: Request, _ context: WebContext, done: StatusMessage = .changesSaved,
        _ action: (BodyFields) async throws -> Void
    ) async throws -> Response {
        let fields = try await BodyFields(of: request)
        return try await request.performingAction(at: Address.adminTeams) {
            try await action(fields)
            return .redirect(Address.adminTeams, done: done)
        } orShowing: { problem in
            try await page(context, problem: problem, submitted: fields["name"] ?? "")
        }
    }

    private func page(_ context: WebContext, problem: WebError? = nil, submitted: String = "") async throws -> Response {
        let page = TeamListPage(
            navigation: try await Navigation(for: context, at: Address.admin, store),
            try await store.teams.teams(), offices: try await store.offices.offices(),
            people: try await store.people.accounts(AccountFilter(hasLeft: false), limit: TeamListPage.mostProposed + 1).map(
                \.person),
            problem: problem?.sentence, submitted: submitted)
        return try pages.render(page, problem: problem)
    }

    private func setManager(_ person: Person, _ manages: Bool, _ context: WebContext) async throws {
        try await store.people.setManager(
            person.id, of: try await team(context), to: manages, by: .person(try context.person().id), now: context.now)
    }

    private func team(_ context: WebContext) async throws -> Team {
        let text = try context.parameters.require("id")
        guard let team = try await store.teams.teams().first(where: { "\($0.id)" == text }) else {
            throw WebError(.notFound, localized("refusal.unknownTeam"), reason: .unknownTeam)
        }
        return team
    }

    private func name(_ fields: BodyFields) throws(WebError) -> String {
        guard let name = PersonName(fields["name"] ?? ""), name.text.unicodeScalars.count <= 64 else {
            throw .badRequest(localized("team.badName"), reason: .badName)
        }
        return name.text
    }
}
