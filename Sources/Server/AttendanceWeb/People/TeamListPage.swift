import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of teams with their managers.
struct TeamListPage: Page {
    static let template = "pages/People/teams"

    struct Manager: Sendable { let manager, address, removeAddress: String }

    struct Member: Sendable { let member, address, removeAddress: String }

    struct Row: Sendable {
        let id, name, members, membersAddress, renameAddress, managersAddress, addMemberAddress, openAddress: String
        let office: String?
        let managers: [Manager]
        /// The first ones.
        let memberNames: [Member]
        /// Such as `Show all 40 people`; nil if ``memberNames`` has all.
        let allMembers: String?
        /// Whether the panel with the forms is open.
        let isOpen: Bool
        /// What was wrong in a form, and what was typed there.
        let memberProblem, managerProblem, nameProblem: String?
        let typedMember, typedManager, typedName: String
    }

    /// A form of a team.
    enum Form { case member, manager, name }

    /// A refused form of a team, to be shown again.
    struct Refused {
        let form: Form
        let typed, sentence: String
    }

    let navigation: Navigation
    let address = Address.adminTeams
    let problem: String?
    let rows: [Row]
    let offices: [Choice]
    let hasSeveralOffices: Bool
    let submitted: String
    /// Proposed in the fields for a person. Empty if there are too many for a list.
    let everybody: [Choice]

    static let mostProposed: Int64 = 1000
    private static let mostNames = 20

    /// The page with the panel of the team `open`. The browser scrolls to it.
    static func address(open id: String) -> String { "\(Address.adminTeams)?open=\(id)#team-\(id)" }

    /// - Parameters:
    ///   - open: the id of the team whose panel is open.
    ///   - refused: a form of this team.
    init(
        navigation: Navigation, _ teams: [Team], offices: [Office], people: [Person], open: String?, refused: Refused?,
        problem: String?, submitted: (name: String, office: String)
    ) {
        self.navigation = navigation
        self.problem = problem
        self.submitted = submitted.name
        self.offices = AccountListPage.choices(of: offices, chosen: submitted.office)
        let hasSeveralOffices = offices.count > 1
        self.hasSeveralOffices = hasSeveralOffices
        everybody =
            people.count > Int(Self.mostProposed)
            ? [] : people.map { Choice(value: $0.userName, name: $0.displayName, isChosen: false) }
        let names = Dictionary(people.map { ($0.userName, $0.displayName) }) { first, _ in first }
        rows = teams.map { team in
            let base = "\(Address.adminTeams)/\(team.id)"
            let membersAddress = "\(Address.adminPeople)?team=\(team.id)"
            let isOpen = open == "\(team.id)"
            func shown(_ form: Form) -> Refused? { isOpen && refused?.form == form ? refused : nil }
            let (member, manager, name) = (shown(.member), shown(.manager), shown(.name))
            return Row(
                id: "\(team.id)", name: team.name, members: Self.people(team.members.count), membersAddress: membersAddress,
                renameAddress: base + "/name", managersAddress: base + "/managers", addMemberAddress: base + "/members",
                openAddress: Self.address(open: "\(team.id)"), office: hasSeveralOffices ? team.officeName : nil,
                managers: team.managers.map { user in
                    Manager(
                        manager: names[user] ?? user, address: Address.adminPerson(user),
                        removeAddress: "\(base)/managers/\(Address.percentEncoded(user))/remove")
                },
                memberNames: team.members.prefix(Self.mostNames).map { user in
                    Member(
                        member: names[user] ?? user, address: Address.adminPerson(user),
                        removeAddress: "\(base)/members/\(Address.percentEncoded(user))/remove")
                },
                allMembers: team.members.count > Self.mostNames
                    ? localized("team.allMembers", ["count": "\(team.members.count)"]) : nil,
                isOpen: isOpen, memberProblem: member?.sentence, managerProblem: manager?.sentence,
                nameProblem: name?.sentence, typedMember: member?.typed ?? "", typedManager: manager?.typed ?? "",
                typedName: name?.typed ?? team.name)
        }
    }
}

extension TeamListPage {
    private static func people(_ count: Int) -> String {
        localized("team.people", count: count)
    }
}
