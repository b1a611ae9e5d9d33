import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of kept data, for administrators (`/admin/retention`) with a page for the periods of each office
/// (`/admin/retention/{id}`), and for HR (`/hr/retention`).
struct RetentionRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func adminPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, isAdmin: true, at: Address.adminRetention)
    }

    func hrPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, isAdmin: false, at: Address.hr)
    }

    /// Of the offices that the viewer sees, and of what belongs to no office.
    private func page(_ context: WebContext, isAdmin: Bool, at place: String) async throws -> Response {
        let offices = Set(try await store.offices.offices().seen(by: try context.person()).map(\.name))
        let retentions = try await store.retention.retentions().filter { offices.contains($0.officeName) }
        let kept = try await store.retention.keptData(now: context.now, zones: zones).filter { data in
            data.office.map { offices.contains($0) } ?? true
        }
        let clock = try await store.officeSettings.clock(of: try context.person(), zones, now: context.now).clock
        return try pages.render(
            RetentionPage(
                navigation: try await Navigation(for: context, at: place, store), isAdmin: isAdmin, retentions, kept,
                isAdmin ? try await store.legalHolds.legalHolds() : [], clock))
    }

    // MARK: Periods of an office

    func periodsPage(_ request: Request, _ context: WebContext) async throws -> Response {
        let stored = try await stored(context)
        return try await page(of: stored, RetentionForm(stored), context)
    }

    /// Deletion is final, so a shorter period needs a fresh sign-in and a confirmation.
    func set(_ request: Request, _ context: WebContext) async throws -> Response {
        let (stored, fields) = (try await stored(context), try await BodyFields(of: request))
        let form = RetentionForm(fields, of: stored)
        return try await request.performingAction {
            let periods = try form.periods(of: stored)
            if periods.isShorter(than: stored) {
                try context.requireFreshSignIn()
                if fields.isSet("edit") { return try await page(of: stored, form, context) }
                guard fields.isSet("sure") else { return try await confirmation(of: form, context, from: stored, to: periods) }
            }
            try await store.retention.setRetention(
                of: stored.office, timeMonths: periods.timeMonths, placeDays: periods.placeDays, logMonths: periods.logMonths,
                unlimitedTime: periods.timeMonths == nil, by: try context.author(), now: context.now)
            return .redirect(Address.adminRetention, done: .changesSaved)
        } orShowing: { problem in
            try await page(of: stored, form, context, problem)
        }
    }

    private func stored(_ context: WebContext) async throws -> Retention {
        let id = try context.parameters.require("id")
        guard let stored = try await store.retention.retentions().first(where: { "\($0.office)" == id }) else {
            throw WebError.goneOffice
        }
        return stored
    }

    private func page(
        of stored: Retention, _ form: RetentionForm, _ context: WebContext, _ problem: WebError? = nil
    ) async throws -> Response {
        let page = RetentionPeriodsPage(
            navigation: try await Navigation(for: context, at: Address.adminRetention, store), office: stored.officeName,
            form: form, problem: form.problem == nil ? problem?.sentence : nil)
        return try pages.render(page, problem: problem)
    }

    private func confirmation(
        of form: RetentionForm, _ context: WebContext, from stored: Retention, to periods: Retention
    ) async throws -> Response {
        let losses = try await store.retention.losses(from: stored, to: periods, now: context.now, zones: zones)
        return try pages.render(
            RetentionConfirmationPage(
                navigation: try await Navigation(for: context, at: Address.adminRetention, store), office: stored.officeName,
                losses, form))
    }
}
