import Attendance
import AttendanceStore
import Hummingbird
import WebServer

/// A person's month to print and sign.
struct MonthSheetRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let today = try await store.officeSettings.today(of: person, zones, now: context.now)
        let parameters = try QueryParameters(request.uri.query)
        let wanted = try RecordRequest(parameters, today: today)
        let month = wanted.period.lowerBound.month
        try await store.audit.log(
            viewer, sees: person.id, of: month, purpose: wanted.purpose ?? AccessPurpose.sheet.rawValue, now: now)
        let asOf = try await store.exports.asOf(month, now: now, zones: zones)
        let stamp = try await store.exports.exportStamp(asOf: asOf, zones: zones)
        let account = try await store.people.account(userName: person.userName).account
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: month)
        var rows: [DailyRow] = []
        try await store.record.withRecords(
            of: [person.id], in: month, asOf: asOf, zones: zones, at: stamp.head.seq
        ) { rows = $0.shown(hasLeft: account.leftAt != nil, asOf: asOf, confirmed: confirmed).rows }
        let notes = try await store.dayNotes.notes(of: person.id, in: month)
        let hours = try await store.balances.hours(
            of: person.id, until: min(month.upperBound, today), asOf: asOf, zones: zones, at: stamp.head.seq)
        let sheet = MonthSheet(
            account, of: month, rows, notes, SheetHours(hours, of: month),
            calendars: try await store.officeSettings.calendars(zones),
            officeNames: try await store.offices.offices().names, stamp: stamp, now: now)
        let isOwn = viewer.id == person.id
        let list = parameters["back"].flatMap { ReturnAddress($0) }.flatMap { $0.section == Address.hr ? $0 : nil }
        let section = list?.section ?? (isOwn ? Address.me : Address.people)
        return try pages.render(
            MonthSheetPage(
                navigation: try await Navigation(for: context, at: section, store),
                sheet, of: person, isOwn: isOwn, month, today: today, from: list))
    }
}
