import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Daemon
import Foundation
import Localization
import Logging
import Postgres

/// The settings, database, store and log that the subcommands share.
struct Program {
    let settings: Settings
    let folder: SQLFolder
    let database: PostgresConfiguration
    let pool: PostgresPool
    let store: AttendanceStore
    let logger: Logger

    /// - Parameter isServer: limits a statement to 30 s; commands may process a large log without a limit. PostgreSQL ends a
    ///   server's session that says nothing for 3 s in a transaction: if the server vanished while it locked the log, the taps
    ///   of all servers would wait, and they are refused after 4 s. The server may create the secret, a command only with
    ///   `--secret-file`: another secret would lock the server out of the database.
    init(_ settings: Settings, connections: Int = 2, isServer: Bool = false, statementLimit: Duration? = nil) throws {
        let logger = try settings.logger
        self.settings = settings
        self.logger = logger
        folder = try SQLFolder(at: try settings.resources + "/sql")
        database = PostgresConfiguration(
            settings.database, statementTimeout: statementLimit ?? (isServer ? .seconds(30) : .zero),
            idleInTransactionTimeout: .seconds(isServer ? 3 : 30),
            applicationName: isServer
                ? RunningServer(version: programVersion, schemas: folder.schemas).sessionName : "desktap")
        pool = PostgresPool(database, queries: folder.queries, size: connections, logger: logger)
        store = AttendanceStore(
            pool: pool, secretFile: settings.secretFile, createsSecret: isServer || settings.isSecretFileSet,
            privilegedSessions: try settings.isSet("strict-sessions") ? .strict : .usual, logger: logger)
    }

    /// Runs a subcommand after ``check()``. Refusals say what they say on pages, in English.
    static func run(_ common: CommonOptions, _ body: (Program) async throws -> Void) async throws {
        try await explainingErrors {
            let program = try Program(try await Settings(common))
            let english = try Catalogue(.en, folder: try program.settings.resources + "/web/words/en")
            try await Catalogue.$current.withValue(english) {
                do {
                    try await program.closingPool {
                        try await program.check()
                        try await body(program)
                    }
                } catch {
                    throw refusalSentence(error).map { CommandError($0) } ?? error
                }
            }
        }
    }

    /// Runs work that uses the pool, and closes the pool.
    func closingPool<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            let value = try await body()
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }

    /// Checks that the database is reachable, has this program's schema and accepts its queries.
    func check() async throws {
        try await withDatabase { try await store.check(folder, $0) }
    }

    /// Lends a separate connection. Fails at once if the database is unavailable, while the pool would wait for it.
    func withDatabase<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await PostgresConnection.withConnection(database, queries: folder.queries, logger: logger, body)
    }

    /// Prints a known error as a sentence and ends with status 1. Other errors are rethrown.
    static func explainingErrors(_ body: () async throws -> Void) async throws {
        let sentence: String
        do {
            return try await body()
        } catch let error as CommandError {
            sentence = error.sentence
        } catch let error as InstallationError {
            sentence = "\(error)"
        } catch let error as Installation.Problem {
            sentence = "\(error)"
        } catch let error as SecretError {
            sentence = "\(error)"
        } catch let error as WordsError {
            sentence = "\(error)"
        } catch let error as MissingManual {
            sentence = "\(error)"
        } catch PostgresError.cannotConnect(let reason) {
            sentence =
                "The database cannot be reached (\(reason)). Start PostgreSQL, or set its address with --database or "
                + "DESKTAP_DATABASE."
        } catch let error as PostgresError {
            sentence = "\(error)"
        }
        FileHandle.standardError.write(Data("desktap: \(sentence)\n".utf8))
        throw ExitCode.failure
    }

    /// The system's time zone database.
    static func zones() throws -> TimeZoneDatabase {
        do throws(TimeZoneError) {
            return try .system()
        } catch {
            throw CommandError("\(error)")
        }
    }

    /// The current instant.
    @Sendable static func now() -> Instant {
        Instant(millisecondsSince1970: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// A command that works on the store of an installation.
protocol StoreCommand: AsyncParsableCommand {
    var common: CommonOptions { get }

    func run(_ program: Program) async throws
}

extension StoreCommand {
    func run() async throws { try await Program.run(common) { try await run($0) } }
}

/// An error that ends a command: what happened, then what to do.
struct CommandError: Error, CustomStringConvertible {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
    var description: String { sentence }
}
