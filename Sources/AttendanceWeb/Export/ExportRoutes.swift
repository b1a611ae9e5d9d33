import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What HR takes away.
struct ExportRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.eventsCSV, .export, events)
    }

    /// The raw taps of a period, streamed.
    private func events(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let parameters = try QueryParameters(request.uri.query)
        let offices = try await services.store.offices()
        let clock = OfficeClock(offices.first { $0.id == person.office }?.timeZone)
        let from = try instant(parameters["from"], named: "from", clock) { clock.startOfDay($0) }
        let to = try instant(parameters["to"], named: "to", clock) {
            clock.startOfDay(CivilDate(daysSince1970: $0.daysSince1970 + 1))
        }
        guard from < to else { throw WebError.badRequest("The period ends before it begins. Please swap its dates.") }

        let name = "events-\(parameters["from"] ?? "")-\(parameters["to"] ?? "")"
        let store = services.store
        let last = Instant(millisecondsSince1970: to.millisecondsSince1970 - 1)
        let days = try [from, last].map { instant in
            guard let date = CivilDate(text: clock.date(instant)) else { throw WebError.badRequest("The period has no date.") }
            return date
        }
        let access = Access(
            by: person.id, to: .office(nil), of: days[0]...days[1], purpose: parameters["purpose"] ?? "export of events")
        try await store.log(access, now: services.now())
        let stamp = try await store.exportStamp(asOf: services.now(), zones: try .system())
        return Response.csv(named: name, stamp) { write in
            try await store.withEventsCSV(from: from, to: to, at: stamp.head.seq, write)
        }
    }

    /// An instant, or a date by the office's clock that `ofDay` turns into one.
    private func instant(
        _ text: String?, named name: String, _ clock: OfficeClock, ofDay: (CivilDate) -> Instant
    ) throws(WebError) -> Instant {
        guard let text else { throw .badRequest("The period needs 'from' and 'to', such as from=2026-11-01&to=2026-11-30.") }
        if let instant = Instant(rfc3339: text.replacing(" ", with: "+")) { return instant }
        guard let date = CivilDate(text: text) else { throw .badRequest("'\(name)' is not a date such as 2026-11-01.") }
        return ofDay(date)
    }
}
