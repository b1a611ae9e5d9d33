import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import WebServer

/// Imports people, teams, desks or attendance from a file (`/admin/import`): a preview of the changes, then an import of the whole file.
struct ImportRoutes {
    let store: AttendanceStore
    let pages: Pages

    /// Maximum bytes of a form. Larger files need `desktap import`.
    private static let maximumBody = 8 * 1024 * 1024

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, ImportForm.names, nil, "", nil, .none)
    }

    func send(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let form = try ImportForm(try await Self.fields(of: request))
        let outcome: ImportPage.Outcome
        do {
            if form.isTooLong {
                guard form.kind == .attendance else { throw ImportError.tooManyLines(form.kind) }
                throw WebError(
                    .contentTooLarge, localized("import.tooManyTaps", ["most": "\(ImportForm.mostTaps)"]), reason: .tooLong)
            }
            let justification = form.reason.map { Justification(author: viewer.userName, reason: $0) }
            if form.kind == .attendance, justification == nil {
                throw WebError.badRequest(localized("correction.sayWhy"), reason: .incomplete)
            }
            let summary = try await store.sentForms.once(form.token, now: context.now, localized("import.sentAlready")) {
                try await store.imports.importFile(
                    form.file, of: form.kind, into: form.office, by: justification, author: .person(viewer.id),
                    updatesPeople: form.updatesPeople, firstLine: form.firstLine, dryRun: form.isDryRun, now: context.now)
            }
            outcome = form.isDryRun ? .checked(summary) : .imported(summary)
        } catch let error as ImportError {
            switch error {
            case .header(let fault): outcome = .refused(fault.sentence)
            case .lines(let problems): outcome = .wrongLines(problems)
            }
        } catch let error as StoreError {
            guard let refusal = error.refusal else { throw error }
            outcome = .refused(refusal.sentence)
        } catch let error as WebError where [.sentAlready, .oldForm, .incomplete, .tooLong].contains(error.reason) {
            outcome = .refused(error.sentence)
        }
        return try await page(
            context, form.choice, form.office, form.text, form.source, updates: form.updatesPeople, reason: form.reason ?? "",
            outcome)
    }

    private func page(
        _ context: WebContext, _ choice: String, _ office: String?, _ text: String, _ source: TextSource?,
        updates: Bool = false, reason: String = "", _ outcome: ImportPage.Outcome
    ) async throws -> Response {
        let page = ImportPage(
            navigation: try await Navigation(for: context, at: Address.adminImport, store), form: FormToken(now: context.now),
            offices: try await store.offices.offices(), ownOffice: try context.person().office, choice: choice, office: office,
            text: text,
            source: source, updates: updates, reason: reason, hasFreshSignIn: context.hasFreshSignIn, outcome)
        return try pages.render(page, status: page.problem == nil ? .ok : .unprocessableContent)
    }

    private struct ReadFile: Encodable {
        let text, read: String
    }

    /// Returns a chosen file as text for the form, in whichever way a spreadsheet wrote it.
    func read(_ request: Request, _ context: WebContext) async throws -> Response {
        let bytes = Array(buffer: try await Self.body(of: request))
        let (text, encoding): (String, TextEncoding?)
        do throws(ImportError) {
            (text, encoding) = try TableFile.text(of: bytes)
        } catch {
            guard case .header(let fault) = error else { throw error }
            throw WebError(.unprocessableContent, fault.sentence, reason: .badFile)
        }
        // A workbook is compressed.
        guard text.utf8.count <= Self.maximumBody else { throw Self.tooMuch }
        return .json(ReadFile(text: text, read: TextSource(encoding).name))
    }

    private static func body(of request: Request) async throws -> ByteBuffer {
        try await request.body(upTo: maximumBody, tooMuch: tooMuch)
    }

    private static var tooMuch: WebError {
        WebError(.contentTooLarge, localized("import.tooMuch"), reason: .tooManyBytes)
    }

    /// The fields of a form that contains a whole file.
    static func fields(of request: Request) async throws -> QueryParameters {
        let text = String(buffer: try await body(of: request))
        return try QueryParameters(text, maximumLength: maximumBody, maximumQueryLength: maximumBody)
    }
}
