import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Server role warning` {
    @Test func `A server warns at its start if its role can change records, and only then`() async throws {
        try await TestOffice.with { office in
            let role = "t_server_" + UUID().uuidString.lowercased().replacing("-", with: "_")
            try await office.execute("create role \(role) login")
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                let migrated = try await ServerProcess.run(
                    "migrate", "--server-role", role, "--database", database, in: folder)
                #expect(migrated.status == 0)
                let refused = try await ServerProcess.run(
                    "migrate", "--server-role", "postgres", "--database", database, in: folder)
                #expect(refused.status == 1 && refused.output.contains("cannot be the server's role"))

                let large = try await ServerProcess.start(database: database, in: folder)
                #expect(large.process.output.contains("as 'postgres', which is a superuser"))
                #expect(large.process.output.contains("desktap migrate --server-role"))
                #expect(await large.stop() == 0)
                let small = try await ServerProcess.start(database: database + " user=\(role)", in: folder)
                #expect(!small.process.output.contains("connects to PostgreSQL as"))
                #expect(await small.stop() == 0)
            }
            try await office.execute("drop owned by \(role); drop role \(role)")
        }
    }
}
