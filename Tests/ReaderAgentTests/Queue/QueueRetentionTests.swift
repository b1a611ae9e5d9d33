import Attendance
import Foundation
import NFCTag
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// The personal data in the queue's files.
@Suite struct `Queue retention` {
    private func tap(_ person: TappingPerson = .user("ada.lindqvist")) -> QueuedTap {
        QueuedTap(
            id: UUID(), person: person, kind: .start, at: "2026-11-21T09:00:00.123+09:00", desk: DeskID("6F-A3"),
            office: "Harbour Office", proof: ReadTag(uid: UID([4, 9, 8, 7]), certificate: [1, 2, 3]), reader: "A")
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

    /// The bytes of the queue's files.
    private func bytes(in folder: String) throws -> Data {
        try ["", "-wal"].map { folder + "/taps.sqlite" + $0 }.filter(FileManager.default.fileExists)
            .reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: $1)) }
    }

    @Test func `Only the owner can access the queue's folder and files`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder + "/new/queue")
            _ = try await queue.add(tap(), uid: [4, 9, 8, 7])
            #expect(try mode(folder + "/new/queue") == 0o700)
            let modes = try modes(in: folder + "/new/queue")
            #expect(Set(modes.keys).isSuperset(of: ["lock", "taps.sqlite", "taps.sqlite-wal"]))
            #expect(modes.values.allSatisfy { $0 == 0o600 }, "\(modes)")
        }
    }

    @Test func `Permissions of other users that an earlier version left are removed`() async throws {
        try await TestFolder.with { folder in
            try TapQueue.execute(sql: "create table other (number integer)", in: folder)
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

    @Test func `A folder with other files keeps its permissions`() async throws {
        try await TestFolder.with { folder in
            try Data().write(to: URL(filePath: folder + "/notes"))
            let queue = try TapQueue(folder: folder)
            _ = try await queue.waitingCount()
            #expect(try mode(folder) == 0o755 && mode(folder + "/taps.sqlite") == 0o600)
        }
    }

    @Test func `Person and place of a settled tap are deleted after a week`() async throws {
        try await TestFolder.with { folder in
            let now = Mutex(Instant(millisecondsSince1970: 1_795_143_600_000))
            let queue = try TapQueue(folder: folder, clock: AgentClock(now: { (now.withLock { $0 }, 0) }))
            let badge = BadgeReading(kind: .felica, uid: UID([1, 0x27, 3, 4, 5, 6, 7, 8]))
            let taps = [tap(), tap(.badge(badge)), tap(.user("bo.nakamura"))]
            for tap in taps { _ = try await queue.add(tap, uid: [4, 9, 8, 7]) }
            try await queue.settle(
                zip(taps, [ServerOutcome.Name.accepted, .rejected]).map { tap, outcome in
                    ServerOutcome(id: tap.id, outcome: outcome, message: "You are at work at 6F-A3.")
                })
            now.withLock { $0 = $0 + .seconds(7 * 86_400 - 1) }
            try await queue.deleteOldPersonalData()
            #expect(try await queue.personalData().contains { $0.contains("ada.lindqvist") })
            now.withLock { $0 = $0 + .seconds(1) }
            try await queue.deleteOldPersonalData()
            // Waiting taps are kept completely without a time limit.
            #expect(try await queue.waiting(atMost: 9).map(\.person) == [.user("bo.nakamura")])
            #expect(try await queue.waiting(atMost: 9).map(\.proof) == [taps[2].proof])
            #expect(!(try bytes(in: folder).contains(Data("ada.lindqvist".utf8))))
            try await queue.settle([ServerOutcome(id: taps[2].id, outcome: .accepted, message: "ok")])
            now.withLock { $0 = $0 + .seconds(7 * 86_400) }
            try await queue.deleteOldPersonalData()
            #expect(try await queue.personalData() == [])
            #expect(try await queue.ids() == taps.map { $0.id.uuidString.lowercased() })
            for text in ["6F-A3", "bo.nakamura", "Harbour Office"] {
                #expect(!(try bytes(in: folder).contains(Data(text.utf8))), "\(text)")
            }
        }
    }

    @Test(arguments: [ServerOutcome.Name.accepted, .rejected])
    func `A badge UID is deleted from all files a week after its tap was recorded, or at once if it was refused`(
        outcome: ServerOutcome.Name
    ) async throws {
        try await TestFolder.with { folder in
            let now = Mutex(Instant(millisecondsSince1970: 1_795_143_600_000))
            let queue = try TapQueue(folder: folder, clock: AgentClock(now: { (now.withLock { $0 }, 0) }))
            let badge = BadgeReading(kind: .felica, uid: UID([1, 0x27, 3, 4, 5, 6, 7, 8]))
            let tap = tap(.badge(badge))
            _ = try await queue.add(tap, uid: badge.uid.bytes)
            #expect(try bytes(in: folder).contains(Data(badge.uid.bytes)))
            try await queue.tagRemoved(from: "A")
            try await queue.settle([ServerOutcome(id: tap.id, outcome: outcome, message: "ok")])
            #expect(try bytes(in: folder).contains(Data(badge.uid.bytes)) == (outcome == .accepted))
            now.withLock { $0 = $0 + .seconds(7 * 86_400) }
            try await queue.deleteOldPersonalData()
            #expect(!(try bytes(in: folder).contains(Data(badge.uid.bytes))))
        }
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
