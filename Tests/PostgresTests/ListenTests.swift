import Postgres
import TestServers
import Testing

@Suite(.needsPostgres) struct `Listening` {
    private struct Enough: Error {}

    @Test func `Listening misses no notification after the first, empty batch`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { sender in
                try await database.withConnection { listener in
                    let channel = "It's \"odd\""
                    var heard: [PostgresNotification] = []
                    var sent = 0
                    await #expect(throws: Enough.self) {
                        try await listener.listen(on: ["taps", channel]) { arrived in
                            #expect(arrived.isEmpty == (sent == 0), "only the first batch is empty")
                            heard += arrived
                            if heard.count == 60 { throw Enough() }
                            // Sends more while a batch is being processed.
                            while sent < min(60, heard.count + 20) {
                                sent += 1
                                let name = sent % 3 == 0 ? "\"It's \"\"odd\"\"\"" : "taps"
                                try await sender.execute("notify \(name), '\(sent)'")
                            }
                        }
                    }
                    #expect(heard.map(\.payload) == (1...60).map(String.init))
                    #expect(heard.map(\.channel) == (1...60).map { $0 % 3 == 0 ? channel : "taps" })
                }
            }
        }
    }

    @Test func `Listening receives notifications that arrive during statements on the same connection`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { listener in
                var heard: [String] = []
                await #expect(throws: Enough.self) {
                    try await listener.listen(on: ["taps"]) { arrived in
                        heard += arrived.map(\.payload)
                        if arrived.isEmpty {
                            // They arrive together with the answers to these statements.
                            try await listener.execute("notify taps, 'one'")
                            try await listener.execute("notify taps, 'two'")
                        }
                        if heard.count == 2 { throw Enough() }
                    }
                }
                #expect(heard == ["one", "two"])
            }
        }
    }

    @Test func `Cancelling a task stops listening and leaves the connection usable`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withConnection { listener in
                    let backend = try await listener.backend
                    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
                    let task = Task { try await listener.listen(on: ["taps"]) { _ in begin.yield() } }
                    for await _ in begun { break }
                    task.cancel()
                    await #expect(throws: CancellationError.self) { try await task.value }
                    let channels = try await listener.text("select count(*) from pg_listening_channels()")
                    #expect(channels == "0")
                    let after = try await listener.backend
                    #expect(after == backend)
                    try await observer.waitUntil("not \(isActive(backend))")
                }
            }
        }
    }

    @Test func `Listening ends with an error when the connection is lost`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withConnection { listener in
                    let backend = try await listener.backend
                    await expectLoss {
                        try await listener.listen(on: ["taps"]) { _ in
                            try await observer.execute("select pg_terminate_backend(\(backend))")
                        }
                    }
                }
            }
        }
    }

    @Test func `Listening ends with an error when the connection is closed`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { listener in
                let (begun, begin) = AsyncStream.makeStream(of: Void.self)
                let task = Task { try await listener.listen(on: ["taps"]) { _ in begin.yield() } }
                for await _ in begun { break }
                await listener.close()
                await #expect(throws: PostgresError.self) { try await task.value }
            }
        }
    }
}
