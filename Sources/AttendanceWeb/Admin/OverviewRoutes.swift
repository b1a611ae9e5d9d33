import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// The start page of the administration (`/admin`): the steps to the first tap, then what there is and what is missing.
struct OverviewRoutes {
    let store: AttendanceStore
    let pages: Pages
    let publicURL: String
    let provider: IdentityProvider?

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let state = try await store.setupState()
        var desk: String?
        if state.desks > 0, !state.hasTap {
            desk = try await firstDesk(of: viewer.office)
        }
        let hasPassword = try await store.passwords.passwordHash(of: viewer.id) != nil
        return try pages.render(
            OverviewPage(
                navigation: try await Navigation(for: viewer, at: Address.admin, store), state,
                office: try await store.offices.offices().first { $0.id == viewer.office }, desk: desk,
                needsPassword: provider == nil && !hasPassword,
                publicURL: publicURL))
    }

    /// A desk at which the viewer can try a tap.
    private func firstDesk(of office: OfficeID) async throws -> String? {
        for floor in try await store.floors.floors(of: office) {
            if let desk = try await store.floors.desks(on: floor.name, of: office).first(where: { $0.outOfService == nil }) {
                return desk.id
            }
        }
        return nil
    }
}
