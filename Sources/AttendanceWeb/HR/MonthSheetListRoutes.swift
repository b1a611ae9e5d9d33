import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization

/// The months of several people to print (`/hr/sheets`), with the filter of the attendance page.
struct MonthSheetListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let exporter: Exporter
    let reads: RecordReads

    /// A page with more sheets is too large for browsers to print.
    static let mostSheets = 200

    /// The month is that of the period's first day.
    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        var asked = try AttendanceChoice(query: request.uri.query, today: today)
        let offices = try await store.offices.offices()
        asked.export.period = asked.period.lowerBound.month
        asked.export.users = try await asked.users(for: viewer, offices, exporter)
        let choice = asked
        let selection = try await exporter.selection(choice.export, by: viewer, offices)
        let (stamp, records): (ExportStamp, [PeriodRecord]) = try await reads.run(for: viewer.id) {
            try await self.records(choice, selection, by: viewer, now)
        }
        let calendars = try await store.officeSettings.calendars(zones)
        let people = Dictionary(selection.people.map { ($0.id, $0) }) { first, _ in first }
        let sheets = records.compactMap { record in
            people[record.person].map { person in
                MonthSheet(
                    person, of: choice.period, record.rows, calendars: calendars, officeNames: offices.names, stamp: stamp)
            }
        }
        return try pages.render(
            MonthSheetListPage(
                navigation: try await Navigation(for: viewer, at: Address.hr, store, now: context.now), choice,
                sheets.sorted { ($0.person, $0.user) < ($1.person, $1.user) }))
    }

    /// Reads the records of people with rows and of present employees, then logs the access as the attendance page does:
    /// to each person of a team or with a name in the filter, otherwise to the office.
    private func records(
        _ choice: AttendanceChoice, _ selection: Exporter.Selection, by viewer: Person, _ now: Instant
    ) async throws -> (ExportStamp, [PeriodRecord]) {
        let stamp = try await exporter.stamp(choice.export, now: now)
        let present = Set(try await store.people.people().map(\.id))
        var records: [PeriodRecord] = []
        try await store.record.withRecords(
            of: selection.filter.isEverybody ? nil : selection.people.map(\.id), in: choice.period, asOf: stamp.asOf,
            zones: zones, at: stamp.head.seq
        ) { record in
            guard !record.rows.isEmpty || present.contains(record.person) else { return }
            guard records.count < Self.mostSheets else {
                throw WebError(.unprocessableContent, localized("sheets.tooMany", ["most": "\(Self.mostSheets)"]))
            }
            records.append(record)
        }
        let purpose = choice.export.purpose ?? AccessPurpose.sheet.rawValue
        try await exporter.note(choice.export, selection, by: viewer, purpose: purpose, now: now)
        return (stamp, records)
    }
}
