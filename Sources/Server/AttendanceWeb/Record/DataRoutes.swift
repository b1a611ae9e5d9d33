import Attendance
import AttendanceExport
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// Exports of a person's own data: all of it (GDPR, Articles 15 and 20), which is not logged as an access, and the daily rows of
/// a period, in the format of HR's exports.
struct DataRoutes {
    let exporter: Exporter
    let slots: ExportSlots
    let personData: PersonDataStore
    let zones: TimeZoneDatabase
    let settings: SettingsRoutes

    /// The daily rows, or targets and balances. A browser sees what is wrong with the period at its form on the page of the own settings.
    func rows(_ subject: ExportRequest.Subject, _ format: ExportRequest.Format) -> WebContext.Handler {
        { request, context in
            let person = try context.person()
            let wanted: ExportRequest
            do {
                wanted = try ExportRequest(subject, ofOneself: person, format, query: request.uri.query)
            } catch let error as ExportError {
                guard request.wantsPage, context.session != nil, let problem = error.webError,
                    problem.reason == .badPeriod || problem.reason == .longPeriod
                else { throw error }
                let fields = try QueryParameters(request.uri.query)
                let refused = RefusedExport(from: fields["from"] ?? "", to: fields["to"] ?? "", problem: problem.sentence)
                return try await settings.show(refused, context, status: problem.status)
            }
            let slot = try slots.begin(for: person.id)
            let export = try await exporter.ownExport(wanted, of: person, now: context.now)
            return try await .download(export, to: context, in: slot)
        }
    }

    func json(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let slot = try slots.begin(for: person.id)
        let data = try await personData.data(of: person, asOf: context.now, zones: zones)
        let name = safeFileName("record-\(data.person.userName)", "json")
        return .download(name, type: "application/json", data.stamp) { output in
            try await data.writeJSON { try await output($0) }
            slot.end()
        }
    }

    /// The events, or the daily rows with `of=rows`.
    func csv(_ request: Request, _ context: WebContext) async throws -> Response {
        let subject: ExportRequest.Subject
        switch try QueryParameters(request.uri.query)["of"] ?? "events" {
        case "events": subject = .events
        case "rows": subject = .daily
        default: throw ExportError.unknownSubject
        }
        let person = try context.person()
        let slot = try slots.begin(for: person.id)
        let export = try await exporter.ownExport(subject, of: person, now: context.now)
        return try await .download(export, to: context, in: slot)
    }
}
