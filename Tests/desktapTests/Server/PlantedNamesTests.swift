import Attendance
import AttendanceStore
import Daemon
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestOffice
import TestServers
import Testing

@testable import AttendanceWeb

/// What a server tells monitoring and its log.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `Planted names` {
    /// Texts that stand for people, desks and tags. None may appear in a metric or a line of the log.
    private static let planted = ["planted", "9Z-Z9", "04A1B2C3D4E5F6", "04a1b2c3d4e5f6"]

    private struct Line: Decodable {
        let time, level, message: String
        let request_id: String?
    }

    private static func fill(_ office: TestOffice) async throws -> (reader: String, person: String) {
        try await office.execute(
            """
            update person set user_name = 'planted.user', display_name = 'Planted Name' where user_name = 'ada';
            update desk set id = '9Z-Z9' where id = '6F-A1'
            """)
        let store = office.store
        let key = try await store.personalKeys.addKey(
            for: try await store.people.person(userName: "planted.user").id, now: TestOffice.noon)
        return (try await store.readers.addReader(name: "planted reader", scope: .badges(at: [])), key)
    }

    @Test func `Neither metrics nor the log contain names of people, desks, tags or readers`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let (reader, person) = try await Self.fill(office)
                let server = try await ServerProcess.start(
                    database: office.database.connectionString, in: folder,
                    environment: ["DESKTAP_LOG_LEVEL": "trace", "DESKTAP_LOG_FORMAT": "json", "DESKTAP_METRICS_PORT": "0"])
                let line = try await server.process.waitForOutput(#"metrics on 127\.0\.0\.1:\d+"#)
                let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
                func ask(
                    _ method: HTTPRequest.Method, _ address: String, key: String? = nil, body: String? = nil, port: Int? = nil
                ) async throws -> TestClient.Response {
                    let client = TestClient(
                        host: "127.0.0.1", port: port ?? server.port, configuration: .init(timeout: .seconds(60)))
                    client.connect()
                    var headers: HTTPFields = key.map { [.authorization: "Bearer \($0)"] } ?? [:]
                    headers[.contentType] = "application/json"
                    let answer = try await client.ask(
                        method, address, headers: headers, body: body.map(ByteBuffer.init(string:)))
                    try await client.shutdown()
                    return answer
                }
                let tag = "tag=04A1B2C3D4E5F6&cert=planted"
                let first = try await ask(.post, "/t?event=start&desk=9Z-Z9", key: person)
                #expect(first.status == .ok, "\(first)")
                for (method, address, key) in [
                    (HTTPRequest.Method.post, "/t?event=end&desk=9Z-Z8&\(tag)", person), (.post, "/t?event=planted", person),
                    (.post, "/t?event=end&desk=9Z-Z9&user=planted.user&\(tag)", reader), (.get, "/people/planted.user", person),
                    (.get, "/api/whereabouts?find=planted", person), (.get, "/planted/04A1B2C3D4E5F6", person),
                    (.get, "/api/export/daily.csv?user=planted.user&from=2026-11-01&to=2026-11-30", person),
                    (.get, "/sign-in/planted", ""), (.get, "/map", "planted"),
                    (.get, "/api/export/daily.csv?team=planted&office=planted&from=2026-11-01&to=2026-11-30", person),
                ] {
                    #expect(try await ask(method, address, key: key).status != .internalServerError)
                }
                let tap = #"[{"id": "planted", "badge": "04A1B2C3D4E5F6", "user": "planted.user", "desk": "9Z-Z9"}]"#
                _ = try await ask(.post, Address.taps, key: reader, body: tap)
                // An unexpected error, for which the log has the id that the response names.
                try await office.execute("alter table floor rename column name to planted_name")
                let failed = try await ask(.get, "/map", key: person)
                #expect(failed.status == .internalServerError, "\(failed)")
                let field = try #require(HTTPField.Name("X-Request-Id"))
                let id = try #require(failed.headers[field])
                let metrics = try await ask(.get, Address.metrics, port: port)
                #expect(metrics.headers[.contentType] == MetricsText.mediaType)
                let text = String(buffer: metrics.body ?? ByteBuffer())
                #expect(
                    text.contains("http_route=\"/people/{user}\"") && !text.contains("desktap_tap_commit_seconds_count 0\n"))
                #expect(try await ask(.get, "/", port: port).status == .notFound)
                #expect(try await ask(.get, Address.metrics).status == .notFound)
                #expect(await server.stop() == 0)

                let lines = server.process.output.split(separator: "\n")
                let events = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
                #expect(events.contains { $0.request_id == id && $0.level == "error" }, "\(lines)")
                #expect(events.allSatisfy { Instant(rfc3339: $0.time) != nil }, "\(lines)")
                for name in Self.planted {
                    #expect(!text.contains(name), "\(name)")
                    #expect(!lines.contains { $0.contains(name) }, "\(lines.first { $0.contains(name) } ?? "")")
                }
            }
        }
    }
}
