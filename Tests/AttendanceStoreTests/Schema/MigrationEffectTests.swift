import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore

@Suite struct `Effects of migrations` {
    private func effects(_ text: String) -> [MigrationEffect] {
        Migration(number: 16, name: "0016_test", text: text).effects
    }

    /// The migrations of the first release ran in empty databases. From then on servers are running.
    @Test func `No migration since the first release stops the servers`() throws {
        let folder = try SQLFolder(at: TestOffice.checkout + "/sql")
        for migration in folder.migrations where migration.number > 15 {
            #expect(MigrationRules.problems(of: migration) == [], "\(migration.name)")
        }
    }

    @Test(
        arguments: [
            ("alter table event add column note text;", []),
            ("alter table event add column note text not null default '';", []),
            ("alter table event add column notes text[] not null default '{}';", []),
            (
                "alter table event add column n bigint default nextval('numbers');",
                ["event: instead, \(MigrationRules.plainColumn)"]
            ),
            (
                "alter table event add column note text; alter table desk add column note text;",
                ["lock one table in a migration: desk, event"]
            ),
            (
                "-- only for programs that know migration 15\nalter table event add constraint c check (id > 0) not valid; alter table event validate constraint c;",
                ["the lock of a table lasts while all of it is read: use two migrations"]
            ),
            ("create table note (id bigint references event (id)); create index i on note (id);", []),
            ("create table note (id bigint); insert into note select id from event;", []),
            ("insert into person (id) values (1);", ["person: instead, write some rows at a time, in a repeated migration"]),
            ("select backfill();", ["unknown effect: select backfill()"]),
            ("select backfill(10) as changed;", ["unknown effect: select backfill(10) as changed"]),
            ("-- repeated until it returns 0\nselect backfill(10) as changed;", []),
            (
                "-- repeated until it returns 0\n-- only for programs that know migration 15\nselect backfill(10) as changed;",
                ["a repeated migration takes nothing away"]
            ),
            (
                "-- repeated until it returns 0\nselect backfill(10) as changed; select backfill(20) as changed;",
                ["unknown effect: select backfill(10) as changed", "unknown effect: select backfill(20) as changed"]
            ),
            ("create index concurrently a on event (at);", ["an index is created concurrently only outside a transaction"]),
            (
                "-- outside a transaction\ncreate index concurrently a on event (at);",
                ["first 'drop index concurrently if exists a': an interrupted migration leaves an invalid index"]
            ),
            ("-- outside a transaction\ndrop index concurrently if exists a; create index concurrently a on event (at);", []),
            ("-- outside a transaction\nalter table event add column note text;", ["outside a transaction are only indexes"]),
            ("alter table event drop column note;", ["event: drop column note: \(MigrationRules.marker)"]),
            (
                "alter table event add constraint c check (id > 0) not valid;",
                ["event: add constraint c check (id > 0) not valid: \(MigrationRules.marker)"]
            ),
            ("revoke select on event from desktap;", ["revoke select on event from desktap: \(MigrationRules.marker)"]),
            ("create function f() returns int language sql as 'select 1'; revoke all on function f() from public;", []),
            (
                "alter function f(a int, b int) rename to g;",
                ["alter function f(a int, b int) rename to g: \(MigrationRules.marker)"]
            ),
            ("-- only for programs that know migration 14\nalter table event drop column note;", []),
            (
                "-- only for programs that know migration 16\nalter table event drop column note;",
                ["the program of the release before must still work"]
            ),
            (
                "-- Only for programs that know migration 14\nselect 1;",
                ["unknown effect: select 1", "the line '-- Only for programs that know migration 14' is not as it must be"]
            ),
            (
                "alter table event alter column note set not null;",
                ["event: instead, add a check constraint: add it 'not valid', and validate it in the next migration"]
            ),
            ("vacuum event;", ["unknown effect: vacuum event"]),
            ("comment on table event is 'x' /* it's */;", ["only -- comments and plain line ends are understood"]),
        ] as [(String, [String])])
    func `A migration that would stop or break servers is named with what to do instead`(text: String, problems: [String]) {
        #expect(MigrationRules.problems(of: Migration(number: 16, name: "0016_test", text: text)) == problems)
    }

    /// Statements on a table `event` with rows, and what PostgreSQL does for each: the strongest lock, and whether it reads or
    /// writes the whole table.
    @Test(
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"),
        arguments: [
            "alter table event add column a text", "alter table event add column a bigint not null default 7",
            "alter table event add column a timestamptz default now()",
            "alter table event add column a timestamptz default clock_timestamp()",
            "alter table event add column a bigint default nextval('numbers')", "alter table event add column a positive",
            "alter table event add column a bigint generated always as (id + 1) stored",
            "alter table event add column a bigint unique", "alter table event add column a bigint check (a > 0)",
            "alter table event add constraint c check (id > 0)", "alter table event add constraint c check (id > 0) not valid",
            "alter table event add constraint c foreign key (id) references other (id)",
            "alter table event add constraint c foreign key (id) references other (id) not valid",
            "alter table event validate constraint positive", "alter table event drop constraint positive",
            "alter table event alter column id set not null",
            "alter table event alter column id type int", "alter table event alter note set default 'x'",
            "alter table event add unique (id)", "alter table event add constraint c unique using index event_number",
            "alter table event alter note drop not null",
            "create table c (id bigint references event (number))", "create index i on event (id)",
            "update event set note = 'x'",
            "create trigger t after insert on event for each statement execute function nothing()",
            "insert into event (id, note) values (700, 'x')", "create view v as select id from event",
        ])
    func `The effect of a statement is what PostgreSQL does`(statement: String) async throws {
        try await TestDatabase.with { database in
            let configuration = PostgresConfiguration(database.connectionString)
            try await PostgresConnection.withConnection(configuration, queries: PostgresQueryCatalog([:])) { connection in
                try await connection.execute(
                    """
                    create table event (id bigint, note text not null, number bigint primary key generated always as identity);
                    create unique index event_number on event (number);
                    create sequence numbers;
                    create domain positive as bigint check (value > 0);
                    alter table event add constraint positive check (id > 0) not valid;
                    create table other (id bigint primary key);
                    create function nothing() returns trigger language plpgsql as 'begin return null; end';
                    insert into event (id, note) select n, 'n' from generate_series(1, 100) as n;
                    insert into other select n from generate_series(1, 100) as n;
                    """)
                let (before, after) = try await connection.withTransaction { connection in
                    let before = try await state(connection)
                    try await connection.execute(statement)
                    return (before, try await state(connection))
                }
                let worksOnAll = before.file != after.file || after.rows >= 100
                switch effects(statement).first {
                case nil: #expect(!after.stopsWriting)
                case .moment: #expect(after.stopsWriting && !worksOnAll)
                case .alongside: #expect(!after.stopsWriting && worksOnAll)
                case .blocks: #expect(worksOnAll)
                case .restricts, .repeats, .unknown: Issue.record("\(statement)")
                }
            }
        }
    }

    /// The table `event` in this transaction: its file, the rows read or written, and whether a lock stops other writers.
    private func state(_ connection: PostgresConnection) async throws -> (file: String, rows: Int, stopsWriting: Bool) {
        let row = try await connection.execute(
            """
            select pg_relation_filenode('event') as file,
                   pg_stat_get_xact_tuples_returned('event'::regclass)
                       + pg_stat_get_xact_tuples_updated('event'::regclass) as rows,
                   exists (select from pg_locks where relation = 'event'::regclass and pid = pg_backend_pid()
                              and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))
                       as stops_writing
            """)[0]
        return (
            try row.get("file", as: String.self), Int(try row.get("rows", as: String.self)) ?? -1,
            try row.get("stops_writing", as: String.self) == "t"
        )
    }

    @Test func `Quotes and comments are not taken for statements`() {
        let text = """
            -- drop table event;
            create function f() returns text language sql as $$ select 'drop'; drop table a; $$;
            insert into room (name) values ('It''s; drop table b;'); create table a (x int); create index b on a (x);
            """
        #expect(effects(text) == [])
    }
}

/// What a migration may do while servers are running.
enum MigrationRules {
    static let marker = "add a line '-- only for programs that know migration NUMBER'"
    static let plainColumn = "add a column of a built-in type, null or with a constant default"

    static func problems(of migration: Migration) -> [String] {
        var problems: [String] = []
        var locked: Set<String> = []
        var isLong = false
        for effect in migration.effects {
            switch effect {
            case .moment(let table): locked.insert(table)
            case .alongside:
                isLong = true
                if migration.isTransaction, migration.text.contains("index concurrently") {
                    problems.append("an index is created concurrently only outside a transaction")
                }
            case .blocks(let table, let instead): problems.append("\(table): instead, \(instead)")
            case .restricts(let what): if migration.requiredMigration == nil { problems.append("\(what): \(marker)") }
            case .repeats: break
            case .unknown(let statement): problems.append("unknown effect: \(statement)")
            }
        }
        // Locks last until the end of the transaction.
        if locked.count > 1 { problems.append("lock one table in a migration: \(locked.sorted().joined(separator: ", "))") }
        if !locked.isEmpty, isLong { problems.append("the lock of a table lasts while all of it is read: use two migrations") }
        if migration.isRepeated, migration.requiredMigration != nil {
            problems.append("a repeated migration takes nothing away")
        }
        if !migration.isTransaction { problems += problemsOfIndexes(SQLStatements.split(migration.text)) }
        if let required = migration.requiredMigration, required >= migration.number {
            problems.append("the program of the release before must still work")
        }
        return problems + problemsOfText(migration)
    }

    private static func problemsOfIndexes(_ statements: [String]) -> [String] {
        guard statements.allSatisfy({ $0.contains(/^(create (unique )?|drop )index concurrently\b/) }) else {
            return ["outside a transaction are only indexes"]
        }
        return statements.enumerated().compactMap { place, statement in
            guard let match = statement.firstMatch(of: /^create (?:unique )?index concurrently (\S+)/) else { return nil }
            let drop = "drop index concurrently if exists \(match.1)"
            return statements[..<place].contains(drop)
                ? nil
                : "first '\(drop)': an interrupted migration leaves an invalid index"
        }
    }

    private static func problemsOfText(_ migration: Migration) -> [String] {
        let isPlain = !migration.text.contains("/*") && !migration.text.utf8.contains(0x0D)
        let lines = migration.text.split(separator: "\n").filter { $0.contains(/(?i)^--\s*(only for|outside|repeated)\b/) }
        let wrong = lines.filter {
            !$0.contains(/^-- (outside a transaction|repeated until it returns 0|only for programs that know migration \d+)$/)
        }
        return (isPlain ? [] : ["only -- comments and plain line ends are understood"])
            + wrong.map { "the line '\($0)' is not as it must be" }
    }
}
