import Postgres
import Testing

@Suite struct `Read-only queries` {
    @Test(arguments: [
        ("select :value::bigint", true), ("-- Reads and never inserts.\nselect 1", true), ("copy (select 1) to stdout", true),
        ("with one as (select 1) select * from one", true), ("select updated_at from one", true),
        ("with one as (insert into two values (1)) select 1", false), ("insert into one values (1)", false),
        ("update one set two = 3", false), ("delete from one", false), ("select two into three from one", false),
        ("-- Tells.\n-- Writes.\nselect pg_notify($1, $2)", false), ("merge into one using two on true", false),
        ("select 1 from one for update", false), ("call one()", false), ("do $$ begin end $$", false),
    ])
    func `The text of a query shows whether it only reads`(text: String, isReadOnly: Bool) {
        #expect(PostgresQueryCatalog(["one": text]).isReadOnly("one") == isReadOnly)
    }
}
