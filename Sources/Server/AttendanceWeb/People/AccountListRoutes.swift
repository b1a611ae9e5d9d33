import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of accounts (`/admin/people`): searching and adding.
struct AccountListRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, AccountSearch(try QueryParameters(request.uri.query)))
    }

    private func page(
        _ context: WebContext, _ search: AccountSearch, problem: WebError? = nil, submitted: BodyFields? = nil
    ) async throws -> Response {
        let isUserName = problem?.reason == .badUserName
        let page = AccountListPage(
            navigation: try await Navigation(for: context, at: Address.adminPeople, store), search,
            found: try await store.people.accounts(search.filter, limit: ListPaging.rows + 1, after: search.paging.after),
            offices: try await store.offices.offices(), teams: try await store.teams.teams(),
            problem: isUserName ? nil : problem?.sentence, userProblem: isUserName ? problem?.sentence : nil,
            submitted: submitted)
        return try pages.render(page, problem: problem)
    }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let fields = try await BodyFields(of: request)
        return try await request.performingAction {
            let userName = try UserName.typed(fields.trimmed("user_name"))
            let offices = try await store.offices.offices()
            guard let office = try fields.office(of: offices) ?? (offices.count == 1 ? offices.first?.id : nil) else {
                throw WebError.badRequest(localized("account.chooseOffice"), reason: .missingOffice)
            }
            let team: TeamID? = if case .team(let id) = try fields.team(of: try await store.teams.teams()) { id } else { nil }
            let role = try fields.role() ?? .employee
            if role != .employee { try context.requireFreshSignIn() }
            try await store.people.addPerson(
                userName: userName, displayName: try fields.personName(), role: role, office: office,
                team: team, by: .person(viewer.id), now: context.now)
            return .redirect(Address.adminPerson(userName), done: .personAdded)
        } orShowing: { problem in
            try await page(context, AccountSearch(try QueryParameters(nil)), problem: problem, submitted: fields)
        }
    }
}
