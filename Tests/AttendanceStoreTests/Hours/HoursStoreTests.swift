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

    @Test func `A former employee's facts are erased with the names, the ledger verifies, and others' facts stay`() async throws
    {
        try await TestOffice.with { office in
            let (hours, now) = (office.store.hours, TestOffice.noon + .seconds(30 * 86_400))
            for user in ["1", "2"] {
                #expect(try await hours.append([NewFact(adjustment(of: user, 1))], by: 1, reason: "Ada said so") == .appended)
            }
            try await office.store.people.setLeft(userName: "ada", at: TestOffice.noon)
            #expect(try await office.store.retention.eraseName(of: 1, now: now) != nil)
            #expect(try await hours.facts(of: 1).isEmpty)
            let left =
                """
                select string_agg(to_jsonb(fact)::text, ' ') from (
                    select type, office_id, valid_from, content, author_id, reason, salt from hours_fact where person_id = 1
                ) as fact where not (fact is null)
                """
            #expect(try await office.value(left) == nil)
            #expect(try await hours.facts(of: 2).count == 2)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }
}
