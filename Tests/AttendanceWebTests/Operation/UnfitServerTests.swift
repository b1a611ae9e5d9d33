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
