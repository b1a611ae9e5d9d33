import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of readers and their keys.
struct AdminReadersPage: Page {
    static let template = "pages/Readers/readers"

    struct Row: Sendable {
        let name, scope, seen, rotateAddress, revokeAddress: String
        /// The fingerprint of the client certificate that the reader is bound to.
        let certificate: String?
        /// When the previous key expires; nil if it is not valid.
        let previousKey: String?
        /// When the reader was revoked.
        let revoked: String?
        /// The error of the reader's clock; nil if unknown.
        let clock: String?
    }

    /// A new key, shown only once.
    struct NewKey: Sendable { let name, key: String }

    let navigation: Navigation
    let admin = AdminPlaces(at: Address.adminReaders)
    let address = Address.adminReaders
    let problem: String?
    let made: NewKey?
    let rows: [Row]
    let typed: ReaderForm
    /// The scopes that a new reader can have.
    let scopes: [Choice]
    /// Such as `24 h`.
    let overlap = "\(ReaderStore.keyOverlap / 3600) h"

    init(
        navigation: Navigation, _ readers: [ListedReader], offices: [Office], now: Instant, clock: LocalClock,
        made: NewKey? = nil, problem: String? = nil, typed: ReaderForm = ReaderForm()
    ) {
        func when(_ instant: Instant) -> String { clock.dayAndTime(instant.seconds) }
        self.navigation = navigation
        self.made = made
        self.problem = problem
        self.typed = typed
        scopes = typed.choices(offices)
        rows = readers.sorted { ($0.revokedAt == nil ? 0 : 1, $0.reader.name) < ($1.revokedAt == nil ? 0 : 1, $1.reader.name) }
            .map { entry in
                Row(
                    name: entry.reader.name, scope: entry.reader.scope.localizedText,
                    seen: entry.lastSeenAt.map(when) ?? localized("reader.never"),
                    rotateAddress: Address.adminRotateReader.replacing("{id}", with: "\(entry.reader.id)"),
                    revokeAddress: Address.adminRevokeReader.replacing("{id}", with: "\(entry.reader.id)"),
                    certificate: entry.reader.certificate?.description,
                    previousKey: entry.previousKeyUntil.flatMap { now < $0 ? when($0) : nil },
                    revoked: entry.revokedAt.map(when), clock: entry.clockAhead.map(Self.clock))
            }
    }

    private static func clock(_ ahead: Int64) -> String {
        guard ahead.magnitude > ListedReader.clockTolerance else { return localized("reader.clock.right") }
        return localized(ahead < 0 ? "reader.clock.behind" : "reader.clock.ahead", ["seconds": "\(ahead.magnitude)"])
    }
}

/// The administration of readers (`/admin/readers`).
struct AdminReaderRoutes {
    let store: AttendanceStore
    let pages: Pages
    let access: AccessCache

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = ReaderForm(try await BodyFields(of: request))
        return try await request.carryingOut(at: Address.adminReaders) {
            guard let name = PersonName(form.name), name.text.unicodeScalars.count <= 64 else {
                throw WebError.badRequest(localized("reader.badName"), reason: .badName)
            }
            let scope = try form.scope(try await store.offices.offices())
            try context.requireFreshSignIn()
            let key = try await store.readers.addReader(name: name.text, scope: scope)
            return try await page(context, made: AdminReadersPage.NewKey(name: name.text, key: key))
        } orShowing: { problem in
            try await page(context, problem: problem, typed: form)
        }
    }

    func rotate(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { reader in
            try context.requireFreshSignIn()
            let key = try await store.readers.rotateReader(name: reader.name, now: context.now)
            await access.invalidate()
            return try await page(context, made: AdminReadersPage.NewKey(name: reader.name, key: key))
        }
    }

    func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { reader in
            try await store.readers.revokeReader(name: reader.name)
            await access.invalidate()
            return .redirect(Address.adminReaders)
        }
    }

    /// Performs a form's action on the reader in its address.
    private func change(
        _ request: Request, _ context: WebContext, _ body: (Reader) async throws -> Response
    ) async throws -> Response {
        let id = try context.parameters.require("id")
        return try await request.carryingOut(at: Address.adminReaders) {
            guard let reader = try await store.readers.readers().first(where: { "\($0.reader.id)" == id })?.reader
            else {
                throw WebError(.notFound, localized("reader.unknown"), reason: .unknownReader)
            }
            return try await body(reader)
        } orShowing: { problem in
            try await page(context, problem: problem)
        }
    }

    private func page(
        _ context: WebContext, made: AdminReadersPage.NewKey? = nil, problem: WebError? = nil,
        typed: ReaderForm = ReaderForm()
    ) async throws -> Response {
        let viewer = try context.person()
        let offices = try await store.offices.offices()
        let office = offices.first { $0.id == viewer.office }
        let page = AdminReadersPage(
            navigation: try await Navigation(for: viewer, at: Address.adminPeople, store),
            try await store.readers.readers(), offices: offices, now: context.now,
            clock: LocalClock(office?.timeZone),
            made: made, problem: problem?.sentence, typed: typed)
        return try pages.render(page, problem: problem)
    }
}
