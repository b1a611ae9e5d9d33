import Attendance
import AttendanceStore
import Localization

/// A manager's team page: the team's requests, presence and hours of a week, and the days that need attention.
struct TeamPage: Page {
    static let template = "pages/HR/team"

    /// A person who has left.
    struct Former: Sendable {
        let name: String
        /// The user name, if another person of the team has the same name.
        let user: String?
        let recordAddress: String
    }

    let navigation: Navigation
    /// The names of the viewer's teams.
    let teams: String
    let now: TeamNow
    /// The address of the stream that keeps the states of ``now`` up to date.
    let stream: String
    let list: String
    let lost = localized("now.lost")
    /// nil if only ``now`` was requested.
    var work: TeamWork?
    /// The team's timesheets of the last month and of this month.
    let sheets: [Link]
    /// The warnings of the team; nil if no schedule applies to a person of the list.
    let warningsAddress: String?
    /// The name of the week whose hours are shown, and links to this week and the last one.
    let weekName: String
    let weeks: [Link]
    let isLastWeek: Bool
    /// nil: a schedule applies to none of the listed people in the week. The list then has no such columns and orders.
    let differenceName, balanceName: String?
    /// Whether credited time has a column.
    let hasCredits: Bool
    /// Links to the list in each order.
    let orders: [Link]
    /// The order of the list in addresses; nil: the usual one.
    let sort: String?
    let searched: String?
    /// Whether the team is large enough for a search.
    let hasSearch: Bool
    /// Where other people with the searched name are found; nil without a search.
    let whoIsHere: String?
    let former: [Former]
    let formerCount: Int

    /// The number of people from which the page has a search.
    private static let searchedFrom = 12

    /// - Parameters:
    ///   - people: the people of the teams.
    ///   - shown: those of them that the search found.
    init(
        navigation: Navigation, _ query: TeamQuery, people: [Subordinate], shown: [Subordinate], now: TeamNow,
        _ balances: BalanceColumns?, stream: String, today: CivilDate
    ) {
        self.navigation = navigation
        teams = people.teamNames ?? ""
        self.now = now
        self.stream = stream
        let month = today.month.lowerBound
        sheets = [month.adding(days: -1), month].map { day in
            Link(
                name: localized("myTeam.sheets", ["month": day.monthName(today: today)]),
                address: Address.teamSheets + "?month=" + day.yearAndMonth)
        }
        weekName = localized(query.isLastWeek ? "myTeam.lastWeek" : "week.this")
        weeks = [("week.this", false), ("myTeam.lastWeek", true)].map { key, isLast in
            Link(
                name: localized(key), address: query.with { $0.isLastWeek = isLast }.address,
                isCurrent: query.isLastWeek == isLast)
        }
        isLastWeek = query.isLastWeek
        warningsAddress = balances.map { _ in Address.teamWarnings }
        balanceName = balances?.balanceName
        hasCredits = balances?.hasCredits ?? false
        differenceName = balances.flatMap { $0.hasDifferences ? $0.differenceName : nil }
        orders = balances == nil ? [] : Self.orders(query)
        sort = query.order?.rawValue
        searched = query.name
        list = Address.asking(Address.team, [("part", "now"), ("name", query.name)])
        hasSearch = people.count >= Self.searchedFrom || query.name != nil
        whoIsHere = query.name.map { Address.asking(Address.now, [("find", $0)]) }
        let shared = people.sharedNames
        former = shown.filter(\.hasLeft).map { member in
            Former(
                name: member.person.displayName, user: member.person.distinguishingName(among: shared),
                recordAddress: Address.person(member.person.userName))
        }
        formerCount = former.count
    }

    private static func orders(_ query: TeamQuery) -> [Link] {
        let orders: [(key: String, order: TeamQuery.Order?)] = [
            ("hr.order.person", nil), ("myTeam.highest", .highest), ("myTeam.lowest", .lowest),
        ]
        return orders.map { chosen in
            Link(
                name: localized(chosen.key), address: query.with { $0.order = chosen.order }.address + "#people",
                isCurrent: query.order == chosen.order)
        }
    }
}

extension [Subordinate] {
    /// The names of the people's teams; nil: there is none.
    var teamNames: String? {
        let names = Set(compactMap(\.team)).sorted().localizedList("record.separator")
        return names.isEmpty ? nil : names
    }

    /// The display names of more than one of the people.
    fileprivate var sharedNames: Set<String> {
        Set(Dictionary(grouping: self, by: \.person.displayName).filter { $0.value.count > 1 }.keys)
    }
}

extension Person {
    /// The user name, if the display name is one of these; nil otherwise.
    fileprivate func distinguishingName(among names: Set<String>) -> String? { names.contains(displayName) ? userName : nil }
}

/// What a team's list shows of a member's record.
struct TeamHours: Sendable {
    /// The first clock-in and the last clock-out of today; nil without work.
    let today: String?
    /// The hours of the week, as on the person's record.
    let worked: String
    /// The work since the last tap, which they do not count yet; nil: there is none.
    let open: String?
    /// The number of days that need attention.
    let issues: Int
}

/// The current presence of a team, as far as the viewer may see it on the map, and the hours of a week.
struct TeamNow: Sendable {
    struct Line: Sendable, Equatable {
        /// The element id of the state.
        let id: String
        let name: String
        /// The user name, if another person of the team has the same name.
        let user: String?
        let recordAddress: String
        let sheetAddress: String
        /// The member's team; nil if all members are in one team.
        let team: String?
        /// `work`, `pause`, `off`, or `unnamed` for a person whose name the map does not show.
        let state: String
        let sentence: String
        /// The person's desk on the map.
        let deskAddress: String?
        /// Of ``TeamHours``; nil if only the states were requested.
        let today, worked, open: String?
        /// nil: no schedule applies to the person in the week.
        let memberCredit, memberDifference, memberBalance: String?
        /// The number of days that need attention; nil instead of 0.
        let issues: String?
    }

    let lines: [Line]
    /// The number of people in each state, such as `3 at work, 1 on a break`.
    let count: String
    let timeZone: String
    let asOf: String

    /// - Parameters:
    ///   - people: the people of the teams.
    ///   - shown: those of them that are listed, in the order of the list. People who have left are not.
    ///   - found: the whereabouts of the listed people.
    ///   - sight: the map of the viewer's own office.
    ///   - others: the maps, by office id, of other offices with members present, as far as the viewer may see them.
    ///   - hours: empty if only the states were requested.
    ///   - balances: of the week; nil: the list has no such columns.
    ///   - month: any day of the month of the timesheets.
    init(
        _ people: [Subordinate], shown: [Subordinate], _ found: [Whereabouts], seenIn sight: MapAccess,
        _ others: [OfficeID: MapAccess], _ hours: [PersonID: TeamHours], _ balances: BalanceColumns?,
        month: CivilDate, at now: Instant
    ) {
        let places = Dictionary(found.map { ($0.person.id, $0) }) { first, _ in first }
        let hasSeveralTeams = Set(people.map(\.team)).count > 1
        let shared = people.sharedNames
        let lines = shown.filter { !$0.hasLeft }.map { member in
            let place = places[member.person.id].flatMap { place in
                let sight = place.person.office.flatMap { others[$0] } ?? sight
                guard sight.names.shows(place.person) else { return nil as FoundPerson? }
                return FoundPerson(place, seenIn: sight, clock: LocalClock(sight.office.timeZone), now: now)
            }
            let user = member.person.userName
            let hours = hours[member.person.id]
            let balance = balances?.texts(of: member.person.id)
            return Line(
                id: "state-\(member.person.id)", name: member.person.displayName,
                user: member.person.distinguishingName(among: shared),
                recordAddress: Address.person(user),
                sheetAddress: Address.asking(Address.monthSheet(user), [("month", month.yearAndMonth)]),
                team: hasSeveralTeams ? member.team : nil, state: place?.state ?? "unnamed",
                sentence: place?.sentence ?? localized("myTeam.unnamed"), deskAddress: place?.address,
                today: hours?.today, worked: hours?.worked, open: hours?.open,
                memberCredit: balance?.credited, memberDifference: balance?.difference, memberBalance: balance?.balance,
                issues: hours.flatMap { $0.issues > 0 ? "\($0.issues)" : nil })
        }
        self.lines = lines
        count = ["work", "pause", "off", "unnamed"].compactMap { state in
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
    /// nil: the viewer cannot ask for several clock-outs.
    let askAll: AskAll?
    /// The number of these days, and of those for which a request waits if there are any.
    let attentionCount: String
    /// Whether a row's time since the last tap does not count.
    let hasUncounted: Bool
    let requests: [RequestModel]
    let requestCount: Int
    let sent: SentRequests?
    /// The address of the requests that are not shown here; nil: all are.
    let moreRequests: String?
    /// Why a decision failed about a request that is not listed.
    let problem: String?

    init(
        attention: [AttendancePage.DayLine], askAll: AskAll?, requestedDays: Int, requests: [RequestModel],
        moreRequests: String?, sent: SentRequests?, problem: String?
    ) {
        self.problem = problem
        self.moreRequests = moreRequests
        (self.attention, self.askAll) = (attention, askAll)
        hasUncounted = attention.contains(where: \.isUncounted)
        let number = "\(attention.count)"
        attentionCount =
            requestedDays == 0
            ? number : localized("myTeam.requested", ["number": number, "requested": "\(requestedDays)"])
        (self.requests, requestCount) = (requests, requests.count)
        self.sent = sent
    }
}
