import Attendance
import Foundation
import Hours
import Postgres
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore

/// Erased days change no later day. `RetainedHours` tells who works when; `ErasedDaysPropertyTests` has random facts.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Retention of facts of hours` {
    struct Scene: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let facts: [String]
    }

    private static func absence(_ from: Int, _ to: Int, _ kind: String = "vacation", id: String? = nil) -> String {
        let id = id.map { #""id": "\#($0)", "# } ?? ""
        return #"{\#(id)"type": "absence", "user": "1", "kind": "\#(kind)", "from": "@\#(from)", "to": "@\#(to)"}"#
    }

    private static func grant(_ days: Int, from: Int, _ more: String = "") -> String {
        #"{"type": "grant", "user": "1", "account": "leave", "amount_s": \#(days * 28800), "from": "@\#(from)"\#(more)}"#
    }

    private static let id = "4d1f5d3e-0000-4000-8000-000000000001"

    static let scenes = [
        Scene(testDescription: "nothing else", facts: []),
        Scene(
            testDescription: "a contract that changes",
            facts: [
                #"{"type": "terms", "scope": "person", "of": "1", "from": "@-20", "schedule": "half"}"#,
                #"{"type": "terms", "scope": "person", "of": "1", "from": "@10", "schedule": "inherit"}"#,
            ]),
        Scene(
            testDescription: "absences that go on, and a later one of the same rank",
            facts: [
                grant(60, from: -300), absence(-9, 6), absence(-3, 9), absence(4, 20), absence(-2, 1, "sick"),
            ]),
        Scene(
            testDescription: "grants that lapse, with leave that must be taken",
            facts: [
                grant(5, from: -100, #", "expires": "@-10", "must_take_halves": 10"#),
                grant(5, from: -90, #", "expires": "@12", "must_take_halves": 10"#), grant(3, from: -80), grant(9, from: 5),
                absence(-6, -4), absence(3, 5),
            ]),
        Scene(testDescription: "leave taken in advance", facts: [absence(-12, -9), grant(9, from: 14), absence(16, 17)]),
        Scene(
            testDescription: "adjustments",
            facts: [-12, 0, 7].map {
                #"{"type": "adjustment", "user": "1", "date": "@\#($0)", "s": -5400, "reason": "payout"}"#
            }
        ),
        Scene(
            testDescription: "a void absence",
            facts: [absence(-9, 6, id: id), #"{"type": "void", "target": "\#(id)"}"#]),
        Scene(
            testDescription: "a limit of the balance",
            facts: [
                #"{"type": "terms", "scope": "person", "of": "1", "from": "@-300", "carry": {"months": [1,2,3,4,5,6,7,8,9,10,11,12], "max_s": 7200, "min_s": -7200}}"#
            ]),
        Scene(
            testDescription: "a person who left before, with a balance",
            facts: [#"{"type": "employment", "user": "1", "from": "@-15", "office": null}"#]),
        Scene(
            testDescription: "closed periods",
            facts: [
                #"{"type": "close", "user": "1", "period": "@M-20", "items": {"worked_s": 3600}}"#,
                #"{"type": "confirm", "user": "1", "period": "@M5", "items": {"worked_s": 3600}}"#,
            ]),
    ]

    /// In two months, one after the other.
    @Test(arguments: scenes) func `No later day changes when a month is erased, nor when the next one is`(scene: Scene)
        async throws
    {
        try await RetainedHours.with { hours in
            try await hours.record(scene.facts)
            let next = try #require(hours.first.firstOfMonth(1))
            for (months, since) in [(24, 0), (23, next.daysSince1970 - hours.first.daysSince1970)] as [(Int64, Int64)] {
                let before = try await hours.shown(since: since)
                try #require(!before.isEmpty)
                try await hours.run(months: months)
                #expect(try await hours.shown(since: since) == before)
                #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
                for fact in try await hours.office.store.hours.facts(of: 1).map(\.fact.content) {
                    if case .adjustment(let adjustment) = fact, adjustment.reason == .retention { continue }
                    let day = fact.firstDay.map { $0.daysSince1970 - hours.first.daysSince1970 }
                    #expect(day.map { $0 >= since } ?? true, "\(fact)")
                }
                // Nothing is due any more.
                let head = try await hours.office.store.ledger.ledgerHead().seq
                try await hours.run()
                #expect(try await hours.office.store.ledger.ledgerHead().seq == head)
            }
        }
    }

    @Test func `Facts stand for the erased ones: balance, employment and leave, without author and reason`() async throws {
        try await RetainedHours.with { hours in
            try await hours.record([
                Self.grant(20, from: -90, #", "note": "of 2024", "expires": "@200""#), Self.absence(-9, 6),
                #"{"type": "adjustment", "user": "1", "date": "@3", "s": 60}"#,
            ])
            let balance = try await hours.hours().days[hours.first.adding(days: -1), hours.first.adding(days: -1)].first?
                .carried
            #expect(balance != 0)
            try await hours.run()
            let facts = try await hours.office.store.hours.facts(of: 1)
            let new = facts.filter { $0.author == nil && $0.fact.content.firstDay.map { $0 <= hours.first } ?? false }
            #expect(new.map(\.fact.content.type) == [.employment, .adjustment, .grant, .absence])
            #expect(new.allSatisfy { $0.reason == nil })
            guard case .adjustment(let carried) = new[1].fact.content else {
                Issue.record("no adjustment")
                return
            }
            #expect(carried.seconds == balance && carried.reason == .retention)
            #expect(carried.date == hours.first.adding(days: -1))
            #expect(new[2].fields["note"] == "of 2024")
            #expect(try await hours.emptied == 3)
            let kept = "seq, id, type, entry, person_id, recorded_at, commitment"
            let left = try await hours.office.value(
                """
                select string_agg(distinct key, ', ' order by key)
                  from hours_fact, jsonb_each(to_jsonb(hours_fact)) where content is null and value <> 'null'
                """)
            #expect(left == kept.split(separator: ", ").sorted().joined(separator: ", "))
        }
    }

    @Test func `Without a schedule only the employment is carried over, and a person without facts of that time keeps all`()
        async throws
    {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970) * 1000)
            try await office.store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            try await office.execute("update person set first_day = '2020-01-01' where id = 2")
            let others = try await office.store.hours.facts(of: 1)
            _ = try await office.store.retention.runRetention(now: now, zones: try .system())
            let facts = try await office.store.hours.facts(of: 2)
            let first = try #require(
                CivilDate(daysSince1970: (now.seconds + 9 * 3600) / 86_400).firstOfMonth(-24))
            #expect(facts.compactMap(\.fact.content.firstDay).min() == first)
            #expect(facts.allSatisfy { $0.fact.content.type == .employment })
            #expect(try await office.store.hours.facts(of: 1) == others)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }
}
