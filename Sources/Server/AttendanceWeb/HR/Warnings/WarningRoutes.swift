import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hours
import Hummingbird
import Localization
import WebServer

/// The warnings of hours: of HR's selection (`/hr/warnings`), or of the viewer's teams (`/my-team/warnings`).
struct WarningRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let exporter: Exporter
    let reads: RecordReads
    let settled: SettledWork

    /// In bytes: a box for each line of a page.
    private static let longestBody = 64 * 1024

    /// A browser sees what is wrong with the filter above it.
    func page(_ place: WarningScope.Place) -> WebContext.Handler {
        { request, context in
            try await requireSchedule()
            let today = try await today(context)
            do {
                return try await page(place, try AttendanceChoice(query: request.uri.query, today: today), context)
            } catch {
                guard request.wantsPage, let problem = AttendanceRoutes.problem(error), problem.status != .forbidden,
                    let typed = try? AttendancePage.Filter(request.uri.query, problem: problem.sentence)
                else { throw error }
                return try await refusal(place, typed, today, context).with(status: problem.status)
            }
        }
    }

    /// Checks the chosen warnings: all of them, or none. If that fails, the page has the same ones chosen.
    func check(_ place: WarningScope.Place) -> WebContext.Handler {
        { request, context in
            try await requireSchedule()
            let choice = try AttendanceChoice(query: request.uri.query, today: try await today(context))
            let form = WarningForm(try await BodyFields(of: request, upTo: Self.longestBody))
            do {
                try await save(form, context)
                // Open warnings are on the first page.
                let first = choice.with { $0.attentionPage = 1 }
                return .redirect(first.warningsAddress(at: place.address), done: .changesSaved)
            } catch let error as WebError where request.wantsPage {
                let failed = WarningForm.Failed(form: form, error: error)
                return try await page(place, choice, context, failed).with(status: error.status)
            }
        }
    }

    /// - Throws: ``WebError/notFound`` while there is no schedule.
    private func requireSchedule() async throws {
        if try await store.commonFacts.facts().isEmpty { throw WebError.notFound }
    }

    private func today(_ context: WebContext) async throws -> CivilDate {
        try await store.officeSettings.today(of: try context.person(), zones, now: context.now)
    }

    /// The page, which is logged as an access.
    private func page(
        _ place: WarningScope.Place, _ choice: AttendanceChoice, _ context: WebContext, _ failed: WarningForm.Failed? = nil
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let offices = try await store.offices.offices()
        let scope = try await WarningScope(place, choice, for: viewer, offices, store, exporter)
        let list = try await reads.run {
            try await scope.note(by: viewer, store, exporter, now: now)
            return try await self.list(scope, now)
        }
        return try await render(scope, list, offices, context, failed)
    }

    /// The page with the refused filter and the reason. It reads no person's record.
    private func refusal(
        _ place: WarningScope.Place, _ typed: AttendancePage.Filter, _ today: CivilDate, _ context: WebContext
    ) async throws -> Response {
        let offices = try await store.offices.offices()
        let choice = try AttendanceChoice(refused: typed, today: today)
        let scope = try await WarningScope(place, choice, for: try context.person(), offices, store, exporter)
        return try await render(scope, WarningList(page: 1, in: .none), offices, context, refused: typed)
    }

    private func render(
        _ scope: WarningScope, _ list: WarningList, _ offices: [Office], _ context: WebContext,
        _ failed: WarningForm.Failed? = nil, refused: AttendancePage.Filter? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        let own = offices.seen(by: viewer)
        let (clock, today) = try await store.officeSettings.clock(of: viewer, zones, now: context.now)
        let teams = try await store.teams.teams().filter { team in
            scope.choice.export.office.map { $0 == offices.names[team.office] } ?? own.contains { $0.id == team.office }
        }
        return try pages.render(
            WarningsPage(
                navigation: try await Navigation(for: context, at: scope.place.section, store), scope, list, offices: own,
                teams: Set(teams.map(\.name)).sorted(), clock, today: today, failed, refused: refused))
    }

    private func list(_ scope: WarningScope, _ now: Instant) async throws -> WarningList {
        let period = scope.choice.period
        let people = Dictionary(scope.people.map { ($0.id, $0) }) { first, _ in first }
        let notes = try await store.warningNotes.notes(of: scope.people.map(\.id), in: period)
        var list = WarningList(page: scope.choice.attentionPage, in: try await store.people.listOrder())
        try await withHours(of: scope.people.map(\.id), until: period.upperBound, now) { hours in
            guard let person = people[hours.person] else { return }
            list.add(hours.warnings(in: period), of: person, notes[hours.person] ?? [])
        }
        return list
    }

    private func save(_ form: WarningForm, _ context: WebContext) async throws {
        let (viewer, now) = (try context.person(), context.now)
        let comment = try form.comment()
        let ids = Set(form.chosen.map(\.person)).sorted()
        let people = Dictionary(try await store.people.accounts(of: ids).map { ($0.person.id, $0.person) }) { first, _ in first
        }
        for id in ids { try await Authorization(store: store).require(.confirm, viewer, over: people[id]) }
        let warned = try await reads.run { try await current(form.chosen, of: ids, now) }
        guard warned.count == form.chosen.count else {
            throw WebError(.conflict, localized("hoursWarnings.bad.changed"), reason: .stale)
        }
        try await store.warningNotes.write(comment, on: warned, by: viewer.id, now: now)
    }

    /// Those of the chosen warnings that hold now, also if they are checked: a form that is sent twice is no error.
    private func current(
        _ chosen: Set<WarningForm.Box>, of people: [PersonID], _ now: Instant
    ) async throws -> [WarningNoteStore.Warned] {
        let dates = chosen.map(\.warning.date)
        guard let first = dates.min(), let last = dates.max() else { return [] }
        var warned: [WarningNoteStore.Warned] = []
        try await withHours(of: people, until: last, now) { hours in
            warned += hours.warnings(in: first...last).filter { chosen.contains(WarningForm.Box($0.person, $0.warning)) }
        }
        return warned
    }

    /// - Parameter last: later days than today have no warnings and are not derived.
    private func withHours(
        of people: [PersonID], until last: CivilDate, _ now: Instant, _ body: (PersonHours) async throws -> Void
    ) async throws {
        try await store.balances.withHours(
            of: people, until: min(last, CivilDate(daysSince1970: now.seconds / 86_400)), asOf: now, zones: zones, settled,
            stretches: true, body)
    }
}
