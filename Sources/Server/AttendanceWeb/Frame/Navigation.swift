import Attendance
import AttendanceStore
import Localization

/// The main navigation of a page: the links that the person has permission for, in groups.
struct Navigation: Sendable {
    struct Group: Sendable {
        let group: String
        let links: [Link]
    }

    let person: String
    let userName: String
    let groups: [Group]
    let devicesAddress = Address.myDevices
    /// The number of tasks that wait behind the links, such as `5` or `99+`; nil if there is none.
    let allWaiting: String?
    /// The largest number of tasks that is shown.
    private static let maximumWaiting: Int64 = 99

    /// Localization key of the name, address, and the permission required.
    private typealias Place = (key: String, address: String, permission: Permission)

    private static let places: [(group: String, places: [Place])] = [
        (
            "navigation.group.office",
            [("navigation.map", Address.map, .seePresence), ("navigation.now", Address.now, .seePresence)]
        ),
        ("navigation.group.own", [("navigation.me", Address.me, .seeOwnRecord)]),
        (
            "navigation.group.team",
            [
                ("navigation.team", Address.team, .seeTeam), ("navigation.records", Address.people, .listPeople),
                ("navigation.requests", Address.requests, .listRequests),
            ]
        ),
        (
            "navigation.group.hr",
            [
                ("navigation.attendance", Address.hr, .seeAttendance),
                ("navigation.quarantine", Address.quarantine, .listQuarantine),
            ]
        ),
        (
            "navigation.group.administration",
            [
                ("navigation.administration", Address.admin, .administer), ("navigation.ledger", Address.ledger, .readLedger),
            ]
        ),
    ]

    /// The navigation of a page that a signed-in person requests.
    /// - Parameter current: the address of the section that the page belongs to; nil: none.
    init(for context: WebContext, at current: String?, _ store: AttendanceStore) async throws {
        try await self.init(for: try context.person(), at: current, store, now: context.now)
    }

    init(for person: Person, at current: String?, _ store: AttendanceStore, now: Instant) async throws {
        let (open, managesATeam) = try await store.requests.countRequestsToDecide(
            within: person.reach(.decide))
        var groups: [Group] = []
        var allWaiting: Int64 = 0
        for (group, places) in Self.places {
            var links: [Link] = []
            for place in places where person.may(place.permission, managesATeam: managesATeam) {
                let waiting: Int64 =
                    switch place.address {
                    case Address.me: try await store.requests.countNewDecisions(for: person.id, now: now)
                    case Address.requests: open
                    case Address.quarantine: try await Self.heldTaps(for: person, store)
                    default: 0
                    }
                allWaiting += waiting
                links.append(
                    Link(
                        name: localized(place.key), address: place.address, isCurrent: place.address == current,
                        waiting: Self.shown(waiting)))
            }
            if !links.isEmpty { groups.append(Group(group: localized(group), links: links)) }
        }
        self.person = person.displayName
        userName = person.userName
        self.groups = groups
        self.allWaiting = Self.shown(allWaiting)
    }

    var links: [Link] { groups.flatMap(\.links) }

    private static func heldTaps(for person: Person, _ store: AttendanceStore) async throws -> Int64 {
        try await store.corrections.countQuarantinedTaps(
            in: person.reach(.settleQuarantine).office, for: person.id, limit: maximumWaiting + 1)
    }

    static func shown(_ count: Int64) -> String? {
        switch count {
        case 0: nil
        case ...maximumWaiting: "\(count)"
        default: "\(maximumWaiting)+"
        }
    }
}
