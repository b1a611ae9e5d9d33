import Foundation
import Postgres
import TestServers
import Testing

@Suite(.needsPostgres) struct `Binary values` {
    private func roundTrip<Value: PostgresEncodable & PostgresDecodable & Equatable>(
        _ values: [Value], as type: String, asText texts: [String]
    ) async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["same": "select :value::\(type), (:value::\(type))::text"]) { connection in
                for (value, text) in zip(values, texts) {
                    let row = try await connection.query("same", ["value": value])[0]
                    #expect(try row.get(0, as: Value.self) == value)
                    #expect(try row.get(1, as: String.self) == text, "PostgreSQL's text of the value")
                }
                let null = try await connection.query("same", ["value": Value?.none])[0]
                #expect(try null.getIfPresent(0, as: Value.self) == nil)
                #expect(throws: PostgresError.unexpectedColumn(query: "same", column: 0, expected: "\(Value.self)")) {
                    try null.get(0, as: Value.self)
                }
            }
        }
    }

    @Test func `A bool survives a round trip`() async throws {
        try await roundTrip([true, false], as: "bool", asText: ["true", "false"])
    }

    @Test func `A bigint survives a round trip`() async throws {
        try await roundTrip(
            [0, -1, .max, .min] as [Int64], as: "bigint", asText: ["0", "-1", "\(Int64.max)", "\(Int64.min)"])
    }

    @Test func `An array of bigint survives a round trip`() async throws {
        try await roundTrip(
            [[], [7], [1, -1, .max]] as [[Int64]], as: "bigint[]", asText: ["{}", "{7}", "{1,-1,\(Int64.max)}"])
    }

    @Test func `An array with a null or of two dimensions is refused`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["odd": "select '{1,null}'::bigint[], '{{1},{2}}'::bigint[]"]) { connection in
                let row = try await connection.query("odd")[0]
                for column in 0...1 {
                    #expect(throws: PostgresError.self) { try row.get(column, as: [Int64].self) }
                }
            }
        }
    }

    @Test func `A double precision value survives a round trip`() async throws {
        try await roundTrip(
            [0, -1.5, 1e300, .infinity, 0.1] as [Double], as: "float8", asText: ["0", "-1.5", "1e+300", "Infinity", "0.1"])
    }

    @Test func `A text survives a round trip`() async throws {
        let texts = ["", "a", "日本語 🪑", "it's \"quoted\"\\", String(repeating: "x", count: 100_000)]
        try await roundTrip(texts, as: "text", asText: texts)
    }

    @Test func `A uuid survives a round trip`() async throws {
        let id = UUID()
        try await roundTrip([id], as: "uuid", asText: [id.uuidString.lowercased()])
    }

    @Test func `A bytea survives a round trip`() async throws {
        try await roundTrip(
            [PostgresBytes([]), PostgresBytes([0, 255, 92])], as: "bytea", asText: [#"\x"#, #"\x00ff5c"#])
    }

    @Test func `A timestamptz survives a round trip`() async throws {
        try await roundTrip(
            [0, 946_684_800_000_000, -1, 1_795_262_400_123_456].map { PostgresTimestamp(microseconds: $0) },
            as: "timestamptz",
            asText: [
                "1970-01-01 00:00:00+00", "2000-01-01 00:00:00+00", "1969-12-31 23:59:59.999999+00",
                "2026-11-21 12:00:00.123456+00",
            ])
    }

    @Test(arguments: ["infinity", "-infinity"])
    func `An infinite timestamp is rejected when it is read`(text: String) async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["infinite": "select '\(text)'::timestamptz"]) { connection in
                let row = try await connection.query("infinite")[0]
                #expect(throws: PostgresError.unexpectedColumn(query: "infinite", column: 0, expected: "PostgresTimestamp")) {
                    try row.get(0, as: PostgresTimestamp.self)
                }
            }
        }
    }

    @Test(arguments: [Int64.min, Int64.min + 1])
    func `A timestamp beyond PostgreSQL's range is rejected, not stored as infinity`(microseconds: Int64) async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["same": "select :value::timestamptz"]) { connection in
                let error = await #expect(throws: PostgresError.self) {
                    try await connection.query("same", ["value": PostgresTimestamp(microseconds: microseconds)])
                }
                #expect(error?.sqlState == "22008")
            }
        }
    }

    @Test func `Small integers can be read as Int64`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["small": "select :small::int2, :large::int4"]) { connection in
                let row = try await connection.query("small", ["small": Int16(-7), "large": Int32.max])[0]
                #expect(try row.get(0, as: Int64.self) == -7)
                #expect(try row.get(1, as: Int64.self) == Int64(Int32.max))
            }
        }
    }

    @Test func `Arrays arrive, also empty ones and with null elements`() async throws {
        try await TestDatabase.with { database in
            let text = """
                select :bigints::bigint[]::text, :texts::text[]::text, :ids::uuid[]::text, :times::timestamptz[]::text,
                       :flags::bool[]::text, :smallints::smallint[]::text, :none::bigint[] is null
                """
            try await database.withConnection(["arrays": text]) { connection in
                let id = UUID()
                let row = try await connection.query(
                    "arrays",
                    [
                        "bigints": [1, nil, -3] as [Int64?], "texts": ["", nil, "a,b\"", "NULL"] as [String?], "ids": [id],
                        "times": [PostgresTimestamp](), "flags": [true, false], "smallints": [Int16](), "none": nil,
                    ])[0]
                let texts = try (0..<6).map { try row.get($0, as: String.self) }
                #expect(
                    texts == [
                        "{1,NULL,-3}", #"{"",NULL,"a,b\"","NULL"}"#, "{\(id.uuidString.lowercased())}", "{}", "{t,f}", "{}",
                    ])
                #expect(try row.get(6, as: Bool.self))
            }
        }
    }

    @Test func `Reading a column as another type is an error`() async throws {
        try await TestDatabase.with { database in
            let text = "select 1::int8, 'a', true, now(), '{}'::jsonb, '7'::numeric, 'é'::\"char\"::text"
            try await database.withConnection(["row": text]) { connection in
                let row = try await connection.query("row")[0]
                func expectRefusal<Value: PostgresDecodable>(_ column: Int, _ type: Value.Type) {
                    let refusal = PostgresError.unexpectedColumn(query: "row", column: column, expected: "\(type)")
                    #expect(throws: refusal) { try row.get(column, as: type) }
                    #expect(throws: refusal) { try row.getIfPresent(column, as: type) }
                }
                expectRefusal(0, String.self)
                expectRefusal(0, Double.self)
                expectRefusal(0, PostgresTimestamp.self)
                expectRefusal(1, Int64.self)
                expectRefusal(1, UUID.self)
                expectRefusal(1, PostgresBytes.self)
                expectRefusal(2, Int64.self)
                expectRefusal(3, Int64.self)
                expectRefusal(4, String.self)
                expectRefusal(5, String.self)
                expectRefusal(5, Int64.self)
                expectRefusal(7, String.self)
                expectRefusal(-1, String.self)
            }
        }
    }

    @Test func `Columns are read by name, and an unknown name is an error`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["named": "select 7::int8 as id, 'Ada' as \"displayName\", null::text as note"]) {
                connection in
                let row = try await connection.query("named")[0]
                #expect(try row.get("id", as: Int64.self) == 7)
                #expect(try row.get("displayName", as: String.self) == "Ada")
                #expect(try row.getIfPresent("note", as: String.self) == nil)
                #expect(throws: PostgresError.unexpectedColumn(query: "named", column: 2, expected: "String")) {
                    try row.get("note", as: String.self)
                }
                #expect(throws: PostgresError.unknownColumn(query: "named", name: "nothing")) {
                    try row.get("nothing", as: Int64.self)
                }
            }
        }
    }

    @Test func `A statement that was not prepared returns text`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { connection in
                let alone = try await connection.execute("select 12345678::int8")[0]
                #expect(try alone.get(0, as: String.self) == "12345678")
                // Eight digits take eight bytes, like a binary bigint.
                #expect(throws: PostgresError.self) { try alone.get(0, as: Int64.self) }
            }
        }
    }

    @Test func `Types that a database defines are read as text`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["state": "select 'work'::state, 'x'::name, '{\"a\":1}'::json"]) { connection in
                try await connection.execute("create type state as enum ('work', 'pause')")
                let row = try await connection.query("state")[0]
                #expect(try (0..<3).map { try row.get($0, as: String.self) } == ["work", "x", "{\"a\":1}"])
            }
        }
    }
}
