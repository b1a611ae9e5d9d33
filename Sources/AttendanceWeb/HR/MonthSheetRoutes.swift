import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// A person's month to print and sign.
struct MonthSheetRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.monthSheet, .seeRecord, about: services.person, sheet)
    }

    private func sheet(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let (viewer, store, now) = (try context.person(), services.store, services.now())
        let today = try await services.today(of: person)
        let wanted = try RecordRequest(try QueryParameters(request.uri.query), today: today)
        let month = wanted.period.lowerBound.month
        try await services.note(viewer, sees: person.id, of: month, purpose: wanted.purpose ?? AccessPurpose.sheet.rawValue)
        let asOf = try await store.exports.asOf(month, now: now, zones: services.zones)
        let stamp = try await store.exports.exportStamp(asOf: asOf, zones: services.zones)
        var rows: [DailyRow] = []
        try await store.record.withRecords(
            of: [person.id], in: month, asOf: asOf, zones: services.zones, at: stamp.head.seq
        ) { rows = $0.rows }
        let (calendars, offices) = (try await store.officeSettings.calendars(services.zones), try await services.officeNames())
        func clock(_ office: Int64, _ date: CivilDate) -> LocalClock {
            LocalClock(zone: calendars[office].settings(for: date).zone)
        }
        let isOwn = viewer.id == person.id
        return try services.pages.render(
            MonthSheetPage(
                navigation: try await Navigation(for: viewer, at: isOwn ? Address.me : Address.people, services),
                person: person, isOwn: isOwn, office: offices[person.office] ?? "", month: month,
                rows.map { ($0, clock($0.key.office, $0.key.date), offices[$0.key.office] ?? "") },
                clock: clock(person.office, month.upperBound), stamp: stamp))
    }
}
