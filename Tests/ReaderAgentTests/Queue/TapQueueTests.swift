import Attendance
import Foundation
import NFCTag
import TestServers
import Testing

@testable import ReaderAgent

@Suite struct `Tap queue` {
    private let tag = PresentTag(reader: "A", uid: [4, 1, 2, 3, 4, 5, 6])

    private func tap(_ kind: TapKind = .start) -> QueuedTap {
        QueuedTap(
            id: UUID(), person: .user("ada"), kind: kind, at: "2026-11-21T09:00:00.123+09:00", desk: DeskID("6F-A3"),
            reader: "A")
    }

    @Test func `Waiting taps are returned in the order in which they were saved`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder + "/a/b")
            let taps = [tap(), tap(.pause), tap(.end)]
            for (index, tap) in taps.enumerated() {
                let waiting = try await queue.add(tap, uid: tag.uid)
                #expect(waiting == index + 1)
            }
            let waiting = try await queue.waiting(atMost: 10)
            #expect(waiting.map(\.id) == taps.map(\.id))
            #expect(waiting.map(\.number) == [1, 2, 3])
            #expect(waiting[0].at == "2026-11-21T09:00:00.123+09:00" && waiting[0].desk == DeskID("6F-A3"))
            #expect(try await queue.waiting(atMost: 2).count == 2)
        }
    }

    @Test func `Settled taps are omitted, and waiting taps survive a restart`() async throws {
        try await TestFolder.with { folder in
            let taps = [tap(), tap(.pause), tap(.end)]
            do {
                let queue = try TapQueue(folder: folder)
                for tap in taps { _ = try await queue.add(tap, uid: tag.uid) }
                let left = try await queue.settle([
                    ServerOutcome(id: taps[0].id, outcome: .accepted, message: "ok"),
                    ServerOutcome(
                        id: taps[1].id, outcome: .rejected, reason: "unknown_desk", message: "There is no such desk."),
                ])
                #expect(left == 1)
            }
            let queue = try TapQueue(folder: folder)
            #expect(try await queue.waiting(atMost: 10).map(\.id) == [taps[2].id])
            #expect(try await queue.presentTags() == [tag])
            try await queue.tagRemoved(from: "A")
            #expect(try await queue.presentTags().isEmpty)
        }
    }

    @Test func `A badge UID is kept until the server has responded`() async throws {
        try await TestFolder.with { folder in
            let badge = BadgeReading(kind: .felica, uid: UID([1, 2, 3, 4, 5, 6, 7, 8]))
            let tap = QueuedTap(
                number: 1, id: UUID(), person: .badge(badge), kind: .end, at: "2026-11-21T09:00:00.123+09:00", desk: nil,
                office: "Tokyo", reader: "B")
            do {
                let queue = try TapQueue(folder: folder)
                _ = try await queue.add(tap, uid: badge.uid.bytes)
                try await queue.tagRemoved(from: "B")
            }
            let queue = try TapQueue(folder: folder)
            #expect(try await queue.waiting(atMost: 1) == [tap])
            try await queue.settle([ServerOutcome(id: tap.id, outcome: .rejected, reason: "unknown_badge", message: "?")])
            #expect(try await queue.badgeUIDCount() == 0)
        }
    }

    @Test func `A queue of the first version is migrated`() async throws {
        try await TestFolder.with { folder in
            let old = """
                create table tap (number integer primary key autoincrement, id text not null unique, user text not null,
                    kind text not null, at text not null, desk text, reader text not null,
                    state text not null default 'waiting', outcome text, reason text, message text);
                create index tap_by_state on tap (state, number);
                create table lying_tag (reader text primary key, uid blob not null) without rowid;
                create table grdb_migrations (identifier text not null primary key);
                insert into grdb_migrations values ('taps');
                insert into tap (number, id, user, kind, at, desk, reader, state) values
                    (7, '11111111-1111-4111-8111-111111111111', 'ada', 'start', '2026-11-20T09:00:00.000+09:00', '6F-A3', 'A',
                        'recorded'),
                    (8, '22222222-2222-4222-8222-222222222222', 'ada', 'end', '2026-11-20T18:00:00.000+09:00', null, 'A',
                        'waiting');
                """
            try TapQueue.execute(sql: old, in: folder)
            let queue = try TapQueue(folder: folder)
            let kept = try await queue.waiting(atMost: 10)
            #expect(kept.map(\.number) == [8] && kept.map(\.person) == [.user("ada")] && kept.map(\.kind) == [.end])
            #expect(try await queue.add(tap(), uid: tag.uid) == 2)
            #expect(try await queue.waiting(atMost: 10).map(\.number) == [8, 9])
        }
    }

    @Test func `Every commit is written to the disk`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            // 2 = FULL.
            #expect(try await queue.synchronousLevel() == 2)
        }
    }

    @Test func `A queue can be opened by one process only`() async throws {
        try await TestFolder.with { folder in
            let queue = try TapQueue(folder: folder)
            #expect(throws: TapQueueError.inUse(folder)) { try TapQueue(folder: folder) }
            _ = try await queue.waitingCount()
        }
    }

    @Test func `A folder that is a file, and a file that is not a queue, are refused`() async throws {
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
