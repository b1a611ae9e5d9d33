import Attendance
import AttendanceStore
import Foundation
import Localization

/// The list of all people present in an office: the map as text, and, printed, the roll call after an alarm.
struct NowPage: Page {
    static let template = "pages/Presence/now"

    struct Line: Equatable {
        let name: String
        let floor: String
        let desk: String
        let address: String?
        let isOnBreak: Bool
        /// The start of the break or of the stay at the desk, or without a desk the start of the session.
        let since: String
        /// The start of the session as a sentence; nil if ``since`` is that.
        let hereSince: String?
    }

    struct Group {
        /// The floor's name; nil for people without a desk, and for the list sorted by name.
        let name: String?
        let lines: [Line]
        let count: Int

        init(_ name: String?, _ lines: [Line]) {
            (self.name, self.lines, count) = (name, lines, lines.count)
        }
    }

    struct FreeDesk: Equatable {
        let id: String
        let address: String
    }

    /// The free desks of one floor.
    struct FreeFloor: Equatable {
        let name: String
        let desks: [FreeDesk]
        let count: Int
        /// The map of the floor, if it has more free desks than are listed.
        let moreAddress: String?
    }

    let navigation: Navigation
    let office: String
    let timeZone: String
    let stream: String
    let otherOffice: String?
    let choice: OfficeChoice?
    let date: String
    let asOf: String
    let groups: [Group]
    let total: Int
    /// The number of people on a break; nil instead of 0.
    let onBreak: Int?
    /// Floors with free desks, in the order of their tabs; their desks by name. Not printed.
    let freeFloors: [FreeFloor]
    /// The number of free desks; nil instead of 0.
    let freeCount: Int?
    let isByName: Bool
    let isByFloor: Bool
    let hasTeam: Bool
    let isTeamOnly: Bool
    /// The search text.
    let sought: String
    let isSearch: Bool
    let found: [FoundPerson]
    /// Shown by the script, which inserts the time of the last update.
    let lost = localized("now.lost")
    /// Shown by the script, which filters the list while the viewer types, with the numbers of people.
    let filtered = localized("now.filtered")
    /// For the script.
    let letters = NameLetters.list
    /// The same list with another order or filter.
    let byNameAddress, byFloorAddress, teamAddress: String

    /// The number of free desks of a floor that are listed. The page is loaded again with each change.
    private static let mostFree = 60

    /// - Parameter usable: the desks in service, by floor.
    init(
        _ sight: MapAccess, choice: OfficeChoice?, floors: [Floor], usable: [(floor: String, desk: String)],
        people: [PresenceEntry], now: Int64, isByName: Bool, team: Set<PersonID>, isTeamOnly: Bool, sought: String?,
        found: [FoundPerson], navigation: Navigation
    ) {
        office = sight.office.name
        timeZone = sight.office.timeZone
        (stream, otherOffice) = (sight.address(Address.presenceStream), sight.otherOffice)
        (self.navigation, self.choice) = (navigation, choice)
        let clock = LocalClock(sight.office.timeZone)
        date = clock.date(now).longWithYear
        asOf = clock.timeWithSeconds(now)
        let chosen = people.filter { !isTeamOnly || team.contains($0.id) }
        // People without a name come last.
        let named = chosen.map { (key: $0.name?.lowercased() ?? "\u{10FFFF}", person: $0) }
        let lines = named.sorted { ($0.key, $0.person.id) < ($1.key, $1.person.id) }.map { _, person in
            let (since, arrival) = (person.time(clock, asOf: now), person.arrival(clock, asOf: now))
            return Line(
                name: person.name ?? localized("map.nameHidden"), floor: person.floor ?? "", desk: person.desk ?? "",
                address: person.desk.flatMap { desk in person.floor.map { sight.address(Address.floor($0, desk: desk)) } },
                isOnBreak: person.state == "pause", since: since ?? arrival ?? "",
                hereSince: since == nil ? nil : arrival.map { localized("map.hereSince", ["time": $0]) })
        }
        let all =
            isByName
            ? [Group(nil, lines)]
            : floors.map { floor in Group(floor.name, lines.filter { $0.floor == floor.name }) }
                + [Group(nil, lines.filter { $0.floor.isEmpty })]
        groups = all.filter { !$0.lines.isEmpty }
        total = lines.count
        onBreak = lines.contains(where: \.isOnBreak) ? lines.count(where: \.isOnBreak) : nil
        let taken = Set(people.compactMap(\.desk))
        let freeDesks = Dictionary(grouping: usable.filter { !taken.contains($0.desk) }, by: \.floor)
        freeFloors = floors.compactMap { floor in
            guard let desks = freeDesks[floor.name] else { return nil }
            let shown = Self.inNaturalOrder(desks.map(\.desk)).prefix(Self.mostFree).map { desk in
                FreeDesk(id: desk, address: sight.address(Address.floor(floor.name, desk: desk)))
            }
            let moreAddress = desks.count > shown.count ? sight.address(Address.floor(floor.name)) : nil
            return FreeFloor(name: floor.name, desks: shown, count: desks.count, moreAddress: moreAddress)
        }
        let free = freeFloors.map(\.count).reduce(0, +)
        freeCount = free > 0 ? free : nil
        self.isByName = isByName
        isByFloor = !isByName
        hasTeam = !team.isEmpty
        self.isTeamOnly = isTeamOnly
        self.sought = sought ?? ""
        isSearch = !(sought ?? "").isEmpty
        self.found = found
        func address(_ isByName: Bool, _ isTeamOnly: Bool) -> String {
            let parts = (isByName ? ["by=name"] : []) + (isTeamOnly ? ["team=mine"] : [])
            return sight.address(Address.now + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")))
        }
        byNameAddress = address(true, isTeamOnly)
        byFloorAddress = address(false, isTeamOnly)
        teamAddress = address(isByName, !isTeamOnly)
    }

    /// Sorts names by their numbers, too: A2 before A10.
    static func inNaturalOrder(_ names: [String]) -> [String] {
        names.sorted { $0.compare($1, options: [.numeric, .literal]) == .orderedAscending }
    }
}
