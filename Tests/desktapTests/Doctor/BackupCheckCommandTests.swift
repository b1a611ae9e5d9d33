import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `Backup check command` {
    private struct Report: Decodable {
        struct Finding: Decodable {
            let check: String
            let result: String
        }

        let passed: Bool
        let findings: [Finding]
    }

    @Test func `The backup check command prints its findings and ends with 1 if one is not fine`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                try await office.store.secrets.bind()
                let anchor = try await ServerProcess.run(
                    "ledger", "anchor", "--database", database, "--secret-file", office.secretFile, in: folder)
                #expect(anchor.status == 0)
                for name in ["anchor", "unchanged"] {
                    try Data(anchor.output.utf8).write(to: URL(filePath: folder + "/\(name).json"))
                }
                func check(_ options: String...) async throws -> (status: Int32, output: String) {
                    try await ServerProcess.run(
                        ["backup-check", database, "--anchor", folder + "/anchor.json", "--secret-file", office.secretFile]
                            + options, in: folder)
                }
                let intact = try await check("--report", folder + "/backup-check.json")
                let made = try #require(BackupReportFile(stateFolder: folder).provenUntil)
                #expect(intact.output.contains("proven up to \(made.rfc3339())."))
                #expect(intact.status == 0 && intact.output.hasSuffix("+00:00.\n"), "\(intact.output)")
                #expect(intact.output.contains("passed\tledger\tAll 6 entries of the ledger are correct.\n"))
                try await office.execute(
                    "alter table person disable trigger all; update person set display_name = 'X' where id = 1")
                let changed = try await check("--json", "--skip-indexes", "--report", folder + "/backup-check.json")
                #expect(BackupReportFile(stateFolder: folder).provenUntil == nil)
                let report = try JSONDecoder().decode(Report.self, from: Data(changed.output.utf8))
                #expect(changed.status == 1 && !report.passed)
                #expect(report.findings.map(\.check) == ["secret", "schema", "head", "ledger", "hours", "indexes"])
                #expect(
                    report.findings.map(\.result) == ["passed", "passed", "passed", "failed", "passed", "skipped"])

                try Data("{}".utf8).write(to: URL(filePath: folder + "/anchor.json"))
                let unreadable = try await check()
                #expect(unreadable.status == 1 && unreadable.output.contains("/anchor.json is not an anchor"), "\(unreadable)")
                // By its name in the same PostgreSQL.
                let name = try #require(try await office.value("select current_database()"))
                let named = try await ServerProcess.run(
                    ["backup-check", name, "--anchor", folder + "/unchanged.json", "--secret-file", office.secretFile],
                    in: folder, environment: ["DESKTAP_DATABASE": (TestDatabase.server ?? "") + " dbname=postgres"])
                #expect(named.status == 1 && named.output.contains("failed\tledger\t"), "\(named)")
                let away = try await ServerProcess.run(
                    "backup-check", "host=\(folder)", "--anchor", folder + "/anchor.json", in: folder)
                #expect(away.status == 1)
            }
        }
    }

    /// Prints the bodies of POST requests, each in one line.
    private static let receiver = """
        import http.server
        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                print("received", self.path, self.rfile.read(int(self.headers["Content-Length"])).decode().split(), flush=True)
                self.send_response(204)
                self.end_headers()
        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        print("port", server.server_port, flush=True)
        server.serve_forever()
        """

    @Test func `A server writes an anchor soon after its first start and sends it to another machine`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let receiver = try ChildProcess(["python3", "-c", Self.receiver], in: folder)
                let port = try await receiver.waitForOutput("port [0-9]+").dropFirst(5)
                try await office.store.secrets.bind()
                let server = try await ServerProcess.start(
                    database: office.database.connectionString, in: folder,
                    environment: [
                        "DESKTAP_ANCHOR_URL": "http://127.0.0.1:\(port)/anchors", "STATE_DIRECTORY": folder,
                        "DESKTAP_SECRET_FILE": office.secretFile,
                    ])
                let received = try await receiver.waitForOutput("received /anchors .*ledger_head.*")
                let anchor = try #require(try AnchorFolder(folder + "/anchors").latest()?.anchor)
                #expect(received.contains(anchor.head.text) && anchor.head.seq == TestOffice.facts)
                #expect(await server.stop() == 0)
                #expect(server.process.output.contains("anchored the ledger"))
                receiver.signal(SIGTERM)
                _ = await receiver.wait()
            }
        }
    }

    @Test func `An anchor address that others could read is refused at the start`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let (status, output) = try await ServerProcess.run(
                    "serve", "--port", "0", "--database", office.database.connectionString, "--anchor-url",
                    "http://archive.example.com/", in: folder)
                #expect(status == 1)
                #expect(output.contains("The setting 'anchor-url' is not an https address: 'http://archive.example.com/'."))
            }
        }
    }
}
