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

/// The web room over a ``TestOffice``: everything but the process and, for most tests, the socket.
struct TestWeb: Sendable {
    let office: TestOffice
    let services: WebServices
    let broadcast: PresenceBroadcast
    let clock: TickingClock
    private let streams: ServiceGroup

    static let publicURL = "https://desk.example.com"

    /// Lends it running, from noon on.
    @discardableResult
    static func with<Value: Sendable>(
        connections: Int = 4, heartbeat: Duration = .seconds(15), publicURL: String = publicURL,
        language: Language = .en, security: SecuritySettings = SecuritySettings(),
        oidc: (OIDCSettings, timeout: Duration)? = nil,
        clock: TickingClock = TickingClock(TestOffice.noon), logger: Logger = TestOffice.logger,
        _ body: (TestWeb) async throws -> Value
    ) async throws -> Value {
        try await TestOffice.with(connections: connections) { office in
            let access = AccessCache(store: office.store)
            let feed = PresenceFeed(
                PostgresConfiguration(office.database.connectionString), queries: office.folder.queries,
                logger: TestOffice.logger)
            let broadcast = PresenceBroadcast(feed: feed, access: access, heartbeat: heartbeat, now: clock.now)
            let web = TestOffice.checkout + "/web"
            let pages = try await Pages(folder: web, language: language)
            let key = try await office.store.sessions.cookieKey()
            let provider = oidc.map { IdentityProvider($0.0, publicURL: publicURL, key: key, timeout: $0.timeout) }
            return try await office.withRecorder { recorder in
                var made = WebServices(
                    store: office.store, recorder: recorder, access: access, broadcast: broadcast, pages: pages,
                    devices: DeviceCookie(key: key), oidc: provider, publicURL: publicURL, staticFolder: web + "/static",
                    apiDocument: try APIDocument(folder: web), layouts: ExportLayouts(folder: web + "/export-layouts"),
                    exportLimiter: ConcurrencyLimiter(limit: 2), zones: try .system(),
                    logger: logger, security: security, schemaVersion: Migrator(office.folder).latest, now: clock.now)
                // What a password costs is nothing to wait for in a test.
                made.passwords = PasswordAuthenticator(cost: PasswordCost(logN: 10))
                let services = made
                let streams = ServiceGroup(services: [broadcast], logger: TestOffice.logger)
                return try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await streams.run() }
                    while (try? await broadcast.snapshot(of: office.office)) == nil {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    let web = TestWeb(
                        office: office, services: services, broadcast: broadcast, clock: clock, streams: streams)
                    // What a test compares with is English; each request that it sends has a language of its own.
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
        headers: HTTPFields = [:], body: String? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let user { headers[.cookie] = try await cookie(user) }
        if let key { headers[.authorization] = "Bearer \(key)" }
        let (fields, body) = (headers, body.map { ByteBuffer(string: $0) })
        return try await Application(router: webRouter(services), logger: services.logger).test(.router) { client in
            try await client.execute(uri: address, method: method, headers: fields, body: body)
        }
    }

    /// Waits until everybody who looks at the map is told of the log's record `seq`.
    func presence(isAt seq: Int64) async throws {
        while try await broadcast.snapshot(of: office.office).seq < seq { try await Task.sleep(for: .milliseconds(5)) }
    }

    func cookie(_ user: String) async throws -> String {
        let person = try await office.store.people.person(userName: user)
        let token = try await office.store.sessions.beginSession(
            for: person.id, on: "Chrome on Linux", by: .link, now: clock.now())
        return "\(services.sessionCookie.name)=\(token ?? "")"
    }

    /// Makes a browser the display of a floor.
    /// - Returns: the cookie that it keeps.
    func display(_ name: String, floor: String) async throws -> String {
        try await office.store.displays.addDisplay(name: name, floor: floor, of: office.office)
        let link = try await office.store.displays.addDisplayLink(for: name, now: clock.now())
        let answer = try await send(.post, Address.displayLink(link.text))
        return String((answer.headers[.setCookie] ?? "").prefix { $0 != ";" })
    }

    /// How many taps are recorded.
    func recorded() async throws -> Int {
        Int(try await office.value("select count(*)::text from event") ?? "") ?? -1
    }
}

/// A clock that goes on by a millisecond whenever somebody looks at it.
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

    /// From here on time passes by ``goOn(seconds:)`` alone. The server looks at the clock by itself, too, as often as the machine
    /// lets it: what is counted by time, such as a limit's tokens, is exact only with a clock that stands.
    func stop() { step.store(0, ordering: .relaxed) }

    func goOn(seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
}

extension HTTPFields {
    /// What a browser says it takes.
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
