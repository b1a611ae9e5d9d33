import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

/// Two server processes' recorders, 64 writers of taps and corrections, one database.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Many writers` {
    /// How long the writers run. `DESKTAP_TEST_WRITING` sets another number of seconds.
    private static let writing = Duration.seconds(
        Int64(ProcessInfo.processInfo.environment["DESKTAP_TEST_WRITING"] ?? "") ?? 15)

    /// Random in each run. A failure prints it.
    private let seed = UInt64.random(in: 0..<(1 << 40))

    @Test func `Many writers neither deadlock nor fork the ledger, and all state follows from the log`() async throws {
        try await TestOffice.with(connections: 12) { office in
            let counts = try await write(to: office)
            #expect(counts.taps > 64 && counts.corrections > 8, "seed \(seed)")

            let (entries, flaw) = try await office.store.ledger.verifyLedger()
            #expect(flaw == nil, "seed \(seed)")
            let stored = try await office.value(
                "select (select count(*) from event) + (select count(*) from correction) + \(TestOffice.facts)")
            #expect(stored == "\(entries)")
            #expect(try await office.value("select seq::text from log_head") == stored)

            let derived = try await FoldedPresence.derived(in: office)
            let presences = try await FoldedPresence.all(in: office.store)
            for (user, presence) in derived { #expect(presences[user] == presence, "of \(user), seed \(seed)") }

            #expect(try await FoldedPresence.all(in: AttendanceStore(pool: office.pool)) == presences, "seed \(seed)")
            try await expectRecordsOfLog(office)
        }
    }

    /// The writers share ids, so they repeat and correct each other's taps.
    private func write(to office: TestOffice) async throws -> (taps: Int, corrections: Int) {
        let end = ContinuousClock.now + Self.writing
        let seed = seed
        return try await office.withRecorders(2) { recorders in
            try await withThrowingTaskGroup(of: (taps: Int, corrections: Int).self) { group in
                for writer in 0..<64 {
                    group.addTask {
                        var stream = RandomStream(seed: seed, writer: UInt64(writer), span: 900)
                        var (taps, corrections) = (0, 0)
                        while ContinuousClock.now < end {
                            if writer % 8 == 0 {
                                corrections += try await office.store.corrections.correct([stream.correction()]).count
                            } else {
                                taps += try await recorders[writer % 2].recorded([stream.tap(), stream.tap()]).count
                            }
                        }
                        return (taps, corrections)
                    }
                }
                return try await group.reduce(into: (0, 0)) { sum, one in
                    sum = (sum.0 + one.taps, sum.1 + one.corrections)
                }
            }
        }
    }

    private static func period() throws -> ClosedRange<CivilDate> {
        let (from, to) = (CivilDate(text: "2026-11-01"), CivilDate(text: "2026-11-30"))
        return try #require(from)...(#require(to))
    }

    /// Compares the record that the store streams with the one that the rules derive from the whole log in memory.
    private func expectRecordsOfLog(_ office: TestOffice) async throws {
        let zones = try TimeZoneDatabase.system()
        var calendars = try await office.store.officeSettings.calendars(zones)
        var wholes: [String: PersonRecord] = [:]
        for (user, events) in try await StoredLog.events(in: office) {
            wholes[user] = PersonRecord(of: events, in: &calendars, asOf: TestOffice.noon)
        }
        try await office.store.record.withRecords(in: try Self.period(), asOf: TestOffice.noon, zones: zones) { record in
            #expect(record.rows == wholes[record.userName]?.rows ?? [], "of \(record.userName), seed \(seed)")
            #expect(record.sessions == wholes[record.userName]?.sessions ?? [], "of \(record.userName), seed \(seed)")
        }
    }
}
