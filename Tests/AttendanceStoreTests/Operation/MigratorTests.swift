import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Migrations` {
    private let folder: SQLFolder

    init() throws { folder = try SQLFolder(at: TestOffice.checkout + "/sql") }

    @Test func `Migrations create the schema in an empty database, once`() async throws {
        try await withConnections(1) { connections in
            let first = try await Migrator(folder).migrate(connections[0])
            #expect(first == folder.migrations.map(\.name))
            #expect(try await Migrator(folder).migrate(connections[0]) == [])
            try await Migrator(folder).check(connections[0])
        }
    }

    @Test func `Migrations run by four processes at the same time are applied once`() async throws {
        try await withConnections(4) { connections in
            let applied = try await withThrowingTaskGroup(of: [String].self) { group in
                for connection in connections { group.addTask { try await Migrator(folder).migrate(connection) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(applied.sorted() == folder.migrations.map(\.name).sorted())
        }
    }

    @Test func `Migrations leave the connection's statement timeout unchanged`() async throws {
        try await withConnections(1) { connections in
            let before = try await connections[0].execute("show statement_timeout")[0].get(0, as: String.self)
            _ = try await Migrator(folder).migrate(connections[0])
            #expect(try await connections[0].execute("show statement_timeout")[0].get(0, as: String.self) == before)
        }
    }

    @Test func `A failed migration changes nothing`() async throws {
        try await TestFolder.with { path in
            try FileManager.default.createDirectory(atPath: path + "/queries", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: path + "/migrations", withIntermediateDirectories: true)
            try "create table kept ();".write(toFile: path + "/migrations/0001_kept.sql", atomically: true, encoding: .utf8)
            try "create table half (); select 1 / 0;"
                .write(toFile: path + "/migrations/0002_half.sql", atomically: true, encoding: .utf8)
            let broken = try SQLFolder(at: path)
            try await withConnections(1) { connections in
                await #expect(throws: PostgresError.self) { try await Migrator(broken).migrate(connections[0]) }
                let rows = try await connections[0].execute(
                    "select to_regclass('kept') is not null and to_regclass('half') is null")
                #expect(try rows[0].get(0, as: String.self) == "t")
                await #expect(throws: StoreError.schemaIsOlder(database: 1, program: 2)) {
                    try await Migrator(broken).check(connections[0])
                }
            }
        }
    }

    @Test func `An older schema is refused with the command that updates it`() async throws {
        try await withConnections(1) { connections in
            let error = try #require(
                await #expect(throws: StoreError.self) { try await Migrator(folder).check(connections[0]) })
            #expect(error == .schemaIsOlder(database: 0, program: folder.migrations.count))
            #expect("\(error)".contains("desktap migrate"))
        }
    }

    @Test func `A newer schema is refused with advice and left unchanged`() async throws {
        try await withConnections(1) { connections in
            _ = try await Migrator(folder).migrate(connections[0])
            try await connections[0].execute("insert into schema_version (number, name) values (9999, '9999_later')")
            let newer = StoreError.schemaIsNewer(database: 9999, program: folder.migrations.count)
            await #expect(throws: newer) { try await Migrator(folder).check(connections[0]) }
            await #expect(throws: newer) { try await Migrator(folder).migrate(connections[0]) }
            #expect("\(newer)".contains("desktap serve"))
        }
    }

    private func withConnections(_ count: Int, _ body: ([PostgresConnection]) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            var connections: [PostgresConnection] = []
            for _ in 0..<count {
                connections.append(
                    try await PostgresConnection.connect(
                        PostgresConfiguration(database.connectionString), queries: folder.queries))
            }
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(connections))
            } catch {
                outcome = .failure(error)
            }
            for connection in connections { await connection.close() }
            try outcome.get()
        }
    }
}

@Suite struct `SQL folder` {
    @Test(arguments: [["0001_a", "0003_c"], ["0001_a", "0001_b"], ["a"], []])
    func `An SQL folder whose migrations are not numbered consecutively is refused`(names: [String]) async throws {
        try await TestFolder.with { path in
            for folder in ["queries", "migrations"] {
                try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
            }
            for name in names {
                try "select 1".write(toFile: "\(path)/migrations/\(name).sql", atomically: true, encoding: .utf8)
            }
            #expect(throws: StoreError.self) { try SQLFolder(at: path) }
        }
    }

    @Test func `A missing SQL folder is refused with its path`() {
        #expect(throws: StoreError.badInstallation("The folder /nowhere/queries cannot be read.")) {
            try SQLFolder(at: "/nowhere")
        }
    }
}
