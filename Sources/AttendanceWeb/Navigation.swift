import AttendanceStore
import Localization

/// The main navigation of a page: the links that the person has permission for.
struct Navigation: Sendable {
    let person: String
    let links: [Link]

    /// Localization key of the name, address, and the permission required.
    private static let places: [(key: String, address: String, permission: Permission)] = [
        ("navigation.map", Address.map, .seePresence),
        ("navigation.now", Address.now, .seePresence),
        ("navigation.me", Address.me, .seeOwnRecord),
        ("navigation.team", Address.team, .seeTeam),
        ("navigation.people", Address.people, .listPeople),
        ("navigation.requests", Address.requests, .listRequests),
        ("navigation.attendance", Address.hr, .export),
        ("navigation.quarantine", Address.quarantine, .listQuarantine),
        ("navigation.administration", Address.admin, .administer),
        ("navigation.ledger", Address.ledger, .readLedger),
    ]

    /// - Parameter current: the address of the section that the page belongs to; nil: none.
    init(for person: Person, at current: String?, _ store: AttendanceStore) async throws {
        let (open, managesATeam) = try await store.requests.countRequestsToDecide(
            within: Authorization.reach(of: person, .decide))
        var links: [Link] = []
        for place in Self.places where try await Authorization.has(place.permission, person, managesATeam: managesATeam) {
            let waiting: Int64 =
                switch place.address {
                case Address.requests: open
                case Address.quarantine: try await Self.heldTaps(for: person, store)
                default: 0
                }
            links.append(
                Link(
                    name: localized(place.key), address: place.address, isCurrent: place.address == current,
                    waiting: waiting > 0 ? waiting : nil))
        }
        self.person = person.displayName
        self.links = links
    }

    private static func heldTaps(for person: Person, _ store: AttendanceStore) async throws -> Int64 {
        let reach = Authorization.reach(of: person, .settleQuarantine)
        return try await store.corrections.countQuarantinedTaps(in: reach.all ? nil : reach.office, for: person.id)
    }
}
