import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `First administrator link` {
    private let form: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    @Test func `A server on a terminal prints the first administrator's link, and writes it into no file`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let text = database.connectionString
                #expect(try await ServerProcess.run("migrate", "--database", text, in: folder).status == 0)
                let command = "\(ServerProcess.program) serve --port 0 --database '\(text)' --secret-file \(folder)/secret"
                let terminal = try ChildProcess(["script", "--quiet", "--command", command, "/dev/null"], in: folder)
                try await terminal.waitForOutput(#"/first-administrator/\S+"#)
                #expect(!FileManager.default.fileExists(atPath: folder + "/first-administrator-link"))
                terminal.signal(SIGTERM)
                _ = await terminal.wait()
            }
        }
    }

    @Test func `A server without a terminal writes the link to a private file, and the link adds the office`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let text = database.connectionString
                #expect(try await ServerProcess.run("migrate", "--database", text, in: folder).status == 0)
                let server = try await ServerProcess.start(
                    database: text, in: folder, "--public-url", "https://desk.example.com", "--secret-file",
                    folder + "/state/secret")
                let file = folder + "/state/first-administrator-link"
                try await server.process.waitForOutput("is in \(file)\n")
                #expect(!server.process.output.contains("/first-administrator/"))
                #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
                let line = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
                let path = try #require(line.split(separator: "desk.example.com").last.map(String.init))
                let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
                client.connect()
                func post(_ body: String) async throws -> TestClient.Response {
                    try await client.ask(.post, path, headers: form, body: .init(string: body))
                }
                #expect(
                    try await client.ask(.get, path, headers: form).body.map { String(buffer: $0) }?.contains("time_zone")
                        == true)
                #expect(try await post("user=ned&name=Ned&office=Here&time_zone=Mars").status == .unprocessableContent)
                #expect(try await post("user=ned&name=Ned").status == .unprocessableContent)
                #expect(try await post("user=ned&name=Ned&office=Here&time_zone=Asia%2FTokyo").status == .seeOther)
                try await client.shutdown()
                #expect(await server.stop() == 0)
                #expect(
                    try await ServerProcess.run("person", "search", "ned", "--database", text, in: folder).output
                        == "ned\tadministrator\tNed\tHere\t-\tworks here\n")

                let again = try await ServerProcess.start(
                    database: text, in: folder, "--secret-file", folder + "/state/secret")
                #expect(await again.stop() == 0)
                #expect(!again.process.output.contains("administrator"))
                #expect(!FileManager.default.fileExists(atPath: file))
            }
        }
    }
}
