import Postgres
import Testing

@Suite struct `Protection of the connection` {
    @Test(
        arguments: [
            ("dbname=desktap", .local), ("host=/run/postgresql", .local), ("host=localhost sslmode=disable", .local),
            ("postgresql:///desktap?host=/run/postgresql", .local), ("postgresql://127.0.0.1:5433/desktap", .local),
            ("host=127.0.0.1,::1", .local), ("hostaddr=127.0.0.1 host=db.example.com", .local),
            ("host=db.example.com", .unverified(mode: "prefer")),
            ("host=10.0.0.5 sslmode=require", .unverified(mode: "require")),
            ("host=/run/postgresql,db.example.com sslmode=verify-ca", .unverified(mode: "verify-ca")),
            ("postgresql://db.example.com/desktap?sslmode=disable", .unverified(mode: "disable")),
            ("host=127.0.0.1.example.com", .unverified(mode: "prefer")), ("hostaddr=10.0.0.5", .unverified(mode: "prefer")),
            ("host=localhost hostaddr=10.0.0.5", .unverified(mode: "prefer")),
            ("host=db.example.com sslmode=verify-full sslrootcert=/etc/ca.pem", .verified),
            ("postgresql://a.example.com,b.example.com/desktap?sslmode=verify-full", .verified),
        ] as [(String, PostgresConfiguration.Protection)])
    func `A connection is local, verified or neither`(
        connection: String, protection: PostgresConfiguration.Protection
    ) throws {
        #expect(try PostgresConfiguration(connection).protection() == protection)
    }

    @Test func `A malformed connection string has no protection`() {
        #expect(throws: PostgresError.self) { try PostgresConfiguration("what?").protection() }
    }
}
