import TestOffice
import Testing

@testable import AttendanceStore

/// The migrations of the first release ran in empty databases. From then on servers are running.
@Suite struct `Migrations since the first release` {
    private static let migrations = Result {
        try SQLFolder(at: TestOffice.checkout + "/sql").migrations.filter { $0.number > 15 }
    }

    @Test func `Each says in its first lines what it does to running servers`() throws {
        for migration in try Self.migrations.get() {
            let lines = migration.text.split(separator: "\n")
            let first = lines.prefix { $0.contains(/^-- (?:locks|reads)\b/) }
            #expect(!first.isEmpty && first.map { $0.dropFirst(3) } == migration.effects.map { $0[...] }, "\(migration.name)")
            #expect(Set(migration.effects.filter { $0.hasPrefix("locks") }).count <= 1, "\(migration.name) locks one table")
            let marks = lines.filter { $0.contains(/(?i)^--\s*(only for|outside|repeated)\b/) }
            for mark in marks {
                #expect(
                    mark.contains(
                        /^-- (outside a transaction|repeated until it returns 0|only for programs that know migration \d+)$/),
                    "\(migration.name): \(mark)")
            }
        }
    }

    @Test func `What takes something away waits for the servers of the release before`() throws {
        for migration in try Self.migrations.get() {
            let required = migration.requiredMigration
            #expect(required ?? 0 < migration.number, "\(migration.name)")
            #expect(required == nil || !migration.isRepeated, "\(migration.name)")
            let takesAway = SQLStatements.split(migration.text).contains {
                $0.contains(/^(drop|revoke|truncate)\b|^alter .*\b(drop|rename)\b/)
                    && !$0.contains(/^drop index concurrently|^revoke .* on function .* from public$/)
            }
            #expect(!takesAway || required != nil, "\(migration.name)")
        }
    }

    @Test func `None keeps a table locked while it reads or writes all of it`() throws {
        for migration in try Self.migrations.get() {
            let statements = SQLStatements.split(migration.text)
            let created = Set(statements.compactMap { $0.prefixMatch(of: /create (?:unlogged )?table (\S+)/)?.1 })
            for statement in statements {
                #expect(!statement.contains(/^(update|delete from|truncate)\b/), "\(migration.name): repeat it for some rows")
                if let index = statement.prefixMatch(of: /create (?:unique )?index (?!concurrently).*? on (\S+)/) {
                    #expect(created.contains(index.1), "\(migration.name): create it concurrently")
                }
                guard let change = statement.prefixMatch(of: /alter table (?:only )?(\S+) (.*)/), !created.contains(change.1)
                else { continue }
                let isNamed = migration.effects.contains { $0.split(separator: " ")[1] == change.1 }
                #expect(isNamed, "\(migration.name) does not say what it does to \(change.1)")
                #expect(
                    !change.2.contains(/\b(set not null|type \w+|generated)\b/), "\(migration.name): add a column or a check")
                let defaults = change.2.matches(of: /\bdefault (\w+)\(/).map(\.1)
                #expect(defaults.allSatisfy { $0 == "now" }, "\(migration.name): a default is computed for each row")
                let adds = change.2.contains(/\badd (constraint|unique|check|primary key|foreign key)\b/)
                #expect(!adds || change.2.contains(/\b(not valid|using index)\b/), "\(migration.name): validate it later")
            }
        }
    }

    /// An interrupted migration leaves an invalid index.
    @Test func `Outside a transaction are only indexes, which are dropped first`() throws {
        for migration in try Self.migrations.get() where !migration.isTransaction {
            var dropped: Set<Substring> = []
            for statement in SQLStatements.split(migration.text) {
                if let drop = statement.wholeMatch(of: /drop index concurrently if exists (\S+)/) {
                    dropped.insert(drop.1)
                } else {
                    let create = try #require(
                        statement.prefixMatch(of: /create (?:unique )?index concurrently (\S+)/), "\(migration.name)")
                    #expect(dropped.contains(create.1), "\(migration.name)")
                }
            }
        }
    }

    @Test func `Quotes and comments are not taken for statements`() {
        let text = """
            -- drop table event;
            create function f() returns text language sql as $$ select 'drop'; drop table a; $$;
            insert into room (name) values ('It''s; drop table b;'); create index b on a (x);
            """
        #expect(SQLStatements.split(text).map { $0.prefix(12) } == ["create funct", "insert into ", "create index"])
    }
}
