import Attendance
import AttendanceStore
import Localization

/// What somebody who manages a team opens in the morning: who is here, which days ask for something, and what waits for them.
struct TeamPage: Page {
    static let template = "pages/HR/team"

    let navigation: Navigation
    /// The names of their teams.
    let teams: String
    let now: TeamNow
    /// With which the page keeps ``now`` up to date.
    let stream: String
    let list = Address.team + "?part=now"
    let lost = localized("now.lost")
    /// Nil where only ``now`` is asked for.
    var work: TeamWork?

    init(navigation: Navigation, people: [Subordinate], now: TeamNow, stream: String) {
        self.navigation = navigation
        teams = Set(people.compactMap(\.team)).sorted().localizedList("record.separator")
        self.now = now
        self.stream = stream
    }
}

/// Where the people of a team are, as far as the map tells it to whoever looks.
struct TeamNow: Sendable {
    struct Line: Sendable, Equatable {
        let name: String
        let recordAddress: String
        /// Where they have several teams.
        let team: String?
        /// `work`, `pause`, `off`, or `unnamed` for somebody whom the map does not name.
        let state: String
        let sentence: String
        /// Their desk on the map.
        let deskAddress: String?
    }

    let lines: [Line]
    /// Such as `3 at work, 1 on a break`.
    let count: String
    let timeZone: String
    let asOf: String

    /// - Parameters:
    ///   - found: where they are; of people who work here.
    ///   - sight: of the viewer's own office.
    ///   - others: of the other offices where somebody is and that are shown to the viewer, by number.
    init(
        _ people: [Subordinate], _ found: [Whereabouts], seenIn sight: MapAccess, _ others: [Int64: MapAccess], at now: Instant
    ) {
        let places = Dictionary(found.map { ($0.person.id, $0) }) { first, _ in first }
        let hasSeveralTeams = Set(people.map(\.team)).count > 1
        let lines = people.filter { !$0.hasLeft }.map { member in
            let place = places[member.person.id].flatMap { place in
                let sight = place.person.office.flatMap { others[$0] } ?? sight
                guard sight.names.shows(place.person) else { return nil as FoundPerson? }
                return FoundPerson(place, seenIn: sight, clock: LocalClock(sight.office.timeZone), now: now)
            }
            return Line(
                name: member.person.displayName, recordAddress: Address.person(member.person.userName),
                team: hasSeveralTeams ? member.team : nil, state: place?.state ?? "unnamed",
                sentence: place?.sentence ?? localized("myTeam.unnamed"), deskAddress: place?.address)
        }
        let order = ["work", "pause", "off", "unnamed"]
        func rank(_ line: Line) -> Int { order.firstIndex(of: line.state) ?? order.count }
        self.lines = lines.sorted { (rank($0), $0.name, $0.recordAddress) < (rank($1), $1.name, $1.recordAddress) }
        count = ["work", "pause", "off"].compactMap { state in
            let number = lines.count { $0.state == state }
            return number > 0 ? localized("myTeam.count.\(state)", ["number": "\(number)"]) : nil
        }.localizedList("record.separator")
        timeZone = sight.office.timeZone
        asOf = LocalClock(timeZone).timeWithSeconds(now.seconds)
    }
}

/// What there is to do for a team.
struct TeamWork: Sendable {
    /// Days of the last weeks that are to be put right, the earliest first.
    let attention: [AttendancePage.DayLine]
    let attentionCount: Int
    /// Whether the viewer asks for what is to be done, and does not do it.
    let asks: Bool
    let requests: [RequestModel]
    let requestCount: Int
    /// Where all that waits is listed; nil where this is all.
    let moreRequests: String?
    let attendanceDays = TeamRoutes.days

    init(attention: [AttendancePage.DayLine], asks: Bool, requests: [RequestModel], hasMoreRequests: Bool) {
        moreRequests = hasMoreRequests ? Address.requests : nil
        self.asks = asks
        (self.attention, attentionCount) = (attention, attention.count)
        (self.requests, requestCount) = (requests, requests.count)
    }
}
