import Attendance
import Foundation
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// The pauses of ``TapPoster``.
@Suite struct `Pauses of the poster` {
    private static func tap() -> QueuedTap {
        QueuedTap(
            id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"),
            reader: "A")
    }

    @Test func `A new tap ends a pause of the poster after five seconds`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            _ = try await queue.add(Self.tap(), uid: [1])
            let log = ReportLog()
            let (reports, continuation) = AsyncStream<AgentReport>.makeStream()
            let server = ScriptedServer(Array(repeating: .unavailable(sentence: "away"), count: 7))
            let poster = TapPoster(
                queue: queue, server: server,
                // After five seconds the seventh pause lasts at least 11 s more, the sixth less.
                sleep: { if $0 >= .seconds(11) { try await Task.sleep(for: .seconds(600)) } },
                report: { continuation.yield($0) })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                group.addTask { for await report in reports { await log.append(report) } }
                try await log.wait(for: 7) { if case .serverUnavailable = $0 { true } else { false } }
                _ = try await queue.add(Self.tap(), uid: [1])
                try await log.wait(for: 2) { if case .recorded = $0 { true } else { false } }
                group.cancelAll()
            }
        }
    }

    @Test func `A new tap does not end a pause that needs a correction by a person`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            _ = try await queue.add(Self.tap(), uid: [1])
            let (pauses, continuation) = AsyncStream<Duration>.makeStream()
            let server = ScriptedServer([.blocked(sentence: "no")])
            let poster = TapPoster(
                queue: queue, server: server,
                sleep: {
                    continuation.yield($0)
                    try await Task.sleep(for: .seconds(600))
                }, report: { _ in })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                // One sleep for the whole pause, which a new tap does not interrupt.
                let pause = try #require(await pauses.first { _ in true })
                #expect(pause >= .seconds(60))
                group.cancelAll()
            }
            #expect(await server.received.isEmpty)
        }
    }

    @Test func `The poster waits for a queue that cannot be written and keeps the server's outcomes`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            let tap = Self.tap()
            _ = try await queue.add(tap, uid: [1])
            try TapQueue.execute(
                sql: "create trigger full before update on tap begin select raise(abort, 'no room'); end", in: folder)
            let log = Mutex<[AgentReport]>([])
            let server = ScriptedServer()
            let poster = TapPoster(
                queue: queue, server: server,
                sleep: { _ in
                    if log.withLock({ $0.contains { if case .queueUnavailable = $0 { true } else { false } } }) {
                        try TapQueue.execute(sql: "drop trigger if exists full", in: folder)
                    }
                }, report: { report in log.withLock { $0.append(report) } })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                let deadline = ContinuousClock.now + .seconds(60)
                while !log.withLock({ $0.contains { if case .recorded = $0 { true } else { false } } }), .now < deadline {
                    try await Task.sleep(for: .milliseconds(5))
                }
                group.cancelAll()
            }
            // The server received the tap once, so its response was not lost.
            #expect(await server.received.map(\.id) == [tap.id])
            #expect(log.withLock { $0 }.contains(.queueAvailable))
            #expect(try await queue.waitingCount() == 0)
        }
    }
}
