import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Hummingbird
import Localization
import WebServer

/// The opening balances of the people of an office (`/hr/opening-balances`), without the viewer's own.
struct OpeningBalancesRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let settled: SettledWork

    /// In bytes: an amount for each person of an office.
    private static let longestBody = 256 * 1024

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = try QueryParameters(request.uri.query)["office"]
        let (office, offices, common) = try await office(context) { $0.name == name }
        let today = try await store.officeSettings.clock(at: office.id, zones, now: context.now).today
        return try await page(
            context, office, offices, try await members(of: office, common, context), OpeningBalancesForm(today: today), today)
    }

    func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request, upTo: Self.longestBody)
        var form = try OpeningBalancesForm(fields)
        let (office, offices, common) = try await office(context) { "\($0.id)" == fields["office"] }
        let today = try await store.officeSettings.clock(at: office.id, zones, now: context.now).today
        let members = try await members(of: office, common, context)
        var problems = OpeningBalancesForm.Problems()
        do {
            let new = members.filter { $0.opening == nil && form.amounts[$0.person.id] != nil }.map(\.person.id)
            let day = try? form.day(today)
            let carried = if let day { try await carried(of: new, day, context) } else { [PersonID: Int64]() }
            let facts = try form.facts(
                for: members.map { ($0.person.id, $0.opening) }, today: today, carried: carried)
            if !facts.isEmpty {
                try await store.hours.appendTyped(
                    facts, by: try context.person().id, reason: localized("personHours.openings"))
            }
            return .redirect(Address.openingBalances(of: office.name), done: .changesSaved)
        } catch let found as OpeningBalancesForm.Problems {
            problems = found
        } catch let problem as HoursProblem {
            problems.form = problem.error
            if problem.error.reason == .conflict { form.id = UUID() }
        }
        if !request.wantsPage, let problem = problems.first { throw problem }
        return try await page(context, office, offices, members, form, today, problems)
    }

    /// The office of the request, or the usual one, and the offices to choose from.
    /// - Throws: ``WebError/notFound`` while there is no schedule, ``WebError/notYours``.
    private func office(
        _ context: WebContext, _ isWanted: (Office) -> Bool
    ) async throws -> (office: Office, offices: [Office], common: CommonFacts) {
        let common = try await store.commonFacts.facts()
        if common.isEmpty { throw WebError.notFound }
        let viewer = try context.person()
        let offices = try await store.offices.offices().filter { viewer.may(.recordFacts, in: $0.id) }
        let usual = viewer.reach(.recordFacts).usualOffice(viewer.office)
        guard let office = offices.first(where: isWanted) ?? offices.first(where: { $0.id == usual }) else {
            throw WebError.notYours
        }
        return (office, offices, common)
    }

    /// The balances at the end of a day.
    private func carried(
        of people: [PersonID], _ day: CivilDate, _ context: WebContext
    ) async throws -> [PersonID: Int64] {
        var carried: [PersonID: Int64] = [:]
        if people.isEmpty { return carried }
        try await store.balances.withHours(of: people, until: day, asOf: context.now, zones: zones, settled) {
            carried[$0.person] = $0.days[day, day].first?.carried
        }
        return carried
    }

    /// The current people of the office for whom a schedule applies, without the viewer.
    private func members(
        of office: Office, _ common: CommonFacts, _ context: WebContext
    ) async throws -> [OpeningBalancesPage.Member] {
        let viewer = try context.person()
        let order = try await store.people.listOrder()
        let people = try await store.people.people().filter { $0.office == office.id && $0.id != viewer.id }
            .sorted { order.place(of: $0.id) < order.place(of: $1.id) }
        var openings: [PersonID: OpeningBalance?] = [:]
        try await store.hours.withFacts(of: people.map(\.id)) { person, facts in
            guard TermsHistory(of: PersonFacts(facts.map(\.fact)), common).hasSchedule else { return }
            openings[person] = .some(OpeningBalance(among: facts))
        }
        return people.compactMap { person in
            openings[person.id].map { OpeningBalancesPage.Member(person: person, opening: $0) }
        }
    }

    /// The page, which is logged as an access.
    private func page(
        _ context: WebContext, _ office: Office, _ offices: [Office], _ members: [OpeningBalancesPage.Member],
        _ form: OpeningBalancesForm, _ today: CivilDate,
        _ problems: OpeningBalancesForm.Problems = OpeningBalancesForm.Problems()
    ) async throws -> Response {
        let days = members.compactMap(\.opening?.fact.value.date)
        if let first = days.min(), let last = days.max() {
            try await store.audit.log(
                Access(
                    by: try context.person().id, to: .people(members.filter { $0.opening != nil }.map(\.person.id)),
                    of: first...last, purpose: AccessPurpose.hours.rawValue), now: context.now)
        }
        let page = OpeningBalancesPage(
            navigation: try await Navigation(for: context, at: Address.hr, store), office, of: offices, members, form,
            today: today, problems: problems)
        return try pages.render(page, problem: problems.first)
    }
}
