import Attendance
import AttendanceExport
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// A person's own data, to take away: all of it (GDPR, Articles 15 and 20), which is theirs and not noted as an access; and the
/// daily rows of a period, as HR has them, which are an export like any.
struct DataRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.myDataJSON, .seeOwnRecord, json)
        routes.get(Address.myDataCSV, .seeOwnRecord, csv)
        for (address, format) in [(Address.myExportCSV, ExportRequest.Format.csv), (Address.myExportXLSX, .xlsx)] {
            routes.get(address, .exportOwnRecord) { request, context in
                let person = try context.person()
                let wanted = try ExportRequest(ownRowsOf: person, format, query: request.uri.query)
                let slot = try services.beginExport()
                let export = try await services.exporter.ownExport(wanted, of: person, now: services.now())
                return try await .download(export, to: context, in: slot)
            }
        }
    }

    private func json(_ request: Request, _ context: WebContext) async throws -> Response {
        let slot = try services.beginExport()
        let data = try await services.store.personData.data(
            of: try context.person(), asOf: services.now(), zones: services.zones)
        let name = data.stamp.fileName("record-\(data.person.userName)", "json")
        return .download(name, type: "application/json", data.stamp) { output in
            try await data.writeJSON { try await output($0) }
            withExtendedLifetime(slot) {}
        }
    }

    /// The events, or with `of=rows` the daily rows.
    private func csv(_ request: Request, _ context: WebContext) async throws -> Response {
        let subject: ExportRequest.Subject
        switch try QueryParameters(request.uri.query)["of"] ?? "events" {
        case "events": subject = .events
        case "rows": subject = .daily
        default: throw ExportError.unknownSubject
        }
        let slot = try services.beginExport()
        let export = try await services.exporter.ownExport(subject, of: try context.person(), now: services.now())
        return try await .download(export, to: context, in: slot)
    }
}
