import Attendance
import Localization

/// The results of a search as lists of links. Without a text, all pages.
struct SearchPage: Page {
    static let template = "pages/Search/search"

    struct PersonLine: Sendable {
        let id: PersonID
        let personName: String
        /// The person's own office.
        let office: OfficeID
        /// Where the person is, or that they left; nil if the viewer does not see the person on a map.
        var whereabouts: String?
        /// The addresses of the person's desk on the map, record and account; nil if there is none for the viewer.
        var map, record, account: String?

        /// The links by the names of their targets. The first one is the most important.
        var links: [Link] {
            [("search.record", record), ("search.map", map), ("search.account", account)].compactMap { key, address in
                address.map { Link(name: localized(key), address: $0) }
            }
        }
    }

    struct DeskLine: Sendable {
        let deskName: String
        let floor: String
        /// nil if the viewer sees only one office.
        let deskOffice: String?
        /// The name of the person at the desk; nil: there is none, or the viewer does not see the name on the map.
        let deskHolder: String?
        /// The desk on the map.
        let deskAddress: String
        /// The page for the desk in the administration; nil for others than administrators.
        let deskSettings: String?
    }

    /// A ``PersonLine`` for the template.
    struct FoundPerson: Sendable {
        let personName: String
        let whereabouts: String
        /// The first of the person's links; nil if there is none.
        let nameLink: Link?
        let personLinks: [Link]

        init(_ line: PersonLine) {
            (personName, whereabouts) = (line.personName, line.whereabouts ?? "")
            (nameLink, personLinks) = (line.links.first, Array(line.links.dropFirst()))
        }
    }

    let navigation: Navigation
    let sought: String
    let places: [Link]
    let people: [FoundPerson]
    let desks: [DeskLine]
    let count: Int
    let foundNothing: Bool

    /// - Parameter places: the pages that the viewer may open. Those with the text in the name come first.
    init(navigation: Navigation, sought: String, places: [SearchPlace], people: [PersonLine], desks: [DeskLine]) {
        self.navigation = navigation
        self.sought = sought
        let named = places.filter { sought.isEmpty || $0.hasInName(sought) }
        self.places = (named + places.filter { !$0.hasInName(sought) && $0.hasInWords(sought) }).map(\.link)
        self.people = people.map(FoundPerson.init)
        self.desks = desks
        count = self.places.count + people.count + desks.count
        foundNothing = count == 0
    }
}
