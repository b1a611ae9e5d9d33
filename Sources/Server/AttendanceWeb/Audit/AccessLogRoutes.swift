import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The access log (`/admin/access`), and the log of changes beside it (`/admin/access/changes`).
struct AccessLogRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let search = AccessSearch(try QueryParameters(request.uri.query))
        return try await request.performingAction {
            try await page(search, context)
        } orShowing: { problem in
            try await page(search, context, found: [], try await clock(of: viewer), problem)
        }
    }

    private func page(_ search: AccessSearch, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let (days, clock) = (try search.days(), try await clock(of: viewer))
        var filter = AccessFilter(
            from: days.from.map { Instant(millisecondsSince1970: clock.midnight($0) * 1000) },
            before: days.to.map { Instant(millisecondsSince1970: clock.midnight(after: $0) * 1000) })
        filter.viewer = try await number(search.viewer)
        filter.subject = try await number(search.subject)
        if let subject = filter.subject {
            // The accesses to a record also tell something about the person, so that viewing them is logged as an access.
            let today = clock.date(context.now.seconds)
            let from = days.from ?? days.to ?? today
            try await store.audit.log(
                viewer, sees: subject, of: from...max(from, days.to ?? today), purpose: AccessPurpose.accessLog.rawValue,
                now: context.now)
        }
        let found = try await store.audit.accesses(filter, limit: ListPaging.rows + 1, after: search.paging.after)
        return try await page(search, context, found: found, clock)
    }

    private func page(
        _ search: AccessSearch, _ context: WebContext, found: [ListedAccess], _ clock: LocalClock, _ problem: WebError? = nil
    ) async throws -> Response {
        let page = AccessLogPage(
            navigation: try await Navigation(for: context, at: Address.adminAccess, store), search, found: found,
            clock: clock, problem: problem?.sentence)
        return try pages.render(page, problem: problem)
    }

    /// The log of changes: all, or those by a person.
    func changes(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let (author, paging) = (TypedText.trimmed(parameters["author"] ?? ""), ListPaging(parameters))
        let viewerClock = try await clock(of: try context.person())
        let navigation = try await Navigation(for: context, at: Address.adminChanges, store)
        let names = try await FactNames(store)
        return try await request.performingAction {
            let found = try await store.audit.changes(
                by: try await number(author), limit: ListPaging.rows + 1, after: paging.after)
            return try pages.render(
                ChangeLogPage(navigation: navigation, by: author, paging, found: found, viewerClock, names))
        } orShowing: { problem in
            let page = ChangeLogPage(
                navigation: navigation, by: author, paging, found: [], viewerClock, names, problem: problem.sentence)
            return try pages.render(page, problem: problem)
        }
    }

    private func clock(of viewer: Person) async throws -> LocalClock {
        LocalClock(try await store.offices.office(viewer.office)?.timeZone)
    }

    /// The id of a person by their user name, also of a former employee, or by their name; nil for an empty field.
    private func number(_ name: String) async throws -> PersonID? {
        if name.isEmpty { return nil }
        let lookup = PersonLookup(people: store.people)
        if let person = try await lookup.person(userName: name) { return person.id }
        return try await lookup.person(named: name).id
    }
}
