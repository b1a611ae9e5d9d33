import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of kept data: as a page of the administration (`/admin/retention`) with a form for the periods of each office, and
/// as a page of HR (`/hr/retention`).
struct RetentionRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func adminPage(_ request: Request, _ context: WebContext) async throws -> Response { try await adminPage(context) }

    func hrPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(
            RetentionPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), isAdmin: false, try await kept(context),
                forms: [:]))
    }

    /// Sets the periods of the office in the address. Deletion is final, so a shorter period needs a fresh sign-in and a
    /// confirmation.
    func set(_ request: Request, _ context: WebContext) async throws -> Response {
        let (id, fields) = (try context.parameters.require("id"), try await BodyFields(of: request))
        guard let stored = try await store.retention.retentions().first(where: { "\($0.office)" == id }) else {
            throw WebError.goneOffice
        }
        let form = RetentionForm(fields, of: stored)
        return try await request.performingAction {
            let periods = try form.periods(of: stored)
            if periods.isShorter(than: stored) {
                try context.requireFreshSignIn()
                if fields.isSet("edit") { return try await adminPage(context, typed: (stored, form)) }
                guard fields.isSet("sure") else { return try await confirmation(of: form, context, from: stored, to: periods) }
            }
            try await store.retention.setRetention(
                of: stored.office, timeMonths: periods.timeMonths, placeDays: periods.placeDays, logMonths: periods.logMonths,
                unlimitedTime: periods.timeMonths == nil, by: try context.author(), now: context.now)
            return .redirect(Address.adminRetention, done: .changesSaved)
        } orShowing: { problem in
            try await adminPage(context, typed: (stored, form), problem: problem)
        }
    }

    private func confirmation(
        of form: RetentionForm, _ context: WebContext, from stored: Retention, to periods: Retention
    ) async throws -> Response {
        let losses = try await store.retention.losses(from: stored, to: periods, now: context.now, zones: zones)
        return try pages.render(
            RetentionConfirmationPage(
                navigation: try await Navigation(for: context, at: Address.adminRetention, store), office: stored.officeName,
                losses,
                form))
    }

    /// - Parameter typed: a refused form and the office's periods.
    private func adminPage(
        _ context: WebContext, typed: (office: Retention, form: RetentionForm)? = nil, problem: WebError? = nil
    ) async throws -> Response {
        var forms: [String: RetentionForm] = [:]
        for stored in try await store.retention.retentions() { forms[stored.officeName] = RetentionForm(stored) }
        if let typed { forms[typed.office.officeName] = typed.form }
        let page = RetentionPage(
            navigation: try await Navigation(for: context, at: Address.adminRetention, store),
            isAdmin: true, try await kept(context), forms: forms,
            problem: typed?.form.problem == nil ? problem?.sentence : nil)
        return try pages.render(page, problem: problem)
    }

    /// The data of the offices that the viewer sees on HR's page, and what belongs to no office.
    private func kept(_ context: WebContext) async throws -> [KeptData] {
        let offices = try await store.offices.offices().seen(by: try context.person()).map(\.name)
        return try await store.retention.keptData(now: context.now, zones: zones).filter { data in
            data.office.map { offices.contains($0) } ?? true
        }
    }
}
