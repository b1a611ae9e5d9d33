import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Retention command` {
    @Test func `The retention command lists how long data is kept, as the page does`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let shown = try await ServerProcess.run(
                    "retention", "show", "--database", office.database.connectionString, in: folder)
                #expect(shown.status == 0)
                let lines = shown.output.split(separator: "\n").map { $0.split(separator: "\t") }
                #expect(lines.count == 14 && lines.allSatisfy { $0.count == 5 }, "\(shown.output)")
                #expect(lines.first?[0] == "Harbour Office" && lines.last?[0] == "all offices")
                #expect(lines[2].suffix(2) == ["24 months", "–"])
            }
        }
    }
}
