import TestServers

/// A copy of the office's database, which later replaces it.
package struct DatabaseCopy {
    private let office: TestOffice
    private let name: String

    package init(of office: TestOffice) async throws {
        self.office = office
        name = try await office.value("select current_database()") ?? ""
        // A template must have no connections. Those that end here reconnect afterwards.
        try await office.allowConnections(false)
        try await TestDatabase.administer(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '\(name)'")
        try await TestDatabase.administer("create database \"\(name)_backup\" template \"\(name)\"")
        try await TestDatabase.administer("alter database \"\(name)\" allow_connections true")
        await reconnect()
    }

    package func restore() async throws {
        try await TestDatabase.administer("drop database \"\(name)\" with (force)")
        try await TestDatabase.administer("alter database \"\(name)_backup\" rename to \"\(name)\"")
        await reconnect()
    }

    /// Each of the pool's idle connections notices its end at its next use.
    private func reconnect() async {
        for _ in 0..<4 { _ = try? await office.pool.query("Taps/log_version") }
    }
}
