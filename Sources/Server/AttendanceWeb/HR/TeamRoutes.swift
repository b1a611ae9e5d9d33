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
    let keptBalances: KeptBalances
    let settledWork: SettledWork

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await render(context, try TeamQuery(request.uri.query))
    }

    /// - Parameter failed: decisions on the page that failed.
    func render(
        _ context: WebContext, _ query: TeamQuery = TeamQuery(), after failed: [FailedDecision] = []
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let people = try await store.people.people(within: Self.reach(of: viewer))
        let shown =
            try await query.name == nil
            ? people : store.people.people(within: Self.reach(of: viewer), named: query.name)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        let week = query.week(today: today)
        let sight = try await MapAccess(of: nil, for: viewer, store)
        let found = try await store.presence.whereabouts(of: shown.filter { !$0.hasLeft }.map(\.person.id))
        let others = try await sights(of: Set(found.compactMap(\.person.office)), for: viewer)
        var (work, hours, balances) = (TeamWork?.none, [PersonID: TeamHours](), BalanceColumns?.none)
        if !query.isNowOnly {
            (work, hours, balances) = try await reads.run {
                try await records(of: people, shown, in: week, for: viewer, after: failed, now)
            }
        }
        var page = TeamPage(
            navigation: try await Navigation(for: context, at: Address.team, store), query, people: people, shown: shown,
            now: TeamNow(
                people, shown: balances?.sorted(shown, query.order) ?? shown, found, seenIn: sight, others, hours, balances,
                month: min(week.upperBound, today), at: now),
            balances, stream: sight.address(Address.presenceStream), today: today)
        page.work = work
        return try pages.render(page)
    }

    /// Asks for the missing clock-outs of the list.
    func askAll(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let people = try await store.people.people(within: Self.reach(of: viewer))
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        let asked = try await reads.run {
            let days = try await flaggedDays(of: people, today: today, now)
            let asking = try await questions(about: people, for: viewer, today: today, now).days(of: Array(days))
            return try await store.reminders.ask(for: asking, by: viewer.id, now: now, zones: zones)
        }
        return .redirect(Address.team + "#attention", done: .asked(asked))
    }

    private func questions(
        about people: [Subordinate], for viewer: Person, today: CivilDate, _ now: Instant
    ) async throws -> ClockOutQuestions {
        let members = people.filter { !$0.hasLeft }.map(\.person.id)
        return try await ClockOutQuestions(
            of: people.map(\.person.id), in: Self.listedDays(until: today), by: viewer, members: Set(members), store, now: now)
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
    static func reach(of viewer: Person) -> PeopleScope { PeopleScope(of: viewer.id, ofTeams: true, all: false) }

    /// The days that need attention, the requests to decide, and the hours and balances of the listed people. Reads the records of
    /// all people together. The access to them is logged.
    /// - Parameters:
    ///   - shown: the people of the list.
    ///   - week: the week of the hours; not later than today's.
    private func records(
        of people: [Subordinate], _ shown: [Subordinate], in week: ClosedRange<CivilDate>, for viewer: Person,
        after failed: [FailedDecision], _ now: Instant
    ) async throws -> (TeamWork?, [PersonID: TeamHours], BalanceColumns?) {
        var clocks = try await store.officeSettings.requestClocks(for: viewer, zones, now: now)
        let today = clocks.today
        let correctable = try await usersToCorrect(among: people, by: viewer)
        let lines = AttendanceRows(
            viewer, calendars: clocks.calendars, officeNames: try await store.offices.offices().names,
            list: Address.team, today: today
        ) { user in correctable.contains(user) }
        let members = shown.filter { !$0.hasLeft }.map(\.person.id)
        let listed = Set(members)
        let head: Int64? = try await store.commonFacts.facts().isEmpty ? nil : store.ledger.ledgerHead().seq
        var (hours, workOfPeople) = ([PersonID: TeamHours](), [PersonID: PersonWork]())
        let days = try await flaggedDays(of: people, today: today, now, at: head) { record, issues in
            let time = record.rows.shown.filter { week.contains($0.row.key.date) }.time
            hours[record.person] = TeamHours(
                today: lines.span(record.rows.filter { $0.key.date == today }),
                worked: time.workedInWords, open: time.openIfAny, issues: issues)
            if head != nil, listed.contains(record.person) {
                workOfPeople[record.person] = PersonWork(of: record)
            }
        }
        var balances: BalanceColumns?
        if let head, !workOfPeople.isEmpty {
            balances = try await store.balances.summaries(
                keptBalances, of: workOfPeople, in: week, since: Self.listedDays(until: today).lowerBound, asOf: now,
                zones: zones, at: head, settledWork, now: now
            ).flatMap { BalanceColumns($0, in: week, today: today) }
        }
        let ends = try await MissingEnds(of: days, clocks.calendars, store, zones, asOf: now)
        let (wishes, hasMore) = try await store.requests.requestsToDecide(within: Self.reach(of: viewer))
        let own = try await store.requests.requestsForOthers(by: viewer.id).filter { $0.state == .open }
        let targets = try await store.corrections.targets(of: wishes + own)
        var seen: [(PersonID, ClosedRange<CivilDate>)] = []
        seen += members.map { ($0, week.lowerBound...today) }
        seen += days.map { ($0.person, $0.row.key.date...$0.row.key.date) }
        seen += Dictionary(grouping: wishes, by: \.personID).map { person, wishes in
            (person, clocks.period(of: wishes, targets) ?? today...today)
        }
        try await log(viewer, sees: seen, now)

        var waiting = WaitingRequests(wishes, on: Address.team, targets, clocks)
        waiting.add(forOthers: own, targets)
        let cards = waiting.cards(at: days)
        let questions = try await self.questions(about: people, for: viewer, today: today, now)
        let unasked = days.count { questions.canAsk($0) && cards[$0.person]?[$0.row.key] == nil }
        var requests = try await RequestEffects(store: store, zones: zones).models(
            wishes, targets, &clocks, for: viewer, now: now)
        for index in requests.indices { requests[index].back = Address.team }
        let problem = requests.show(failed)
        // A manager has no other list of requests, whose first page is this one.
        let more = viewer.may(.listRequests) ? Address.requests : ListPaging.address(Address.requests, [], page: 1)
        let work = TeamWork(
            attention: lines.attention(days, ends, questions, request: { cards[$0.person]?[$0.row.key] }),
            askAll: AskAll(unasked, Address.teamAsk),
            requestedDays: days.count { cards[$0.person]?[$0.row.key] != nil },
            requests: requests, moreRequests: hasMore ? more : nil, sent: SentRequests(own, &clocks), problem: problem)
        return (work, hours, balances)
    }

    /// Logs what the viewer sees of each person, people with the same days together.
    private func log(_ viewer: Person, sees days: [(PersonID, ClosedRange<CivilDate>)], _ now: Instant) async throws {
        let seen = Dictionary(days, uniquingKeysWith: { $0.spanning($1) })
        let groups = Dictionary(grouping: seen.keys.sorted()) { seen[$0] }
        for (period, people) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
            guard let period else { continue }
            try await store.audit.log(
                Access(by: viewer.id, to: .people(people), of: period, purpose: AccessPurpose.team.rawValue), now: now)
        }
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

    /// Last month and this month: the same days as the timesheets that the page links to.
    private static func listedDays(until today: CivilDate) -> ClosedRange<CivilDate> {
        today.month.lowerBound.adding(days: -1).month.lowerBound...today
    }

    /// The rows of last month and this month that need attention, as on HR's page.
    /// - Parameters:
    ///   - seq: the number of the latest record that counts; nil: all count.
    ///   - each: gets the record of each person, with the number of these rows.
    private func flaggedDays(
        of people: [Subordinate], today: CivilDate, _ now: Instant, at seq: Int64? = nil,
        _ each: (PeriodRecord, Int) -> Void = { _, _ in }
    ) async throws -> ArraySlice<AttendanceReport.FlaggedRow> {
        let days = Self.listedDays(until: today)
        let choice = try AttendanceChoice(query: "from=\(days.lowerBound)&to=\(days.upperBound)", today: today)
        var report = AttendanceReport(
            for: choice, present: people.map(\.person), in: try await store.people.listOrder())
        let left = Set(people.filter(\.hasLeft).map(\.person.id))
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: choice.period)
        try await store.record.withRecords(
            of: people.map(\.person.id), in: choice.period, asOf: now, zones: zones, at: seq
        ) { record in
            let record = record.shown(hasLeft: left.contains(record.person), asOf: now, confirmed: confirmed)
            let summary = AttendanceSummary(record.rows, in: choice.period)
            report.add(RecordStore.Summary(record, summary))
            each(record, summary.urgent.count)
        }
        return report.flagged(choice)
    }
}
