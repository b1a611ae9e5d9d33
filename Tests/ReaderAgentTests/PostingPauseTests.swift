import Attendance
import Foundation
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// When the poster waits, for what, and how that ends.
@Suite struct `Pauses of the poster` {
    private static func tap() -> QueuedTap {
        QueuedTap(
            id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"),
            reader: "A")
    }

    @Test func `end at a new tap after five seconds`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            _ = try await queue.add(Self.tap(), uid: [1])
            let log = ReportLog()
            let (reports, tell) = AsyncStream<AgentReport>.makeStream()
            let server = ScriptedServer(Array(repeating: .unavailable(sentence: "away"), count: 7))
            let poster = TapPoster(
                queue: queue, server: server,
                // After five seconds the seventh pause goes on for 11 s at least, the sixth for less.
                sleep: { if $0 >= .seconds(11) { try await Task.sleep(for: .seconds(600)) } }, report: { tell.yield($0) })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                group.addTask { for await report in reports { await log.append(report) } }
                try await log.wait(for: 7) { if case .serverAway = $0 { true } else { false } }
                _ = try await queue.add(Self.tap(), uid: [1])
                try await log.wait(for: 2) { if case .recorded = $0 { true } else { false } }
                group.cancelAll()
            }
        }
    }

    @Test func `do not end at a new tap where a person has to put something right`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            _ = try await queue.add(Self.tap(), uid: [1])
            let (pauses, tell) = AsyncStream<Duration>.makeStream()
            let server = ScriptedServer([.blocked(sentence: "no")])
            let poster = TapPoster(
                queue: queue, server: server,
                sleep: {
                    tell.yield($0)
                    try await Task.sleep(for: .seconds(600))
                }, report: { _ in })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                // One sleep for the whole pause, which nothing but its end interrupts.
                let pause = try #require(await pauses.first { _ in true })
                #expect(pause >= .seconds(60))
                group.cancelAll()
            }
            #expect(await server.received.isEmpty)
        }
    }

    @Test func `wait for a queue that cannot be written, and keep what the server said`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            let tap = Self.tap()
            _ = try await queue.add(tap, uid: [1])
            try TapQueue.write(
                sql: "create trigger full before update on tap begin select raise(abort, 'no room'); end", into: folder)
            let log = Mutex<[AgentReport]>([])
            let server = ScriptedServer()
            let poster = TapPoster(
                queue: queue, server: server,
                sleep: { _ in
                    if log.withLock({ $0.contains { if case .queueAway = $0 { true } else { false } } }) {
                        try TapQueue.write(sql: "drop trigger if exists full", into: folder)
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
            // Asked once: what it said was not lost meanwhile.
            #expect(await server.received.map(\.id) == [tap.id])
            #expect(log.withLock { $0 }.contains(.queueBack))
            #expect(try await queue.waitingCount() == 0)
        }
    }
}
