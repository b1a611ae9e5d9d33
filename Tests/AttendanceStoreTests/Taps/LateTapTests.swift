import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// Taps that arrive after later taps at the same desk, for example from a reader that was offline.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Late taps` {
    private let noon = TestOffice.noon

    @Test(arguments: [["bo"], ["bo", "cy", "lea"]])
    func `A late tap reads no more rows at a desk with ten thousand starts than with a thousand`(people: [String]) async throws
    {
        let few = try await rowsRead(afterStarts: 1000, by: people)
        let many = try await rowsRead(afterStarts: 10_000, by: people)
        #expect(many <= few + 10, "\(few) rows at a thousand starts, \(many) at ten thousand")
    }

    /// All of Bo's taps have the same instant, so each is late after those with greater ids.
    @Test func `A thousand taps of one instant are read once each`() async throws {
        try await TestOffice.with(connections: 1) { office in
            let starts = (0..<1000).map { _ in TestOffice.submission("bo", .start, desk: "6F-A1") }
            let before = try await rowsRead(office)
            _ = try await TapRecorder.recordAlone(starts, pool: office.pool)
            #expect(try await rowsRead(office) - before < 30_000)
        }
    }

    /// The connection first records late taps in nearly empty tables. The query plans of that time must not be reused.
    @Test func `A late tap is recorded with a query plan for the current size of the log`() async throws {
        try await TestOffice.with(connections: 1) { office in
            func pause(_ user: String, _ second: Int64) -> TapSubmission {
                TestOffice.submission(
                    user, .pause, at: noon + .seconds(second), receivedAt: noon + .seconds(10_000))
            }
            try await office.execute("analyze")
            for second in (0..<10 as Range<Int64>).reversed() {
                _ = try await TapRecorder.recordAlone([pause("ada", second)], pool: office.pool)
            }
            let starts = (0..<5000 as Range<Int64>).map { second in
                TestOffice.submission(
                    "bo", .start, at: noon + .seconds(second), desk: "6F-A1", receivedAt: noon + .seconds(10_000))
            }
            _ = try await TapRecorder.recordAlone(starts, pool: office.pool)
            _ = try await TapRecorder.recordAlone((20..<320 as Range<Int64>).map { pause("ada", $0) }, pool: office.pool)
            let before = try await indexPagesRead(office)
            #expect(try await TapRecorder.recordAlone([pause("ada", 15)], pool: office.pool).map(\.name) == ["accepted"])
            // About three pages for each of her 310 events. With a plan for empty tables it is 11,600.
            let read = try await indexPagesRead(office) - before
            #expect(read < 2000, "\(read) pages of indexes")
        }
    }

    /// The table rows and index entries that PostgreSQL reads for a late tap in the middle of `count` starts at its desk.
    private func rowsRead(afterStarts count: Int, by people: [String]) async throws -> Int {
        try await TestOffice.with(connections: 1) { office in
            let starts = (0..<count).map { number in
                TestOffice.submission(
                    people[number % people.count], .start, at: noon + .seconds(Int64(number)), desk: "6F-A1",
                    receivedAt: noon + .seconds(10_000))
            }
            _ = try await TapRecorder.recordAlone(starts, pool: office.pool)
            try await office.execute("analyze")
            let middle = Instant(
                millisecondsSince1970: (noon + .seconds(Int64(count / 2))).millisecondsSince1970 + 500)
            let late = TestOffice.submission(
                "ada", .start, at: middle, desk: "6F-A1", receivedAt: noon + .seconds(10_000))
            let before = try await rowsRead(office)
            #expect(try await TapRecorder.recordAlone([late], pool: office.pool).map(\.name) == ["accepted"])
            let after = try await rowsRead(office)
            return after - before
        }
    }

    private func rowsRead(_ office: TestOffice) async throws -> Int {
        try await counted(
            """
            (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)
            + (select sum(idx_tup_read) from pg_stat_user_indexes)
            """, office)
    }

    private func indexPagesRead(_ office: TestOffice) async throws -> Int {
        try await counted("(select sum(idx_blks_read + idx_blks_hit) from pg_statio_user_indexes)", office)
    }

    /// Flushes the session's own counts first.
    private func counted(_ sum: String, _ office: TestOffice) async throws -> Int {
        try await office.execute("select pg_stat_force_next_flush()")
        return try #require(try await office.value("select (\(sum))::text").flatMap { Int($0) })
    }

    /// Bo starts at one desk from second 0 to 30. A late start in between moves Bo's since time to Bo's next start.
    @Test(
        arguments: [
            // Before Bo's first start, and after the last.
            ([-5], 0), ([40], 0),
            ([5], 10), ([15], 20), ([25], 30), ([15, 5], 20), ([5, 15], 20), ([5, 6], 10), ([25, 25], 30),
        ] as [(late: [Int64], since: Int64)])
    func `A late start by another person moves a desk's since time to the next start`(
        late: [Int64], since: Int64
    ) async throws {
        try await TestOffice.with { office in
            func tap(_ user: String, _ second: Int64) -> TapSubmission {
                TestOffice.submission(
                    user, .start, at: noon + .seconds(second), desk: "6F-A1", receivedAt: noon + .seconds(60))
            }
            let later: [TapSubmission] = [0, 10, 20, 30].map { tap("bo", $0) }
            for submissions in [later, late.map { tap("ada", $0) }] {
                _ = try await TapRecorder.recordAlone(submissions, pool: office.pool)
            }
            let stored = try await FoldedPresence.all(in: office.store)
            #expect(stored["bo"]?.since == (noon + .seconds(since)).millisecondsSince1970)
            for (user, presence) in try await FoldedPresence.derived(in: office) {
                #expect(stored[user] == presence, "of \(user)")
            }
        }
    }

    /// A correction moves Ada's start between, before or after Bo's starts.
    @Test(arguments: [-5, 5, 15, 25, 40] as [Int64], [-5, 5, 15, 25, 40] as [Int64])
    func `A late tap next to a corrected start is derived as from the log`(amended: Int64, late: Int64) async throws {
        try await TestOffice.with { office in
            func tap(_ user: String, _ second: Int64, desk: String = "6F-A1") -> TapSubmission {
                TestOffice.submission(
                    user, .start, at: noon + .seconds(second), desk: desk, receivedAt: noon + .seconds(60))
            }
            let moved = tap("ada", 7)
            _ = try await TapRecorder.recordAlone([moved] + [0, 10, 20, 30].map { tap("bo", $0) }, pool: office.pool)
            let amendment = Correction(
                id: UUID(), target: moved.tap.id, change: .amend(Amendment(at: noon + .seconds(amended))),
                justification: Justification(author: "cy", reason: "A slip"))
            let outcomes = try await office.store.corrections.correct([
                CorrectionSubmission(.correction(amendment), receivedAt: noon + .seconds(90))
            ])
            #expect(outcomes == [.accepted(notes: [])])
            _ = try await TapRecorder.recordAlone([tap("lea", late)], pool: office.pool)
            let stored = try await FoldedPresence.all(in: office.store)
            for (user, presence) in try await FoldedPresence.derived(in: office) {
                #expect(stored[user] == presence, "of \(user)")
            }
        }
    }
}
