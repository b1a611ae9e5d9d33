import Attendance
import Foundation
import NFCTag
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// `desktap-reader queue` as a process.
@Suite struct `Queue command` {
    private static func tap(_ person: TappingPerson = .user("ada")) -> QueuedTap {
        QueuedTap(
            id: UUID(), person: person, kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"), reader: "A")
    }

    private static func run(_ arguments: [String], in folder: String) async throws -> (Int32, String) {
        let process = try ChildProcess(
            [builtProgram("desktap-reader"), "queue"] + arguments + ["--queue", folder + "/queue"], in: folder)
        return (await process.wait(), process.output)
    }

    @Test func `The queue command lists waiting and refused taps, and retries refused ones`() async throws {
        try await TestFolder.with { folder in
            let taps = [
                Self.tap(), Self.tap(.user("bo")), Self.tap(.badge(BadgeReading(kind: .nfca, uid: UID([4, 1, 2, 3])))),
                Self.tap(),
            ]
            do {
                let queue = try TapQueue(folder: folder + "/queue")
                for tap in taps { _ = try await queue.add(tap, uid: [1]) }
                try await queue.settle([
                    ServerOutcome(id: taps[0].id, outcome: .accepted, message: "ok"),
                    ServerOutcome(
                        id: taps[1].id, outcome: .rejected, reason: "unknown_desk", message: "There is no such desk."),
                    ServerOutcome(id: taps[2].id, outcome: .rejected, reason: "unknown_badge", message: "Unknown."),
                ])
                // While another program uses the queue.
                let (status, output) = try await Self.run([], in: folder)
                #expect(status == 0)
                let at = "2026-11-21T09:00:00.000+09:00\tstart\t6F-A3"
                #expect(
                    output == """
                        refused\t\(at)\tbo\tThere is no such desk. (unknown_desk)
                        refused\t\(at)\tnfca badge\tUnknown. (unknown_badge)
                        waiting\t\(at)\tada
                        Waiting: 1. Refused: 2.

                        """)
                let (_, json) = try await Self.run(["list", "--json"], in: folder)
                #expect(json.count { $0 == "\n" } == 1 && json.contains(#""state":"refused""#), "\(json)")
                #expect(
                    json.contains(#""id":"\#(taps[2].id.uuidString.lowercased())""#) && json.contains(#""can_be_sent":false"#))
                let (retried, sentence) = try await Self.run(["retry"], in: folder)
                #expect(retried == 0)
                #expect(
                    sentence == """
                        Waiting again: 1.
                        Cannot be sent again, because the person was deleted from the queue: 1.

                        """)
                #expect(try await queue.waiting(atMost: 9).map(\.id) == [taps[1].id, taps[3].id])
            }
        }
    }

    @Test func `A tap refused a week ago is listed without its person and cannot be retried`() async throws {
        try await TestFolder.with { folder in
            let now = Mutex(Instant(millisecondsSince1970: 1_795_143_600_000))
            let queue = try TapQueue(folder: folder, clock: AgentClock(now: { (now.withLock { $0 }, 0) }))
            let tap = Self.tap()
            _ = try await queue.add(tap, uid: [1])
            try await queue.settle([ServerOutcome(id: tap.id, outcome: .rejected, reason: "bad_json", message: "No list.")])
            now.withLock { $0 = $0 + .seconds(7 * 86_400) }
            try await queue.deleteOldPersonalData()
            let inspector = try QueueInspector(folder: folder)
            let kept = try await inspector.taps()
            #expect(kept.map(\.canBeSent) == [false] && kept[0].user == nil && kept[0].reason == "bad_json")
            #expect(try await inspector.retry() == (0, 1))
        }
    }

    @Test func `Recorded taps of the last week can be sent again after a restore`() async throws {
        try await TestFolder.with { folder in
            let begin = Instant(millisecondsSince1970: 1_795_143_600_000)
            let now = Mutex(begin)
            let taps = [
                Self.tap(), Self.tap(.badge(BadgeReading(kind: .nfca, uid: UID([4, 1, 2, 3])))), Self.tap(.user("bo")),
                Self.tap(),
            ]
            do {
                let queue = try TapQueue(folder: folder + "/queue", clock: AgentClock(now: { (now.withLock { $0 }, 0) }))
                for (tap, day) in zip(taps, [0, 5, 6] as [Int64]) {
                    _ = try await queue.add(tap, uid: [1])
                    now.withLock { $0 = begin + .seconds(day * 86_400) }
                    try await queue.settle([ServerOutcome(id: tap.id, outcome: .quarantined, message: "ok")])
                }
                _ = try await queue.add(taps[3], uid: [1])
                try await queue.settle([ServerOutcome(id: taps[3].id, outcome: .rejected, message: "No.")])
                now.withLock { $0 = begin + .seconds(8 * 86_400) }
                try await queue.deleteOldPersonalData()
            }
            let time = (begin + .seconds(6 * 86_400)).rfc3339()
            #expect(try await Self.run(["replay", "--since", time], in: folder) == (0, "Waiting again: 1.\n"))
            let (status, output) = try await Self.run(["replay"], in: folder)
            #expect(status == 0)
            #expect(output == "Waiting again: 1.\nCannot be sent again, because the person was deleted from the queue: 1.\n")
            let queue = try TapQueue(folder: folder + "/queue")
            #expect(try await queue.waiting(atMost: 9).map(\.person) == [taps[1].person, taps[2].person])
            #expect(try await Self.run(["replay", "--since", "10:00"], in: folder).0 == 64)
        }
    }

    @Test func `A tap in a list that the server refused as a whole keeps its badge`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            let tap = Self.tap(.badge(BadgeReading(kind: .nfca, uid: UID([4, 1, 2, 3]))))
            _ = try await queue.add(tap, uid: [1])
            try await queue.settle([ServerOutcome(id: tap.id, outcome: .rejected, reason: "bad_json", message: "No list.")])
            #expect(try await QueueInspector(folder: folder).retry() == (1, 0))
            #expect(try await queue.waiting(atMost: 1).map(\.person) == [tap.person])
        }
    }

    @Test func `A tap that enrolled its badge is not listed`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            let tap = Self.tap(.badge(BadgeReading(kind: .nfca, uid: UID([4, 1, 2, 3]))))
            _ = try await queue.add(tap, uid: [1])
            try await queue.settle([ServerOutcome(id: tap.id, outcome: .rejected, reason: "badge_enrolled", message: "Ada's.")])
            let inspector = try QueueInspector(folder: folder)
            #expect(try await inspector.taps().isEmpty)
            #expect(try await inspector.retry() == (0, 0))
        }
    }

    @Test func `A missing queue or one of another version is reported`() async throws {
        try await TestFolder.with { folder in
            let (status, output) = try await Self.run([], in: folder)
            #expect(status == 66 && output.contains("There is no queue in \(folder)/queue"), "\(output)")
            try TapQueue.execute(sql: "create table other (number integer)", in: folder)
            #expect(throws: TapQueueError.olderVersion(folder)) { try QueueInspector(folder: folder) }
        }
    }
}
