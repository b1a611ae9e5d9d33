import Attendance
import AttendanceStore
import Foundation
import Logging
import Postgres
import TestOffice
import TestServers
import Testing

/// A backup is restored while servers are running.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `Restored database` {
    private let noon = TestOffice.noon

    @Test func `The feed reports a restored database once and reads all presences again`() async throws {
        try await TestOffice.with { office in
            let backup = try await DatabaseCopy(of: office)
            let feed = PresenceFeed(
                PresenceFold(), PostgresConfiguration(office.database.connectionString), queries: office.folder.queries,
                logger: TestOffice.logger)
            let (updates, continuation) = AsyncStream.makeStream(of: PresenceUpdate.self)
            let task = Task { try? await feed.follow { continuation.yield($0) } }
            // A record can arrive twice, with all presences and as a change. The backup is restored at its first arrival.
            var (rewinds, told, isRestored) = (0, [[String]](), false)
            for await update in updates {
                var seen: Int64 = 0
                switch update {
                case .everybody(let people, let seq):
                    told.append(people.map(\.userName))
                    seen = seq
                    if told.count == 1 {
                        try await office.withRecorder { (recorder) async throws in
                            _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
                        }
                    }
                case .changes(_, let seq): seen = seq
                case .rewound: rewinds += 1
                case .drawings, .interrupted: break
                }
                if rewinds > 0, told.last == [], told.count > 1 { break }
                if seen > TestOffice.facts, !isRestored {
                    isRestored = true
                    try await backup.restore()
                }
            }
            #expect(rewinds == 1 && told.count > 1 && told.last == [])
            task.cancel()
            await task.value
        }
    }

    @Test func `A recorder ignores its memory after a restore, even when the log is as long as before`() async throws {
        try await TestOffice.with { office in
            let backup = try await DatabaseCopy(of: office)
            try await office.withRecorder { (recorder) async throws in
                func tap(_ user: String, _ second: Int64) async throws -> [IngestOutcome] {
                    try await recorder.record([
                        TestOffice.submission(user, .start, at: noon + .seconds(second), desk: "6F-A1")
                    ])
                }
                // The second tap is decided from memory.
                #expect(try await tap("ada", 0) == [.accepted(notes: [])])
                #expect(try await tap("ada", 1) == [.accepted(notes: [.repeatStart])])
                try await backup.restore()
                // Another server's taps, up to the same sequence number.
                for second in 2...3 as ClosedRange<Int64> {
                    let submission = TestOffice.submission("bo", .start, at: noon + .seconds(second), desk: "6F-A2")
                    _ = try await TapRecorder.recordAlone([submission], pool: office.pool)
                }
                #expect(try await tap("ada", 4) == [.accepted(notes: [])])
            }
            let (entries, flaw) = try await office.store.ledger.verifyLedger()
            #expect(entries == Int(TestOffice.facts) + 3 && flaw == nil)
        }
    }
}
