import ArgumentParser
import Attendance
import AttendanceStore
import Foundation
import Logging
import Postgres

/// What the subcommands share: the database, opened as the settings say.
struct Program {
    let settings: Settings
    let folder: SQLFolder
    let database: PostgresConfiguration
    let pool: PostgresPool
    let store: AttendanceStore
    let logger: Logger

    init(_ settings: Settings, connections: Int = 2) throws {
        var logger = Logger(label: "desktap") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = try settings.logLevel
        self.settings = settings
        self.logger = logger
        folder = try SQLFolder(at: try settings.resources + "/sql")
        database = PostgresConfiguration(settings.database)
        pool = PostgresPool(database, queries: folder.queries, size: connections, logger: logger)
        store = AttendanceStore(pool: pool)
    }

    /// Runs a subcommand's work against a database whose schema is right, and says in a sentence what stopped it.
    static func run(_ common: CommonOptions, _ body: (Program) async throws -> Void) async throws {
        try await explainingErrors {
            let program = try Program(try await Settings(common))
            defer { Task { await program.pool.close() } }
            try await program.store.check(program.folder)
            try await body(program)
        }
    }

    /// Prints what our own errors say and ends with status 1; others pass.
    static func explainingErrors(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as StoreError {
            FileHandle.standardError.write(Data("desktap: \(error)\n".utf8))
            throw ExitCode.failure
        } catch let error as PostgresError {
            FileHandle.standardError.write(Data("desktap: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }

    /// The clock of the server and its commands.
    @Sendable static func now() -> Instant {
        Instant(millisecondsSince1970: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
