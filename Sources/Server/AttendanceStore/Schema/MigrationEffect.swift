/// What a statement of a migration does to the servers that are running.
///
/// Lock levels: PostgreSQL's manual, "Explicit Locking" and "ALTER TABLE".
package enum MigrationEffect: Sendable, Equatable {
    /// It locks the table for a moment, whatever its size.
    case moment(table: String)
    /// It reads the whole table, or writes many rows, while servers read and write.
    case alongside(table: String)
    /// Servers wait while it reads or writes the whole table. `instead` says how to avoid that.
    case blocks(table: String, instead: String)
    /// It takes away or forbids what older programs may use.
    case restricts(what: String)
    /// It writes some rows at a time, until there are none.
    case repeats(function: String)
    /// Its effect is not known here.
    case unknown(statement: String)

    /// The effects of a migration in the order of its statements. What it creates itself is used by no server yet.
    static func effects(of text: String) -> [MigrationEffect] {
        let statements = SQLStatements.split(text)
        if statements.count == 1, Migration.isRepeated(text),
            let match = statements[0].wholeMatch(of: /select (\w+)\(\d+\) as changed/)
        {
            return [.repeats(function: String(match.1))]
        }
        let created = statements.compactMap {
            $0.firstMatch(
                of:
                    /^create (?:or replace )?(?:unlogged )?(?:table|function|view|unique index|index)(?: concurrently)? ([^\s(]+)/
            )
        }
        return statements.flatMap { effects(ofStatement: $0, created: Set(created.map { String($0.1) })) }
    }

    private static func effects(ofStatement statement: String, created: Set<String>) -> [MigrationEffect] {
        if let match = statement.firstMatch(of: /^create (unique )?index (concurrently )?\S+ on ([^\s(]+)/) {
            let table = String(match.3)
            guard !created.contains(table) else { return [] }
            let lock: MigrationEffect =
                match.2 == nil
                ? .blocks(table: table, instead: "create index concurrently, outside a transaction")
                : .alongside(table: table)
            return match.1 == nil ? [lock] : [lock, .restricts(what: statement)]
        }
        if let match = statement.firstMatch(of: /^drop index concurrently if exists (\S+)$/), created.contains(String(match.1))
        {
            return []
        }
        if statement.contains(/^create (?:unlogged )?table\b/) { return references(in: statement, created: created) }
        if let match = statement.firstMatch(of: /^create (?:constraint )?trigger .* on (\S+)/) {
            return created.contains(String(match.1)) ? [] : [.moment(table: String(match.1))]
        }
        if let match = statement.firstMatch(of: /^create or replace view (\S+)/) { return [.moment(table: String(match.1))] }
        if let match = statement.firstMatch(of: /^alter table (?:only )?(\S+) (.*)$/) {
            let table = String(match.1)
            guard !created.contains(table) else { return references(in: statement, created: created) }
            return SQLStatements.parts(of: String(match.2)).flatMap { effects(ofAction: $0, on: table, created: created) }
        }
        if let match = statement.firstMatch(of: /^revoke .* on (?:function |table )?([^\s(]+)/) {
            return created.contains(String(match.1)) ? [] : [.restricts(what: statement)]
        }
        if statement.contains(/^(drop|alter function .* (rename|set schema)|alter \w+ \S+ (rename|set schema))\b/) {
            return [.restricts(what: statement)]
        }
        let rows = "write some rows at a time, in a repeated migration"
        if let match = statement.firstMatch(of: /^insert into ([^\s(]+)/) {
            let table = String(match.1)
            guard !created.contains(table) else { return statement.contains(" select ") ? [.alongside(table: table)] : [] }
            // A change of these counts a version in the row of 'log_head', on which all taps wait.
            let isRoster = ["desk", "office", "office_settings", "person"].contains(table)
            return isRoster || statement.contains(" select ") ? [.blocks(table: table, instead: rows)] : []
        }
        if let match = statement.firstMatch(of: /^(?:update|delete from|truncate) (\S+)/) {
            return [.blocks(table: String(match.1), instead: rows)]
        }
        let isHarmless = statement.contains(
            /^(create (or replace )?(function|procedure|view|type|sequence|domain)|alter function|comment|grant|set)\b/)
        return isHarmless ? [] : [.unknown(statement: statement)]
    }

    /// - Parameter action: an action of `alter table`.
    private static func effects(ofAction action: String, on table: String, created: Set<String>) -> [MigrationEffect] {
        let moment = MigrationEffect.moment(table: table)
        let restricts = MigrationEffect.restricts(what: "\(table): \(action)")
        if action.hasPrefix("add column") {
            let isQuick = action.contains(
                /^add column (if not exists )?\S+ (text|bigint|int|integer|smallint|boolean|bool|bytea|uuid|jsonb|date|timestamptz|timestamp with time zone)(\[\])?( (not null )?default (-?\d+|'[^']*'|true|false|null|now\(\)))?$/
            )
            return isQuick
                ? [moment]
                : [.blocks(table: table, instead: "add a column of a built-in type, null or with a constant default")]
        }
        let separate = "add it 'not valid', and validate it in the next migration"
        if action.hasPrefix("add ") {
            let isQuick = action.contains(/\b(not valid|unique using index \S+)$/)
            return isQuick
                ? [moment, restricts] + references(in: action, created: created)
                : [.blocks(table: table, instead: separate)]
        }
        if action.hasPrefix("validate ") { return [.alongside(table: table)] }
        if action.contains(/^alter (column )?\S+ (set data )?type\b/) {
            return [.blocks(table: table, instead: "add a column of the new type")]
        }
        if action.contains(/^alter (column )?\S+ set not null/) {
            return [.blocks(table: table, instead: "add a check constraint: " + separate)]
        }
        if action.contains(/^(drop|rename|alter (column )?\S+ drop|enable row|force row)\b/) { return [moment, restricts] }
        if action.contains(/^(alter (column )?\S+ set|enable|disable|set)\b/) { return [moment] }
        return [.unknown(statement: "alter table \(table) \(action)")]
    }

    /// A foreign key also locks the table to which it leads.
    private static func references(in text: String, created: Set<String>) -> [MigrationEffect] {
        text.matches(of: /\breferences ([^\s(,]+)/).map { String($0.1) }.filter { !created.contains($0) }.map {
            .moment(table: $0)
        }
    }
}
