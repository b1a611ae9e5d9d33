import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Presence fold` {
    /// Eight writers tap through four recorders, and four writers correct, all for the same three people and desks.
    @Test(arguments: [UInt64](1...4))
    func `A presence fold equals what follows from the log after concurrent taps and corrections`(seed: UInt64) async throws {
        try await TestOffice.with(connections: 10) { office in
            try await office.withRecorders(4) { recorders in
                // Taps for the first corrections to find.
                var first = RandomStream(seed: seed, writer: 12, span: 900)
                for _ in 0..<6 { _ = try await recorders[0].recorded((0..<40).map { _ in first.tap() }) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<8 {
                        group.addTask {
                            var stream = RandomStream(seed: seed, writer: UInt64(writer), span: 900)
                            for _ in 0..<15 {
                                let taps = [stream.tap(), stream.tap()]
                                for outcome in try await recorders[writer % 4].recorded(taps) {
                                    if case .rejected(let reason) = outcome { Issue.record("a tap was rejected: \(reason)") }
                                }
                            }
                        }
                    }
                    for writer in 8..<12 {
                        group.addTask {
                            var stream = RandomStream(seed: seed, writer: UInt64(writer), span: 900)
                            for _ in 0..<15 {
                                _ = try await office.store.corrections.correct([stream.correction(), stream.correction()])
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let flaw = try await office.store.ledger.verifyLedger().flaw
            #expect(flaw == nil)
            #expect(try await office.value("select (count(*) > 20)::text from correction") == "true")
            let derived = try await FoldedPresence.derived(in: office)
            let stored = try await FoldedPresence.all(in: office.store)
            for (user, presence) in derived { #expect(stored[user] == presence, "of \(user), seed \(seed)") }
            let anew = try await FoldedPresence.all(in: AttendanceStore(pool: office.pool))
            #expect(anew == stored, "seed \(seed)")
        }
    }

    /// As in a server that starts while others write: its first tap waits for the log, its feed reads the log meanwhile, and another
    /// server's tap is written before its own.
    @Test func `A first tap is recorded although the log was read and grew while the tap waited for it`() async throws {
        try await TestOffice.with(connections: 6) { office in
            try await office.withRecorders(2) { recorders in
                try await withThrowingTaskGroup(of: [IngestOutcome].self) { group in
                    try await office.pool.withConnection { holder in
                        try await holder.execute("begin; select from log_head for update")
                        group.addTask { try await recorders[1].record([TestOffice.submission("bo", .start, desk: "6F-A2")]) }
                        try await office.waitForLocks(1)
                        group.addTask { try await recorders[0].record([TestOffice.submission("ada", .start, desk: "6F-A1")]) }
                        try await office.waitForLocks(2)
                        _ = try await FoldedPresence.all(in: office.store)
                        try await holder.execute("commit")
                    }
                    for try await outcomes in group { #expect(outcomes == [.accepted(notes: [])]) }
                }
            }
            #expect(try await office.state(of: "ada") == .work)
        }
    }

    /// As with a phone that reads a tag twice. Another process derives the times from the log.
    @Test func `A repeated pause or end does not move the time of the first one`() async throws {
        try await TestOffice.with { office in
            let ada = try await office.store.people.person(userName: "ada")
            func times(in store: AttendanceStore) async throws -> [Instant?] {
                let found = try #require(try await store.presence.whereabouts(of: [ada.id]).first)
                return [found.person.stateSince, found.leftAt]
            }
            try await office.withRecorder { (recorder) async throws in
                for (kind, second, since, left) in [
                    (TapKind.start, 0, 0, nil), (.pause, 60, 60, nil), (.pause, 90, 60, nil), (.end, 120, 120, 120),
                    (.pause, 180, 120, 120), (.end, 240, 120, 120), (.end, 600, nil, nil), (.start, 660, 660, nil),
                ] as [(TapKind, Int64, Int64?, Int64?)] {
                    let at = TestOffice.noon + .seconds(second)
                    _ = try await recorder.record([
                        TestOffice.submission("ada", kind, at: at, desk: kind == .start ? "6F-A1" : nil)
                    ])
                    let expected = [since, left].map { $0.map { TestOffice.noon + .seconds($0) } }
                    #expect(try await times(in: office.store) == expected, "\(kind) after \(second) s")
                    #expect(try await times(in: AttendanceStore(pool: office.pool)) == expected, "\(kind) after \(second) s")
                }
            }
        }
    }

    @Test func `The whereabouts of a private person stay private after the end of their session`() async throws {
        try await TestOffice.with { office in
            try await office.store.offices.change(office.office, OfficeChange(allowsPrivate: true))
            let ada = try await office.store.people.person(userName: "ada")
            #expect(try await office.store.mapPrivacy.setPrivate(ada.id, to: true))
            try await office.withRecorder { (recorder) async throws in
                for (kind, second) in [(TapKind.start, Int64(0)), (.end, 60)] {
                    let at = TestOffice.noon + .seconds(second)
                    _ = try await recorder.record([TestOffice.submission("ada", kind, at: at, desk: "6F-A1")])
                    let found = try await office.store.presence.whereabouts(of: [ada.id])
                    #expect(found.map(\.person.isPrivate) == [true])
                    #expect(found.map(\.leftAt) == [kind == .end ? at : nil])
                }
            }
        }
    }
}
