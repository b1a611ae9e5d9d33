import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Server log` {
    /// Sends each kind of secret to a server with the log level trace, in valid and invalid requests, while the database
    /// works and while it fails.
    @Test func `The server log contains no secret and no client address`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let password = "hidden" + UUID().uuidString
                let database = office.database.connectionString + " password=\(password)"
                let server = try await ServerProcess.start(database: database, in: folder, "--log-level", "trace")
                let key = try await office.store.readers.addReader(name: "front door")
                let ada = try await office.store.people.person(userName: "ada")
                let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
                let cookie = try #require(
                    try await office.store.sessions.beginSession(for: ada.id, on: "Chrome on Linux", by: .link, now: now))
                let link = try await office.store.signInLinks.addSignInLink(for: ada.id, now: now).text
                let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
                client.connect()

                func send(_ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields, _ body: String = "")
                    async throws -> String
                {
                    let response = try await client.execute(
                        TestClient.Request(
                            address, method: method, authority: "localhost", headers: headers, body: ByteBuffer(string: body)))
                    return "\(response.head) " + (response.body.map { String(buffer: $0) } ?? "")
                }
                let words = try await office.store.tagWords.addressWords(of: office.office)
                let word = try #require(words["6F-A1"]).text
                let session: HTTPFields = [.cookie: "desktap=\(cookie)", .accept: "text/html"]
                var answers = ""
                answers += try await send(.get, "/me", session)
                // Not collected: the response links to this address.
                _ = try await send(.get, "/t?event=start&desk=6F-A1&k=\(word)", session)
                answers += try await send(.post, "/t?event=start&desk=6F-A1&k=\(word)", session)
                answers += try await send(.post, "/t?event=end&k=\(word)", session)
                answers += try await send(.get, "/admin/desks/6F-A1", session)
                answers += try await send(.get, "/nowhere/\(cookie.prefix(4))", session)
                answers += try await send(.post, "/api/taps", [.authorization: "Bearer \(key)"], "[{]")
                answers += try await send(.post, "/api/taps", [.authorization: "Bearer \(key)"], #"[{"user":"ada"}]"#)
                answers += try await send(.post, "/api/taps", [.authorization: "Bearer \(key)x"], "[]")
                answers += try await send(.post, "/api/taps", [.authorization: "Basic \(key)"], "[]")
                _ = try await send(.get, "/sign-in/\(link)", [.accept: "text/html"])
                var forwarded: HTTPFields = [.accept: "text/html"]
                forwarded.set("X-Forwarded-For", to: "203.0.113.77")
                // Not collected: the response sets the cookie.
                _ = try await send(.post, "/sign-in/\(link)", forwarded)
                _ = try await office.pool.withConnection { try await $0.execute("alter table person rename to person_away") }
                answers += try await send(.get, "/people/ada", session)
                _ = try await send(.get, "/t?event=start&desk=6F-A1&k=\(word)", session)
                answers += try await send(.post, "/t?event=start&desk=6F-A1&k=\(word)", session)
                answers += try await send(.post, "/t?event=start&desk=6F-A1&user=ada", [.authorization: "Bearer \(key)"])
                answers += try await send(.post, "/sign-in/\(link)", [:])
                try await client.shutdown()
                #expect(await server.stop() == 0)

                let log = server.process.output
                #expect(log.contains("unexpected"), "the log tells of errors")
                for (name, secret) in [
                    ("password", password), ("key", key), ("cookie", cookie), ("link", link), ("word", word),
                    ("address", "203.0.113.77"),
                ] {
                    #expect(!log.contains(secret), "the \(name) is in the log")
                    #expect(!answers.contains(secret), "the \(name) is in an answer")
                }
            }
        }
    }
}
