import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Presence rebuild` {
    /// Eight writers tap through four recorders, and four writers correct, all for the same three people and desks.
    @Test(arguments: [UInt64](1...4))
    func `A presence rebuild changes nothing after concurrent taps and corrections`(seed: UInt64) async throws {
        try await TestOffice.with(connections: 10) { office in
            try await office.withRecorders(4) { recorders in
                // Taps for the first corrections to find.
                var first = RandomStream(seed: seed, writer: 12, span: 900)
                for _ in 0..<6 { _ = try await recorders[0].record((0..<40).map { _ in first.tap() }) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<8 {
                        group.addTask {
                            var stream = RandomStream(seed: seed, writer: UInt64(writer), span: 900)
                            for _ in 0..<15 {
                                let taps = [stream.tap(), stream.tap()]
                                for outcome in try await recorders[writer % 4].record(taps) {
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
            let derived = try await StoredPresence.derived(in: office)
            let stored = try await StoredPresence.all(in: office)
            for (user, presence) in derived { #expect(stored[user] == presence, "of \(user), seed \(seed)") }
            let before = try await caches(office)
            try await office.store.presence.rebuild()
            #expect(try await caches(office) == before, "seed \(seed)")
        }
    }

    @Test func `A presence rebuild repairs manual changes and makes recorders read again`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
                let before = try await caches(office)
                try await office.execute("delete from presence; update desk_claim set person_id = 3")
                #expect(try await office.store.presence.rebuild() == 5)
                #expect(try await caches(office) == before)
                let tap = TestOffice.submission("bo", .start, at: TestOffice.noon + .seconds(1), desk: "6F-A1")
                #expect(try await recorder.record([tap]) == [.accepted(notes: [.deskTakenOver])])
            }
        }
    }

    private func caches(_ office: TestOffice) async throws -> String? {
        try await office.value(
            """
            select coalesce((select string_agg(presence::text, E'\\n' order by person_id) from presence), '') || E'\\n' ||
                   coalesce((select string_agg(desk_claim::text, E'\\n' order by office_id, desk) from desk_claim), '')
            """)
    }
}
