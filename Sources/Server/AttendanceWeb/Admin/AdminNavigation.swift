import Localization

/// The navigation of the administration's pages, below the main navigation.
struct AdminNavigation: Sendable {
    let links: [Link]

    /// The part of the localization keys that names the page, and its address.
    static let places: [(key: String, address: String)] = [
        ("overview", Address.admin), ("people", Address.adminPeople), ("invitations", Address.adminInvitations),
        ("teams", Address.adminTeams), ("import", Address.adminImport), ("floors", Address.adminFloors),
        ("tags", Address.tags), ("readers", Address.adminReaders), ("displays", Address.adminDisplays),
        ("offices", Address.adminOffices),
        ("access", Address.adminAccess), ("retention", Address.adminRetention),
    ]

    /// - Parameter current: the address of the section that the page belongs to.
    init(at current: String) {
        links = Self.places.map {
            Link(name: localized("admin.place.\($0.key)"), address: $0.address, isCurrent: $0.address == current)
        }
    }
}
