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
            #expect(first.applied == folder.migrations.map(\.name))
            #expect(first.waits == nil)
            let second = try await Migrator(folder).migrate(connections[0])
            #expect(second.applied == [])
            #expect(second.waits == nil)
            try await Migrator(folder).check(connections[0])
        }
    }

    @Test func `Migrations run by four processes at the same time are applied once`() async throws {
        try await withConnections(4) { connections in
            let applied = try await withThrowingTaskGroup(of: [String].self) { group in
                for connection in connections { group.addTask { try await Migrator(folder).migrate(connection).applied } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(applied.sorted() == folder.migrations.map(\.name).sorted())
        }
    }

    @Test func `Migrations leave the connection's statement timeout unchanged`() async throws {
        try await withConnections(1) { connections in
            let before = try await connections[0].execute("show statement_timeout")[0].get("statement_timeout", as: String.self)
            _ = try await Migrator(folder).migrate(connections[0])
            #expect(
                try await connections[0].execute("show statement_timeout")[0].get("statement_timeout", as: String.self)
                    == before)
        }
    }

    @Test func `A failed migration changes nothing`() async throws {
        try await withMigrations(["kept": "create table kept ();", "half": "create table half (); select 1 / 0;"]) { broken in
            try await withConnections(1) { connections in
                await #expect(throws: PostgresError.self) { try await Migrator(broken).migrate(connections[0]) }
                let rows = try await connections[0].execute(
                    "select to_regclass('kept') as kept, to_regclass('half') as half")
                #expect(try rows[0].get("kept", as: String.self) == "kept")
                #expect(try rows[0].getIfPresent("half", as: String.self) == nil)
                await #expect(throws: InstallationError.schemaIsOlder(database: 1, program: 2)) {
                    try await Migrator(broken).check(connections[0])
                }
            }
        }
    }

    @Test func `An older schema is refused with the command that updates it`() async throws {
        try await withConnections(1) { connections in
            let error = try #require(
                await #expect(throws: InstallationError.self) { try await Migrator(folder).check(connections[0]) })
            #expect(error == .schemaIsOlder(database: 0, program: folder.schemas.oldest))
            #expect("\(error)".contains("desktap migrate"))
        }
    }

    @Test func `A database of before the first release is updated`() async throws {
        try await withConnections(1) { connections in
            _ = try await Migrator(folder).migrate(connections[0])
            try await connections[0].execute("alter table schema_version drop column required_migration")
            let error = await #expect(throws: InstallationError.self) { try await Migrator(folder).check(connections[0]) }
            #expect("\(try #require(error))".contains("desktap migrate"))
            #expect(try await Migrator(folder).migrate(connections[0]).applied == [])
            try await Migrator(folder).check(connections[0])
        }
    }

    @Test func `People of the former role manager are employees, and manage their teams as before`() async throws {
        try await withConnections(1) { connections in
            let database = connections[0]
            _ = try await Migrator(folder).migrate(database)
            try await database.execute(
                """
                insert into office (name) values ('Pier');
                insert into person (user_name, display_name, role, office_id) select 'bo', 'Bo', 'manager', id from office;
                insert into team (name, office_id) select 'Design', id from office;
                insert into team_manager (team_id, person_id) select team.id, person.id from team, person
                """)
            for changed in ["1", "0"] {
                #expect(try await database.execute(folder.migrations[51].text)[0].get("changed") == changed)
            }
            let bo = try await database.execute("select role || ' ' || (select count(*) from team_manager) as text from person")
            #expect(try bo[0].get("text") == "employee 1")
        }
    }

    /// Ada's first tap is of 04:30 in Tokyo, whose day begins at 05:00. Cy left in the afternoon of 31 March, Dai before the
    /// record begins, and Eva's names are erased.
    @Test func `People of before the facts of hours get their employments from the first day of their record on`() async throws
    {
        try await withConnections(1) { connections in
            let database = connections[0]
            _ = try await Migrator(folder).migrate(database)
            try await database.execute(
                """
                insert into office (name) values ('Pier');
                insert into office_settings (office_id, valid_from, time_zone, day_boundary)
                select id, '2000-01-01', 'Asia/Tokyo', '05:00' from office;
                set session_replication_role = replica;
                insert into person (user_name, display_name, office_id, first_day, left_at)
                select one.name, one.name, office.id, first_day::date, left_at::timestamptz
                  from office, (values ('ada', '2025-01-15', null), ('bo', '2024-06-01', null),
                                       ('cy', '2024-01-01', '2025-03-31 06:00Z'), ('dai', null, '2020-01-01 00:00Z'),
                                       ('former-5', '2024-01-01', null)) as one (name, first_day, left_at);
                insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, entry_hash, time_commit)
                select seq + 1, gen_random_uuid(), 'tap', now(), person.id, 'start', '2024-12-01 19:30Z', '', office.id, '', ''
                  from log_head, person, office where user_name = 'ada';
                update log_head set seq = seq + 1;
                reset session_replication_role
                """)
            let migration = try #require(folder.migrations.first { $0.name.hasSuffix("_first_employments") })
            for changed in ["3", "0"] {
                #expect(try await database.execute(migration.text)[0].get("changed") == changed)
            }
            let rows = try await database.execute(
                """
                select concat_ws(' ', user_name, valid_from, coalesce(hours_fact.office_id::text, 'none')) as text
                  from hours_fact join person on person.id = person_id order by seq
                """)
            let office = try await database.execute("select id::text as id from office")[0].get("id", as: String.self)
            #expect(
                try rows.map { try $0.get("text", as: String.self) } == [
                    "ada 2024-12-01 \(office)", "bo 2024-06-01 \(office)", "cy 2024-01-01 \(office)", "cy 2025-04-01 none",
                ])
        }
    }

    @Test func `A newer schema is used until it excludes the program`() async throws {
        try await withConnections(1) { connections in
            _ = try await Migrator(folder).migrate(connections[0])
            try await connections[0].execute("insert into schema_version (number, name) values (9998, '9998_later')")
            try await Migrator(folder).check(connections[0])
            #expect(try await Migrator(folder).migrate(connections[0]).applied == [])
            try await connections[0].execute(
                "insert into schema_version (number, name, required_migration) values (9999, '9999_later', 9998)")
            let newer = InstallationError.schemaIsNewer(database: 9999, program: folder.migrations.count)
            await #expect(throws: newer) { try await Migrator(folder).check(connections[0]) }
            await #expect(throws: newer) { try await Migrator(folder).migrate(connections[0]) }
            #expect("\(newer)".contains("Install the newer DeskTap"))
        }
    }

    private static let contracting: KeyValuePairs = [
        "desk": "create table desk (label text, note text);",
        "note": "-- locks desk for a moment\nalter table desk add column remark text;",
        "no_note": """
        -- locks desk for a moment
        -- only for programs that know migration 2
        alter table desk drop column note;
        """,
        "no_label": """
        -- locks desk for a moment
        -- only for programs that know migration 3
        alter table desk drop column label;
        """,
    ]

    @Test func `A migration waits for the servers that it would break, and those before it do not`() async throws {
        try await withMigrations(Self.contracting) { folder in
            try await withConnections(2) { connections in
                try await connections[1].execute("set application_name = 'desktap 0.1.0 schema 1 on left feed'")
                let first = try await Migrator(folder).migrate(connections[0])
                #expect(first.applied == ["0001_desk", "0002_note"])
                #expect(first.waits == .olderServers(migration: "0003_no_note", servers: ["0.1.0 on left"]))
                #expect(first.isUsable)
                try await Migrator(folder).check(connections[0])

                try await connections[1].execute("set application_name = 'desktap 0.2.0 schema 2 on left'")
                let second = try await Migrator(folder).migrate(connections[0])
                #expect(second.applied == ["0003_no_note"])
                #expect(second.waits == .olderServers(migration: "0004_no_label", servers: ["0.2.0 on left"]))
                let advice = "\(try #require(second.waits))"
                #expect(advice.contains("0.2.0 on left. Upgrade them, then run “desktap migrate” again."))
            }
        }
    }

    @Test func `A migration outside a transaction waits for the servers that it would break`() async throws {
        let drop = """
            -- outside a transaction
            -- only for programs that know migration 1
            drop index concurrently if exists desk_label;
            """
        try await withMigrations(["desk": "create table desk (label text unique);", "label": drop]) { folder in
            try await withConnections(2) { connections in
                try await connections[1].execute("set application_name = 'desktap 0.1.0 schema 0 on left'")
                let outcome = try await Migrator(folder).migrate(connections[0])
                #expect(outcome.waits == .olderServers(migration: "0002_label", servers: ["0.1.0 on left"]))
                try await connections[1].execute("reset application_name")
                #expect(try await Migrator(folder).migrate(connections[0]).applied == ["0002_label"])
            }
        }
    }

    @Test func `A program does not work with a schema that lacks what it needs, because a change waits`() async throws {
        let skipped: KeyValuePairs = [
            "desk": "create table desk (label text, note text);",
            "no_note": "-- only for programs that know migration 1\nalter table desk drop column note;",
            "room": "create table room (label text);",
        ]
        try await withMigrations(skipped) { folder in
            try await withConnections(2) { connections in
                try await connections[1].execute("set application_name = 'desktap 0.1.0 schema 0 on left'")
                let outcome = try await Migrator(folder).migrate(connections[0])
                #expect(outcome.applied == ["0001_desk"])
                #expect(!outcome.isUsable)
            }
        }
    }

    @Test func `The plan names what waits and what is locked, and changes nothing`() async throws {
        try await withMigrations(Self.contracting) { folder in
            try await withConnections(2) { connections in
                try await connections[1].execute("set application_name = 'desktap 0.2.0 schema 2 on left'")
                let plan = """
                    running: server 0.2.0 on left
                    0001_desk
                    0002_note
                      locks desk for a moment
                    0003_no_note
                      excludes programs that do not know migration 2; none is running
                      locks desk for a moment
                    0004_no_label
                      waits until these servers are upgraded: 0.2.0 on left
                      locks desk for a moment
                    """
                for _ in 1...2 { #expect(try await Migrator(folder).plan(connections[0]).joined(separator: "\n") == plan) }
                _ = try await Migrator(folder).migrate(connections[0])
                #expect(try await Migrator(folder).plan(connections[0]).suffix(3).first == "0004_no_label")
            }
        }
    }

    @Test func `A migration lets statements pass while a long transaction keeps its table`() async throws {
        try await withConnections(3) { connections in
            try await withMigrations(["desk": "create table desk (label text);"]) { folder in
                _ = try await Migrator(folder).migrate(connections[0])
            }
            try await withMigrations(["desk": "", "note": "alter table desk add column note text;"]) { folder in
                try await connections[1].execute("begin; select from desk")
                let waits = try await Migrator(folder, attempts: 1).migrate(connections[0]).waits
                #expect(waits == .tableInUse(migration: "0002_note"))

                async let outcome = Migrator(folder).migrate(connections[0])
                let isWaiting = "select from pg_locks where relation = 'desk'::regclass and not granted"
                while try await connections[2].execute(isWaiting).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                try await connections[2].execute("insert into desk values ('6F-A3')")
                try await connections[1].execute("commit")
                #expect(try await outcome.applied == ["0002_note"])
            }
        }
    }

    @Test func `An index outside a transaction is created again after an interruption`() async throws {
        let index = """
            -- outside a transaction
            drop index concurrently if exists desk_label;
            create unique index concurrently desk_label on desk (label);
            """
        let desks = "create table desk (label text); insert into desk values ('6F-A3'), ('6F-A3');"
        try await withMigrations(["desk": desks, "label": index]) { folder in
            try await withConnections(1) { connections in
                await #expect(throws: PostgresError.self) { try await Migrator(folder).migrate(connections[0]) }
                try await connections[0].execute("delete from desk where ctid = '(0,1)'")
                #expect(try await Migrator(folder).migrate(connections[0]).applied == ["0002_label"])
                let valid = try await connections[0].execute(
                    "select indisvalid from pg_index where indexrelid = 'desk_label'::regclass")
                #expect(try valid[0].get("indisvalid", as: String.self) == "t")
            }
        }
    }

    /// Passes a folder with the queries of this program and other migrations, in their order.
    private func withMigrations(_ texts: KeyValuePairs<String, String>, _ body: (SQLFolder) async throws -> Void) async throws {
        try await TestFolder.with { path in
            try FileManager.default.copyItem(atPath: TestOffice.checkout + "/sql/queries", toPath: path + "/queries")
            try FileManager.default.createDirectory(atPath: path + "/migrations", withIntermediateDirectories: true)
            for (number, text) in texts.enumerated() {
                try text.value.write(
                    toFile: "\(path)/migrations/000\(number + 1)_\(text.key).sql", atomically: true, encoding: .utf8)
            }
            try await body(try SQLFolder(at: path))
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
            #expect(throws: InstallationError.self) { try SQLFolder(at: path) }
        }
    }

    @Test func `A missing SQL folder is refused with its path`() {
        #expect(throws: InstallationError.unusable("The folder /nowhere/queries cannot be read.")) {
            try SQLFolder(at: "/nowhere")
        }
    }
}
