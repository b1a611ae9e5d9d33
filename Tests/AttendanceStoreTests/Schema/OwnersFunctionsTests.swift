import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// Functions that run with the rights of the tables' owner, and a server role that tries to gain those rights.
extension `Server role` {
    /// The end of a retention is a `timestamp + time`. pg_catalog has this operator only through a cast, so an operator of the
    /// role's own would be the better match.
    @Test func `An operator that the server role creates never runs with the owner's rights`() async throws {
        try await withServer { office, pool in
            let role = try await self.role(of: pool)
            try await office.execute("grant create on schema public to \(role)")
            try await pool.withConnection { connection in
                _ = try await connection.execute("create table seen (role text)")
                _ = try await connection.execute("grant all on seen to public")
                _ = try await connection.execute(
                    """
                    create function take_over(timestamp, time) returns timestamp language plpgsql as $$ begin
                        insert into public.seen values (current_user);
                        return $1 + $2::interval;
                    end $$
                    """)
                _ = try await connection.execute(
                    "create operator public.+ (leftarg = timestamp, rightarg = time, function = take_over)")
                _ = try await connection.execute("update office set time_retention_months = 36")
                // In the role's own statements the operator runs, as it should.
                _ = try await connection.execute("select now()::timestamp + time '01:00'")
                _ = try await connection.execute(
                    "select forget_requests('time', \(office.office), null, now() - interval '10 years')")
            }
            #expect(try await office.value("select string_agg(distinct role, ' ') from seen") == role)
        }
    }

    @Test func `Each function that runs with the owner's rights searches only pg_catalog`() async throws {
        try await TestOffice.with { office in
            let others = try await office.value(
                """
                select string_agg(proname, ' ') from pg_proc
                 where pronamespace = 'public'::regnamespace and prosecdef
                   and proconfig is distinct from array['search_path=pg_catalog, pg_temp']
                """)
            #expect(others == nil)
            #expect(try await office.value("select count(*)::text from pg_proc where prosecdef") != "0")
        }
    }

    @Test func `The server role cannot create objects where PostgreSQL up to 14 lets every role do so`() async throws {
        try await withServer { office, pool in
            let role = try await self.role(of: pool)
            try await office.execute("grant create on schema public to public, \(role)")
            #expect(try await AttendanceStore(pool: pool).serverRole().warning?.contains("can create objects") == true)
            try await office.pool.withConnection { try await Migrator(office.folder).grantServerRights(to: role, $0) }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { _ = try await $0.execute("create table mine (x int)") }
            }
            #expect(error?.sqlState == "42501")
            #expect(try await AttendanceStore(pool: pool).serverRole().warning == nil)
        }
    }

    @Test func `A superuser as the server role gets no rights and causes a warning`() async throws {
        try await TestOffice.with { office in
            try await office.pool.withConnection { connection in
                _ = await #expect(throws: InstallationError.serverRoleCreatesObjects("postgres")) {
                    try await Migrator(office.folder).grantServerRights(to: "postgres", connection)
                }
            }
            #expect(try await office.store.serverRole().warning?.contains("'postgres', which is a superuser") == true)
        }
    }

    @Test func `The server role gets its rights from an owner who is not a superuser`() async throws {
        let suffix = UUID().uuidString.lowercased().replacing("-", with: "_")
        let (owner, server) = ("t_owner_\(suffix)", "t_server_\(suffix)")
        let folder = try SQLFolder(at: TestOffice.checkout + "/sql")
        func connect(_ database: TestDatabase, as role: String) async throws -> PostgresConnection {
            try await PostgresConnection.connect(
                PostgresConfiguration(database.connectionString + " user=\(role)"), queries: folder.queries)
        }
        try await TestDatabase.with { database in
            let administrator = try await connect(database, as: "postgres")
            _ = try await administrator.execute("create role \(owner) login; create role \(server) login")
            _ = try await administrator.execute(
                "do $$ begin execute format('alter database %I owner to \(owner)', current_database()); end $$")
            let connection = try await connect(database, as: owner)
            _ = try await Migrator(folder).migrate(connection)
            try await Migrator(folder).grantServerRights(to: server, connection)
            #expect(try await ServerRole.of(connection).warning?.contains("'\(owner)', which owns the tables") == true)
            let other = try await connect(database, as: server)
            #expect(try await ServerRole.of(other).warning == nil)
            for open in [connection, other] { await open.close() }
            _ = try await administrator.execute("drop owned by \(server)")
            _ = try await administrator.execute("reassign owned by \(owner) to postgres; drop owned by \(owner)")
            _ = try await administrator.execute("drop role \(owner); drop role \(server)")
            await administrator.close()
        }
    }

    private func role(of pool: PostgresPool) async throws -> String {
        try await AttendanceStore(pool: pool).serverRole().name
    }
}
