import Attendance
import AttendanceStore
import Localization

/// A manager's team page: the team's current presence, the days that need attention, and open requests.
struct TeamPage: Page {
    static let template = "pages/HR/team"

    let navigation: Navigation
    /// The names of the viewer's teams.
    let teams: String
    let now: TeamNow
    /// The address of the stream that keeps ``now`` up to date.
    let stream: String
    let list = Address.team + "?part=now"
    let lost = localized("now.lost")
    /// nil if only ``now`` was requested.
    var work: TeamWork?
    /// The team's timesheets of the last month and of this month.
    let sheets: [Link]

    init(navigation: Navigation, people: [Subordinate], now: TeamNow, stream: String, today: CivilDate) {
        self.navigation = navigation
        teams = people.teamNames ?? ""
        self.now = now
        self.stream = stream
        let month = today.month.lowerBound
        sheets = [month.adding(days: -1), month].map { day in
            Link(
                name: localized("myTeam.sheets", ["month": day.monthAndYear]),
                address: Address.teamSheets + "?month=" + day.yearAndMonth)
        }
    }
}

extension [Subordinate] {
    /// The names of the people's teams; nil: there is none.
    var teamNames: String? {
        let names = Set(compactMap(\.team)).sorted().localizedList("record.separator")
        return names.isEmpty ? nil : names
    }
}

/// The current presence of a team, as far as the viewer may see it on the map.
struct TeamNow: Sendable {
    struct Line: Sendable, Equatable {
        let name: String
        let recordAddress: String
        /// The member's team; nil if all members are in one team.
        let team: String?
        /// `work`, `pause`, `off`, or `unnamed` for a person whose name the map does not show.
        let state: String
        let sentence: String
        /// The person's desk on the map.
        let deskAddress: String?
    }

    let lines: [Line]
    /// Such as `3 at work, 1 on a break`.
    let count: String
    let timeZone: String
    let asOf: String

    /// - Parameters:
    ///   - found: the whereabouts of the present employees.
    ///   - sight: the map of the viewer's own office.
    ///   - others: the maps, by office id, of other offices with members present, as far as the viewer may see them.
    init(
        _ people: [Subordinate], _ found: [Whereabouts], seenIn sight: MapAccess, _ others: [OfficeID: MapAccess],
        at now: Instant
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

/// The open work for a team.
struct TeamWork: Sendable {
    /// The days of last month and this month that need attention, earliest first.
    let attention: [AttendancePage.DayLine]
    /// The number of these days, and of those for which a request waits if there are any.
    let attentionCount: String
    /// Whether a row's time since the last tap does not count.
    let hasUncounted: Bool
    /// Whether the viewer has to request corrections instead of making them.
    let makesRequests: Bool
    let requests: [RequestModel]
    let requestCount: Int
    let sent: SentRequests?
    /// The address of the list of all requests; nil if all are shown here.
    let moreRequests: String?
    /// Why a decision failed about a request that is not listed.
    let problem: String?

    init(
        attention: [AttendancePage.DayLine], requestedDays: Int, makesRequests: Bool, requests: [RequestModel],
        hasMoreRequests: Bool, sent: SentRequests?, problem: String?
    ) {
        self.problem = problem
        moreRequests = hasMoreRequests ? Address.requests : nil
        self.makesRequests = makesRequests
        self.attention = attention
        hasUncounted = attention.contains(where: \.isUncounted)
        let number = "\(attention.count)"
        attentionCount =
            requestedDays == 0
            ? number : localized("myTeam.requested", ["number": number, "requested": "\(requestedDays)"])
        (self.requests, requestCount) = (requests, requests.count)
        self.sent = sent
    }
}
