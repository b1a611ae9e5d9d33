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

        let name = "events-\(parameters["from"] ?? "")-\(parameters["to"] ?? "").csv"
            .filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        let store = services.store
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ],
            // If it breaks off, the chunked body has no end: a broken download is seen to be one.
            body: ResponseBody { writer in
                // The writer is not marked as safe to send; this task alone uses it, one call after the other.
                nonisolated(unsafe) var output = writer
                try await store.withEventsCSV(from: from, to: to) { rows in
                    try await output.write(ByteBuffer(bytes: rows))
                }
                try await output.finish(nil)
            })
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
