import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import WebServer

/// Making tags, from the administrator's program (`/api/tags`), and looking after them (`/admin/tags`).
struct TagRoutes {
    let services: WebServices

    /// Bytes of what is sent here.
    private static let maximumBody = 16 * 1024
    /// For so many seconds an odd tag stays in sight.
    private static let flaggedFor: Int64 = 30 * 86_400

    func add(to routes: inout Routes) {
        routes.post(Address.tagCertificates, .administer, issue)
        routes.post(Address.tagWritten, .administer, written)
        routes.get(Address.tags, .administer, page)
        routes.post(Address.retireTag, .administer, retire)
        routes.post(Address.replaceTag, .administer, replace)
    }

    // MARK: For programs

    private func issue(_ request: Request, _ context: WebContext) async throws -> Response {
        let administrator = try context.person()
        let body = try await body(of: request)
        let wanted: TagIssue
        do {
            wanted = try JSONDecoder().decode(TagIssue.self, from: body)
        } catch let error as WebError {
            throw error
        } catch {
            throw WebError.noObject
        }
        let tag = try await explained {
            try await services.store.tags.issueTag(
                wanted.uid,
                for: try await services.store.tags.place(
                    of: wanted.kind, at: wanted.desk, in: wanted.office, home: administrator.office),
                certifying: wanted.isCertifying, word: wanted.hasWord, replacing: wanted.isReplacing, now: services.now())
        }
        await services.access.tags.empty()
        return Response.json(TagIssueAnswer(tag), status: .created)
    }

    private func written(_ request: Request, _ context: WebContext) async throws -> Response {
        let uid = try uid(context)
        guard try await services.store.tags.isInUse(uid) else { throw WebError(TagRegisterError.unknownTag(uid)) }
        try await services.store.tags.noteWritten([uid], now: services.now())
        await services.access.tags.empty()
        return Response(status: .noContent)
    }

    // MARK: For the administrator

    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(for: try context.person(), TagSearch(try QueryParameters(request.uri.query)), problem: nil)
    }

    private func page(for person: Person, _ search: TagSearch, problem: WebError?) async throws -> Response {
        let store = services.store
        let flagged = try await store.tags.flaggedTaps(since: services.now().adding(seconds: -Self.flaggedFor))
        let inUse = try await store.tags.tags(
            search.words, retired: false, limit: TagSearch.rows, after: search.page * TagSearch.rows)
        let page = TagsPage(
            navigation: try await Navigation(for: person, at: Address.adminPeople, services), search, inUse: inUse,
            retired: try await store.tags.tags(search.words, retired: true, limit: TagSearch.rows), flagged: flagged,
            offices: try await store.offices.offices(), problem: problem?.sentence)
        return try services.pages.render(page, status: problem?.status ?? .ok)
    }

    private func retire(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { uid, fields in
            try await services.store.tags.retireTag(uid, why: fields["why"] ?? "", now: services.now())
        }
    }

    private func replace(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { uid, fields in
            guard let new = UID(hex: (fields["uid"] ?? "").filter { !$0.isWhitespace && $0 != ":" }) else {
                throw WebError.badUID
            }
            try await services.store.tags.replaceTag(uid, by: new, why: fields["why"] ?? "", now: services.now())
        }
    }

    /// Carries out what a form of the page asks for, and shows the page again, with what was wrong if something was.
    private func change(
        _ request: Request, _ context: WebContext, _ body: (UID, QueryParameters) async throws -> Void
    ) async throws -> Response {
        let (person, search) = (try context.person(), TagSearch(try QueryParameters(request.uri.query)))
        do {
            let uid = try uid(context)
            let fields = try QueryParameters(String(decoding: try await self.body(of: request), as: UTF8.self))
            try await explained { try await body(uid, fields) }
        } catch let error as WebError where request.wantsPage {
            return try await page(for: person, search, problem: error)
        } catch let error as WebServerError where request.wantsPage {
            return try await page(for: person, search, problem: WebError(error))
        }
        await services.access.tags.empty()
        return .redirect(search.address())
    }

    // MARK: Steps

    private func uid(_ context: WebContext) throws -> UID {
        guard let uid = UID(hex: try context.parameters.require("uid")) else { throw WebError.badUID }
        return uid
    }

    private func body(of request: Request) async throws -> Data {
        Data(try await request.body(upTo: Self.maximumBody).readableBytesView)
    }

    /// Gives what the store refuses its status.
    private func explained<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as TagRegisterError {
            throw WebError(error)
        } catch StoreError.unknownOffice(let name) {
            throw WebError.unknownOffice(name)
        } catch let error as SecretError {
            services.logger.error("no tag can be signed: \(error)")
            throw WebError(.serviceUnavailable, localized("tag.cannotSign", ["why": "\(error)"]), reason: .noSecret)
        }
    }
}
