import Attendance
import AttendanceStore
import Localization

/// The links of a page: the main places, the places of its section, and the tabs of its place, as far as the person may open them.
struct Navigation: Sendable {
    /// A page, or the pages of an area.
    private struct Place: Sendable {
        /// The localization key of the name.
        let key: String
        let address: String
        let permission: Permission
        var parts: [Place] = []
        /// The number of tasks that wait there.
        var waiting: Int64 = 0

        init(_ key: String, _ address: String, _ permission: Permission, _ parts: [Place] = []) {
            (self.key, self.address, self.permission, self.parts) = (key, address, permission, parts)
        }

        var pages: [Place] { parts.isEmpty ? [self] : parts.flatMap(\.pages) }

        func contains(_ address: String?) -> Bool { pages.contains { $0.address == address } }
    }

    let person: String
    let userName: String
    /// Whether the menu of the person has the manual. Others have the office rules only.
    let offersManual: Bool
    /// The main places: on phones those in the bar, and those in its menu.
    let bar, more: [Link]
    let section, tabs: [Link]
    /// The name of the section; nil: it has no places.
    let sectionName: String?
    /// The name of the place to which the tabs belong.
    let placeName: String?
    /// All pages, in their order.
    let links: [Link]
    /// The number of tasks that wait behind the links of the menu, such as `5` or `99+`; nil if there is none.
    let moreWaiting: String?
    /// The largest number of tabs on a phone, with that of the menu.
    private static let maximumTabs = 4
    /// The largest number of tasks that is shown.
    private static let maximumWaiting: Int64 = 99

    /// A page that stands in two areas belongs to the first one that the person may open.
    private static let places = [
        Place("navigation.map", Address.map, .seePresence), Place("navigation.now", Address.now, .seePresence),
        Place("navigation.me", Address.me, .seeOwnRecord),
        Place("navigation.team", Address.team, .seeTeam),
        Place(
            "navigation.attendance", Address.hr, .seeAttendance,
            [Place("navigation.attendance", Address.hr, .seeAttendance)] + records + [
                Place("navigation.quarantine", Address.quarantine, .listQuarantine)
            ]),
        Place(
            "navigation.administration", Address.admin, .administer,
            [
                Place(
                    "admin.place.overview", Address.admin, .administer,
                    [
                        Place("admin.place.overview", Address.admin, .administer),
                        Place("admin.place.server", Address.adminServer, .administer),
                    ]),
                Place(
                    "admin.place.people", Address.adminPeople, .administer,
                    [
                        Place("admin.place.people", Address.adminPeople, .administer),
                        Place("admin.place.teams", Address.adminTeams, .administer),
                        Place("admin.place.import", Address.adminImport, .administer),
                    ]),
                Place("admin.place.floors", Address.adminFloors, .administer),
                Place("admin.place.tags", Address.tags, .administer),
                Place(
                    "admin.place.devices", Address.adminReaders, .administer,
                    [
                        Place("admin.place.readers", Address.adminReaders, .administer),
                        Place("admin.place.displays", Address.adminDisplays, .administer),
                    ]),
                Place(
                    "admin.place.offices", Address.adminOffices, .administer,
                    [
                        Place("admin.place.offices", Address.adminOffices, .administer),
                        Place("admin.place.retention", Address.adminRetention, .administer),
                    ]),
                workingTime,
                Place(
                    "admin.place.logs", Address.adminAccess, .administer,
                    [
                        Place("admin.place.access", Address.adminAccess, .administer),
                        Place("admin.place.changes", Address.adminChanges, .administer), ledger,
                    ]),
            ]), ledger,
    ]
    /// For people who are managers only, these pages belong to the team's.
    private static let records = [
        Place("navigation.records", Address.people, .listPeople), Place("navigation.requests", Address.requests, .listRequests),
    ]
    /// For HR, these pages belong to those of attendance.
    private static let workingTime = Place(
        "admin.place.workingTime", Address.workingTime, .recordFacts,
        [
            Place("admin.place.schedules", Address.workingTime, .recordFacts),
            Place("admin.place.terms", Address.workingTimeTerms, .recordFacts),
            Place("admin.place.holidays", Address.workingTimeHolidays, .recordFacts),
        ])
    private static let ledger = Place("navigation.ledger", Address.ledger, .readLedger)

    /// The localization keys of all names.
    static var keys: [String] {
        func keys(_ places: [Place]) -> [String] { places.flatMap { [$0.key] + keys($0.parts) } }
        return keys(places)
    }

    /// The navigation of a page that a signed-in person requests.
    /// - Parameter current: the address of the place that the page belongs to; nil: none.
    init(for context: WebContext, at current: String?, _ store: AttendanceStore) async throws {
        try await self.init(for: try context.person(), at: current, store, now: context.now)
    }

    init(for person: Person, at current: String?, _ store: AttendanceStore, now: Instant) async throws {
        let (undecided, managesATeam) = try await store.requests.countRequestsToDecide(
            within: person.reach(.decide))
        var waiting = [
            Address.me: try await store.requests.countNewDecisions(for: person.id, now: now),
            (person.may(.listRequests) ? Address.requests : Address.team): undecided,
        ]
        if person.may(.listQuarantine, managesATeam: managesATeam) {
            waiting[Address.quarantine] = try await store.corrections.countQuarantinedTaps(
                in: person.reach(.settleQuarantine).onlyOffices, for: person.id, limit: Self.maximumWaiting + 1)
        }
        var seen: Set<String> = []
        func open(_ places: [Place]) -> [Place] {
            places.compactMap { place in
                guard person.may(place.permission, managesATeam: managesATeam) else { return nil }
                var place = place
                if place.parts.isEmpty {
                    place.waiting = waiting[place.address] ?? 0
                    return seen.insert(place.address).inserted ? place : nil
                }
                place.parts = open(place.parts)
                if place.parts.isEmpty { return nil }
                place.waiting = place.parts.reduce(0) { $0 + $1.waiting }
                return place
            }
        }
        var places = open(Self.places)
        if let index = places.firstIndex(where: { $0.address == Address.hr }),
            try await Self.offersWorkingTime(to: person, store)
        {
            places[index].parts += open([Self.workingTime])
        }
        let isOfTeam = Self.records.contains { $0.address == current } && !places.contains { $0.contains(current) }
        let here = isOfTeam ? Address.team : current
        func links(_ places: [Place]) -> [Link] {
            places.map { place in
                Link(
                    name: localized(place.key), address: place.address,
                    current: place.contains(here) ? place.parts.isEmpty ? "page" : "true" : nil,
                    waiting: Self.shown(place.waiting))
            }
        }
        let section = places.first { $0.contains(here) }
        let place = section?.parts.first { $0.contains(here) }
        self.person = person.displayName
        userName = person.userName
        offersManual = person.may(.seeAttendance)
        let inBar = places.count > Self.maximumTabs ? Self.maximumTabs - 1 : places.count
        bar = links(Array(places.prefix(inBar)))
        more = links(Array(places.dropFirst(inBar)))
        self.section = section.map { $0.parts.count > 1 ? links($0.parts) : [] } ?? []
        sectionName = self.section.isEmpty ? nil : section.map { localized($0.key) }
        placeName = place.map { localized($0.key) }
        tabs = place.map { links($0.parts) } ?? []
        self.links = links(places.flatMap(\.pages))
        moreWaiting = Self.shown(places.dropFirst(inBar).reduce(0) { $0 + $1.waiting })
    }

    /// HR has the pages as soon as there is a schedule. Administrators have them elsewhere.
    private static func offersWorkingTime(to person: Person, _ store: AttendanceStore) async throws -> Bool {
        guard person.may(.recordFacts), !person.may(.administer) else { return false }
        return try await !store.commonFacts.facts().isEmpty
    }

    static func shown(_ count: Int64) -> String? {
        switch count {
        case 0: nil
        case ...maximumWaiting: "\(count)"
        default: "\(maximumWaiting)+"
        }
    }
}
