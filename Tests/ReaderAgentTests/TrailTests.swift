import Attendance
import Foundation
import NFCTag
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// What others on the reader's computer can find out from its disk.
@Suite struct `The trail on disk` {
    private func tap(_ person: TappingPerson = .user("ada.lindqvist")) -> QueuedTap {
        QueuedTap(
            id: UUID(), person: person, kind: .start, at: "2026-11-21T09:00:00.123+09:00", desk: DeskID("6F-A3"),
            office: "Harbour Office", evidence: TagEvidence(uid: TagUID([4, 9, 8, 7]), certificate: [1, 2, 3]), reader: "A")
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func modes(in folder: String) throws -> [String: Int] {
        try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { modes, name in
            modes[name] = try mode(folder + "/" + name)
        }
    }

    /// All that stands in the queue's files.
    private func bytes(in folder: String) throws -> Data {
        try ["", "-wal"].map { folder + "/taps.sqlite" + $0 }.filter(FileManager.default.fileExists)
            .reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: $1)) }
    }

    @Test func `is for its owner's eyes`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder + "/new/queue")
            _ = try await queue.add(tap(), uid: [4, 9, 8, 7])
            #expect(try mode(folder + "/new/queue") == 0o700)
            let modes = try modes(in: folder + "/new/queue")
            #expect(Set(modes.keys).isSuperset(of: ["lock", "taps.sqlite", "taps.sqlite-wal"]))
            #expect(modes.values.allSatisfy { $0 == 0o600 }, "\(modes)")
        }
    }

    @Test func `is closed to others where an earlier version left it open`() async throws {
        try await TestFolder.with { folder in
            try TapQueue.write(sql: "create table other (number integer)", into: folder)
            for name in ["", "-wal", "-shm"] {
                let path = folder + "/taps.sqlite" + name
                if !name.isEmpty { try Data().write(to: URL(filePath: path)) }
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            }
            let queue = try TapQueue(folder: folder)
            _ = try await queue.add(tap(), uid: [4, 9, 8, 7])
            #expect(try mode(folder) == 0o700)
            let modes = try modes(in: folder)
            #expect(modes.values.allSatisfy { $0 == 0o600 }, "\(modes)")
        }
    }

    @Test func `in a folder with other things leaves that as it is`() async throws {
        try await TestFolder.with { folder in
            try Data().write(to: URL(filePath: folder + "/notes"))
            let queue = try TapQueue(folder: folder)
            _ = try await queue.waitingCount()
            #expect(try mode(folder) == 0o755 && mode(folder + "/taps.sqlite") == 0o600)
        }
    }

    @Test func `ends a week after the server has answered`() async throws {
        try await TestFolder.with { folder in
            let now = Mutex(Instant(millisecondsSince1970: 1_795_143_600_000))
            let queue = try TapQueue(folder: folder, clock: AgentClock(now: { (now.withLock { $0 }, 0) }))
            let badge = Badge(kind: .felica, uid: TagUID([1, 0x27, 3, 4, 5, 6, 7, 8]))
            let taps = [tap(), tap(.badge(badge)), tap(.user("bo.nakamura"))]
            for tap in taps { _ = try await queue.add(tap, uid: [4, 9, 8, 7]) }
            try await queue.settle(
                zip(taps, [TapOutcome.Name.accepted, .rejected]).map { tap, outcome in
                    TapOutcome(id: tap.id, outcome: outcome, message: "You are at work at 6F-A3.")
                })
            now.withLock { $0 = $0.adding(seconds: 7 * 86_400 - 1) }
            try await queue.forgetOldTaps()
            #expect(try await queue.trail().contains { $0.contains("ada.lindqvist") })
            now.withLock { $0 = $0.adding(seconds: 1) }
            try await queue.forgetOldTaps()
            // What waits is kept as it is, however long.
            #expect(try await queue.waiting(atMost: 9).map(\.person) == [.user("bo.nakamura")])
            #expect(try await queue.waiting(atMost: 9).map(\.evidence) == [taps[2].evidence])
            #expect(!(try bytes(in: folder).contains(Data("ada.lindqvist".utf8))))
            try await queue.settle([TapOutcome(id: taps[2].id, outcome: .accepted, message: "ok")])
            now.withLock { $0 = $0.adding(seconds: 7 * 86_400) }
            try await queue.forgetOldTaps()
            #expect(try await queue.trail() == [])
            #expect(try await queue.numbers() == taps.map { $0.id.uuidString.lowercased() })
            for text in ["6F-A3", "bo.nakamura", "Harbour Office"] {
                #expect(!(try bytes(in: folder).contains(Data(text.utf8))), "\(text)")
            }
        }
    }

    @Test func `has no badge's number left once the server has answered`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            let badge = Badge(kind: .felica, uid: TagUID([1, 0x27, 3, 4, 5, 6, 7, 8]))
            let tap = tap(.badge(badge))
            _ = try await queue.add(tap, uid: badge.uid.bytes)
            #expect(try bytes(in: folder).contains(Data(badge.uid.bytes)))
            try await queue.lifted(from: "A")
            try await queue.settle([TapOutcome(id: tap.id, outcome: .accepted, message: "ok")])
            #expect(!(try bytes(in: folder).contains(Data(badge.uid.bytes))))
        }
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
