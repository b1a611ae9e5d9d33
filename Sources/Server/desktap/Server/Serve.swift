import ArgumentParser
import AsyncHTTPClient
import Attendance
import AttendanceExport
import AttendanceStore
import AttendanceWeb
import Daemon
import Foundation
import Hummingbird
import Localization
import Logging
import Messaging
import Postgres
import ServiceLifecycle
import WebServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the server.",
        discussion: """
            SIGTERM or Ctrl-C stops the server after it has answered the open requests. Several servers can share a database
            for availability; they do not record faster.
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "The address to listen on (DESKTAP_HOST, 127.0.0.1).") var host: String?
    @Option(help: "The port to listen on (DESKTAP_PORT, 8080; 0 takes a free one).") var port: Int?
    @Option(help: "The address that browsers use, such as https://desk.example.com (DESKTAP_PUBLIC_URL).")
    var publicURL: String?
    @Option(help: "The language for browsers that prefer neither English nor Japanese: en or ja (DESKTAP_LANGUAGE, en).")
    var language: String?
    @Option(help: "The maximum number of connections to PostgreSQL (DESKTAP_CONNECTIONS, 8).") var connections: Int?
    @Option(
        help: ArgumentHelp(
            "An https address to which the server sends a daily anchor of the ledger (DESKTAP_ANCHOR_URL).", valueName: "url"))
    var anchorURL: String?
    @Option(help: "The port for Prometheus' metrics (DESKTAP_METRICS_PORT, off; 0 takes a free one).") var metricsPort: Int?
    @Option(help: "The address of this port (DESKTAP_METRICS_HOST, 127.0.0.1).") var metricsHost: String?
    @OptionGroup(title: "TLS, proxies and connections") var security: SecurityOptions

    func run() async throws {
        try await Program.explainingErrors {
            let settings = try await Settings(
                common,
                [
                    "host": host, "port": port.map(String.init), "public-url": publicURL,
                    "connections": connections.map(String.init), "language": language, "anchor-url": anchorURL,
                    "metrics-port": metricsPort.map(String.init), "metrics-host": metricsHost,
                ].merging(security.values) { first, _ in first }, isServer: true)
            let program = try Program(settings, connections: try settings.connections, isServer: true)
            let (port, publicURL, language) = (try settings.port, try settings.publicURL, try settings.language)
            try settings.check(program.logger)
            var security = try settings.security(program.logger)
            // 256 are reserved for other open files, such as database connections. That is far more than needed.
            security.connections.connections = max(1, min(security.connections.connections, FileLimit.raise() - 256))
            try await PostgresConnection.rejectTransactionPooler(program.database)
            try await program.check()
            // With a wrong secret the server would know no badge, and other servers would not accept the tags that it signs.
            try await program.store.secrets.check()
            try await HTTPClient.withHTTPClient(configuration: PushSender.clientConfiguration) { [security] client in
                try await serve(
                    program, client, host: settings.host, port: port, publicURL: publicURL, language: language,
                    security: security)
            }
        }
    }

    /// - Parameter client: sends push messages.
    private func serve(
        _ program: Program, _ client: HTTPClient, host: String, port: Int, publicURL: String, language: Language,
        security: SecuritySettings
    ) async throws {
        let logger = program.logger
        let manager = ServiceManager()
        let (start, starting) = AsyncStream.makeStream(of: Never.self)
        let web = try program.settings.resources + "/web"
        let access = AccessCache(store: program.store)
        let accessListener = AccessListener(
            access: access, program.database, queries: program.folder.queries, logger: logger)
        let feed = PresenceFeed(
            program.store.fold, program.database, queries: program.folder.queries, logger: logger)
        let recorder = TapRecorder(pool: program.pool, fold: program.store.fold, logger: logger)
        let lastSeen = LastUseWriter(access: access, store: program.store, logger: logger)
        let retention = RetentionJob(
            retention: program.store.retention, zones: try Program.zones(), logger: logger, now: Program.now)
        let anchors: [any Service] =
            try program.settings.isSet("anchors", default: true) ? [try anchorJob(program)] : []
        let broadcast = PresenceBroadcast(feed: feed, now: Program.now) {
            access.invalidate()
            await recorder.emptyCache()
        }
        let key = try await program.store.cookieKey
        let oidc = try await provider(program, publicURL: publicURL, key: key.bytes)
        let check = ServerCheck(
            pool: program.pool, schemas: program.folder.schemas, logger: logger, now: Program.now)
        try await check.check()
        let employments = EmploymentJob(
            store: program.store, check: check, zones: try Program.zones(), logger: logger, now: Program.now)
        if let warning = try await program.store.serverRole().warning { logger.warning("\(warning)") }
        let (mailServer, pushServices) = (try program.settings.mailServer, try program.settings.pushServices)
        let pushSender = PushSender(
            key: PushKey(seed: key.pushSeed), contact: try program.settings.pushContact,
            services: pushServices, client: client)
        let sender = ReminderSender(mailServer, pushSender, now: Program.now)
        let services = WebServices(
            store: program.store, recorder: recorder, access: access, broadcast: broadcast,
            pages: try await Pages(folder: web, language: language, version: programVersion),
            devices: DeviceCookie(key: key.bytes), oidc: oidc, publicURL: publicURL, staticFolder: web + "/static",
            apiDocument: try APIDocument(folder: web),
            layouts: ExportLayouts(folder: web + "/export-layouts"), manual: try Manual(folder: web + "/manual"),
            holidays: ShippedCalendars(folder: web + "/holidays"),
            exportLimiter: ConcurrencyLimiter(limit: max(1, try program.settings.connections / 2)),
            zones: try Program.zones(),
            reminders: ReminderChannels(
                pushKey: pushSender.publicKey, allowsPush: pushServices.allows, sendMail: sender.mail),
            check: check,
            proofs: ServerProofs(
                stateFolder: program.settings.stateFolder, makesAnchors: try program.settings.isSet("anchors", default: true)),
            logger: logger, security: security, schemas: program.folder.schemas, now: Program.now)
        let work = WorkReader(
            store: program.store, settled: services.settledWork, zones: try Program.zones(), logger: logger, now: Program.now)
        let reminders = ReminderJob(services, sender: sender)
        let announce = try announcer(program)
        let monitoring = try monitoring(services, program, announce: announce)
        let firstLink = try await program.store.signInLinks.makeFirstAdministratorLink(now: Program.now())
        let application = webApplication(services, host: host, port: port, logger: logger) { port in
            // Port 0 takes a free port; users and scripts read it from this line.
            announce("listening on \(host):\(port)")
            FirstAdministratorLink(folder: program.settings.stateFolder, logger: logger, announce: announce)
                .publish(firstLink.map { publicURL + Address.firstAdministrator($0.text) })
            manager.notify(.ready)
            starting.finish()
        }
        let renewal: [any Service] =
            (security.certificate.map { [$0] } ?? []) + [ReloadOnHangup(certificate: security.certificate)]
        // Stopped from last to first: a reminder under way is sent, streams end, then open requests are answered,
        // then their taps are recorded.
        var configuration = ServiceGroupConfiguration(
            services: [
                program.pool, check, accessListener, lastSeen, SecurityEventWriter(services), retention, employments, work,
                recorder,
            ]
                + anchors + renewal + monitoring + [
                    ShutdownDeadline(
                        inner: Listener(application: application, host: host, port: port), limit: .seconds(3)
                    ) { await program.pool.abort() }, broadcast,
                    Watchdog(manager: manager, loop: .shared, start: start), reminders,
                ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A reminder takes up to 2.5 s, the requests 3 s.
        configuration.maximumGracefulShutdownDuration = .seconds(7)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// Tells the person or the script that started the server that it works. A log of JSON objects has no other lines.
    private func announcer(_ program: Program) throws -> @Sendable (String) -> Void {
        if try program.settings.logsJSON {
            var logger = program.logger
            logger.logLevel = min(logger.logLevel, .notice)
            return { [logger] text in logger.notice("\(text)") }
        }
        return { text in
            print("desktap: \(text)")
            fflush(nil)
        }
    }

    /// The listener for monitoring, if it is switched on.
    private func monitoring(
        _ services: WebServices, _ program: Program, announce: @escaping @Sendable (String) -> Void
    ) throws -> [any Service] {
        guard let port = try program.settings.metricsPort else { return [] }
        let host = program.settings.metricsHost
        let database = DatabaseMonitor(services)
        let metrics = ServerMetrics(services, database: database)
        let application = metricsApplication(
            metrics, host: host, port: port, logger: program.logger
        ) { port in
            announce("metrics on \(host):\(port)")
        }
        return [database, Listener(application: application, host: host, port: port, options: "--metrics-")]
    }

    private func anchorJob(_ program: Program) throws -> AnchorJob {
        AnchorJob(
            anchors: program.store.anchors, folder: AnchorFolder(stateFolder: program.settings.stateFolder),
            zones: try Program.zones(), logger: program.logger,
            send: try program.settings.text("anchor-url").map { try AnchorAddress($0).send },
            now: Program.now)
    }

    /// The configured identity provider; nil if there is none. Its first request happens at a sign-in, so an unavailable
    /// provider does not stop the server.
    private func provider(_ program: Program, publicURL: String, key: [UInt8]) async throws -> IdentityProvider? {
        guard let settings = try program.settings.oidc else { return nil }
        let offices = try await program.store.offices.offices()
        guard settings.office.map({ offices.named($0) != nil }) ?? (offices.count <= 1) else {
            let names = offices.map(\.name).joined(separator: ", ")
            throw CommandError(
                "The setting 'oidc-office' must name one of the offices"
                    + (names.isEmpty ? ", and there is none." : ": \(names)."))
        }
        return IdentityProvider(settings, publicURL: publicURL, key: key)
    }
}
