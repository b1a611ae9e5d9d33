import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Facts of hours` {
    private static let schedule: JSONValue = [
        "type": "schedule", "name": "full", "from": "2026-01-01", "anchor": "2024-01-01",
        "days": [28800, 28800, 28800, 28800, 28800, 0, 0],
    ]

    private func adjustment(of user: String, _ seconds: Int64) -> JSONValue {
        ["type": "adjustment", "user": .string(user), "date": "2026-11-20", "s": .integer(seconds)]
    }

    @Test func `A recorded fact has its author, its reason and all its fields, and the rules read it`() async throws {
        try await TestOffice.with { office in
            let (hours, lea) = (office.store.hours, try await office.store.people.person(userName: "lea").id)
            let json: JSONValue = [
                "type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10, "label": "Leave \"é\"",
                "shown_as": "Away", "id": "ignored", "seq": 7,
            ]
            let new = NewFact(json)
            #expect(try await hours.append([new], by: lea, reason: "As agreed") == .appended)
            let fact = try #require(try await hours.commonFacts().facts.first)
            #expect(fact.author == lea && fact.reason == "As agreed" && fact.person == nil)
            #expect(fact.fields["label"] == "Leave \"é\"" && fact.fields["id"] == nil)
            let content = try Fact.Content(reading: json)
            #expect(fact.fact.content == content)
            #expect(fact.fact.id == new.id.uuidString.lowercased())
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A fact that is sent again is recorded once, and its id cannot get another content`() async throws {
        try await TestOffice.with { office in
            let (hours, id) = (office.store.hours, UUID())
            let (first, other) = (NewFact(id: id, adjustment(of: "1", 60)), NewFact(id: id, adjustment(of: "1", 61)))
            #expect(try await hours.append([first], by: nil) == .appended)
            let head = try await office.store.ledger.ledgerHead().seq
            #expect(try await hours.append([first], by: nil) == .duplicate)
            let unrelated = NewFact(Self.schedule)
            #expect(try await hours.append([unrelated, other], by: nil) == .conflict(id))
            #expect(try await hours.commonFacts().facts.isEmpty)
            #expect(try await office.store.ledger.ledgerHead().seq == head)
            // One of them is new.
            #expect(try await hours.append([first, unrelated], by: nil) == .appended)
            #expect(try await hours.commonFacts().facts.count == 1)
            #expect(try await hours.facts(of: 1).count == 2)
        }
    }

    @Test(arguments: [
        (#"{"type": "holidays"}"#, FactRejection.badType),
        (#"{"type": "holiday", "calendar": "de", "date": "2026-02-30", "name": "x"}"#, .badDate),
        (#"{"type": "adjustment", "user": "1", "date": "2026-11-20"}"#, .badValue),
        (#"{"type": "holiday", "calendar": "de", "date": "2026-05-01", "name": "May\u0000day"}"#, .badValue),
        (#"{"type": "adjustment", "user": "99", "date": "2026-11-20", "s": 1}"#, .unknownReference),
        (#"{"type": "adjustment", "user": "ada", "date": "2026-11-20", "s": 1}"#, .unknownReference),
        (#"{"type": "adjustment", "user": "01", "date": "2026-11-20", "s": 1}"#, .unknownReference),
        (#"{"type": "employment", "user": "1", "from": "2026-11-20", "office": "99"}"#, .unknownReference),
        (#"{"type": "employment", "user": "1", "from": "2026-11-20", "office": "1", "team": "99"}"#, .unknownReference),
        (#"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "schedule": "none"}"#, .unknownReference),
        (#"{"type": "absence", "user": "1", "kind": "leave", "from": "2026-11-20", "to": "2026-11-20"}"#, .unknownReference),
        (#"{"type": "void", "target": "4d1f5d3e-0000-4000-8000-000000000000"}"#, .unknownTarget),
        (#"{"type": "void", "target": "x"}"#, .unknownTarget),
    ])
    func `A wrong fact is rejected with its reason, and none of those sent with it is recorded`(
        json: String, reason: FactRejection
    ) async throws {
        try await TestOffice.with { office in
            let wrong = NewFact(try JSONValue(parsing: json.utf8))
            let outcome = try await office.store.hours.append([NewFact(Self.schedule), wrong], by: nil)
            #expect(outcome == .rejected(wrong.id, reason))
            #expect(try await office.store.hours.commonFacts().facts.isEmpty)
        }
    }

    @Test func `Facts that are sent together may refer to each other, and a void is among the facts of its target`()
        async throws
    {
        try await TestOffice.with { office in
            let hours = office.store.hours
            let terms = NewFact([
                "type": "terms", "scope": "person", "of": "1", "from": "2026-01-01", "schedule": "full",
            ])
            #expect(try await hours.append([terms, NewFact(Self.schedule)], by: nil) == .appended)
            let void = NewFact(["type": "void", "target": .string(terms.id.uuidString)])
            #expect(try await hours.append([void], by: nil) == .appended)
            let facts = try await hours.facts(of: 1)
            #expect(facts.map(\.fact.content.type) == [.employment, .terms, .void])
            // The void removes the terms, but no other void.
            let second = NewFact(["type": "void", "target": .string(void.id.uuidString)])
            #expect(try await hours.append([second], by: nil) == .rejected(second.id, .unknownTarget))
            #expect(try await hours.append([void, void], by: nil) == .rejected(void.id, .duplicate))
        }
    }

    @Test func `Two servers give all facts one order without gaps, and agree on the common ones`() async throws {
        try await TestOffice.with(connections: 6) { office in
            let stores = (0..<2).map { _ in AttendanceStore(pool: office.pool).hours }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        var holiday: [String: JSONValue] = ["type": "holiday", "calendar": "de", "name": "Day"]
                        holiday["date"] = .string("2026-03-\(number + 10)")
                        let facts = [NewFact(.object(holiday)), NewFact(adjustment(of: "1", Int64(number)))]
                        let outcome = try await stores[number % 2].append(facts, by: nil)
                        #expect(outcome == .appended)
                    }
                }
                try await group.waitForAll()
            }
            let lists = try await [stores[0].commonFacts(), stores[1].commonFacts()]
            #expect(lists[0].facts == lists[1].facts && lists[0].facts.count == 20)
            let gaps = "select (max(seq) - count(*))::text from hours_fact"
            #expect(try await office.value(gaps) == "0")
            // Not read again until a fact is new.
            #expect(try await stores[1].commonFacts(lists[0]).facts == lists[0].facts)
            #expect(try await stores[0].append([NewFact(Self.schedule)], by: nil) == .appended)
            #expect(try await stores[1].commonFacts(lists[1]).facts.count == 21)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `Common facts are read again after a restore to an earlier state`() async throws {
        try await TestOffice.with { office in
            let hours = office.store.hours
            #expect(try await hours.append([NewFact(Self.schedule)], by: nil) == .appended)
            let list = try await hours.commonFacts()
            try await office.execute("delete from hours_fact where person_id is null")
            #expect(try await hours.commonFacts(list).facts.isEmpty)
            let account: JSONValue = ["type": "account", "account": "leave", "day_s": 28800]
            #expect(try await hours.append([NewFact(account)], by: nil) == .appended)
            let restored = try await hours.commonFacts(list).facts
            #expect(restored.map(\.fact.content.type) == [.account] && restored[0].fact.seq == list.facts[0].fact.seq)
        }
    }

    @Test func `Facts of many people come in the order of people, each person's in their order`() async throws {
        try await TestOffice.with { office in
            let hours = office.store.hours
            for user in ["3", "1", "3"] {
                #expect(try await hours.append([NewFact(adjustment(of: user, 1))], by: nil) == .appended)
            }
            for (people, numbers) in [(nil, [1, 2, 3, 5]), ([3, 1, 4], [1, 3])] as [([PersonID]?, [PersonID])] {
                var found: [PersonID] = []
                try await hours.withFacts(of: people) { person, facts in
                    found.append(person)
                    let own = try await hours.facts(of: person)
                    #expect(facts == own && facts.map(\.fact.seq) == facts.map(\.fact.seq).sorted())
                }
                #expect(found == numbers)
            }
        }
    }

    // MARK: Erased names

    @Test func `With a former employee's names the reasons of the facts are erased, and nothing else`() async throws {
        try await TestOffice.with { office in
            let hours = office.store.hours
            let absence: JSONValue = [
                "type": "absence", "user": "1", "kind": "leave", "from": "2026-11-23", "to": "2026-11-24",
            ]
            let close: JSONValue = ["type": "close", "user": "1", "period": "2026-10", "items": ["worked_s": 3600]]
            let voided = NewFact(adjustment(of: "1", 2))
            let facts = [
                NewFact(["type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10]),
                NewFact(absence),
                NewFact(adjustment(of: "1", 1)), NewFact(adjustment(of: "2", 1)), NewFact(close), voided,
            ]
            #expect(try await hours.append(facts, by: 3, reason: "Ada said so") == .appended)
            let void = NewFact(["type": "void", "target": .string(voided.id.uuidString)])
            #expect(try await hours.append([void], by: 3, reason: "Not Ada") == .appended)
            try await office.store.people.setLeft(userName: "ada", at: TestOffice.noon)
            let all =
                "select string_agg((to_jsonb(hours_fact) - '{reason,reason_salt}'::text[])::text, ' ' order by seq) from hours_fact"
            let (before, stored) = (try await hours.facts(of: 1), try await office.value(all))
            let now = TestOffice.noon + .seconds(30 * 86_400)
            #expect(try await office.store.retention.eraseName(of: 1, now: now) != nil)
            let after = try await hours.facts(of: 1)
            #expect(after.map(\.fact) == before.map(\.fact) && after.map(\.author) == before.map(\.author))
            #expect(after.allSatisfy { $0.reason == nil } && before.contains { $0.reason == "Not Ada" })
            #expect(try await office.value(all) == stored)
            #expect(try await hours.facts(of: 2).last?.reason == "Ada said so")
            let left = "select count(*)::text from hours_fact where person_id = 1 and num_nonnulls(reason, reason_salt) > 0"
            #expect(try await office.value(left) == "0")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A fact about a person whose names are erased has no reason`() async throws {
        try await TestOffice.with { office in
            let (hours, now) = (office.store.hours, TestOffice.noon + .seconds(30 * 86_400))
            let known = NewFact(adjustment(of: "1", 1))
            #expect(try await hours.append([known], by: 3, reason: "Ada said so") == .appended)
            try await office.store.people.setLeft(userName: "ada", at: TestOffice.noon)
            _ = try await office.store.retention.eraseName(of: 1, now: now)
            let count = "select count(*)::text from hours_fact"
            let before = try await office.value(count)
            let (other, fact) = (NewFact(adjustment(of: "2", 1)), NewFact(adjustment(of: "1", 2)))
            let refused = AppendOutcome.rejected(fact.id, .unknownReference)
            #expect(try await hours.append([other, fact], by: 3, reason: "For Ada") == refused)
            // A void concerns the person of its target.
            let void = NewFact(["type": "void", "target": .string(known.id.uuidString)])
            #expect(try await hours.append([void], by: 3, reason: "For Ada") == .rejected(void.id, .unknownReference))
            #expect(try await office.value(count) == before)
            #expect(try await hours.append([known], by: 3, reason: "Ada said so") == .duplicate)
            #expect(try await hours.append([fact, void], by: 3) == .appended)
            #expect(try await hours.append([other], by: 3, reason: "For Bo") == .appended)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A reason that waits for an erasure of the person's names is not recorded`() async throws {
        try await TestOffice.with(connections: 3) { office in
            let (hours, fact) = (office.store.hours, NewFact(adjustment(of: "1", 1)))
            try await office.pool.withConnection { connection in
                _ = try await connection.execute(
                    "begin; update person set user_name = 'former-1', display_name = 'Former employee 1' where id = 1")
                async let outcome = hours.append([fact], by: 3, reason: "Ada said so")
                let waiting =
                    """
                    select count(*)::text from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock' and query like '%append_hours_facts%'
                    """
                while try await office.value(waiting) == "0" { try await Task.sleep(for: .milliseconds(5)) }
                _ = try await connection.execute("commit")
                #expect(try await outcome == .rejected(fact.id, .unknownReference))
            }
        }
    }

    // MARK: Limits

    @Test func `What could not be read again is refused, and all that is recorded can be read`() async throws {
        func nested(_ levels: Int) -> JSONValue { (1..<levels).reduce([]) { value, _ in [value] } }
        func marks(_ count: Int) -> String { "e" + String(repeating: "\u{301}", count: count) }
        try await TestOffice.with { office in
            let hours = office.store.hours
            func holiday(_ members: [String: JSONValue]) -> NewFact {
                NewFact(
                    .object(
                        ["type": "holiday", "calendar": "de", "date": "2026-05-01", "name": "May Day"]
                            .merging(members) { $1 }))
            }
            // The object of the fields is one level.
            let refused: [[String: JSONValue]] = [
                ["name": .string(marks(31))], ["calendar": .string(marks(31))], ["note": .string(marks(31))],
                ["note": [["x": .string(marks(31))]]], [marks(31): 1], ["note": nested(8)], ["note": .number(.infinity)],
            ]
            for members in refused {
                let fact = holiday(members)
                #expect(try await hours.append([fact], by: nil) == .rejected(fact.id, .badValue), "\(members)")
            }
            let accepted: [[String: JSONValue]] = [
                ["name": .string(marks(30))], ["note": nested(7)], ["note": .number(1e300)],
                ["note": .number(.leastNonzeroMagnitude)],
                ["note": .integer(.min)], ["note": "\u{1}\u{7F}\u{2028}\"\\/"],
            ]
            #expect(try await hours.append(accepted.map { holiday($0) }, by: nil) == .appended)
            let facts = try await hours.commonFacts().facts
            #expect(facts.map { $0.fields["note"] } == accepted.map { $0["note"] })
        }
    }

    @Test(arguments: [
        #"{"type": "adjustment", "user": "1", "date": "%", "s": 1}"#,
        #"{"type": "employment", "user": "1", "from": "%", "office": "1"}"#,
        #"{"type": "schedule", "name": "s", "from": "%", "anchor": "2024-01-01", "days": [0]}"#,
        #"{"type": "schedule", "name": "s", "from": "2026-01-01", "anchor": "%", "days": [0]}"#,
        #"{"type": "terms", "scope": "person", "of": "1", "from": "%", "schedule": null}"#,
        #"{"type": "holiday", "calendar": "de", "date": "%", "name": "x"}"#,
        #"{"type": "kind", "kind": "leave", "from": "%", "credit": "full", "rank": 10}"#,
        #"{"type": "close", "user": "1", "period": "%", "items": {}}"#,
    ])
    func `Days of facts are from 1970 to 2199`(json: String) async throws {
        try await TestOffice.with { office in
            let days: [(String, FactRejection?)] = [
                ("1970-01-01", nil), ("2199-12-31", nil), ("1969-12-31", .badDate), ("2200-01-01", .badDate),
            ]
            for (day, reason) in days {
                let day = json.contains("period") ? String(day.prefix(7)) : day
                let fact = NewFact(try JSONValue(parsing: json.replacing("%", with: day).utf8))
                let outcome = try await office.store.hours.append([fact], by: nil)
                #expect(outcome == reason.map { AppendOutcome.rejected(fact.id, $0) } ?? .appended, "\(day)")
            }
        }
    }

    @Test(arguments: [
        (#"{"type": "absence", "user": "1", "kind": "leave", "from": "2026-11-20", "to": "2200-01-01"}"#),
        (#"{"type": "grant", "user": "1", "account": "leave", "amount_s": 1, "from": "2026-11-20", "expires": "9999-12-31"}"#),
    ])
    func `Last days of facts are no later than 2199, too`(json: String) async throws {
        try await TestOffice.with { office in
            let fact = NewFact(try JSONValue(parsing: json.utf8))
            #expect(try await office.store.hours.append([fact], by: nil) == .rejected(fact.id, .badDate))
        }
    }
}
