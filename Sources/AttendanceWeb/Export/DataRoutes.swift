import Attendance
import AttendanceStore
import Hummingbird

/// A person's own data, complete, to take away (GDPR, Articles 15 and 20). It is theirs, so it is not noted as an access.
struct DataRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.myDataJSON, .seeOwnRecord, json)
        routes.get(Address.myDataCSV, .seeOwnRecord, csv)
    }

    private func json(_ request: Request, _ context: WebContext) async throws -> Response {
        let data = try await services.store.data(of: try context.person(), asOf: services.now(), zones: services.zones)
        let text = try data.json()
        let name = data.stamp.fileName("record-\(data.person.userName)", "json")
        return .download(name, type: "application/json", data.stamp) { output in try await output(text) }
    }

    /// The events, or with `of=rows` the daily rows.
    private func csv(_ request: Request, _ context: WebContext) async throws -> Response {
        let subject: ExportRequest.Subject
        switch try QueryParameters(request.uri.query)["of"] ?? "events" {
        case "events": subject = .events
        case "rows": subject = .daily
        default: throw WebError.badRequest("'of' is 'events' or 'rows'.")
        }
        let export = try await services.exporter.ownExport(subject, of: try context.person(), now: services.now())
        return try await .download(export, to: request, by: services.exportTurns.take())
    }
}
