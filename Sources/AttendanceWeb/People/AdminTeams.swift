import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of teams with their managers.
struct AdminTeamsPage: Page {
    static let template = "pages/People/teams"

    struct Manager: Sendable { let user, address, removeAddress: String }

    struct Row: Sendable {
        let name, members, membersAddress, renameAddress, managersAddress: String
        let office: String?
        let managers: [Manager]
    }

    let navigation: Navigation
    let admin = AdminPlaces(at: Address.adminTeams)
    let address = Address.adminTeams
    let problem: String?
    let rows: [Row]
    let offices: [AdminChoice]
    let hasSeveralOffices: Bool
    let typed: String

    init(navigation: Navigation, _ teams: [Team], offices: [Office], problem: String? = nil, typed: String = "") {
        self.navigation = navigation
        self.problem = problem
        self.typed = typed
        self.offices = AccountListPage.choices(of: offices, chosen: "")
        let hasSeveralOffices = offices.count > 1
        self.hasSeveralOffices = hasSeveralOffices
        rows = teams.map { team in
            let base = "\(Address.adminTeams)/\(team.id)"
            return Row(
                name: team.name, members: Self.people(team.members.count),
                membersAddress: "\(Address.adminPeople)?team=\(team.id)", renameAddress: base + "/name",
                managersAddress: base + "/managers", office: hasSeveralOffices ? team.officeName : nil,
                managers: team.managers.map { user in
                    Manager(
                        user: user, address: Address.adminPerson(user),
                        removeAddress: "\(base)/managers/\(Address.percentEncoded(user))/remove")
                })
        }
    }
}

extension AdminTeamsPage {
    private static func people(_ count: Int) -> String {
        count == 1 ? localized("team.one") : localized("team.several", ["count": "\(count)"])
    }
}

/// The administration of teams (`/admin/teams`).
struct AdminTeamRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.adminTeams, .administer) { _, context in try await page(try context.person()) }
        post(Address.adminTeams, &routes) { _, fields, _ in
            let office = try fields.requiredOffice(of: try await services.store.offices.offices())
            try await services.store.teams.addTeam(try name(fields), in: office)
        }
        post(Address.adminRenameTeam, &routes) { _, fields, context in
            try await services.store.teams.renameTeam(try await team(context).id, to: try name(fields))
        }
        post(Address.adminAddManager, &routes) { viewer, fields, context in
            let user = try fields.required("user", localized("team.needsManager"), .missingUser)
            try await setManager(try await services.store.people.person(userName: user), true, viewer, context)
        }
        post(Address.adminRemoveManager, &routes) { viewer, _, context in
            let person = try await services.store.people.formerOrPresentPerson(userName: try context.pathParameter("user"))
            try await setManager(person, false, viewer, context)
        }
    }

    private func post(
        _ address: String, _ routes: inout Routes,
        _ action: @escaping @Sendable (Person, BodyFields, WebContext) async throws -> Void
    ) {
        routes.post(address, .administer) { request, context in
            let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
            return try await request.carryingOut(at: Address.adminTeams) {
                try await action(viewer, fields, context)
                return .redirect(Address.adminTeams)
            } orShowing: { problem in
                try await page(viewer, problem: problem, typed: fields["name"] ?? "")
            }
        }
    }

    private func page(_ viewer: Person, problem: WebError? = nil, typed: String = "") async throws -> Response {
        let page = AdminTeamsPage(
            navigation: try await Navigation(for: viewer, at: Address.adminPeople, services),
            try await services.store.teams.teams(),
            offices: try await services.store.offices.offices(), problem: problem?.sentence, typed: typed)
        return try services.pages.render(page, status: problem?.status ?? .ok)
    }

    private func setManager(_ person: Person, _ manages: Bool, _ viewer: Person, _ context: WebContext) async throws {
        try await services.store.people.setManager(
            person.id, of: try await team(context), to: manages, by: .person(viewer.id), now: services.now())
    }

    private func team(_ context: WebContext) async throws -> Team {
        let text = try context.parameters.require("id")
        guard let team = try await services.store.teams.teams().first(where: { "\($0.id)" == text }) else {
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
