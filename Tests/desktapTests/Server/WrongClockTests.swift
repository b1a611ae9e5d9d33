import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestOffice
import TestServers
import Testing

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
