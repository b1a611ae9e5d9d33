import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hours
import Hummingbird
import Localization
import WebServer

/// The attendance page of HR (`/hr`).
struct AttendanceRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let exporter: Exporter
    let reads: RecordReads
    let settled: SettledAttendance
    let keptBalances: KeptBalances
    let settledWork: SettledWork

    /// The people, the instant and the logged access are those of an export with the same fields. A browser sees what is wrong with
    /// the filter above it.
    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let today = try await store.officeSettings.today(of: viewer, zones, now: context.now)
        do {
            var choice = try AttendanceChoice(query: request.uri.query, today: today)
            let offices = try await store.offices.offices()
            choice.export.users = try await choice.users(for: viewer, offices, exporter, store.exports)
            return try await page(choice, context, today, offices)
        } catch {
            guard request.wantsPage, let problem = Self.problem(error), problem.status != .forbidden,
                let typed = try? AttendancePage.Filter(request.uri.query, problem: problem.sentence)
            else { throw error }
            return try await refusal(typed, context, today).with(status: problem.status)
        }
    }

    /// What is wrong with the filter; nil for other errors.
    static func problem(_ error: any Error) -> WebError? {
        switch error {
        case ExportError.unknownPerson(let name):
            WebError(.notFound, localized("hr.noPerson", ["name": name]), reason: .unknownPerson)
        case let error as ExportError: error.webError
        case let error as WebServerError: WebError(error)
        case let error as WebError: error
        default: nil
        }
    }

    /// Asks for the missing clock-outs of the whole selection, whatever kind of rows is listed.
    func askAll(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        var choice = try AttendanceChoice(query: request.uri.query, today: today)
        let list = choice.address
        let offices = try await store.offices.offices()
        choice.export.users = try await choice.users(for: viewer, offices, exporter, store.exports)
        let selection = try await exporter.selection(choice.export, within: viewer.reach(.seeAttendance), offices)
        let final = choice
        let asked = try await reads.run {
            let stamp = try await exporter.stamp(final.export, now: now)
            let questions = try await self.questions(of: selection, in: final.period, for: viewer, now)
            let rows = try await summaries(
                final, selection, present: try await store.people.people(), in: try await store.people.listOrder(), stamp,
                questions, now: now
            ).rowsToAsk
            return try await store.reminders.ask(for: questions.days(of: rows), by: viewer.id, now: now, zones: zones)
        }
        return .redirect(list + "#attention", done: .asked(asked))
    }

    private func page(
        _ choice: AttendanceChoice, _ context: WebContext, _ today: CivilDate, _ offices: [Office]
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        var choice = choice
        let selection = try await exporter.selection(choice.export, within: viewer.reach(.seeAttendance), offices)
        choice.export.office = offices.first { $0.id == selection.filter.office }?.name
        let final = choice
        let (stamp, report): (ExportStamp, AttendanceReport) = try await reads.run {
            try await self.report(final, today: today, selection, by: viewer, now)
        }
        return try pages.render(
            AttendancePage(
                navigation: try await Navigation(for: context, at: Address.hr, store), choice, report,
                try await around(
                    viewer, selection.filter.office, today, offices, stamp, try await requests(of: viewer, now))))
    }

    /// The page with the refused filter, its period if that is valid, and the reason. It reads no person's record.
    private func refusal(
        _ typed: AttendancePage.Filter, _ context: WebContext, _ today: CivilDate
    ) async throws -> Response {
        let viewer = try context.person()
        let choice = try AttendanceChoice(refused: typed, today: today)
        let stamp = try await exporter.stamp(choice.export, now: context.now)
        let offices = try await store.offices.offices()
        return try pages.render(
            AttendancePage(
                navigation: try await Navigation(for: context, at: Address.hr, store), choice,
                AttendanceReport(for: choice, present: [], in: .none),
                try await around(viewer, nil, today, offices, stamp, nil),
                refused: typed))
    }

    private func around(
        _ viewer: Person, _ office: OfficeID?, _ today: CivilDate, _ offices: [Office], _ stamp: ExportStamp,
        _ requests: WaitingRequests?
    ) async throws -> AttendancePage.PageContext {
        let ownOffices = offices.seen(by: viewer)
        let teams = try await store.teams.teams().filter { team in
            office.map { $0 == team.office } ?? ownOffices.contains { $0.id == team.office }
        }
        let common = try await store.commonFacts.facts()
        let hasSchedules = !common.isEmpty
        let shownOffices = office.map { [$0] } ?? ownOffices.map(\.id)
        let scopes = shownOffices.map { Terms.Scope.office("\($0)") } + teams.map { Terms.Scope.team("\($0.id)") }
        var hasOpenings = hasSchedules && common.hasSchedule(for: scopes)
        if hasSchedules, !hasOpenings { hasOpenings = try await store.hours.hasOwnSchedule(in: shownOffices) }
        return AttendancePage.PageContext(
            viewer: viewer, today: today, offices: ownOffices, officeNames: offices.names,
            calendars: try await store.officeSettings.calendars(zones), teams: Set(teams.map(\.name)).sorted(),
            layouts: try await exporter.layoutChoices(
                of: office ?? viewer.reach(.export).usualOffice(viewer.office), hours: hasSchedules),
            stamp: stamp, requests: requests, hasSchedules: hasSchedules, hasOpenings: hasOpenings)
    }

    /// The requests that the viewer can decide, and those for the viewer's own record.
    private func requests(of viewer: Person, _ now: Instant) async throws -> WaitingRequests {
        let open = try await store.requests.requestsToDecide(within: viewer.reach(.decide)).requests
        let own = try await store.requests.requests(of: viewer.id).filter { $0.state == .open }
        let targets = try await store.corrections.targets(of: open + own)
        var waiting = WaitingRequests(
            open, on: Address.requests, targets, try await store.officeSettings.requestClocks(for: viewer, zones, now: now))
        waiting.add(own: own, targets)
        return waiting
    }
}
