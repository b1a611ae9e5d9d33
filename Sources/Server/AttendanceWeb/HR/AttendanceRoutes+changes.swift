import Attendance
import AttendanceExport
import AttendanceStore
import Hummingbird
import Localization
import WebServer

extension AttendanceRoutes {
    /// nil: the selection was not exported.
    func latestExport(
        of selection: Exporter.Selection, in period: ClosedRange<CivilDate>, _ calendars: OfficeCalendars
    ) async throws -> LatestExport? {
        guard let export = try await exporter.latestDownload(of: selection, in: period) else { return nil }
        var calendars = calendars
        let day = Set(selection.people.map(\.office)).map { calendars[$0].workingDay(at: export.state.asOf.seconds).date }.min()
        let lastDay = day?.adding(days: -1)
        return LatestExport(
            export: export, lastDay: lastDay.flatMap { (period.lowerBound..<period.upperBound).contains($0) ? $0 : nil })
    }

    /// The list of the days that changed since the latest export of a selection (`/hr/changes`).
    func changesPage(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        var asked = try AttendanceChoice(query: request.uri.query, today: today)
        let offices = try await store.offices.offices()
        asked.export.users = try await asked.users(for: viewer, offices, exporter, store.exports)
        let choice = asked
        let selection = try await exporter.selection(choice.export, within: viewer.reach(.seeAttendance), offices)
        let calendars = try await store.officeSettings.calendars(zones)
        guard let latest = try await latestExport(of: selection, in: choice.period, calendars) else {
            return .redirect(choice.address)
        }
        let order = try await store.people.listOrder()
        let days = try await reads.run {
            let purpose = choice.export.purpose ?? AccessPurpose.list.rawValue
            try await exporter.note(choice.export, selection, by: viewer, purpose: purpose, now: now)
            let stamp = try await exporter.stamp(choice.export, now: now)
            var days = TopElements<ChangedDay>(choice.peoplePage * AttendanceChoice.peopleOnPage) { one, other in
                (order.place(of: one.person), one.person, one.key) < (order.place(of: other.person), other.person, other.key)
            }
            try await store.record.withChangedDays(
                of: selection.people.map(\.id), in: choice.period, since: latest.export.state, until: stamp.state, zones: zones
            ) { days.add($0) }
            return days
        }
        let homes = Dictionary(try await store.people.people().map { ($0.id, $0.office) }) { first, _ in first }
        let lines = AttendanceRows(
            viewer, calendars: calendars, officeNames: offices.names, list: choice.changesAddress
        ) { _ in true }
        let clock = LocalClock(zone: calendars[viewer.office].settings(for: today).zone)
        return try pages.render(
            ExportChangesPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), choice,
                title: choice.export.title(hasSeveralOffices: offices.seen(by: viewer).count > 1),
                latest: latest.line(for: viewer, clock), days, lines, homes))
    }
}
