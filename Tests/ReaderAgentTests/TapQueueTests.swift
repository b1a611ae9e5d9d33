import Attendance
import Foundation
import TestServers
import Testing

@testable import ReaderAgent

@Suite struct `Tap queue` {
    private let tag = LyingTag(reader: "A", uid: [4, 1, 2, 3, 4, 5, 6])

    private func tap(_ kind: TapKind = .start) -> QueuedTap {
        QueuedTap(id: UUID(), user: "ada", kind: kind, at: "2026-11-21T09:00:00.123+09:00", desk: DeskID("6F-A3"))
    }

    @Test func `gives taps back in the order in which they were taken`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder + "/a/b")
            let taps = [tap(), tap(.pause), tap(.end)]
            for (index, tap) in taps.enumerated() {
                let waiting = try await queue.add(tap, from: tag)
                #expect(waiting == index + 1)
            }
            let waiting = try await queue.waiting(atMost: 10)
            #expect(waiting.map(\.id) == taps.map(\.id))
            #expect(waiting.map(\.number) == [1, 2, 3])
            #expect(waiting[0].at == "2026-11-21T09:00:00.123+09:00" && waiting[0].desk == DeskID("6F-A3"))
            #expect(try await queue.waiting(atMost: 2).count == 2)
        }
    }

    @Test func `keeps what was settled out of the way, and the rest for the next start`() async throws {
        try await TestFolder.with { folder in
            let taps = [tap(), tap(.pause), tap(.end)]
            do {
                let queue = try TapQueue(folder: folder)
                for tap in taps { _ = try await queue.add(tap, from: tag) }
                let left = try await queue.settle([
                    TapOutcome(id: taps[0].id, outcome: .accepted, message: "ok"),
                    TapOutcome(id: taps[1].id, outcome: .rejected, reason: "unknown_desk", message: "There is no such desk."),
                ])
                #expect(left == 1)
            }
            let queue = try TapQueue(folder: folder)
            #expect(try await queue.waiting(atMost: 10).map(\.id) == [taps[2].id])
            #expect(try await queue.lyingTags() == [tag])
            try await queue.lifted(from: "A")
            #expect(try await queue.lyingTags().isEmpty)
        }
    }

    @Test func `writes to the disk at every commit`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            // 2 = FULL.
            #expect(try await queue.synchronousLevel() == 2)
        }
    }

    @Test func `belongs to one process`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            #expect(throws: TapQueueError.inUse(folder)) { try TapQueue(folder: folder) }
            _ = try await queue.waitingCount()
        }
    }

    @Test func `refuses a folder that is a file, and a file that is no queue`() async throws {
        try await TestFolder.with { folder in
            try Data().write(to: URL(filePath: folder + "/file"))
            #expect {
                try TapQueue(folder: folder + "/file")
            } throws: { error in
                if case .folderNotWritable = error as? TapQueueError { true } else { false }
            }
            try Data("this was never a database, whatever its name".utf8)
                .write(to: URL(filePath: folder + "/taps.sqlite"))
            #expect {
                try TapQueue(folder: folder)
            } throws: { error in
                if case .damaged = error as? TapQueueError { true } else { false }
            }
        }
    }
}
