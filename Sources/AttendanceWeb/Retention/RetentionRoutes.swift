import Attendance
import AttendanceStore
import Hummingbird

/// The list of kept data (`/admin/retention`).
struct RetentionRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let navigation = try await Navigation(for: context, at: Address.admin, store)
        return try pages.render(
            RetentionPage(navigation: navigation, try await store.retention.keptData(now: context.now, zones: zones)))
    }
}
