import Attendance
import AttendanceStore
import Hummingbird

/// The list of kept data: as a page of the administration (`/admin/retention`) and of HR (`/hr/retention`).
struct RetentionRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func adminPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, at: Address.admin, AdminNavigation(at: Address.adminRetention))
    }

    func hrPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, at: Address.hr, nil)
    }

    /// Has the offices that the viewer sees on HR's page, and what belongs to no office.
    private func page(_ context: WebContext, at section: String, _ admin: AdminNavigation?) async throws -> Response {
        let offices = try await store.offices.offices().seen(by: try context.person()).map(\.name)
        let kept = try await store.retention.keptData(now: context.now, zones: zones).filter { data in
            data.office.map { offices.contains($0) } ?? true
        }
        return try pages.render(
            RetentionPage(navigation: try await Navigation(for: context, at: section, store), admin: admin, kept))
    }
}
