import Attendance
import AttendanceExport
import AttendanceStore
import Hummingbird
import Localization
import WebServer

extension AttendanceRoutes {
    /// What changed since the latest export of a selection; nil: it was not exported.
    func changes(
        of selection: Exporter.Selection, in period: ClosedRange<CivilDate>, _ offices: [Office], _ stamp: ExportStamp
    ) async throws -> ExportChanges? {
        guard let export = try await exporter.latestDownload(of: selection, in: period, offices) else { return nil }
        let days = try await store.record.changedDays(
            of: selection.people.map(\.id), in: period, since: export.state, until: stamp.state, zones: zones)
        return ExportChanges(export: export, days: days)
    }

    /// The list of these days (`/hr/changes`), which the attendance page counts.
    func changesPage(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        var asked = try AttendanceChoice(query: request.uri.query, today: today)
        let offices = try await store.offices.offices()
        asked.export.users = try await asked.users(for: viewer, offices, exporter, store.exports)
        let choice = asked
        let selection = try await exporter.selection(choice.export, within: viewer.reach(.seeAttendance), offices)
        let changes: ExportChanges? = try await reads.run {
            let purpose = choice.export.purpose ?? AccessPurpose.list.rawValue
            try await exporter.note(choice.export, selection, by: viewer, purpose: purpose, now: now)
            let stamp = try await exporter.stamp(choice.export, now: now)
            return try await self.changes(of: selection, in: choice.period, offices, stamp)
        }
        guard let changes else { return .redirect(choice.address) }
        let homes = Dictionary(try await store.people.people().map { ($0.id, $0.office) }) { first, _ in first }
        let calendars = try await store.officeSettings.calendars(zones)
        let lines = AttendanceRows(
            viewer, calendars: calendars, officeNames: offices.names, list: choice.changesAddress
        ) { _ in true }
        let clock = LocalClock(zone: calendars[viewer.office].settings(for: today).zone)
        return try pages.render(
            ExportChangesPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), choice, changes, lines, homes,
                viewer, clock))
    }
}
