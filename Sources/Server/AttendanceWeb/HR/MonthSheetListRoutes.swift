import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The months of several people to print: with the filter of the attendance page (`/hr/sheets`), or of the viewer's teams
/// (`/my-team/sheets`).
struct MonthSheetListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let exporter: Exporter
    let reads: RecordReads
    let settled: SettledWork

    /// A page with more sheets is too large for browsers to print.
    static let mostSheets = 200

    /// The month is that of the period's first day.
    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        var asked = try AttendanceChoice(query: request.uri.query, today: today)
        let offices = try await store.offices.offices()
        asked.export.period = asked.period.lowerBound.month
        asked.export.users = try await asked.users(for: viewer, offices, exporter, store.exports)
        let choice = asked
        let selection = try await exporter.selection(choice.export, within: viewer.reach(.seeAttendance), offices)
        let (stamp, records): (ExportStamp, [PeriodRecord]) = try await reads.run {
            let stamp = try await self.exporter.stamp(choice.export, now: now)
            let records = try await self.records(
                of: selection.filter.isEverybody ? nil : selection.people.map(\.id), in: choice.period, stamp)
            let purpose = choice.export.purpose ?? AccessPurpose.sheet.rawValue
            try await self.exporter.note(choice.export, selection, by: viewer, purpose: purpose, now: now)
            return (stamp, records)
        }
        return try pages.render(
            MonthSheetListPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), choice.period,
                try await sheets(of: selection.people, choice.period, records, stamp, now), of: choice.export.team, for: viewer,
                from: Link(name: localized("hr.title"), address: choice.address)))
    }

    /// The month in the field `month`, otherwise this month. The access is logged to each person.
    func teamPage(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        let wanted = try RecordRequest(try QueryParameters(request.uri.query), today: today)
        let month = wanted.period.lowerBound.month
        let members = try await store.people.people(within: TeamRoutes.reach(of: viewer))
        let people = members.map(\.person)
        let (stamp, records): (ExportStamp, [PeriodRecord]) = try await reads.run {
            let asOf = try await self.store.exports.asOf(month, now: now, zones: self.zones)
            let stamp = try await self.store.exports.exportStamp(asOf: asOf, zones: self.zones)
            let records = try await self.records(of: people.map(\.id), in: month, stamp)
            let access = Access(
                by: viewer.id, to: .people(records.map(\.person)), of: month,
                purpose: wanted.purpose ?? AccessPurpose.sheet.rawValue)
            try await self.store.audit.log(access, now: now)
            return (stamp, records)
        }
        return try pages.render(
            MonthSheetListPage(
                navigation: try await Navigation(for: context, at: Address.team, store), month,
                try await sheets(of: people, month, records, stamp, now), of: members.teamNames, for: viewer,
                from: Link(name: localized("myTeam.title"), address: Address.team)))
    }

    private func sheets(
        of people: [Person], _ month: ClosedRange<CivilDate>, _ records: [PeriodRecord], _ stamp: ExportStamp,
        _ now: Instant
    ) async throws -> [MonthSheet] {
        let calendars = try await store.officeSettings.calendars(zones)
        let officeNames = try await store.offices.offices().names
        let asked = Set(people.map(\.id)).intersection(records.map(\.person))
        let accounts = Dictionary(
            try await store.people.accounts(of: asked.sorted()).map { ($0.person.id, $0) }
        ) { first, _ in first }
        let notes = try await store.dayNotes.notes(of: records.map(\.person), in: month)
        var hours: [PersonID: SheetHours] = [:]
        try await store.balances.withHours(
            of: records.map(\.person), until: min(month.upperBound, CivilDate(daysSince1970: now.seconds / 86_400)),
            asOf: stamp.asOf, zones: zones, at: stamp.head.seq, settled
        ) { hours[$0.person] = SheetHours($0, of: month) }
        let list = try await store.people.listOrder()
        return records.sorted { list.place(of: $0.person) < list.place(of: $1.person) }.compactMap { record in
            accounts[record.person].map { account in
                MonthSheet(
                    account, of: month, record.rows, notes[record.person] ?? [], hours[record.person], calendars: calendars,
                    officeNames: officeNames, stamp: stamp, now: now)
            }
        }
    }

    /// The records of people with rows, and of those whom the attendance page counts without.
    /// - Parameter people: nil: all.
    private func records(
        of people: [PersonID]?, in month: ClosedRange<CivilDate>, _ stamp: ExportStamp
    ) async throws -> [PeriodRecord] {
        let present = Set(try await store.people.people().map(\.id))
        let listed = try await exporter.listed(stamp)
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: month)
        var records: [PeriodRecord] = []
        try await store.record.withRecords(
            of: people, in: month, asOf: stamp.asOf, zones: zones, at: stamp.head.seq
        ) { record in
            guard !record.rows.isEmpty || listed.contains(record.person) else { return }
            guard records.count < Self.mostSheets else {
                throw WebError(.unprocessableContent, localized("sheets.tooMany", ["most": "\(Self.mostSheets)"]))
            }
            records.append(
                record.shown(hasLeft: !present.contains(record.person), asOf: stamp.asOf, confirmed: confirmed))
        }
        return records
    }
}
