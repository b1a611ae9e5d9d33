import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of teams with their managers.
struct TeamListPage: Page {
    static let template = "pages/People/teams"

    struct Manager: Sendable { let manager, address, removeAddress: String }

    struct Row: Sendable {
        let name, members, membersAddress, renameAddress, managersAddress, addMemberAddress: String
        let office: String?
        let managers: [Manager]
    }

    let navigation: Navigation
    let admin = AdminNavigation(at: Address.adminTeams)
    let address = Address.adminTeams
    let problem: String?
    let rows: [Row]
    let offices: [Choice]
    let hasSeveralOffices: Bool
    let submitted: String
    /// Proposed in the fields for a person. Empty if there are too many for a list.
    let everybody: [Choice]

    static let mostProposed: Int64 = 1000

    init(
        navigation: Navigation, _ teams: [Team], offices: [Office], people: [Person], problem: String? = nil,
        submitted: String = ""
    ) {
        self.navigation = navigation
        self.problem = problem
        self.submitted = submitted
        self.offices = AccountListPage.choices(of: offices, chosen: "")
        let hasSeveralOffices = offices.count > 1
        self.hasSeveralOffices = hasSeveralOffices
        everybody =
            people.count > Int(Self.mostProposed)
            ? [] : people.map { Choice(value: $0.userName, name: $0.displayName, isChosen: false) }
        let names = Dictionary(people.map { ($0.userName, $0.displayName) }) { first, _ in first }
        rows = teams.map { team in
            let base = "\(Address.adminTeams)/\(team.id)"
            return Row(
                name: team.name, members: Self.people(team.members.count),
                membersAddress: "\(Address.adminPeople)?team=\(team.id)", renameAddress: base + "/name",
                managersAddress: base + "/managers", addMemberAddress: base + "/members",
                office: hasSeveralOffices ? team.officeName : nil,
                managers: team.managers.map { user in
                    Manager(
                        manager: names[user] ?? user, address: Address.adminPerson(user),
                        removeAddress: "\(base)/managers/\(Address.percentEncoded(user))/remove")
                })
        }
    }
}

extension TeamListPage {
    private static func people(_ count: Int) -> String {
        count == 1 ? localized("team.one") : localized("team.several", ["count": "\(count)"])
    }
}
