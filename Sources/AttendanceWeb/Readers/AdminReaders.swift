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
    let scopes: [ReaderForm.Choice]
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
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.adminReaders, .administer) { _, context in try await page(try context.person()) }
        routes.post(Address.adminReaders, .administer) { request, context in
            let (viewer, form) = (try context.person(), ReaderForm(try await BodyFields(of: request)))
            return try await request.carryingOut(at: Address.adminReaders) {
                guard let name = PersonName(form.name), name.text.unicodeScalars.count <= 64 else {
                    throw WebError.badRequest(localized("reader.badName"), reason: .badName)
                }
                let scope = try form.scope(try await services.store.offices.offices())
                try context.requireFreshSignIn(now: services.now())
                let key = try await services.store.readers.addReader(name: name.text, scope: scope)
                return try await page(viewer, made: AdminReadersPage.NewKey(name: name.text, key: key))
            } orShowing: { problem in
                try await page(viewer, problem: problem, typed: form)
            }
        }
        routes.post(Address.adminRotateReader, .administer) { request, context in
            try await change(request, context) { reader, viewer in
                try context.requireFreshSignIn(now: services.now())
                let key = try await services.store.readers.rotateReader(name: reader.name, now: services.now())
                await services.access.empty()
                return try await page(viewer, made: AdminReadersPage.NewKey(name: reader.name, key: key))
            }
        }
        routes.post(Address.adminRevokeReader, .administer) { request, context in
            try await change(request, context) { reader, _ in
                try await services.store.readers.revokeReader(name: reader.name)
                await services.access.empty()
                return .redirect(Address.adminReaders)
            }
        }
    }

    /// Performs a form's action on the reader in its address.
    private func change(
        _ request: Request, _ context: WebContext, _ body: (Reader, Person) async throws -> Response
    ) async throws -> Response {
        let (viewer, id) = (try context.person(), try context.parameters.require("id"))
        return try await request.carryingOut(at: Address.adminReaders) {
            guard let reader = try await services.store.readers.readers().first(where: { "\($0.reader.id)" == id })?.reader
            else {
                throw WebError(.notFound, localized("reader.unknown"), reason: .unknownReader)
            }
            return try await body(reader, viewer)
        } orShowing: { problem in
            try await page(viewer, problem: problem)
        }
    }

    private func page(
        _ viewer: Person, made: AdminReadersPage.NewKey? = nil, problem: WebError? = nil, typed: ReaderForm = ReaderForm()
    ) async throws -> Response {
        let offices = try await services.store.offices.offices()
        let office = offices.first { $0.id == viewer.office }
        let page = AdminReadersPage(
            navigation: try await Navigation(for: viewer, at: Address.adminPeople, services),
            try await services.store.readers.readers(), offices: offices, now: services.now(),
            clock: LocalClock(office?.timeZone),
            made: made, problem: problem?.sentence, typed: typed)
        return try services.pages.render(page, status: problem?.status ?? .ok)
    }
}
