import AttendanceExport
import Hummingbird

/// The exports of HR.
struct ExportRoutes {
    let exporter: Exporter
    let slots: ExportSlots

    /// Leads to the file that HR chose in ``ExportForm``.
    func chosen(_ request: Request, _ context: WebContext) async throws -> Response {
        .redirect(try ExportRequest(form: request.uri.query).address)
    }

    func file(_ subject: ExportRequest.Subject, _ format: ExportRequest.Format) -> WebContext.Handler {
        { request, context in
            let wanted = try ExportRequest(subject, format, query: request.uri.query)
            let person = try context.person()
            // Before the access is noted: an export that is refused leaves no trace.
            let slot = try slots.begin(for: person.id)
            let (now, isInBrowser) = (context.now, context.session != nil)
            let export = try await exporter.export(wanted, by: person, within: person.reach(.export), now: now)
            return try await .download(export, to: context, in: slot) {
                // After a program that reads every night, HR would no longer see what changed since the file for the payroll.
                if isInBrowser { try await exporter.logDownload(export, by: person, now: now) }
            }
        }
    }
}
