import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The access log (`/admin/access`).
struct AccessLogRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.adminAccess, .administer) { request, context in
            let viewer = try context.person()
            let search = AccessSearch(try QueryParameters(request.uri.query))
            return try await request.carryingOut {
                try await page(viewer, search)
            } orShowing: { problem in
                try await page(viewer, search, found: [], try await clock(of: viewer), problem)
            }
        }
    }

    private func page(_ viewer: Person, _ search: AccessSearch) async throws -> Response {
        let (days, clock) = (try search.days(), try await clock(of: viewer))
        var filter = AccessFilter(
            from: days.from.map { Instant(millisecondsSince1970: clock.midnight($0) * 1000) },
            before: days.to.map { Instant(millisecondsSince1970: clock.midnight(after: $0) * 1000) })
        filter.viewer = try await number(search.viewer)
        filter.subject = try await number(search.subject)
        if let subject = filter.subject {
            // Who read somebody's record says something of them as well, so that it was looked at is noted like any other look.
            let today = clock.date(services.now().seconds)
            let from = days.from ?? days.to ?? today
            try await services.note(
                viewer, sees: subject, of: from...max(from, days.to ?? today), purpose: AccessPurpose.accessLog.rawValue)
        }
        let found = try await services.store.audit.accesses(filter, limit: AdminPaging.rows + 1, after: search.paging.after)
        return try await page(viewer, search, found: found, clock)
    }

    private func page(
        _ viewer: Person, _ search: AccessSearch, found: [ListedAccess], _ clock: LocalClock, _ problem: WebError? = nil
    ) async throws -> Response {
        let page = AccessLogPage(
            navigation: try await Navigation(for: viewer, at: Address.adminPeople, services), search, found: found,
            clock: clock, problem: problem?.sentence)
        return try services.pages.render(page, status: problem?.status ?? .ok)
    }

    private func clock(of viewer: Person) async throws -> LocalClock {
        LocalClock(try await services.store.offices.offices().first { $0.id == viewer.office }?.timeZone)
    }

    /// Somebody's number by their user name; nil where none is typed.
    private func number(_ user: String) async throws -> Int64? {
        if user.isEmpty { return nil }
        guard let person = try await services.person(userName: user) else {
            throw WebError(
                .notFound, localized("access.unknownUser", ["name": String(user.prefix(64))]), reason: .unknownPerson)
        }
        return person.id
    }
}
