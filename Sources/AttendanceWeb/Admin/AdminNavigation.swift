import Localization

/// The navigation of the administration's pages, below the main navigation.
struct AdminNavigation: Sendable {
    let links: [Link]

    /// Localization key of the name, and address.
    private static let places = [
        ("admin.place.people", Address.adminPeople), ("admin.place.teams", Address.adminTeams),
        ("admin.place.offices", Address.adminOffices), ("admin.place.floors", Address.adminFloors),
        ("admin.place.readers", Address.adminReaders), ("admin.place.tags", Address.tags),
        ("admin.place.access", Address.adminAccess), ("admin.place.retention", Address.adminRetention),
        ("admin.place.import", Address.adminImport),
    ]

    /// - Parameter current: the address of the section that the page belongs to.
    init(at current: String) {
        links = Self.places.map { Link(name: localized($0.0), address: $0.1, isCurrent: $0.1 == current) }
    }
}
