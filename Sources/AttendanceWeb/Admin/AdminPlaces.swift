import Localization

/// The places of the administration, as links below those of every page.
struct AdminPlaces: Sendable {
    struct Link: Sendable {
        let name: String
        let address: String
        let isCurrent: Bool
    }

    let links: [Link]

    /// By the keys of their names.
    private static let places = [
        ("admin.place.people", Address.adminPeople), ("admin.place.teams", Address.adminTeams),
        ("admin.place.floors", Address.adminFloors), ("admin.place.readers", Address.adminReaders),
        ("admin.place.tags", Address.tags),
        ("admin.place.access", Address.adminAccess), ("admin.place.import", Address.adminImport),
    ]

    /// - Parameter current: the address of the place that the page belongs to.
    init(at current: String) {
        links = Self.places.map { Link(name: localized($0.0), address: $0.1, isCurrent: $0.1 == current) }
    }
}

/// One of the values that a form lets choose from.
struct AdminChoice: Sendable {
    let value: String
    let name: String
    let isChosen: Bool
}
