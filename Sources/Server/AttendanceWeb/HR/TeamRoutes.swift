import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// The page of a manager (`/my-team`).
struct TeamRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let reads: RecordReads

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await render(context, isNowOnly: try QueryParameters(request.uri.query)["part"] == "now")
    }

    /// - Parameter failed: a decision on the page that failed.
    func render(
        _ context: WebContext, isNowOnly: Bool = false, after failed: FailedDecision? = nil
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let people = try await store.people.people(within: Self.reach(of: viewer))
        let sight = try await MapAccess(of: nil, for: viewer, store)
        let found = try await store.presence.whereabouts(of: people.filter { !$0.hasLeft }.map(\.person.id))
        let others = try await sights(of: Set(found.compactMap(\.person.office)), for: viewer)
        var page = TeamPage(
            navigation: try await Navigation(for: context, at: Address.team, store), people: people,
            now: TeamNow(people, found, seenIn: sight, others, at: now),
            stream: sight.address(Address.presenceStream),
            today: try await store.officeSettings.today(of: viewer, zones, now: now))
        if !isNowOnly {
            page.work = try await reads.run { try await work(of: people, for: viewer, after: failed, now) }
        }
        return try pages.render(page)
    }

    /// The maps of other offices that the viewer may see.
    private func sights(of offices: Set<OfficeID>, for viewer: Person) async throws -> [OfficeID: MapAccess] {
        var sights: [OfficeID: MapAccess] = [:]
        guard offices != [viewer.office] else { return sights }
        for office in try await store.offices.offices() where offices.contains(office.id) && office.id != viewer.office {
            sights[office.id] = try await MapAccess(of: office, for: viewer, store)
        }
        return sights
    }

    /// The people of the viewer's teams only, even if the viewer's role permits more.
    static func reach(of viewer: Person) -> PeopleScope { PeopleScope(of: viewer.id, ofTeams: true, office: nil, all: false) }

    /// The days that need attention and the requests to decide. The access to the records is logged.
    private func work(
        of people: [Subordinate], for viewer: Person, after failed: FailedDecision?, _ now: Instant
    ) async throws -> TeamWork {
        var clocks = try await store.officeSettings.requestClocks(for: viewer, zones, now: now)
        let today = clocks.today
        // The same days as the timesheets that the page links to.
        let first = today.month.lowerBound.adding(days: -1).month.lowerBound
        let days = try await daysToPutRight(of: people, from: first, to: today, now)
        let ends = try await MissingEnds(of: days, clocks.calendars, store, zones, asOf: now)
        let (wishes, hasMore) = try await store.requests.requestsToDecide(within: Self.reach(of: viewer))
        let own = try await store.requests.requestsForOthers(by: viewer.id).filter { $0.state == .open }
        let targets = try await store.corrections.targets(of: wishes + own)

        let seen =
            days.map { ($0.person, $0.row.key.date...$0.row.key.date) }
            + Dictionary(grouping: wishes, by: \.personID).map { person, wishes in
                (person, clocks.period(of: wishes, targets) ?? today...today)
            }
        for (person, period) in Dictionary(seen, uniquingKeysWith: { $0.spanning($1) }).sorted(by: { $0.key < $1.key }) {
            try await store.audit.log(viewer, sees: person, of: period, purpose: AccessPurpose.team.rawValue, now: now)
        }

        var waiting = WaitingRequests(wishes, on: Address.team, targets, clocks)
        waiting.add(forOthers: own, targets)
        let cards = waiting.cards(at: days)
        let correctable = try await usersToCorrect(among: people, by: viewer)
        let lines = AttendanceRows(
            viewer, calendars: clocks.calendars, officeNames: try await store.offices.offices().names,
            list: Address.team
        ) { user in correctable.contains(user) }
        var requests = try await RequestEffects(store: store, zones: zones).models(
            wishes, targets, &clocks, for: viewer, now: now)
        for index in requests.indices { requests[index].back = Address.team }
        let problem = requests.show(failed)
        return TeamWork(
            attention: lines.attention(days, ends, request: { cards[$0.person]?[$0.row.key] }),
            requestedDays: days.count { cards[$0.person]?[$0.row.key] != nil },
            makesRequests: correctable.isEmpty, requests: requests, hasMoreRequests: hasMore, sent: SentRequests(own, &clocks),
            problem: problem)
    }

    /// The user names of the people whose record the viewer may correct. For the others the viewer can only send a request.
    private func usersToCorrect(among people: [Subordinate], by viewer: Person) async throws -> Set<String> {
        let rights = Authorization(store: store)
        var users: Set<String> = []
        for member in people where try await rights.has(.correct, viewer, over: member.person) {
            users.insert(member.person.userName)
        }
        return users
    }

    /// The rows that need attention, as on HR's page.
    private func daysToPutRight(
        of people: [Subordinate], from first: CivilDate, to last: CivilDate, _ now: Instant
    ) async throws -> ArraySlice<AttendanceReport.FlaggedRow> {
        let choice = try AttendanceChoice(query: "from=\(first)&to=\(last)", today: last)
        var report = AttendanceReport(for: choice, present: people.map(\.person))
        let left = Set(people.filter(\.hasLeft).map(\.person.id))
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: choice.period)
        try await store.record.withRecords(
            of: people.map(\.person.id), in: choice.period, asOf: now, zones: zones
        ) { record in
            let shown = record.shown(hasLeft: left.contains(record.person), asOf: now, confirmed: confirmed)
            report.add(RecordStore.Summary(shown, AttendanceSummary(shown.rows, in: choice.period)))
        }
        return report.flagged(choice)
    }
}
