import TestServers
import Testing

@testable import Postgres

@Suite struct `Named parameters` {
    @Test(arguments: [
        ("select :one::bigint + :two", "select $1::bigint + $2", ["one", "two"]),
        ("where :now > at and at > :now", "where $1 > at and at > $1", ["now"]),
        ("select a[1:2], a[:from:(:last)]", "select a[1:2], a[$1:($2)]", ["from", "last"]),
        ("select ':no', 'it''s :no', \":no\"", "select ':no', 'it''s :no', \":no\"", []),
        ("-- of :no\nselect /* :no */ :yes_1", "-- of :no\nselect /* :no */ $1", ["yes_1"]),
        ("do $$ begin :no end $$", "do $$ begin :no end $$", []),
        ("do $a$ :no $$ :no $a$ :yes", "do $a$ :no $$ :no $a$ $1", ["yes"]),
        ("select $1::bigint, '09:00'::time", "select $1::bigint, '09:00'::time", []),
        ("select 'open :no", "select 'open :no", []), ("select :", "select :", []), ("", "", []),
    ])
    func `A parameter's name becomes its number outside of quotes and comments`(
        source: String, text: String, parameters: [String]
    ) {
        let statement = NamedStatement(source)
        #expect(statement.text == text)
        #expect(statement.parameters == parameters)
    }

    @Test(.needsPostgres) func `Values reach the parameters of their names in any order`() async throws {
        let queries = ["pair": "select :first::text as first, :second::text as second, :first::text || 'x' as third"]
        try await TestDatabase.with { database in
            try await database.withConnection(queries) { connection in
                for row in [
                    try await connection.query("pair", ["first": "a", "second": String?.none])[0],
                    try await connection.query("pair", ["second": nil, "first": "a"])[0],
                ] {
                    #expect(try row.get("first", as: String.self) == "a")
                    #expect(try row.getIfPresent("second", as: String.self) == nil)
                    #expect(try row.get("third", as: String.self) == "ax")
                }
            }
        }
    }

    @Test(.needsPostgres) func `Values with other names than the parameters are rejected before they are sent`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["pair": "select :first::text, :second::text"]) { connection in
                let error = PostgresError.wrongParameters(query: "pair", expected: ["first", "second"])
                await #expect(throws: error) { try await connection.query("pair", ["first": "a"]) }
                await #expect(throws: error) { try await connection.query("pair", ["first": "a", "third": "b"]) }
                await #expect(throws: error) { try await connection.query("pair", ["first": "a", "first": "b"]) }
                await #expect(throws: error) { try await connection.query("pair") }
                let rows = try await connection.query("pair", ["first": "a", "second": "b"])
                #expect(rows.count == 1)
            }
        }
    }
}
