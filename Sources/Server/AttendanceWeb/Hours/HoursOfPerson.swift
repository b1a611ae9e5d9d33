import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization

/// What the page about a person's hours is made of.
struct HoursOfPerson: Sendable {
    let person: Person
    /// In the order of recording, with the removed ones and their voids.
    let facts: [HoursFact]
    let hours: PersonHours
    let history: TermsHistory
    /// The date at the person's office.
    let today: CivilDate
    let clock: LocalClock
    let offices: [OfficeID: String]
    let teams: [TeamID: String]
    /// All offices, each without a team and then with each of its teams.
    private let allPlaces: [TransferForm.Place]
    /// The days from which an employment may hold: the account says when a person comes and leaves.
    let employmentDays: ClosedRange<CivilDate>
    /// The names of the authors of facts.
    let names: [PersonID: String]

    var common: CommonFacts { hours.common }

    /// - Throws: ``WebError/notFound`` while there is no schedule.
    init(
        of person: Person, _ store: AttendanceStore, _ zones: TimeZoneDatabase, now: Instant
    ) async throws {
        let common = try await store.commonFacts.facts()
        if common.isEmpty { throw WebError.notFound }
        let facts = try await store.hours.facts(of: person.id)
        let history = TermsHistory(of: PersonFacts(facts.map(\.fact)), common)
        let (clock, today) = try await store.officeSettings.clock(of: person, zones, now: now)
        let last = Self.months(history, today).map(\.upperBound).max() ?? today
        guard let hours = try await store.balances.hours(of: person.id, until: last, asOf: now, zones: zones) else {
            throw WebError.notFound
        }
        (self.person, self.facts, self.hours, self.history) = (person, facts, hours, history)
        (self.clock, self.today) = (clock, today)
        let (offices, teams) = (try await store.offices.offices(), try await store.teams.teams())
        self.offices = offices.names
        self.teams = Dictionary(teams.map { ($0.id, $0.name) }) { first, _ in first }
        allPlaces = offices.flatMap { office in
            [TransferForm.Place(office: office.id, team: nil)]
                + teams.filter { $0.office == office.id }.map { TransferForm.Place(office: office.id, team: $0.id) }
        }
        let account = try await store.people.accounts(of: [person.id]).first
        let days = HoursForms.termsDays(today)
        let first = max(days.lowerBound, account?.details.firstDay ?? days.lowerBound)
        let end = min(days.upperBound, account.flatMap { clock.lastDay(of: $0) } ?? days.upperBound)
        employmentDays = first...max(first, end)
        names = try await store.people.displayNames(of: Set(facts.compactMap(\.author)).sorted())
    }

    /// The first day of the next month, from which most changes hold.
    var nextMonth: CivilDate { today.month.upperBound.adding(days: 1) }

    /// This month, and the months of coming schedules within a year, as far as they fit on the page.
    private static func months(_ history: TermsHistory, _ today: CivilDate) -> [ClosedRange<CivilDate>] {
        let changes = history.schedule.after(today).compactMap(\.from).filter { $0 <= today.adding(days: 366) }
        return Set(([today] + changes).map { $0.month.lowerBound }).sorted().prefix(4).map(\.month)
    }

    /// The months whose targets the page shows, with the seconds that are owed: those of holidays are not.
    var targets: [(month: CivilDate, seconds: Int64)] {
        Self.months(history, today).map { month in
            (
                month.lowerBound,
                hours.days[month.lowerBound, month.upperBound].reduce(0) { $0 + $1.target - $1.holidaySeconds }
            )
        }
    }

    /// The balance until the last day that counts, in seconds.
    var balance: Int64 {
        guard let first = hours.days.days.first?.date else { return 0 }
        return hours.days[first, hours.days.through].last?.carried ?? 0
    }

    /// The days that the page is about, for the access log.
    var period: ClosedRange<CivilDate> {
        let through = hours.days.through
        return min(hours.days.days.first?.date ?? through, through)...through
    }

    /// What holds today if the person has no terms of their own.
    var inherited: AppliedTerms { AppliedTerms(of: hours.facts, common, on: today, withOwn: false) }

    /// The latest first, with the removed ones.
    func entries(_ isShown: (Fact.Content) -> Bool) -> [FactHistory.Entry] { entries(of: facts, isShown) }

    private func entries(of facts: [HoursFact], _ isShown: (Fact.Content) -> Bool) -> [FactHistory.Entry] {
        FactHistory(facts, isShown).entries(names, clock, today: today) { content in
            if case .employment(let employment) = content { place(employment) } else { FactHistory.words(content) }
        }
    }

    /// The offices and teams, the latest first: those that hold on some day, each once, and all that HR recorded.
    var employments: [FactHistory.Entry] {
        var latest: [CivilDate: String] = [:]
        for fact in facts.map(\.fact).withoutVoided {
            if case .employment(let employment) = fact.content { latest[employment.from] = fact.id }
        }
        for (before, after) in zip(history.employments, history.employments.dropFirst())
        where before.office == after.office && before.team == after.team {
            latest[after.from] = nil
        }
        let inForce = Set(latest.values)
        let shown = facts.filter {
            $0.fact.content.type != .employment || $0.author != nil || inForce.contains($0.fact.id)
        }
        return entries(of: shown) { if case .employment = $0 { true } else { false } }
    }

    /// The offices and teams to which the viewer may transfer people.
    func places(for viewer: Person) -> [TransferForm.Place] { allPlaces.filter { viewer.may(.recordFacts, in: $0.office) } }

    /// Such as `Design, Harbour Office`.
    func place(_ employment: Employment) -> String {
        guard let office = employment.office.flatMap({ name(ofOffice: $0) }) else {
            return localized("personHours.notEmployed")
        }
        return [employment.team.flatMap { name(ofTeam: $0) }, office].compactMap(\.self).localizedList("record.separator")
    }

    /// Whose terms decide on a day.
    func words(of source: TermsSource?, on date: CivilDate) -> String {
        let employment = history.employments.last { $0.from <= date }
        return switch source {
        case .person: localized("personHours.source.person")
        case .team:
            localized("personHours.source.team", ["name": employment?.team.flatMap { name(ofTeam: $0) } ?? ""])
        case .office:
            localized("personHours.source.office", ["name": employment?.office.flatMap { name(ofOffice: $0) } ?? ""])
        case nil: localized("personHours.source.nothing")
        }
    }

    private func name(ofOffice text: String) -> String? { Int64(text).flatMap { offices[OfficeID($0)] } }

    private func name(ofTeam text: String) -> String? { Int64(text).flatMap { teams[TeamID($0)] } }
}
