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

    /// The results of a kind.
    struct Found<Line: Sendable>: Sendable {
        var shown: [Line]
        var total: Int
        /// Whether ``total`` is exact. Otherwise there may be more.
        var isComplete = true

        static var none: Found { Found(shown: [], total: 0) }
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
    let articles: [Link]
    /// Whether to show the choice of the language, and the button that signs out.
    let offersLanguage, offersSignOut, hasCommands: Bool
    /// The number of results, and how many of them are shown if not all are; nil without a text.
    let countWords: String?
    let foundNothing: Bool
    /// The address with more results; nil: all are shown, or as many as possible.
    let moreAddress: String?

    /// - Parameters:
    ///   - places: the pages that the viewer may open.
    ///   - articles: pages of the manual.
    ///   - canShowMore: whether a search for more would show more, if not all results are shown.
    init(
        navigation: Navigation, sought: String, places: [SearchPlace], people: Found<PersonLine>, desks: Found<DeskLine>,
        articles: Found<Link>, canShowMore: Bool
    ) {
        self.navigation = navigation
        self.sought = sought
        let links = SearchPlace.links(to: places, about: sought)
        offersLanguage = links.contains { $0.address == Address.language }
        offersSignOut = links.contains { $0.address == Address.signOut }
        hasCommands = offersLanguage || offersSignOut
        self.places = links.filter { ![Address.language, Address.signOut].contains($0.address) }
        self.people = people.shown.map(FoundPerson.init)
        self.desks = desks.shown
        self.articles = articles.shown
        let (shown, count) = (
            links.count + people.shown.count + desks.shown.count + articles.shown.count,
            links.count + people.total + desks.total + articles.total
        )
        foundNothing = count == 0
        let key = !people.isComplete ? "search.countOfMore" : shown == count ? "search.count" : "search.countOf"
        countWords = sought.isEmpty ? nil : localized(key, ["shown": "\(shown)", "count": "\(count)"])
        moreAddress =
            shown < count && canShowMore ? Address.search + "?" + Address.query([("q", sought), ("more", "yes")]) : nil
    }
}
