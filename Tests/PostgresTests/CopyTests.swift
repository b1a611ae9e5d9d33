import Foundation
import Postgres
import TestServers
import Testing

@Suite(.needsPostgres) struct `COPY to the client` {
    private struct Refusal: Error {}

    private static let queries = [
        "numbers": "copy (select i from generate_series(1, 100000) i) to stdout",
        "nothing": "copy (select 1 where false) to stdout",
        "endless": "copy (select repeat('x', 1000), generate_series(1, 1000000000)) to stdout",
        "slow": "copy (select pg_sleep(600)) to stdout",
        "broken_later": "copy (select 1 / (5000 - i) from generate_series(1, 10000) i) to stdout",
        "broken": "copy (select nonsense) to stdout",
        "no_copy": "select 1",
        "same": "select :value::bigint",
    ]

    /// Lends a connection, the process id of its backend, and a connection that observes the server. Checks afterwards that
    /// the first is usable.
    private func withConnection(
        _ body: (PostgresConnection, _ backend: String, _ observer: PostgresConnection) async throws -> Void
    ) async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withConnection(Self.queries) { connection in
                    try await body(connection, try await connection.backend, observer)
                    let number: Int64 = try await connection.query("same", ["value": Int64(7)])[0].get(0)
                    #expect(number == 7)
                }
            }
        }
    }

    @Test func `COPY delivers every row in pieces of whole rows`() async throws {
        try await withConnection { connection, _, _ in
            let (numbers, pieces) = try await connection.withCopyOut("numbers") { rows in
                var (numbers, pieces): ([Int], Int) = ([], 0)
                for try await piece in rows {
                    pieces += 1
                    #expect(piece.last == UInt8(ascii: "\n") && piece.count < 80_000)
                    numbers += String(decoding: piece, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
                }
                return (numbers, pieces)
            }
            #expect(numbers == Array(1...100_000))
            #expect(pieces > 1)
        }
    }

    @Test func `COPY delivers no piece for an empty result`() async throws {
        try await withConnection { connection, _, _ in
            let pieces = try await connection.withCopyOut("nothing") { try await $0.reduce(0) { count, _ in count + 1 } }
            #expect(pieces == 0)
        }
    }

    @Test func `Leaving a COPY early cancels it at the server`() async throws {
        try await withConnection { connection, backend, observer in
            let first = try await connection.withCopyOut("endless") { rows in try await rows.first { _ in true } }
            #expect(first?.isEmpty == false)
            let state = try await observer.text("select state from pg_stat_activity where pid = \(backend)")
            #expect(state == "idle")
            await #expect(throws: Refusal.self) { try await connection.withCopyOut("endless") { _ in throw Refusal() } }
        }
    }

    @Test func `Leaving a COPY early in a transaction makes the transaction fail`() async throws {
        try await withConnection { connection, _, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await connection.withTransaction { connection in
                    _ = try await connection.withCopyOut("endless") { rows in try await rows.first { _ in true } }
                }
            }
            #expect(error?.sqlState == "25P02", "a cancelled statement fails its transaction")
        }
    }

    @Test func `COPY reports an error after the rows that precede it`() async throws {
        try await withConnection { connection, _, _ in
            var rows = 0
            let error = await #expect(throws: PostgresError.self) {
                try await connection.withCopyOut("broken_later") { copy in
                    for try await piece in copy { rows += piece.count { $0 == UInt8(ascii: "\n") } }
                }
            }
            #expect(error?.sqlState == "22012")
            #expect(error?.description.contains("broken_later") == true)
            #expect(rows == 4999)
        }
    }

    @Test func `A COPY that cannot start reports the reason`() async throws {
        try await withConnection { connection, _, _ in
            let error = await #expect(throws: PostgresError.self) { try await connection.withCopyOut("broken") { _ in } }
            #expect(error?.sqlState == "42703")
            await #expect(throws: PostgresError.unknownQuery("missing")) {
                try await connection.withCopyOut("missing") { _ in }
            }
        }
    }

    @Test func `A statement that is no COPY closes the connection when it is run as one`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection(Self.queries) { connection in
                await #expect(throws: PostgresError.self) { try await connection.withCopyOut("no_copy") { _ in } }
                await #expect(throws: PostgresError.connectionLost("the connection is closed")) {
                    try await connection.execute("select 1")
                }
            }
            try await database.withConnection(Self.queries) { connection in
                _ = await #expect(throws: PostgresError.self) { try await connection.execute("copy (select 1) to stdout") }
            }
        }
    }

    @Test func `COPY makes the server wait while no piece is read`() async throws {
        // A server of its own: while such a session is stalled, no database can be dropped.
        try await PostgresServer.with { server in
            let configuration = PostgresConfiguration(server.connectionString)
            try await PostgresConnection.lend(configuration) { observer in
                try await PostgresConnection.lend(configuration, Self.queries) { connection in
                    let backend = try await connection.backend
                    let isStalled =
                        "exists (select from pg_stat_activity where pid = \(backend) and wait_event = 'ClientWrite')"
                    try await connection.withCopyOut("endless") { rows in
                        var rows = rows.makeAsyncIterator()
                        for _ in 0..<3 {
                            _ = try await rows.next()
                            try await observer.waitUntil(isStalled)
                        }
                        await #expect(throws: PostgresError.connectionBusy) { try await connection.execute("select 1") }
                    }
                    let task = Task {
                        try await connection.withCopyOut("endless") { rows in
                            _ = try await rows.first { _ in true }
                            try await Task.sleep(for: .seconds(600))
                        }
                    }
                    try await observer.waitUntil(isStalled)
                    task.cancel()
                    await #expect(throws: CancellationError.self) { try await task.value }
                    let after = try await connection.backend
                    #expect(after == backend)
                }
            }
        }
    }

    @Test(arguments: ["endless", "slow"])
    func `Cancelling a task ends its COPY, with or without rows arriving`(query: String) async throws {
        try await withConnection { connection, backend, observer in
            let task = Task {
                try await connection.withCopyOut(PostgresQuery(query)) { rows in for try await _ in rows {} }
            }
            try await observer.waitUntil(isActive(backend))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let state = try await observer.text("select state from pg_stat_activity where pid = \(backend)")
            #expect(state == "idle")
        }
    }

    @Test func `COPY of 400 MB needs less than 40 MB of memory`() async throws {
        // In a process of its own, so that no other test allocates memory.
        await #expect(processExitsWith: .success) {
            try await TestDatabase.with { database in
                let copy = "copy (select repeat('x', 992), generate_series(1000001, 1400000)) to stdout"
                try await database.withConnection(["copy": copy]) { connection in
                    let warm = ResidentMemory.kilobytes
                    let bytes = try await connection.withCopyOut("copy") { rows in
                        try await rows.reduce(0) { $0 + $1.count }
                    }
                    #expect(bytes == 400_000 * 1001)
                    let growth = ResidentMemory.kilobytes - warm
                    #expect(growth < 40_000, "grew by \(growth) kB")
                }
            }
        }
    }
}

enum ResidentMemory {
    /// The peak resident memory of this process (`VmHWM`, proc(5)).
    static var kilobytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
