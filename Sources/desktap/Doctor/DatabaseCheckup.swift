import Attendance
import AttendanceStore
import Daemon
import Foundation
import Logging
import Postgres

/// Checks the database, and what must agree with it.
struct DatabaseCheckup {
    private let program: Program

    init(_ settings: Settings) throws { program = try Program(settings, isServer: true) }

    func findings() async throws -> [Finding] {
        let rest: [Finding.Check] = [.schema, .role, .secret, .clock, .timeZones]
        do {
            return try await program.closingPool {
                try await PostgresConnection.rejectTransactionPooler(program.database)
                return try await program.withDatabase { try await findings($0) }
            }
        } catch let error as PostgresError {
            return [
                .failed(.database, "Start PostgreSQL, or correct the setting 'database': \(error)")
            ] + rest.map { .skipped($0, "The database does not answer.") }
        }
    }

    private func findings(_ connection: PostgresConnection) async throws -> [Finding] {
        let check = ServerCheck(
            pool: program.pool, schemas: program.folder.schemas, logger: .silent, now: Program.now)
        try await check.check()
        var findings = [try await database(connection, check)]
        do {
            try await program.store.check(program.folder, connection)
            findings.append(.ok(.schema, "The program works with the schema."))
        } catch let error as StoreError {
            return findings + [.failed(.schema, "\(error)")]
                + [.role, .secret, .clock, .timeZones].map { .skipped($0, "The schema does not fit.") }
        }
        findings.append(try await role(connection))
        findings.append(await secret())
        findings.append(clock(check))
        findings.append(try await timeZones())
        return findings
    }

    private func database(_ connection: PostgresConnection, _ check: ServerCheck) async throws -> Finding {
        let row = try await connection.execute(
            """
            select current_setting('server_version') as version,
                   (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)::text as is_read_only,
                   (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                       - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::text as free
            """, named: "check the database")[0]
        let version: String = try row.get("version")
        if try row.get("is_read_only", as: String.self) == "true" {
            return .failed(.database, "PostgreSQL \(version) accepts no writes. Connect to the primary.")
        }
        if let names = check.undurable {
            return .warning(
                .database,
                "PostgreSQL \(version) runs with these settings off: \(names). A power failure loses acknowledged taps. Turn them on."
            )
        }
        let (free, needed) = (Int(try row.get("free", as: String.self)) ?? 0, try program.settings.connections + 3)
        guard free >= needed else {
            return .warning(
                .database,
                "PostgreSQL \(version) has room for \(free) more connections; a server opens \(needed). Raise max_connections.")
        }
        return .ok(.database, "PostgreSQL \(version) answers, and commits are durable.")
    }

    private func role(_ connection: PostgresConnection) async throws -> Finding {
        let row = try await connection.execute(
            """
            select (has_table_privilege('log_record', 'insert') and has_table_privilege('log_head', 'update'))::text as records
            """, named: "check the role's rights")[0]
        guard try row.get("records", as: String.self) == "true" else {
            return .failed(
                .role, "The role of the server may not record taps. Run 'desktap migrate --server-role ROLE' as the owner.")
        }
        let role = try await ServerRole.of(connection)
        return role.warning.map { .warning(.role, $0) }
            ?? .ok(.role, "'\(role.name)' has the rights of a server and no others.")
    }

    private func secret() async -> Finding {
        do {
            return try await program.store.secrets.check() == nil
                ? .ok(.secret, "There is none yet. The server creates it when it needs it.")
                : .ok(.secret, "The secret fits the database. Keep a copy apart from the database's backup.")
        } catch {
            return .failed(.secret, "\(error)")
        }
    }

    private func clock(_ check: ServerCheck) -> Finding {
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
        return .ok(.clock, "The clock is synchronised, and agrees with PostgreSQL's.")
    }

    private func timeZones() async throws -> Finding {
        let offices = try await program.store.offices.offices()
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
