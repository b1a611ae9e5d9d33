import AttendanceExport
import AttendanceStore
import Hummingbird
import WebServer

/// The exports of HR.
struct ExportRoutes {
    let store: AttendanceStore
    let pages: Pages
    let exporter: Exporter
    let slots: ExportSlots

    /// Leads to the file that HR chose in ``ExportForm``, or shows its beginning.
    func chosen(_ request: Request, _ context: WebContext) async throws -> Response {
        let wanted = try ExportRequest(form: request.uri.query)
        let fields = try QueryParameters(request.uri.query, repeatable: [ExportRequest.Field.user.rawValue])
        guard fields["preview"] != nil else { return .redirect(wanted.address) }
        let person = try context.person()
        let (preview, problem) = try await beginning(of: wanted, for: person, context)
        let offices = try await store.offices.offices()
        let usual = person.reach(.export).usualOffice(person.office)
        let office = offices.named(wanted.office, or: usual)?.id ?? usual
        let hasHours = try await !store.commonFacts.facts().isEmpty
        let layouts = try await exporter.layoutChoices(of: office, hours: hasHours)
        let form = ExportForm(wanted, layouts, hasHours: hasHours, chosen: fields.all)
        let page = ExportPreviewPage(
            navigation: try await Navigation(for: context, at: Address.hr, store), wanted,
            hasSeveralOffices: offices.seen(by: person).count > 1, form, preview,
            attendance: ExportWithoutCharacters(request).attendance, problem: problem?.sentence)
        return try pages.render(page, problem: problem)
    }

    /// The beginning of a file, or why there is no such file. The access is logged.
    private func beginning(
        of wanted: ExportRequest, for person: Person, _ context: WebContext
    ) async throws -> (ExportPreview?, WebError?) {
        var logged = wanted
        logged.purpose = wanted.purpose ?? AccessPurpose.preview.rawValue
        do {
            let slot = try slots.begin(for: person.id)
            defer { slot.end() }
            let export = try await exporter.export(logged, by: person, within: person.reach(.export), now: context.now)
            return (try await context.whileConnected { try await export.preview() }, nil)
        } catch let error as ExportError {
            guard let problem = error.webError, problem.status != .forbidden else { throw error }
            return (nil, problem)
        }
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
                if isInBrowser { await exporter.logDownload(export, by: person, now: now) }
            }
        }
    }
}
