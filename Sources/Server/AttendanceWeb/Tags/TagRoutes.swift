import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import JSON
import Localization
import Logging
import NIOCore
import SecureMessaging
import WebServer

/// Tags: issuing them for the program that writes them (`/api/tags`), and their administration (`/admin/tags`).
struct TagRoutes {
    let store: AttendanceStore
    let pages: Pages
    let registry: TagCache

    /// Maximum bytes of a body.
    private static let maximumBody = 16 * 1024
    /// How long the page shows a suspicious tap, in seconds.
    private static let flaggedFor = Duration.seconds(30 * 86_400)

    // MARK: For programs

    /// Registers a tag that always sends the same address.
    func issue(_ request: Request, _ context: WebContext) async throws -> Response {
        let wanted = try TagIssue(try Self.object(in: try await json(of: request)))
        if wanted.isCertifying, !context.isTagWriter { throw WebError.forbidden }
        let tag = try await register(wanted, certifying: wanted.isCertifying, word: wanted.hasWord, context)
        return Response.json(TagIssueAnswer(tag), status: .created)
    }

    /// Registers a tag that signs its address, and makes keys for it.
    func issueKeys(_ request: Request, _ context: WebContext) async throws -> Response {
        let wanted = try TagIssue(try Self.object(in: try await json(of: request)))
        guard wanted.uid.bytes.count == SDMReading.uidLength else { throw WebError.badUID }
        _ = try await register(wanted, certifying: false, word: false, context)
        let keys = try await explained(context) {
            try await store.tagKeys.issueKeys(of: wanted.uid, by: try context.author(), now: context.now)
        }
        registry.invalidate()
        return Response.json(TagKeysAnswer(wanted.uid, keys), status: .created)
    }

    private func register(
        _ wanted: TagIssue, certifying isCertifying: Bool, word hasWord: Bool, _ context: WebContext
    ) async throws -> IssuedTag {
        let home = try context.tagWriter().office
        let tag = try await explained(context) {
            try await store.tags.issueTag(
                wanted.uid,
                for: try await store.tags.place(of: wanted.kind, at: wanted.desk, in: wanted.office, home: home),
                certifying: isCertifying, word: hasWord, replacing: wanted.isReplacing,
                by: try context.author(), now: context.now)
        }
        registry.invalidate()
        return tag
    }

    /// Retires a tag, and returns the keys that it may have, to give it its factory keys again.
    func reset(_ request: Request, _ context: WebContext) async throws -> Response {
        let (author, uid) = (try context.author(), try uid(context))
        let keys = try await explained(context) {
            let keys = try await store.tagKeys.keys(of: uid, by: author, now: context.now)
            if try await store.tags.isInUse(uid) {
                try await store.tags.retireTag(uid, why: TagRetirement.reset.rawValue, by: author, now: context.now)
            }
            return keys
        }
        registry.invalidate()
        return Response.json(TagKeysAnswer(uid, keys))
    }

    /// Records that a tag was written. If it signs its address, the address that was read is checked like that of a tap, but is not used
    /// up.
    func written(_ request: Request, _ context: WebContext) async throws -> Response {
        let uid = try uid(context)
        let body = try await json(of: request)
        let sent: JSONValue = body.readableBytes == 0 ? [:] : try Self.object(in: body)
        guard let address = try TagWritten(sent).address else {
            guard try await store.tags.isInUse(uid) else { throw TagRegisterError.unknownTag(uid) }
            try await store.tags.noteWritten([uid], now: context.now)
            registry.invalidate()
            return Response(status: .noContent)
        }
        // Another server may just have made the keys.
        registry.invalidate()
        let verification = try await registry.verifications(of: [(address, context.now)], now: context.now)[0]
        if verification.isUnchecked {
            throw WebError(.serviceUnavailable, localized("tag.cannotCheck"), reason: .noSecret)
        }
        guard verification.proof == .sun, verification.uid == uid else {
            throw WebError(.unprocessableContent, localized("tag.error.notSigned"), reason: .notSigned)
        }
        try await registry.noteWritten([verification], now: context.now)
        return Response(status: .noContent)
    }

    // MARK: For the administrator

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, TagSearch(try QueryParameters(request.uri.query)), problem: nil)
    }

    private func page(
        _ context: WebContext, _ search: TagSearch, problem: WebError?, typed: TagsPage.Typed? = nil
    ) async throws -> Response {
        let flagged = try await store.tags.flaggedTaps(since: context.now - Self.flaggedFor)
        let inUse = try await store.tags.tags(
            search.words, retired: false, limit: TagSearch.rows, after: search.page * TagSearch.rows)
        let page = TagsPage(
            navigation: try await Navigation(for: context, at: Address.tags, store), search,
            inUse: inUse,
            retired: try await store.tags.tags(search.words, retired: true, limit: TagSearch.rows), flagged: flagged,
            offices: try await store.offices.offices(), problem: problem?.sentence, typed: typed)
        return try pages.render(page, problem: problem)
    }

    func retire(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context, typed: { .init(tag: $0, retireWhy: $1["why"]) }, done: .tagRetired) { uid, fields in
            try await store.tags.retireTag(uid, why: fields["why"] ?? "", by: try context.author(), now: context.now)
        }
    }

    func replace(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(
            request, context, typed: { .init(tag: $0, uid: $1["uid"], replaceWhy: $1["why"]) }, done: .tagReplaced
        ) { uid, fields in
            guard let new = UID(hex: (fields["uid"] ?? "").filter { !$0.isWhitespace && $0 != ":" }) else {
                throw WebError.badUID
            }
            if new.isRandom { throw WebError.randomUID }
            try await store.tags.replaceTag(
                uid, by: new, why: fields["why"] ?? "", author: try context.author(), now: context.now)
        }
    }

    /// Performs a form's action, and shows the page again, with the error if there is one.
    private func change(
        _ request: Request, _ context: WebContext, typed form: (UID, BodyFields) -> TagsPage.Typed, done: StatusMessage,
        _ body: (UID, BodyFields) async throws -> Void
    ) async throws -> Response {
        let search = TagSearch(try QueryParameters(request.uri.query))
        var typed: TagsPage.Typed?
        return try await request.performingAction {
            let (uid, fields) = (try uid(context), try await BodyFields(of: request))
            typed = form(uid, fields)
            try await body(uid, fields)
            registry.invalidate()
            return .redirect(search.address(), done: done)
        } orShowing: { problem in
            try await page(context, search, problem: problem, typed: typed)
        }
    }

    // MARK: Steps

    private func uid(_ context: WebContext) throws -> UID {
        guard let uid = UID(hex: try context.parameters.require("uid")) else { throw WebError.badUID }
        return uid
    }

    /// The JSON object in a body.
    private static func object(in body: ByteBuffer) throws -> JSONValue {
        guard let json = try body.json(), json.object != nil else { throw WebError.noObject }
        return json
    }

    private func json(of request: Request) async throws -> ByteBuffer {
        try request.bodyType([.json])
        return try await request.body(upTo: Self.maximumBody)
    }

    /// Converts an error of the servers' secret.
    private func explained<Value>(
        _ context: WebContext, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as SecretError {
            context.logger.error("no tag can be signed: \(error)")
            throw WebError(.serviceUnavailable, localized("tag.cannotSign", ["why": "\(error)"]), reason: .noSecret)
        }
    }
}
