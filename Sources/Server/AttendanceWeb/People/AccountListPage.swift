import Attendance
import AttendanceStore
import Localization
import WebServer

/// The list of all accounts, present and former, with search, a form for chosen people, and one to add a person.
struct AccountListPage: Page {
    static let template = "pages/People/accounts"

    struct Row: Sendable {
        let name, user, address, role, office: String
        let team: String?
        /// How far the person's sign-in is, or the day on which the person left.
        let state: String
        /// The person's id; nil: the person has left and cannot be chosen.
        let id: String?
        let isChosen: Bool
    }

    /// The values of the form for chosen people.
    struct Chosen: Sendable {
        let query: String
        let days: String
        let languages: [Choice]
        let teams, offices: [Choice]
        let lastDay: String
        /// Whether links can be sent by e-mail.
        let sendsMail: Bool
        /// Why the form was refused; nil: it was not.
        let chosenProblem: String?
        /// Whether the rarer fields are shown.
        let isOpen: Bool
    }

    let navigation: Navigation
    let address = Address.adminPeople
    let problem: String?
    let searched: String
    let offices, teams, roles, states: [Choice]
    let hasSeveralOffices: Bool
    let rows: [Row]
    let previous, next: String?
    /// nil: the list has no current employee.
    let chosen: Chosen?
    /// A new ``FormToken``.
    let form: String
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
    ///   - sent: a refused form, for chosen people or to add a person.
    init(
        navigation: Navigation, _ search: AccountSearch, found: [Invitee], offices: [Office], teams: [Team], sendsMail: Bool,
        now: Instant, problem: String? = nil, userProblem: String? = nil, sent: BodyFields? = nil
    ) {
        self.navigation = navigation
        let isForChosen = sent?["do"] != nil
        searched = search.name
        self.offices = Self.choices(of: offices, chosen: search.office)
        self.teams = Self.choices(of: teams, chosen: search.team, withOffice: offices.count > 1)
        roles = Self.roles(chosen: search.role)
        let states =
            [("", localized("account.works"))]
            + Invitee.State.allCases.map { ($0.rawValue, localized("invite.state.\($0.rawValue)")) }
            + [("left", localized("account.leftOnes")), ("all", localized("account.allStates"))]
        self.states = states.map { Choice(value: $0, name: $1, isChosen: search.state == $0) }
        hasSeveralOffices = offices.count > 1
        let clocks = Dictionary(offices.map { ($0.id, LocalClock($0.timeZone)) }) { first, _ in first }
        rows = found.prefix(Int(ListPaging.rows)).map { invitee in
            let (account, person) = (invitee.account, invitee.person)
            let clock = clocks[person.office] ?? LocalClock(nil)
            return Row(
                name: person.displayName, user: person.userName, address: Address.adminPerson(person.userName),
                role: Self.role(of: person, teams: teams), office: account.officeName, team: account.teamName,
                state: Self.state(of: invitee, clock, now), id: account.leftAt == nil ? "\(person.id)" : nil,
                isChosen: isForChosen ? sent?.isSet("person-\(person.id)") ?? false : search.signIn == .new)
        }
        let language = sent?["language"] ?? Catalogue.current.language.rawValue
        chosen =
            rows.allSatisfy { $0.id == nil }
            ? nil
            : Chosen(
                query: search.query, days: sent?["days"] ?? "1",
                languages: Language.allCases.map {
                    Choice(value: $0.rawValue, name: $0.nativeName, isChosen: $0.rawValue == language)
                },
                teams: Self.choices(of: teams, chosen: sent?["team"] ?? "", withOffice: offices.count > 1),
                offices: Self.choices(of: offices, chosen: sent?["office"] ?? ""),
                lastDay: sent?["last_day"] ?? "", sendsMail: sendsMail,
                chosenProblem: isForChosen ? problem : nil,
                isOpen: isForChosen)
        self.problem = chosen?.chosenProblem == nil ? problem : nil
        form = FormToken(now: now).text
        let page = search.paging.page
        previous = page > 0 ? search.address(page: page - 1) : nil
        next = found.count > rows.count ? search.address(page: page + 1) : nil
        let added = isForChosen ? nil : sent
        self.added = NewPerson(
            userName: added?["user_name"] ?? "", displayName: added?["display_name"] ?? "",
            offices: Self.choices(of: offices, chosen: added?["office"] ?? ""),
            teams: Self.choices(of: teams, chosen: added?["team"] ?? "", withOffice: offices.count > 1),
            roles: Self.roles(chosen: added?["role"] ?? Role.employee.rawValue), userProblem: userProblem,
            isOpen: added != nil)
    }

    /// Such as `from 1 Dec 2026, not invited`.
    private static func state(of invitee: Invitee, _ clock: LocalClock, _ now: Instant) -> String {
        let first = invitee.account.details.firstDay.flatMap { $0 > clock.date(now.seconds) ? $0 : nil }
        return [
            first.map { localized("account.from", ["day": $0.short]) },
            invitee.account.lastDay.map { localized("account.until", ["day": $0.short]) }, signIn(of: invitee, clock),
        ].compactMap(\.self).localizedList("record.separator")
    }

    private static func signIn(of invitee: Invitee, _ clock: LocalClock) -> String {
        if let left = invitee.account.leftAt { return localized("account.left", ["left": clock.lastDay(left).short]) }
        if let used = invitee.signedInAt {
            return localized("invite.signedIn", ["day": clock.date(used.seconds).short])
        }
        if let until = invitee.linkUntil { return localized("invite.hasLink", ["when": clock.dayAndTime(until.seconds)]) }
        return localized(invitee.hasSignedIn ? "invite.signedOut" : "invite.notYet")
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
        return names.isEmpty ? nil : names.localizedList("record.separator")
    }

    static func roles(chosen: String) -> [Choice] {
        Role.allCases.map { Choice(value: $0.rawValue, name: $0.title, isChosen: $0.rawValue == chosen) }
    }
}

extension Role {
    /// The name of the role, capitalized.
    var title: String { localized("role.\(rawValue)") }
}
