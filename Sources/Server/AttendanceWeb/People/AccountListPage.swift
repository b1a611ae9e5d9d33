import Attendance
import AttendanceStore
import Localization
import WebServer

/// The list of all accounts, present and former, with search and a form to add a person.
struct AccountListPage: Page {
    static let template = "pages/People/accounts"

    struct Row: Sendable {
        let name, user, address, role, office: String
        let team: String?
        /// The day on which the person left.
        let left: String?
    }

    let navigation: Navigation
    let address = Address.adminPeople
    let problem: String?
    let searched: String
    let offices, teams, roles, states: [Choice]
    let hasSeveralOffices: Bool
    let rows: [Row]
    let previous, next: String?
    let added: NewPerson

    /// The fields of the form to add a person.
    struct NewPerson: Sendable {
        var userName = ""
        var displayName = ""
        var offices: [Choice] = []
        var teams: [Choice] = []
        var roles: [Choice] = []
        /// What is wrong with the user name, shown at its field.
        var userProblem: String?
        /// Whether the form is expanded.
        var isOpen = false
    }

    /// - Parameters:
    ///   - found: one more than ``ListPaging/rows`` if there is a next page.
    ///   - typed: the fields of a refused form to add a person.
    init(
        navigation: Navigation, _ search: AccountSearch, found: [Account], offices: [Office], teams: [Team],
        problem: String? = nil, userProblem: String? = nil, submitted: BodyFields? = nil
    ) {
        self.navigation = navigation
        self.problem = problem
        searched = search.name
        self.offices = Self.choices(of: offices, chosen: search.office)
        self.teams = Self.choices(of: teams, chosen: search.team, withOffice: offices.count > 1)
        roles = Self.roles(chosen: search.role)
        states = [("", "account.works"), ("left", "account.leftOnes"), ("all", "account.allStates")].map { value, key in
            Choice(value: value, name: localized(key), isChosen: search.state == value)
        }
        hasSeveralOffices = offices.count > 1
        let clocks = Dictionary(offices.map { ($0.id, LocalClock($0.timeZone)) }) { first, _ in first }
        rows = found.prefix(Int(ListPaging.rows)).map { account in
            let clock = clocks[account.person.office] ?? LocalClock(nil)
            return Row(
                name: account.person.displayName, user: account.person.userName,
                address: Address.adminPerson(account.person.userName), role: Self.role(of: account.person, teams: teams),
                office: account.officeName, team: account.teamName,
                left: account.leftAt.map { clock.lastDay($0).short })
        }
        let page = search.paging.page
        previous = page > 0 ? search.address(page: page - 1) : nil
        next = found.count > rows.count ? search.address(page: page + 1) : nil
        added = NewPerson(
            userName: submitted?["user_name"] ?? "", displayName: submitted?["display_name"] ?? "",
            offices: Self.choices(of: offices, chosen: submitted?["office"] ?? ""),
            teams: Self.choices(of: teams, chosen: submitted?["team"] ?? "", withOffice: offices.count > 1),
            roles: Self.roles(chosen: submitted?["role"] ?? Role.employee.rawValue), userProblem: userProblem,
            isOpen: submitted != nil)
    }

    static func choices(of offices: [Office], chosen: String) -> [Choice] {
        offices.map { Choice(value: "\($0.id)", name: $0.name, isChosen: "\($0.id)" == chosen) }
    }

    static func choices(of teams: [Team], chosen: String, withOffice: Bool) -> [Choice] {
        teams.map { team in
            Choice(
                value: "\(team.id)", name: withOffice ? "\(team.name) (\(team.officeName))" : team.name,
                isChosen: "\(team.id)" == chosen)
        }
    }

    /// The person's role and managed teams, such as `Employee, manager of Design`.
    private static func role(of person: Person, teams: [Team]) -> String {
        guard let managed = managedTeams(of: person, among: teams) else { return person.role.title }
        return localized("account.roleWithTeams", ["role": person.role.title, "teams": managed])
    }

    /// The names of the teams that a person manages; nil: none.
    static func managedTeams(of person: Person, among teams: [Team]) -> String? {
        let names = teams.filter { $0.managers.contains(person.userName) }.map(\.name)
        return names.isEmpty ? nil : names.localizedList("people.separator")
    }

    static func roles(chosen: String) -> [Choice] {
        Role.allCases.map { Choice(value: $0.rawValue, name: $0.title, isChosen: $0.rawValue == chosen) }
    }
}

extension Role {
    /// The name of the role, capitalized.
    var title: String { localized("role.\(rawValue)") }
}
