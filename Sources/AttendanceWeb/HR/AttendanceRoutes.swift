import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird

/// What HR sees of everybody's record.
struct AttendanceRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.hr, .export, page)
    }

    /// Whom it shows, as of when, and what is noted of it is decided as for an export of the same.
    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, store, exporter, now) = (try context.person(), services.store, services.exporter, services.now())
        let today = try await services.today(of: viewer)
        var choice = try AttendanceChoice(query: request.uri.query, today: today)
        let offices = try await store.offices.offices()
        let selection = try await exporter.selection(choice.export, by: viewer, offices)
        choice.export.office = offices.first { $0.id == selection.filter.office }?.name
        let final = choice
        let (stamp, report): (ExportStamp, AttendanceReport) = try await services.readingRecords(for: viewer.id) {
            try await self.report(final, selection, by: viewer, exporter, now)
        }
        let ownOffices = offices.seen(by: viewer)
        let teams = try await store.teams.teams().filter { team in
            selection.filter.office.map { $0 == team.office } ?? ownOffices.contains { $0.id == team.office }
        }
        return try services.pages.render(
            AttendancePage(
                navigation: try await Navigation(for: viewer, at: Address.hr, services), choice, report,
                AttendancePage.Surroundings(
                    viewer: viewer, today: today, offices: ownOffices, officeNames: offices.names,
                    calendars: try await store.officeSettings.calendars(services.zones), teams: Set(teams.map(\.name)).sorted(),
                    stamp: stamp)))
    }

    /// Notes the access, then reads.
    private func report(
        _ choice: AttendanceChoice, _ selection: Exporter.Selection, by viewer: Person, _ exporter: Exporter, _ now: Instant
    ) async throws -> (ExportStamp, AttendanceReport) {
        let purpose = choice.export.purpose ?? AccessPurpose.list.rawValue
        try await exporter.note(choice.export, selection, by: viewer, purpose: purpose, now: now)
        let stamp = try await exporter.stamp(choice.export, now: now)
        var report = AttendanceReport(for: choice, present: Set(try await services.store.people.people().map(\.id)))
        try await services.store.record.withRecords(
            of: selection.filter.isEverybody ? nil : selection.people.map(\.id), in: choice.period, asOf: stamp.asOf,
            zones: services.zones, at: stamp.head.seq
        ) { report.add($0) }
        return (stamp, report)
    }
}

extension [Office] {
    /// Those whose attendance somebody may see: HR its own, the administrator all.
    func seen(by viewer: Person) -> [Office] { filter { viewer.role == .administrator || $0.id == viewer.office } }

}
