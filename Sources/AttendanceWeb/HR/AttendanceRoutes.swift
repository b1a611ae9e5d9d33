import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
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

    /// The people, the instant and the logged access are those of an export with the same fields. A browser sees what is wrong with
    /// the filter above it, and this month of all people below.
    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let today = try await store.officeSettings.today(of: viewer, zones, now: context.now)
        do {
            var choice = try AttendanceChoice(query: request.uri.query, today: today)
            choice.export.users = try await users(choice.export.users, for: viewer)
            return try await page(choice, context, today)
        } catch let error as ExportError where request.wantsPage {
            guard let problem = error.webError, problem.status != .forbidden else { throw error }
            var sentence = problem.sentence
            if case .unknownPerson(let name) = error { sentence = localized("hr.noPerson", ["name": name]) }
            let typed = AttendancePage.TypedFilter(
                try QueryParameters(request.uri.query, repeatable: ["user"]), problem: sentence)
            let everything = try AttendanceChoice(query: nil, today: today)
            return try await page(everything, context, today, typed).with(status: problem.status)
        }
    }

    /// The user names of the people that these names mean: a user name, or a part of one or of a display name.
    private func users(_ names: [String], for viewer: Person) async throws -> [String] {
        var users: Set<String> = []
        for name in names {
            let found = try await store.people.people(within: Authorization.reach(of: viewer, .correct), named: name)
                .map(\.person.userName)
            // An unknown name is refused later, as in an export.
            users.formUnion(found.isEmpty || found.contains(name) ? [name] : found)
        }
        return users.sorted()
    }

    private func page(
        _ choice: AttendanceChoice, _ context: WebContext, _ today: CivilDate, _ typed: AttendancePage.TypedFilter? = nil
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        var choice = choice
        let offices = try await store.offices.offices()
        let selection = try await exporter.selection(choice.export, by: viewer, offices)
        choice.export.office = offices.first { $0.id == selection.filter.office }?.name
        let final = choice
        let (stamp, report): (ExportStamp, AttendanceReport) = try await reads.run(for: viewer.id) {
            try await self.report(final, selection, by: viewer, now)
        }
        let ownOffices = offices.seen(by: viewer)
        let teams = try await store.teams.teams().filter { team in
            selection.filter.office.map { $0 == team.office } ?? ownOffices.contains { $0.id == team.office }
        }
        return try pages.render(
            AttendancePage(
                navigation: try await Navigation(for: viewer, at: Address.hr, store), choice, report,
                AttendancePage.PageContext(
                    viewer: viewer, today: today, offices: ownOffices, officeNames: offices.names,
                    calendars: try await store.officeSettings.calendars(zones), teams: Set(teams.map(\.name)).sorted(),
                    layouts: try await exporter.layoutNames(of: selection.filter.office ?? viewer.office), stamp: stamp), typed)
        )
    }

    /// Logs the access, then reads.
    private func report(
        _ choice: AttendanceChoice, _ selection: Exporter.Selection, by viewer: Person, _ now: Instant
    ) async throws -> (ExportStamp, AttendanceReport) {
        let purpose = choice.export.purpose ?? AccessPurpose.list.rawValue
        try await exporter.note(choice.export, selection, by: viewer, purpose: purpose, now: now)
        let stamp = try await exporter.stamp(choice.export, now: now)
        var report = AttendanceReport(for: choice, present: Set(try await store.people.people().map(\.id)))
        try await store.record.withRecords(
            of: selection.filter.isEverybody ? nil : selection.people.map(\.id), in: choice.period, asOf: stamp.asOf,
            zones: zones, at: stamp.head.seq
        ) { report.add($0) }
        return (stamp, report)
    }
}

extension [Office] {
    /// The offices whose attendance the viewer may see: HR its own, the administrator all.
    func seen(by viewer: Person) -> [Office] { filter { viewer.role == .administrator || $0.id == viewer.office } }
}
