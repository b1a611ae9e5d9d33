import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Balances of many people` {
    private let noon = TestOffice.noon
    private let november: ClosedRange<CivilDate>

    init() throws {
        november = try #require(CivilDate(text: "2026-11-01"))...#require(CivilDate(text: "2026-11-30"))
    }

    // MARK: Equal to the whole derivation

    /// Taps, corrections, facts of people and of all, and changed settings in any order, while time passes and the pages ask for
    /// different periods.
    @Test(arguments: [UInt64](1...2), [true, false])
    func `Kept balances and the days after them equal the derivation of all days`(
        seed: UInt64, hasLongestSession: Bool
    ) async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                update office_settings set day_boundary = '05:00', max_age_s = null,
                                           max_session_s = \(hasLongestSession ? "57600" : "null")
                """)
            var page = try BalancesOfPage(office)
            // Five people: all periods, or one.
            page.memory = KeptBalances(limit: seed == 1 ? 60_000 : 9)
            try await page.recordSchedule(carry: ["months": [9, 10, 11], "max_s": 7200])
            var change = RandomChange(seed: seed, page)
            var instant = noon - .seconds(11 * 86_400)
            var heads: [Int64] = []
            for step in 0..<12 {
                try await change.apply(now: instant)
                let periods = change.periods(november)
                for (period, first) in periods {
                    let kept = try await page.kept(in: period, since: first, asOf: instant)
                    let direct = try await page.direct(in: period, asOf: instant)
                    #expect(kept == direct, "seed \(seed), step \(step), \(period)")
                }
                if let head = heads.randomElement(using: &change.generator), let (period, first) = periods.first {
                    let kept = try await page.kept(in: period, since: first, asOf: instant, at: head)
                    let direct = try await page.direct(in: period, asOf: instant, at: head)
                    #expect(kept == direct, "seed \(seed), step \(step), \(period) at \(head)")
                }
                heads.append(try await page.head())
                instant = instant + .seconds(.random(in: 0...40 * 3600, using: &change.generator))
            }
            #expect(try await page.direct(in: november, asOf: noon).count >= 3)
        }
    }

    @Test func `More people than are read at once have the balances of the whole derivation`() async throws {
        try await TestOffice.with { office in
            try await office.execute(
                "insert into person (user_name, display_name, office_id) select 'p' || n, 'P', 1 from generate_series(1, 120) as n"
            )
            let page = try BalancesOfPage(office)
            try await page.recordSchedule()
            _ = try await TapRecorder.recordAlone(day("p7", 9, hours: 10) + day("p8", 1, hours: 3), pool: office.pool)
            let direct = try await page.direct(in: november, asOf: noon)
            #expect(direct.count == 124 && Set(direct.values).count == 3)
            for _ in 0..<2 {
                let kept = try await page.kept(in: november, asOf: noon)
                #expect(kept == direct)
            }
        }
    }

    @Test func `The work that is read after the start serves later pages`() async throws {
        try await TestOffice.with { office in
            try await office.execute(
                "insert into person (user_name, display_name, office_id) select 'p' || n, 'P', 1 from generate_series(1, 120) as n"
            )
            let page = try BalancesOfPage(office)
            _ = try await TapRecorder.recordAlone(day("ada", 12, hours: 8), pool: office.pool)
            func worked() async throws -> Int64 {
                var worked: Int64 = 0
                try await office.store.record.withWork(
                    page.settled, of: nil, stretches: false, asOf: noon, zones: page.zones
                ) { if $0 == 1 { worked = $1.days(until: november.upperBound).reduce(0) { $0 + $1.worked } } }
                return worked
            }
            try await page.recordSchedule()
            try await office.store.balances.readWork(page.settled, asOf: noon, zones: page.zones)
            // Behind the server's back.
            try await office.execute(
                """
                set session_replication_role = replica; delete from log_record where person_id = 1;
                reset session_replication_role
                """)
            #expect(try await worked() == 8 * 3600)
        }
    }

    // MARK: What is kept

    /// Ada and Bo have an adjustment of 1000 s that is removed from the database behind the server's back. The balances that are kept
    /// still have it.
    @Test func `A record drops the balances that it can change, and no others`() async throws {
        try await TestOffice.with { office in
            let page = try BalancesOfPage(office)
            try await office.execute("update office_settings set max_age_s = null")
            try await page.recordSchedule()
            // Its desk is erased in the end.
            _ = try await TapRecorder.recordAlone(day("cy", 45, hours: 1), pool: office.pool)
            /// - Parameter unaffected: the people whose balances stay.
            func check(
                _ name: String, unaffected: [PersonID], asOf instant: Instant? = nil, _ change: () async throws -> Void
            ) async throws {
                for user in ["1", "2"] {
                    try await page.record(["type": "adjustment", "user": .string(user), "date": "2026-10-05", "s": 1000])
                }
                _ = try await page.kept(in: november, asOf: noon)
                try await office.execute("delete from hours_fact where type = 'adjustment' and content like '%1000%'")
                try await change()
                let kept = try #require(try await page.kept(in: november, asOf: instant ?? noon))
                let direct = try await page.direct(in: november, asOf: instant ?? noon)
                for person in [1, 2] as [PersonID] {
                    var sums = try #require(direct[person])
                    if unaffected.contains(person) { sums[2] += 1000 }
                    #expect(kept[person] == sums, "\(name)")
                }
            }
            let (ada, bo) = (day("ada", 0, hours: 1), day("bo", 12, hours: 2))
            try await check("nothing", unaffected: [1, 2]) {}
            try await check("a tap of today", unaffected: [1, 2]) {
                _ = try await TapRecorder.recordAlone(ada, pool: office.pool)
            }
            try await check("late taps", unaffected: [1]) { _ = try await TapRecorder.recordAlone(bo, pool: office.pool) }
            try await check("a correction", unaffected: [1]) {
                let void = Correction(
                    id: UUID(), target: bo[1].tap.id, change: .void,
                    justification: Justification(author: "cy", reason: "It was otherwise"))
                _ = try await office.store.corrections.correct([CorrectionSubmission(.correction(void), receivedAt: noon)])
            }
            try await check("a fact of a person", unaffected: [2]) {
                try await page.record(["type": "adjustment", "user": "1", "date": "2026-11-03", "s": 7])
            }
            try await check("a fact of all", unaffected: []) {
                try await page.record(["type": "holiday", "calendar": "local", "date": "2026-11-03", "name": "文化の日"])
            }
            try await check("changed settings", unaffected: []) {
                var change = OfficeSettingsChange()
                change.attribution = .split
                try await office.store.officeSettings.change(
                    change, of: office.office, from: november.lowerBound, allowsChangedRows: true, by: nil, now: noon,
                    zones: page.zones)
            }
            try await check("an erasure", unaffected: []) {
                try await office.store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: 5)
                _ = try await office.store.retention.runRetention(now: noon, zones: page.zones)
            }
            try await check("a day that passes", unaffected: [1, 2], asOf: noon + .seconds(86_400)) {}
        }
    }

    /// The change stays in the settings, so no later day is ever settled again.
    @Test func `Balances of yesterday are kept after an office ended the limit of sessions`() async throws {
        try await TestOffice.with { office in
            let page = try BalancesOfPage(office)
            try await office.execute("update office_settings set max_age_s = null")
            try await page.recordSchedule()
            for (longest, day) in [(nil, "2026-10-01"), (Duration.seconds(57_600), "2026-10-20")] as [(Duration?, String)] {
                var change = OfficeSettingsChange()
                change.maximumSession = .some(longest)
                try await office.store.officeSettings.change(
                    change, of: office.office, from: try #require(CivilDate(text: day)), allowsChangedRows: true, by: nil,
                    now: noon, zones: page.zones)
            }
            for user in ["1", "2"] {
                try await page.record(["type": "adjustment", "user": .string(user), "date": "2026-10-05", "s": 1000])
            }
            let before = try #require(try await page.kept(in: november, asOf: noon))
            #expect(try await page.direct(in: november, asOf: noon) == before)
            try await office.execute("delete from hours_fact where type = 'adjustment'")
            _ = try await TapRecorder.recordAlone(day("bo", 1, hours: 3), pool: office.pool)
            let (kept, direct) = (
                try #require(try await page.kept(in: november, asOf: noon)), try await page.direct(in: november, asOf: noon)
            )
            #expect(kept[1] == before[1] && kept[1] != direct[1])
            #expect(kept[2] == direct[2])
        }
    }

    @Test func `Of more periods than memory has room for, the one used last is kept`() async throws {
        try await TestOffice.with { office in
            var page = try BalancesOfPage(office)
            page.memory = KeptBalances(mostPeriods: 1)
            try await page.recordSchedule()
            let october = november.lowerBound.adding(days: -31)...november.lowerBound.adding(days: -1)
            try await page.record(["type": "adjustment", "user": "1", "date": "2026-10-05", "s": 1000])
            let first = try await page.kept(in: november, asOf: noon)
            let last = try await page.kept(in: october, asOf: noon)
            try await office.execute("delete from hours_fact where type = 'adjustment'")
            #expect(try await page.kept(in: october, asOf: noon) == last)
            #expect(try await page.kept(in: november, asOf: noon) != first)
        }
    }

    @Test func `Balances kept before a restore of the database are not used after it`() async throws {
        try await TestOffice.with { office in
            let page = try BalancesOfPage(office)
            try await page.recordSchedule()
            func expectEqual() async throws {
                let (kept, direct) = (
                    try await page.kept(in: november, asOf: noon), try await page.direct(in: november, asOf: noon)
                )
                #expect(kept == direct)
            }
            _ = try await TapRecorder.recordAlone(day("ada", 10, hours: 8), pool: office.pool)
            try await expectEqual()
            try await office.execute(
                """
                set session_replication_role = replica; delete from log_place where seq = (select seq from log_head);
                delete from log_record where seq = (select seq from log_head);
                update log_head set (seq, hash) = (select seq, entry_hash from log_record order by seq desc limit 1);
                reset session_replication_role
                """)
            // Another tap gets the number of the lost one.
            _ = try await TapRecorder.recordAlone([day("bo", 10, hours: 1)[0]], pool: office.pool)
            try await expectEqual()
        }
    }

    // MARK: Who is shown

    @Test func `Without a schedule nobody has a balance, and without one of their own people are left out`() async throws {
        try await TestOffice.with { office in
            let page = try BalancesOfPage(office)
            #expect(try await page.kept(in: november, asOf: noon) == nil)
            try await page.recordSchedule()
            let terms: JSONValue = ["type": "terms", "scope": "person", "of": "2", "from": "2026-09-01", "schedule": .null]
            try await page.record(terms)
            let people = try await page.kept(in: november, asOf: noon)?.keys.sorted()
            #expect(people == [1, 3, 5])
        }
    }

    @Test func `On its first day a period has the balance until the day before, and no target`() async throws {
        try await TestOffice.with { office in
            let page = try BalancesOfPage(office)
            try await page.recordSchedule()
            _ = try await TapRecorder.recordAlone(day("ada", 20, hours: 9), pool: office.pool)
            // Sunday 1 November.
            let first = noon - .seconds(19 * 86_400)
            let earlier = november.lowerBound.adding(days: -31)...november.lowerBound.adding(days: -1)
            let october = try #require(try await page.kept(in: earlier, asOf: first))
            for _ in 0..<2 {
                let sums = try #require(try await page.kept(in: november, asOf: first))
                #expect(sums.mapValues { $0[2] } == october.mapValues { $0[2] })
                #expect(sums.count == 4 && sums.values.allSatisfy { $0[0] == 0 && $0[1] == 0 })
            }
        }
    }

    /// A clock-in at 8:00 some days before noon's, and the clock-out.
    private func day(_ user: String, _ days: Int64, hours: Int64) -> [TapSubmission] {
        let start = noon - .seconds(days * 86_400 + 4 * 3600)
        return [
            TestOffice.submission(user, .start, at: start, desk: "6F-A1"),
            TestOffice.submission(user, .end, at: start + .seconds(hours * 3600)),
        ]
    }
}
