import Attendance
import Foundation
import TestServers
import Testing

@testable import ReaderAgent

@Suite struct `Signs of life of a reader` {
    private static func tap() -> QueuedTap {
        QueuedTap(
            id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"),
            reader: "A")
    }

    /// Runs a poster until `condition` holds.
    private static func post(
        _ queue: TapQueue, to server: ScriptedServer, until condition: @Sendable () async throws -> Bool
    ) async throws {
        let poster = TapPoster(
            queue: queue, server: server, idlePause: .milliseconds(5), sleep: { _ in }, report: { _ in })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await poster.run() }
            while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(1))) func `A reader without taps tells the server at its start and regularly that it works`()
        async throws
    {
        try await TestFolder.with { folder in
            let server = ScriptedServer()
            try await Self.post(try TapQueue(folder: folder), to: server) { await server.signsOfLife >= 3 }
            #expect(await server.received.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `A reader reports once that the server does not accept its signs of life`() async throws
    {
        try await TestFolder.with { folder in
            let (reports, continuation) = AsyncStream<AgentReport>.makeStream()
            let server = ScriptedServer(signsOfLife: [
                .answered([]), .blocked(sentence: "no"), .blocked(sentence: "no"), .answered([]),
            ])
            let poster = TapPoster(
                queue: try TapQueue(folder: folder), server: server, idlePause: .milliseconds(5), sleep: { _ in },
                report: { continuation.yield($0) })
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                var seen: [AgentReport] = []
                for await report in reports {
                    seen.append(report)
                    if report == .serverAvailable { break }
                }
                #expect(seen == [.serverUnavailable(sentence: "no", waiting: 0, retryIn: .milliseconds(5)), .serverAvailable])
                group.cancelAll()
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `A reader tells the server how many taps wait behind those that it sends`() async throws
    {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            for uid in UInt8(0)..<201 { _ = try await queue.add(Self.tap(), uid: [uid]) }
            let server = ScriptedServer([.unavailable(sentence: "away")])
            try await Self.post(queue, to: server) { try await queue.waitingCount() == 0 }
            // The first list of 200 fails, the second has half of its taps.
            #expect(await server.waiting.prefix(2) == [1, 101])
            #expect(await server.waiting.last == 0)
            #expect(await server.received.count == 201)
        }
    }
}
