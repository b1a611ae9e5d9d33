import Attendance
import AttendanceStore
import Daemon
import Foundation
import Glibc
import Logging
import Postgres

/// Checks the database as the server sees it, and as its owner what must agree with it.
struct DatabaseCheckup {
    private static let limit = Duration.seconds(10)

    private let server: Program
    private let owner: Program
    /// The user of the service, as which PostgreSQL knows the server by its socket (peer); nil: this program's user.
    private let serviceUser: uid_t?

    init(_ common: CommonOptions) async throws {
        let settings = try await Settings(common, isServer: true)
        server = try Program(settings, statementLimit: Self.limit)
        owner = try Program(try await Settings(common), statementLimit: Self.limit)
        // As 'desktap setup' writes it for the PostgreSQL of this machine.
        let isPeer = settings.database != owner.settings.database && settings.database.contains("host=/")
        serviceUser = isPeer && geteuid() == 0 ? getpwnam("desktap")?.pointee.pw_uid : nil
    }

    func findings() async throws -> [Finding] { try await connectionFindings() + [transport] }

    /// Whether the network between this machine and PostgreSQL can read and change what the server sends.
    private var transport: Finding {
        let protections = [server, owner].map { try? PostgresConfiguration($0.settings.database).protection() }
        for case .unverified(let mode)? in protections {
            return .warning(
                .databaseTLS,
                "PostgreSQL is on another machine, and sslmode=\(mode) does not prove that it is the right one. Add "
                    + "sslmode=verify-full and sslrootcert=FILE to 'database'.")
        }
        guard protections.contains(.verified) else { return .skipped(.databaseTLS, "PostgreSQL is on this machine.") }
        return .ok(.databaseTLS, "The connection to PostgreSQL is encrypted, and its certificate is checked.")
    }

    private func connectionFindings() async throws -> [Finding] {
        do {
            let found = try await asServiceUser { try await server.withDatabase { try await serverFindings($0) } }
            return found + (await ownerFindings())
        } catch let error as PostgresError {
            return [.failed(.database, "Start PostgreSQL, or correct the setting 'database': \(error)")]
                + Self.skipped(
                    [.role, .schema, .secret, .clock, .timeZones, .userNames, .provider], "The database does not respond.")
        }
    }

    /// Runs `body` with the rights of the service's user.
    private func asServiceUser<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let serviceUser, seteuid(serviceUser) == 0 else { return try await body() }
        defer { seteuid(0) }
        return try await body()
    }

    private static func skipped(_ checks: [Finding.Check], _ why: String) -> [Finding] { checks.map { .skipped($0, why) } }

    // MARK: The server's connection

    private func serverFindings(_ connection: PostgresConnection) async throws -> [Finding] {
        try await PostgresConnection.rejectTransactionPooler(server.database)
        return [try await database(connection), try await role(connection)]
    }

    private func database(_ connection: PostgresConnection) async throws -> Finding {
        let row = try await connection.execute(
            """
            select current_setting('server_version') as version,
                   (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)::text as is_read_only,
                   (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                       - (select sum(numbackends) from pg_stat_database))::text as free,
                   (select count(*) from pg_stat_activity where usename = current_user)::text as own,
                   (select string_agg(name, ', ' order by name) from pg_settings
                     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as undurable
            """, named: "check the database")[0]
        let version: String = try row.get("version")
        if try row.get("is_read_only", as: String.self) == "true" {
            return .failed(.database, "PostgreSQL \(version) accepts no writes. Connect to the primary.")
        }
        if let names = try row.getIfPresent("undurable", as: String.self) {
            return .warning(
                .database,
                "PostgreSQL \(version) runs with these settings off: \(names). A power failure loses acknowledged taps. Turn them on."
            )
        }
        let (free, own) = (Int(try row.get("free", as: String.self)) ?? 0, Int(try row.get("own", as: String.self)) ?? 0)
        // A running server has its own already.
        let needed = try server.settings.connections + 3
        guard free + own >= needed else {
            return .warning(
                .database,
                "PostgreSQL \(version) has room for \(free + own) connections of the server, which opens \(needed). Raise max_connections."
            )
        }
        return .ok(.database, "PostgreSQL \(version) answers, and commits are durable.")
    }

    private func role(_ connection: PostgresConnection) async throws -> Finding {
        let row = try await connection.execute(
            """
            select (has_table_privilege(to_regclass('log_record'), 'insert')
                    and has_table_privilege(to_regclass('log_head'), 'update'))::text as records
            """, named: "check the role's rights")[0]
        guard let records = try row.getIfPresent("records", as: String.self) else {
            return .skipped(.role, "There are no tables yet.")
        }
        guard records == "true" else {
            return .failed(
                .role, "The role of the server may not record taps. Run 'desktap migrate --server-role ROLE' as the owner.")
        }
        let role = try await ServerRole.of(connection)
        return role.warning.map { .warning(.role, $0) }
            ?? .ok(.role, "'\(role.name)' has the rights of a server and no others.")
    }

    // MARK: The owner's connection

    private func ownerFindings() async -> [Finding] {
        do {
            return try await owner.closingPool {
                do {
                    try await owner.check()
                } catch let error as InstallationError {
                    return [.failed(.schema, "\(error)")]
                        + Self.skipped([.secret, .clock, .timeZones, .userNames, .provider], "The schema does not fit.")
                }
                return [
                    .ok(.schema, "The program works with the schema."), await secret(), try await clock(),
                    try await timeZones(), try await userNames(), try await provider(),
                ]
            }
        } catch {
            return [
                .failed(.schema, "Commands cannot use the database. Correct the owner's connection in owner.json: \(error)")
            ]
                + Self.skipped(
                    [.secret, .clock, .timeZones, .userNames, .provider], "The owner cannot connect to the database.")
        }
    }

    private func secret() async -> Finding {
        do {
            return try await owner.store.secrets.check() == nil
                ? .ok(.secret, "There is none yet. The server creates it when it needs it.")
                : .ok(.secret, "The secret fits the database. Keep a copy apart from the database's backup.")
        } catch {
            return .failed(.secret, "\(error)")
        }
    }

    private func clock() async throws -> Finding {
        let check = ServerCheck(
            pool: owner.pool, schemas: owner.folder.schemas, logger: .silent, now: Program.now)
        try await check.check()
        guard let difference = check.difference else { return .skipped(.clock, "The clocks could not be compared.") }
        if difference.isTooLarge {
            return .failed(
                .clock, "This machine's clock is \(difference), so the server does not record. Synchronise both (NTP).")
        }
        if difference.isNoticeable {
            return .warning(.clock, "This machine's clock is \(difference). Synchronise both (NTP).")
        }
        if MachineCheckup.isClockSynchronised == false {
            return .warning(
                .clock,
                "The clock agrees with PostgreSQL's, but this machine does not synchronise it. Install chrony or "
                    + "systemd-timesyncd.")
        }
        return .ok(.clock, "The clock agrees with PostgreSQL's.")
    }

    private func provider() async throws -> Finding {
        guard let issuer = try server.settings.oidc?.issuer else {
            return .skipped(.provider, "No identity provider is configured.")
        }
        return switch try await owner.store.sessions.sendsAuthenticationTime(issuer) {
        case nil: .skipped(.provider, "There is no sign-in with \(issuer) yet.")
        case true?: .ok(.provider, "\(issuer) says when people signed in.")
        case false?:
            .warning(
                .provider,
                "\(issuer) does not say when people signed in, so administrators need a password or a sign-in link for steps that "
                    + "need a fresh sign-in. Add the claim 'auth_time' to its ID tokens.")
        }
    }

    /// New twins are impossible. Older ones are from before user names were compared in any spelling.
    private func userNames() async throws -> Finding {
        let twins = try await owner.store.people.peopleOfOneUserName()
        guard !twins.isEmpty else { return .ok(.userNames, "No two people have one user name.") }
        let groups = twins.map { people in people.map { "\($0.userName) (\($0.displayName))" }.joined(separator: " and ") }
        return .warning(
            .userNames,
            "People have one user name in two spellings: \(groups.joined(separator: "; ")). Give one of them another user name, in "
                + "Administration, People.")
    }

    private func timeZones() async throws -> Finding {
        let offices = try await owner.store.offices.offices()
        do throws(TimeZoneError) {
            let zones = try TimeZoneDatabase.system()
            for office in offices { _ = try zones.rules(of: office.timeZone) }
            guard let year = Int(zones.version.prefix(4)), let now = Int(Program.now().rfc3339().prefix(4)), now - year > 1
            else { return .ok(.timeZones, "The time zones are those of \(zones.version).") }
            return .warning(
                .timeZones,
                "The time zones are those of \(zones.version). Later changes of summer time give wrong days: update tzdata.")
        } catch {
            return .failed(.timeZones, "\(error)")
        }
    }
}
