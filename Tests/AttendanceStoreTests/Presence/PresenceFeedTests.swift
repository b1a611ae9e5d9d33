import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Presence feed` {
    private let noon = TestOffice.noon

    @Test func `The presence feed sends all presences first and then each change`() async throws {
        try await following { office, updates in
            #expect(try await updates.everybody() == [])
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
                let change = try #require(try await updates.changes().first)
                #expect(change.displayName == "Ada Lindqvist")
                #expect(change.state == .work)
                #expect(change.desk == "6F-A1")
                #expect(change.floor == "6F")
                #expect(change.since == noon)
                _ = try await recorder.record([TestOffice.submission("ada", .end, at: noon + .seconds(1))])
                #expect(try await updates.changes().map(\.state) == [.off])
            }
        }
    }

    @Test func `The presence feed sends both people of a desk takeover`() async throws {
        try await following { office, updates in
            _ = try await updates.everybody()
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
                _ = try await updates.changes()
                _ = try await recorder.record([
                    TestOffice.submission("bo", .start, at: noon + .seconds(1), desk: "6F-A1")
                ])
                let changes = try await updates.changes().sorted { $0.userName < $1.userName }
                #expect(changes.map(\.userName) == ["ada", "bo"])
                #expect(changes.map(\.state) == [.work, .work])
                #expect(changes.map(\.desk) == [nil, "6F-A1"])
            }
        }
    }

    @Test func `The presence feed does not send a tap that changed nothing`() async throws {
        try await following { office, updates in
            _ = try await updates.everybody()
            try await office.withRecorder { (recorder) async throws in
                let tap = TestOffice.submission("ada", .start, desk: "6F-A1")
                _ = try await recorder.record([tap])
                #expect(try await updates.changes().map(\.userName) == ["ada"])
                _ = try await recorder.record([tap])
                _ = try await recorder.record([TestOffice.submission("nobody", .start, desk: "6F-A1")])
                _ = try await recorder.record([TestOffice.submission("bo", .start, desk: "6F-A2")])
                #expect(try await updates.changes().map(\.userName) == ["bo"])
            }
        }
    }

    @Test func `The presence feed sends a person who leaves as absent, and one who returns as the record says`() async throws {
        try await following { office, updates in
            _ = try await updates.everybody()
            let ada = try await office.store.people.person(userName: "ada").id
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
            }
            #expect(try await updates.changes().map(\.desk) == ["6F-A1"])
            try await office.store.people.leave(ada, at: noon, by: .command, now: noon)
            let gone = try await updates.changes()
            #expect(gone.map(\.state) == [.off] && gone.map(\.desk) == [nil])
            #expect(try await office.store.presence.presences(in: office.office) == [])
            // As at a server's start.
            try await office.endConnections(of: "feed")
            #expect(try await updates.everybody() == [])
            try await office.store.people.reinstate(ada, by: .command, now: noon)
            let back = try await updates.changes()
            #expect(back.map(\.state) == [.work] && back.map(\.desk) == ["6F-A1"])
        }
    }

    @Test func `The presence feed sends all presences again after it lost its connection`() async throws {
        try await following { office, updates in
            _ = try await updates.everybody()
            // The pool's own connections are open, so the recorder works on while the feed stays out.
            try await office.allowConnections(false)
            try await office.endConnections(of: "feed")
            try await updates.interruption()
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
            }
            try await office.allowConnections(true)
            #expect(try await updates.everybody().map(\.userName) == ["ada"])
        }
    }

    private func following(_ body: (TestOffice, Updates) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let feed = PresenceFeed(
                PresenceFold(), PostgresConfiguration(office.database.connectionString), queries: office.folder.queries,
                logger: TestOffice.logger)
            let (stream, continuation) = AsyncStream.makeStream(of: PresenceUpdate.self)
            let task = Task { try? await feed.follow { continuation.yield($0) } }
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(office, Updates(stream)))
            } catch {
                outcome = .failure(error)
            }
            task.cancel()
            await task.value
            try outcome.get()
        }
    }
}

/// The updates of a feed, in order.
private final class Updates {
    private var iterator: AsyncStream<PresenceUpdate>.AsyncIterator

    init(_ stream: AsyncStream<PresenceUpdate>) { iterator = stream.makeAsyncIterator() }

    func next() async throws -> PresenceUpdate { try #require(await iterator.next(isolation: #isolation)) }

    /// The next update with all presences. Earlier updates are skipped.
    func everybody() async throws -> [PersonPresence] {
        while true {
            if case .everybody(let people, _) = try await next() { return people }
        }
    }

    func changes() async throws -> [PersonPresence] {
        while true {
            if case .changes(let people, _) = try await next() { return people }
        }
    }

    func interruption() async throws {
        while true {
            if case .interrupted = try await next() { return }
        }
    }
}
