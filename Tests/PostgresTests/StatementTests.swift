import Foundation
import Postgres
import TestServers
import Testing

@Suite(.needsPostgres) struct `Statements` {
    private static let queries = [
        "insert": "insert into person (name, badge) values (:name, :badge)",
        "names": "select name from person order by name",
        "count": "select count(*) from person",
        "as_uuid": "select :text::text::uuid",
        "as_int": "select :text::text::int",
        "broken": "select nonsense from nowhere",
        "same": "select :value::bigint",
        "prepared": "select count(*) from pg_prepared_statements where name = :name",
    ]

    private func withPeople(_ body: (PostgresConnection) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(Self.queries) { connection in
                try await connection.execute(
                    """
                    create table person (
                        name text not null, badge text constraint badge_is_unique unique,
                        constraint name_is_short check (length(name) < 10))
                    """)
                try await body(connection)
            }
        }
    }

    @Test func `A statement returns its rows and the number of affected rows`() async throws {
        try await withPeople { connection in
            #expect(try await connection.query("insert", ["name": "Ada", "badge": "1"]).affectedRows == 1)
            #expect(try await connection.query("insert", ["name": "Bo", "badge": String?.none]).affectedRows == 1)
            let rows = try await connection.query("names")
            #expect(try rows.map { try $0.get(0, as: String.self) } == ["Ada", "Bo"])
            #expect(rows.affectedRows == 2)
        }
    }

    @Test func `A rejected statement reports SQLSTATE, constraint and query name, never values`() async throws {
        try await withPeople { connection in
            try await connection.query("insert", ["name": "Ada", "badge": "hunter2"])
            let cases:
                [(
                    query: PostgresQuery, values: KeyValuePairs<String, (any PostgresEncodable)?>, state: String,
                    constraint: String?
                )] = [
                    ("insert", ["name": "Bo", "badge": "hunter2"], "23505", "badge_is_unique"),
                    ("insert", ["name": "hunter2 hunter2", "badge": "2"], "23514", "name_is_short"),
                    ("as_uuid", ["text": "hunter2"], "22P02", nil),
                    ("as_uuid", ["text": "a \"hunter2"], "22P02", nil),
                    ("as_int", ["text": "99999999999999"], "22003", nil),
                    ("insert", ["name": "hunter2\0", "badge": "2"], "22021", nil),
                ]
            for (query, values, state, constraint) in cases {
                let error = await #expect(throws: PostgresError.self) {
                    _ = try await connection.pipeline([PostgresCommand(query, values)])
                }
                guard case .refused(let refusal)? = error else {
                    Issue.record("not rejected by the server")
                    continue
                }
                #expect(refusal.sqlState == state)
                #expect(refusal.constraint == constraint)
                #expect(refusal.query == query.name)
                let told = "\(refusal) \(String(describing: error))"
                #expect(!told.contains("hunter2") && !told.contains("99999"))
            }
            let count: Int64 = try await connection.query("count")[0].get(0)
            #expect(count == 1)
        }
    }

    @Test func `The statements of a pipeline run in order and are prepared in the same round trip`() async throws {
        try await withPeople { connection in
            let results = try await connection.pipeline([
                .begin, PostgresCommand("insert", ["name": "Ada", "badge": "1"]),
                PostgresCommand("insert", ["name": "Bo", "badge": "2"]), PostgresCommand("names"),
                .commit,
            ])
            #expect(results.count == 5)
            #expect(try results[3].map { try $0.get(0, as: String.self) } == ["Ada", "Bo"])
            #expect(try await connection.pipeline([]).isEmpty)
        }
    }

    @Test func `After a failed statement the rest of a pipeline does not run, and the first failure is thrown`() async throws {
        try await withPeople { connection in
            let error = await #expect(throws: PostgresError.self) {
                _ = try await connection.pipeline([
                    PostgresCommand("insert", ["name": "Ada", "badge": "1"]),
                    PostgresCommand("insert", ["name": "Bo", "badge": "1"]),
                    PostgresCommand("as_uuid", ["text": "x"]), PostgresCommand("insert", ["name": "Cy", "badge": "3"]),
                ])
            }
            #expect(error?.sqlState == "23505")
            let count: Int64 = try await connection.query("count")[0].get(0)
            #expect(count == 0, "a pipeline is one transaction")
            #expect(try await connection.query("same", ["value": Int64(7)])[0].get(0, as: Int64.self) == 7)
            // A statement whose preparation was skipped in the failed pipeline is prepared at its next use.
            try await connection.query("insert", ["name": "Cy", "badge": "3"])
        }
    }

    @Test func `A statement is prepared once per session`() async throws {
        try await withPeople { connection in
            for number in 0..<3 as Range<Int64> { try await connection.query("same", ["value": number]) }
            try await connection.prepare("same")
            let names = PostgresCommand("names")
            _ = try await connection.pipeline([names, names, PostgresCommand("same", ["value": Int64(1)])])
            for name in ["same", "names"] {
                #expect(try await connection.query("prepared", ["name": name])[0].get(0, as: Int64.self) == 1)
            }
        }
    }

    @Test func `A query that the catalogue does not contain is not sent`() async throws {
        try await withPeople { connection in
            await #expect(throws: PostgresError.unknownQuery("missing")) { try await connection.query("missing") }
            await #expect(throws: PostgresError.unknownQuery("missing")) { try await connection.prepare("missing") }
            await #expect(throws: PostgresError.unknownQuery("missing")) {
                _ = try await connection.pipeline([
                    PostgresCommand("insert", ["name": "Ada", "badge": "1"]), PostgresCommand("missing"),
                ])
            }
            let count: Int64 = try await connection.query("count")[0].get(0)
            #expect(count == 0)
        }
    }

    @Test func `A statement that does not fit the schema fails to prepare`() async throws {
        try await withPeople { connection in
            for attempt in [{ try await connection.prepare("broken") }, { try await connection.query("broken") }] {
                let error = await #expect(throws: PostgresError.self) { _ = try await attempt() }
                #expect(error?.sqlState == "42P01")
                #expect(error?.description.contains("broken") == true)
            }
            let count: Int64 = try await connection.query("count")[0].get(0)
            #expect(count == 0)
        }
    }

    @Test func `A statement whose table changed makes the pool replace its session`() async throws {
        try await TestDatabase.with { database in
            try await database.withPool(["all": "select * from thing"], size: 1) { pool in
                try await pool.withConnection { connection in
                    try await connection.execute("create table thing (a int)")
                    try await connection.query("all")
                    try await connection.execute("alter table thing add column b int")
                }
                let error = await #expect(throws: PostgresError.self) { try await pool.query("all") }
                #expect(error?.sqlState == "0A000")
                #expect(try await pool.query("all").isEmpty)
            }
        }
    }

    @Test func `A second statement on a busy connection is an error`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withConnection { connection in
                    let backend = try await connection.backend
                    let sleeper = Task { try await connection.execute("select pg_sleep(600)") }
                    try await observer.waitUntil(isActive(backend))
                    await #expect(throws: PostgresError.connectionBusy) { try await connection.execute("select 1") }
                    sleeper.cancel()
                    await #expect(throws: CancellationError.self) { try await sleeper.value }
                    let one = try await connection.text("select 1")
                    #expect(one == "1")
                }
            }
        }
    }

    @Test func `A statement is cancelled after the statement timeout`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(statementTimeout: .milliseconds(50)) { connection in
                let error = await #expect(throws: PostgresError.self) { try await connection.execute("select pg_sleep(600)") }
                #expect(error?.sqlState == "57014")
                #expect(error?.isUnavailability == false)
                let one = try await connection.text("select 1")
                #expect(one == "1")
            }
        }
    }

    @Test func `A plan made for an empty table uses the index`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["find": "select * from thing where id = any(:ids::bigint[])"]) { connection in
                // Planned while the table is empty, when a scan looks cheapest.
                try await connection.execute("create table thing (id bigint primary key)")
                for _ in 0..<8 { try await connection.query("find", ["ids": [1, 2] as [Int64]]) }
                let plans = try await connection.text(
                    "select generic_plans || ' ' || custom_plans from pg_prepared_statements")
                #expect(plans == "8 0")
                let plan = try await connection.execute("explain execute find('{1,2}')")
                let text = try plan.map { try $0.get(0, as: String.self) }.joined(separator: "\n")
                #expect(text.contains("Index") && !text.contains("Seq Scan"))
            }
        }
    }

    @Test func `The connection string's session settings win over the defaults`() async throws {
        try await TestDatabase.with { database in
            let configuration = PostgresConfiguration(
                database.connectionString + " options='-c work_mem=7MB -c jit=on'", applicationName: "one desk")
            try await PostgresConnection.lend(configuration) { connection in
                let expected = [
                    "work_mem": "7MB", "jit": "on", "enable_seqscan": "off", "TimeZone": "UTC", "statement_timeout": "30s",
                    "application_name": "one desk",
                ]
                for (setting, value) in expected {
                    let actual = try await connection.text("show \(setting)")
                    #expect(actual == value, "\(setting)")
                }
            }
        }
    }

    @Test func `Parameters and rows may be larger than any buffer`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(["twice": "select :text::text || :text::text"]) { connection in
                let text = String(repeating: "desk", count: 250_000)
                // Both directions are full at the same time.
                let results = try await connection.pipeline((0..<8).map { _ in PostgresCommand("twice", ["text": text]) })
                for result in results { #expect(try result[0].get(0, as: String.self).utf8.count == 2_000_000) }
            }
        }
    }
}
