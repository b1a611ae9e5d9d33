import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation
import Localization
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

    /// - Parameter isServer: a statement of the server's may take 30 s, one of a command any time, as work on a large log needs. A
    ///   command that was not told where the server's secret is must not make another: the database would be tied to it, and the
    ///   server no longer fit.
    init(_ settings: Settings, connections: Int = 2, isServer: Bool = false) throws {
        var logger = Logger(label: "desktap") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = try settings.logLevel
        self.settings = settings
        self.logger = logger
        folder = try SQLFolder(at: try settings.resources + "/sql")
        database = PostgresConfiguration(settings.database, statementTimeout: isServer ? .seconds(30) : .zero)
        pool = PostgresPool(database, queries: folder.queries, size: connections, logger: logger)
        store = AttendanceStore(
            pool: pool, secretFile: settings.secretFile, mayMakeSecret: isServer || settings.isSecretFileSet, logger: logger)
    }

    /// Runs a subcommand's work against a database whose schema is right, and says in a sentence what stopped it.
    static func run(_ common: CommonOptions, _ body: (Program) async throws -> Void) async throws {
        try await explainingErrors {
            let program = try Program(try await Settings(common))
            do {
                try await program.check()
                try await body(program)
            } catch {
                await program.pool.close()
                throw error
            }
            await program.pool.close()
        }
    }

    /// Proves that the database is there, has this program's schema and understands its queries.
    func check() async throws {
        try await withDatabase { try await store.check(folder, $0) }
    }

    /// Lends one connection of its own. Where the pool would wait for a database that is away, this says so at once.
    func withDatabase<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        let connection = try await PostgresConnection.connect(database, queries: folder.queries, logger: logger)
        do {
            let value = try await body(connection)
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Prints in a sentence what stopped the command and ends with status 1; what nobody foresaw passes.
    static func explainingErrors(_ body: () async throws -> Void) async throws {
        let sentence: String
        do {
            return try await body()
        } catch let error as CommandProblem {
            sentence = error.sentence
        } catch let error as StoreError {
            sentence = "\(error)"
        } catch let error as SecretError {
            sentence = "\(error)"
        } catch let error as TagRegisterError {
            sentence = "\(error)"
        } catch let error as WordsError {
            sentence = "\(error)"
        } catch let error as BadgeEnrolment.Failure {
            sentence = "\(error)"
        } catch PostgresError.cannotConnect(let reason) {
            sentence =
                "The database cannot be reached (\(reason)). Please start PostgreSQL, or say with --database or "
                + "DESKTAP_DATABASE where it is."
        } catch let error as PostgresError {
            sentence = "\(error)"
        }
        FileHandle.standardError.write(Data("desktap: \(sentence)\n".utf8))
        throw ExitCode.failure
    }

    /// The system's time zones, the one source of working days.
    static func zones() throws -> TimeZoneDatabase {
        do throws(TimeZoneError) {
            return try .system()
        } catch {
            throw CommandProblem("\(error)")
        }
    }

    /// The clock of the server and its commands.
    @Sendable static func now() -> Instant {
        Instant(millisecondsSince1970: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// What stops a command, in a sentence that says what to do.
struct CommandProblem: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
}
