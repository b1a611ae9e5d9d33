@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Server that must not record` {
    /// Passes the router of a server that has checked its clock and schema.
    private func withRouter(
        _ web: TestWeb, ahead seconds: Int64,
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let check = ServerCheck(
            pool: web.office.pool, schemas: web.office.folder.schemas, logger: TestOffice.logger,
            now: { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000) + seconds * 1000) })
        try await check.check()
        var services = web.services
        services.check = check
        try await Application(router: webRouter(services), logger: services.logger).test(.router, body)
    }

    @Test(
        arguments: [
            (600, "clock_wrong", "clock is wrong"), (-600, "clock_wrong", "clock is wrong"),
            (0, "schema_newer", "is being updated"),
        ] as [(seconds: Int64, reason: String, words: String)])
    func `A server with a wrong clock or schema is not ready and refuses taps but shows the map`(
        seconds: Int64, reason: String, words: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "door")
            let (reader, cookie): (HTTPFields, HTTPFields) = (
                [.authorization: "Bearer \(key)"], [.cookie: try await web.cookie("ada")]
            )
            let tap = #""user":"ada","kind":"start","at":"2026-11-20T12:00:00Z","desk":"6F-A1""#
            let list = #"[{"id":"\#(UUID().uuidString)",\#(tap)}]"#
            if reason == "schema_newer" { try await web.office.excludePrograms(before: 9999) }
            try await withRouter(web, ahead: seconds) { client in
                let refused = [
                    try await client.execute(uri: "/health/ready", method: .get),
                    try await client.execute(uri: "/t?event=start&desk=6F-A1&user=ada", method: .post, headers: reader),
                    try await client.execute(
                        uri: "/api/taps", method: .post, headers: reader, body: ByteBuffer(string: list)),
                    // A phone that sends the time of its tap keeps the tap: the refusal does not blame the phone's time.
                    try await client.execute(
                        uri: "/t?event=start&desk=6F-A1&at=2026-11-20T12:00:00Z", method: .post, headers: cookie),
                ]
                for answer in refused {
                    #expect(answer.status == .serviceUnavailable)
                    #expect(answer.json["reason"] == reason)
                    #expect(answer.json["detail"]?.contains(words) == true)
                    #expect(answer.headers[.retryAfter] == "30")
                }
                #expect(try await client.execute(uri: "/health/live", method: .get).status == .ok)
                #expect(try await client.execute(uri: "/map", method: .get, headers: cookie).status == .ok)
            }
            #expect(try await web.recorded() == 0)
        }
    }

    @Test func `A server records as soon as its check finds no problem`() async throws {
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "door")
            try await withRouter(web, ahead: 0) { client in
                let answer = try await client.execute(
                    uri: "/t?event=start&desk=6F-A1&user=ada", method: .post, headers: [.authorization: "Bearer \(key)"])
                #expect(answer.status == .ok)
                // The map, too, is part of being ready.
                _ = await web.broadcast.next(in: web.office.office, after: nil)
                #expect(try await client.execute(uri: "/health/ready", method: .get).status == .ok)
            }
        }
    }
}

/// The real program with a shifted clock.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Server with a wrong clock` {
    /// The library of Debian's package faketime.
    private static let library: String? = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }.first(where: FileManager.default.fileExists)
    }()

    @Test(arguments: ["+600", "-600"])
    func `A server with a wrong clock says so and refuses a tap that another server accepts`(offset: String) async throws {
        let library = try #require(Self.library, "needs faketime: apt-get install faketime")
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let key = try await office.store.readers.addReader(name: "door")
                let wrong = try await ServerProcess.start(
                    database: office.database.connectionString, in: folder,
                    environment: ["LD_PRELOAD": library, "FAKETIME": offset])
                let right = try await ServerProcess.start(database: office.database.connectionString, in: folder)
                let tap = "/t?event=start&desk=6F-A1&user=ada&id=\(UUID().uuidString)"

                let refused = try await ask(wrong, .post, tap, key: key)
                #expect(refused.status == .serviceUnavailable && refused.text.contains("clock_wrong"))
                #expect(try await ask(wrong, .get, "/health/ready").text.contains("clock_wrong"))
                #expect(try await office.value("select count(*)::text from event") == "0")
                let words = offset.hasPrefix("+") ? "ahead of PostgreSQL's" : "behind PostgreSQL's"
                #expect(wrong.process.output.contains(words))

                // It listens before it has read all presences, and is ready after that.
                while try await ask(right, .get, "/health/ready").text.contains("feed_behind") {
                    try await Task.sleep(for: .milliseconds(20))
                }
                #expect(try await ask(right, .get, "/health/ready").text == "ready\n")
                #expect(try await ask(right, .post, tap, key: key).status == .ok)
                #expect(
                    try await office.value(
                        "select (count(*) = 1 and bool_and(abs(extract(epoch from at - now())) < 60))::text from event")
                        == "true")
                #expect(await wrong.stop() == 0)
                #expect(await right.stop() == 0)
            }
        }
    }

    @Test func `A server warns once of a database whose commits are not durable`() async throws {
        try await TestWeb.with { (web) async throws in
            let (office, log) = (web.office, CapturedLog())
            let name = try #require(try await office.value("select current_database()"))
            try await office.execute("alter database \"\(name)\" set synchronous_commit = off")
            let pool = TestOffice.pool(office.database, office.folder, 1)
            let check = ServerCheck(
                pool: pool, schemas: office.folder.schemas, logger: log.logger, now: web.clock.now)
            for _ in 1...2 { try await check.check() }
            await pool.close()
            #expect(log.lines.filter { $0.contains("synchronous_commit") && $0.contains("acknowledged") }.count == 1)
        }
    }

    private func ask(
        _ server: ServerProcess, _ method: HTTPRequest.Method, _ address: String, key: String = ""
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
        client.connect()
        let headers: HTTPFields = key.isEmpty ? [:] : [.authorization: "Bearer \(key)"]
        let answer = try await client.ask(method, address, headers: headers, body: ByteBuffer())
        try await client.shutdown()
        return (answer.status, answer.body.map { String(buffer: $0) } ?? "")
    }
}
