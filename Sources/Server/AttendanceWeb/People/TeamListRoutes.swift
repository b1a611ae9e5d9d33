import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The administration of teams (`/admin/teams`).
struct TeamListRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, open: try QueryParameters(request.uri.query)["open"])
    }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context, done: .teamAdded) { fields in
            let office = try fields.requiredOffice(of: try await store.offices.offices())
            try await store.teams.addTeam(
                try name(fields), in: office, by: try context.author(), now: context.now)
        }
    }

    func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context, .name) { fields in
            try await store.teams.renameTeam(
                try await team(context).id, to: try name(fields), by: try context.author(), now: context.now)
        }
    }

    func addManager(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context, .manager) { fields in
            let name = try fields.required("user", localized("team.needsMember"), .missingUser)
            try await setManager(try await person(name), true, context)
        }
    }

    func addMember(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context, .member) { fields in
            let name = try fields.required("user", localized("team.needsMember"), .missingUser)
            let change = PersonChange(team: .team(try await team(context).id))
            try await store.people.change(
                try await person(name).id, change, by: .person(try context.person().id), now: context.now)
        }
    }

    func removeMember(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { _ in
            let person = try await store.people.formerOrPresentPerson(userName: try context.pathParameter("user"))
            // A person who has moved to another team meanwhile stays there.
            guard try await team(context).members.contains(person.userName) else { return }
            try await store.people.change(
                person.id, PersonChange(team: PersonChange.Place.none), by: .person(try context.person().id), now: context.now)
        }
    }

    private func person(_ name: String) async throws -> Person {
        do {
            return try await store.people.person(userName: name)
        } catch StoreError.unknownPerson {
            return try await PersonLookup(people: store.people).person(named: name)
        }
    }

    func removeManager(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { _ in
            let person = try await store.people.formerOrPresentPerson(userName: try context.pathParameter("user"))
            try await setManager(person, false, context)
        }
    }

    /// - Parameter form: the form of a team. Its panel is open on the page that follows.
    private func carryOut(
        _ request: Request, _ context: WebContext, _ form: TeamListPage.Form? = nil, done: StatusMessage = .changesSaved,
        _ action: (BodyFields) async throws -> Void
    ) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let team = form == nil ? nil : try context.parameters.require("id")
        return try await request.performingAction {
            try await action(fields)
            return .redirect(team.map { TeamListPage.address(open: $0) } ?? Address.adminTeams, done: done)
        } orShowing: { problem in
            let typed = fields[form == nil || form == .name ? "name" : "user"] ?? ""
            let refused = form.map { TeamListPage.Refused(form: $0, typed: typed, sentence: problem.sentence) }
            return try await page(
                context, open: team, refused: refused, problem: problem,
                submitted: form == nil ? (typed, fields["office"] ?? "") : ("", ""))
        }
    }

    private func page(
        _ context: WebContext, open: String? = nil, refused: TeamListPage.Refused? = nil, problem: WebError? = nil,
        submitted: (name: String, office: String) = ("", "")
    ) async throws -> Response {
        let teams = try await store.teams.teams()
        // A form of a team that is gone is not on the page.
        let refused = teams.contains { "\($0.id)" == open } ? refused : nil
        let page = TeamListPage(
            navigation: try await Navigation(for: context, at: Address.adminTeams, store), teams,
            offices: try await store.offices.offices(),
            people: try await store.people.accounts(AccountFilter(hasLeft: false), limit: TeamListPage.mostProposed + 1).map(
                \.person),
            open: open, refused: refused, problem: refused == nil ? problem?.sentence : nil,
            submitted: submitted)
        return try pages.render(page, problem: problem)
    }

    private func setManager(_ person: Person, _ manages: Bool, _ context: WebContext) async throws {
        try await store.people.setManager(
            person.id, of: try await team(context).id, to: manages, by: .person(try context.person().id), now: context.now)
    }

    private func team(_ context: WebContext) async throws -> Team {
        guard let id = TeamID(try context.parameters.require("id")), let team = try await store.teams.team(id) else {
            throw StoreError.unknownTeam(nil)
        }
        return team
    }

    private func name(_ fields: BodyFields) throws(StoreError) -> String { try ThingName.given(fields["name"] ?? "") }
}
