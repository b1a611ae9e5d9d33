import AttendanceStore

/// The list of people whose records the viewer may see.
struct PeoplePage: Page {
    static let template = "pages/People/people"

    struct Entry: Sendable {
        let name: String
        let user: String
        let address: String
        let team: String?
        let hasLeft: Bool
    }

    let navigation: Navigation
    let people: [Entry]
    let searched: String?
    /// Where other people with the searched name are found; nil without a search.
    let whoIsHere: String?

    init(navigation: Navigation, people: [Subordinate], searched: String?) {
        whoIsHere = searched.map { Address.asking(Address.now, [("find", $0)]) }
        self.navigation = navigation
        self.searched = searched
        self.people = people.map { entry in
            Entry(
                name: entry.person.displayName, user: entry.person.userName,
                address: Address.person(entry.person.userName), team: entry.team, hasLeft: entry.hasLeft)
        }
    }
}
