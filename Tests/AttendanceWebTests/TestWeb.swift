@testable import AttendanceExport
@testable import AttendanceWeb
@testable import Localization

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Postgres
import ServiceLifecycle
import Synchronization
import TestOffice
import Testing

/// The web application over a ``TestOffice``, without a process and, for most tests, without a socket.
struct TestWeb: Sendable {
    let office: TestOffice
    let services: WebServices
    let broadcast: PresenceBroadcast
    let clock: TickingClock
    private let streams: ServiceGroup

    private let application: Application<RouterResponder<WebContext>>

    static let publicURL = "https://desk.example.com"

    private static let folder = TestOffice.checkout + "/web"
    // Read once for all tests.
    private static let pages = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            (language, Task { try await Pages(folder: folder, language: language, version: "1.2.3") })
        })
    private static let apiDocument = Result { try APIDocument(folder: folder) }
    private static let manual = Result { try Manual(folder: TestOffice.checkout + "/web/manual") }
    private static let zones = Result { try TimeZoneDatabase.system() }

    /// Passes it running. Its clock starts at noon.
    @discardableResult
    static func with<Value: Sendable>(
        connections: Int = 3, heartbeat: Duration = .seconds(15), publicURL: String = publicURL,
        language: Language = .en, security: SecuritySettings = SecuritySettings(),
        oidc: (OIDCSettings, timeout: Duration)? = nil, reminders: ReminderChannels = .none,
        clock: TickingClock = TickingClock(TestOffice.noon), logger: Logger = TestOffice.logger,
        _ body: (TestWeb) async throws -> Value
    ) async throws -> Value {
        try await TestOffice.with(connections: connections) { office in
            let access = AccessCache(store: office.store)
            let feed = PresenceFeed(
                office.store.fold, PostgresConfiguration(office.database.connectionString), queries: office.folder.queries,
                logger: TestOffice.logger)
            let listener = AccessListener(
                access: access, PostgresConfiguration(office.database.connectionString), queries: office.folder.queries,
                logger: TestOffice.logger)
            let broadcast = PresenceBroadcast(feed: feed, heartbeat: heartbeat, now: clock.now)
            let pages = try await #require(pages[language]).value
            let key = try await office.store.cookieKey.bytes
            let provider = oidc.map { IdentityProvider($0.0, publicURL: publicURL, key: key, timeout: $0.timeout) }
            return try await office.withRecorder { recorder in
                var made = WebServices(
                    store: office.store, recorder: recorder, access: access, broadcast: broadcast, pages: pages,
                    devices: DeviceCookie(key: key), oidc: provider, publicURL: publicURL, staticFolder: folder + "/static",
                    apiDocument: try apiDocument.get(), layouts: ExportLayouts(folder: folder + "/export-layouts"),
                    manual: try manual.get(), holidays: ShippedCalendars(folder: folder + "/holidays"),
                    exportLimiter: ConcurrencyLimiter(limit: 2), zones: try zones.get(),
                    reminders: reminders, check: nil, logger: logger, security: security, schemas: office.folder.schemas,
                    now: clock.now)
                // A low cost, so that tests do not wait for password hashes.
                made.passwords = PasswordAuthenticator(cost: PasswordCost(logN: 10))
                let services = made
                let streams = ServiceGroup(services: [listener, broadcast], logger: TestOffice.logger)
                return try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await streams.run() }
                    while (try? await broadcast.snapshot(of: office.office)) == nil {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    while access.generation == 0 { try await Task.sleep(for: .milliseconds(5)) }
                    let web = TestWeb(
                        office: office, services: services, broadcast: broadcast, clock: clock, streams: streams,
                        application: Application(router: webRouter(services), logger: services.logger))
                    // Texts that a test compares with are in English. Each request that it sends has its own language.
                    let value = try await Catalogue.$current.withValue(pages.words[.en]) { try await body(web) }
                    await streams.triggerGracefulShutdown()
                    return value
                }
            }
        }
    }

    /// Ends all streams, as the server does first when it stops.
    func endStreams() async { await streams.triggerGracefulShutdown() }

    /// Sends one request to the router.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ address: String, as user: String? = nil, key: String? = nil,
        headers: HTTPFields = [:], body: String? = nil, bytes: [UInt8]? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let user { headers[.cookie] = try await cookie(user) }
        if let key { headers[.authorization] = "Bearer \(key)" }
        let (fields, body) = (headers, body.map { ByteBuffer(string: $0) } ?? bytes.map { ByteBuffer(bytes: $0) })
        return try await application.test(.router) { client in
            try await client.execute(uri: address, method: method, headers: fields, body: body)
        }
    }

    /// Waits until the broadcast has reached the present end of the log.
    func presenceIsCurrent() async throws {
        let head = try await office.value("select seq::text from log_head").flatMap(Int64.init) ?? 0
        while try await broadcast.snapshot(of: office.office).seq < head { try await Task.sleep(for: .milliseconds(5)) }
    }

    func cookie(_ user: String) async throws -> String {
        let person = try await office.store.people.person(userName: user)
        let token = try await office.store.sessions.beginSession(
            for: person.id, on: "Chrome on Linux", by: .link, now: clock.now())
        return "\(services.cookies.session.name)=\(token ?? "")"
    }

    /// Enrols a browser as the display of a floor.
    /// - Returns: the display's cookie.
    func display(_ name: String, floor: String) async throws -> String {
        try await office.store.displays.addDisplay(name: name, floor: floor, of: office.office)
        let link = try await office.store.displays.addDisplayLink(for: name, now: clock.now())
        let answer = try await send(.post, Address.displayLink(link.text))
        return String((answer.headers[.setCookie] ?? "").prefix { $0 != ";" })
    }

    /// The number of recorded taps.
    func recorded() async throws -> Int {
        Int(try await office.value("select count(*)::text from event") ?? "") ?? -1
    }
}

/// A clock that advances by a millisecond each time it is read.
final class TickingClock: Sendable {
    private let milliseconds: Atomic<Int64>
    private let step = Atomic<Int64>(1)

    init(_ start: Instant) { milliseconds = Atomic(start.millisecondsSince1970) }

    var now: @Sendable () -> Instant {
        {
            let step = self.step.load(ordering: .relaxed)
            return Instant(millisecondsSince1970: self.milliseconds.add(step, ordering: .relaxed).newValue)
        }
    }

    /// From here on only ``advance(by:)`` advances the clock. The server itself also reads the clock, an unknown number of
    /// times, so counts by time, such as a limit's tokens, are exact only with a stopped clock.
    func stop() { step.store(0, ordering: .relaxed) }

    func advance(by length: Duration) { milliseconds.add(length.milliseconds, ordering: .relaxed) }
}

extension HTTPFields {
    /// The Accept header of a browser.
    static let page: HTTPFields = [.accept: "text/html,application/xhtml+xml"]
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The members of a JSON object that are texts or numbers, as texts.
    var json: [String: String] {
        let object = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any]
        return (object ?? [:]).compactMapValues { $0 as? String ?? ($0 as? Int).map { "\($0)" } }
    }

    /// The objects of a JSON list, likewise.
    var jsonList: [[String: String]] {
        let list = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [[String: Any]]
        return (list ?? []).map { $0.compactMapValues { $0 as? String } }
    }
}
