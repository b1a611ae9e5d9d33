import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Query texts` {
    /// Such a query looks read-only, and a cancelled task must not cancel its commit.
    @Test func `A query that writes through a function is marked as writing`() async throws {
        try await TestOffice.with { office in
            let functions = try #require(
                try await office.value(
                    """
                    select string_agg(proname, ' ') from pg_proc
                     where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
                    """)
            ).split(separator: " ").map { "\($0)(" }
            #expect(functions.contains("carry_out_erasure("))
            for name in office.folder.queries.names where office.folder.queries.isReadOnly(name) {
                let text = try String(contentsOfFile: TestOffice.checkout + "/sql/queries/\(name).sql", encoding: .utf8)
                for function in functions + ["pg_notify(", "nextval(", "pg_logical_emit_message("] {
                    #expect(!text.contains(function), "\(name).sql calls \(function)) and has no line '-- Writes.'")
                }
            }
        }
    }
}
