import Attendance
import Foundation
import Hours
import Postgres
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore

/// Who and what is erased, and what is refused afterwards.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Erasure of facts of hours` {
    private let adjustment =
        #"{"id": "4d1f5d3e-0000-4000-8000-000000000001", "type": "adjustment", "user": "1", "date": "@-9", "s": 60}"#

    @Test func `A person under legal hold keeps all facts until the release`() async throws {
        try await RetainedHours.with { hours in
            let holds = hours.office.store.legalHolds
            try await holds.hold(1, reason: "A dispute", by: nil, now: hours.now)
            let (facts, before) = (try await hours.facts(), try await hours.shown(since: -30))
            try await hours.run()
            #expect(try await hours.facts() == facts)
            #expect(try await hours.shown(since: -30) == before)
            #expect(try await holds.releaseHold(on: 1, now: hours.now))
            let later = try await hours.shown()
            try await hours.run()
            #expect(try await hours.emptied == 1)
            #expect(try await hours.shown() == later)
        }
    }

    @Test func `A failed erasure leaves facts, taps and balance as they were, and the next one repeats it`() async throws {
        try await RetainedHours.with { hours in
            let (facts, before) = (try await hours.facts(), try await hours.shown(since: -30))
            try await hours.office.execute("alter table erased_fact add constraint fails check (false) not valid")
            await #expect(throws: PostgresError.self) { try await hours.run() }
            #expect(try await hours.facts() == facts)
            #expect(try await hours.shown(since: -30) == before)
            try await hours.office.execute("alter table erased_fact drop constraint fails")
            let later = try await hours.shown()
            try await hours.run()
            #expect(try await hours.facts() != facts)
            #expect(try await hours.shown() == later)
            #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// No fact can have the sum of the two adjustments.
    @Test func `A person whose balance cannot be carried over keeps all hours, and the others do not`() async throws {
        try await RetainedHours.with { hours in
            try await hours.record([
                #"{"type": "adjustment", "user": "1", "date": "@-9", "s": 1000000000000}"#,
                #"{"type": "adjustment", "user": "1", "date": "@-8", "s": 1000000000000}"#,
                #"{"type": "employment", "user": "2", "from": "@-30", "office": "1"}"#,
                #"{"type": "adjustment", "user": "2", "date": "@-9", "s": 60}"#,
            ])
            let (facts, before) = (try await hours.facts(), try await hours.shown(since: -30))
            let balance = try await hours.carried(of: 2)
            let failure = await #expect(throws: PersonErasure.NotCarried.self) { try await hours.run() }
            #expect(failure?.person == 1)
            #expect(try await hours.facts() == facts)
            #expect(try await hours.shown(since: -30) == before)
            #expect(try await hours.facts(of: 2).contains("adjustment -1"))
            #expect(try await hours.carried(of: 2) == balance)
            #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// As if the server ended then.
    @Test func `Between two people the balances of both are as before`() async throws {
        try await RetainedHours.with { hours in
            try await hours.record([
                #"{"type": "employment", "user": "2", "from": "@-30", "office": "1"}"#,
                #"{"type": "adjustment", "user": "2", "date": "@-9", "s": 60}"#,
            ])
            let before = (try await hours.carried(of: 1), try await hours.carried(of: 2))
            try await hours.office.pool.withConnection { connection in
                let clocks = try OfficeClocks(
                    try await connection.query("Offices/office_settings", ["seq": nil]), try .system())
                var erasure = PersonErasure(
                    connection, of: hours.office.office, firstKept: hours.first, before: hours.instant(0, 0), try .system(),
                    clocks,
                    now: hours.now)
                #expect(try await erasure.people() == [1, 2])
                let erased = try await erasure.carryOut(of: 2)
                #expect(erased == 0)
            }
            #expect(try await hours.carried(of: 1) == before.0)
            #expect(try await hours.carried(of: 2) == before.1)
            try await hours.run()
            #expect(try await hours.carried(of: 1) == before.0)
            #expect(try await hours.carried(of: 2) == before.1)
            #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// The other office keeps hours without limit.
    @Test func `A person who moved loses the facts until the move, and keeps those of the other office`() async throws {
        try await RetainedHours.with(-40 ... -15) { hours in
            try await hours.work(on: -11...20, in: "Quay")
            try await hours.record([
                #"{"type": "employment", "user": "1", "from": "@-12", "office": "2"}"#,
                #"{"type": "adjustment", "user": "1", "date": "@-20", "s": 60}"#,
                #"{"type": "adjustment", "user": "1", "date": "@-5", "s": 600}"#,
            ])
            let before = try await hours.shown(since: -12)
            try await hours.run()
            #expect(try await hours.shown(since: -12) == before)
            #expect(try await hours.facts().filter { $0.hasPrefix("adj") }.sorted() == ["adjustment -13", "adjustment -5"])
            #expect(try await hours.office.value("select (first_kept_day(1) - date '\(hours.first)')::text") == "-12")
            #expect(try await hours.office.value("select count(distinct office_id)::text from event") == "1")
            #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A session that goes on after the last erased day changes no balance`() async throws {
        try await RetainedHours.with(-40 ... -3) { hours in
            let taps = [
                TestOffice.submission("ada", .start, at: hours.instant(-1, 22), desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: hours.instant(0, 2), desk: "6F-A2"),
                TestOffice.submission("ada", .end, at: hours.instant(0, 6)),
            ]
            _ = try await TapRecorder.recordAlone(taps, pool: hours.office.pool)
            try await hours.record([
                #"{"type": "close", "user": "1", "period": "@M0", "items": {"worked_s": 0}}"#
            ])
            func delta() async throws -> Items? {
                let whole = try await hours.hours()
                let month = hours.first.month
                return whole.days.periods(whole.facts, from: month.lowerBound, to: month.upperBound).first?.delta
            }
            let (before, figures) = (try await hours.carried(), try await delta())
            try await hours.run()
            // The second tap begins a session now.
            let day = try #require(try await hours.hours().days[hours.first, hours.first].first)
            #expect(day.worked == 4 * 3600 && day.adjustment == -4 * 3600)
            #expect(try await hours.carried() == before)
            #expect(try await delta() == figures)
        }
    }

    @Test func `An erased fact that is sent again is a conflict, and a void of it is refused`() async throws {
        try await RetainedHours.with { hours in
            try await hours.record([adjustment])
            try await hours.run()
            let (facts, store) = (try await hours.facts(), hours.office.store.hours)
            let id = try #require(UUID(uuidString: "4d1f5d3e-0000-4000-8000-000000000001"))
            let again = NewFact(id: id, try hours.json(adjustment))
            #expect(try await store.append([again], by: 3, reason: "As agreed") == .conflict(id))
            let void = NewFact(try hours.json(#"{"type": "void", "target": "4d1f5d3e-0000-4000-8000-000000000001"}"#))
            #expect(try await store.append([void], by: 3) == .rejected(void.id, .unknownTarget))
            #expect(try await hours.facts() == facts)
        }
    }

    @Test func `No account change and no fact employs a person on erased days`() async throws {
        try await RetainedHours.with { hours in
            try await hours.run()
            let before = try await hours.carried()
            for day in ["2015-01-01", "2016-01-01"] {
                try await hours.office.execute("update person set first_day = '\(day)' where id = 1")
                #expect(try await hours.carried() == before)
            }
            try await hours.office.execute("update person set first_day = null where id = 1")
            _ = try await hours.office.value("select extend_employments('{1}')::text")
            #expect(try await hours.carried() == before)
            let old = NewFact(try hours.json(#"{"type": "employment", "user": "1", "from": "@-1", "office": "1"}"#))
            #expect(try await hours.office.store.hours.append([old], by: 3) == .rejected(old.id, .badDate))
        }
    }

    @Test func `A person who left is erased, with a balance as the rest, and can return`() async throws {
        try await RetainedHours.with { hours in
            let id = try await hours.office.value(
                """
                insert into person (user_name, display_name, office_id, first_day, left_at)
                values ('emi', 'Emi Sato', 1, date '\(hours.first)' - 40, timestamptz '\(hours.instant(-9, 12).rfc3339())')
                returning id::text
                """)
            let emi = PersonID(try #require(id.flatMap { Int64($0) }))
            #expect(try await hours.facts(of: emi) == ["employment -40", "employment -8"])
            let before = try await hours.carried(of: emi)
            try #require(!before.isEmpty)
            // The balance is not carried on from month to month.
            for months: Int64 in [24, 23] {
                try await hours.run(months: months)
                #expect(try await hours.carried(of: emi) == before)
                #expect(try await hours.facts(of: emi) == ["adjustment -1"])
            }
            try await hours.office.execute("update person set left_at = null where id = \(emi)")
            let today = try await hours.office.value("select (working_day(1, now()) - date '\(hours.first)')::text") ?? ""
            #expect(try await hours.facts(of: emi) == ["adjustment -1", "employment \(today)"])
            #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `The facts of a person without names are erased, too, and locations that are erased change none`() async throws {
        try await RetainedHours.with { hours in
            let store = hours.office.store
            let before = try await hours.carried()
            _ = try await store.retention.erasePlaces(of: 1, before: hours.now, by: 5, now: hours.now)
            #expect(try await hours.emptied == 0)
            try await store.people.setLeft(userName: "ada", at: hours.now - .seconds(86_400))
            let facts = try await hours.facts()
            #expect(try await store.retention.eraseName(of: 1, now: hours.now) != nil)
            #expect(try await hours.facts() == facts)
            try await hours.run()
            #expect(try await hours.emptied != 0)
            let later = try await hours.carried()
            #expect(later.prefix(300) == before.prefix(300))
            #expect(try await store.ledger.verifyLedger().flaw == nil)
        }
    }

    // MARK: The ledger

    @Test(arguments: [
        ("update hours_fact set content = '{}', salt = '\\x00' where content is null", "the fact of entry"),
        ("delete from erased_fact", "the list of records of erasure"),
        ("update erased_fact set erasure_id = gen_random_uuid()", "a row has the number"),
        ("insert into erased_fact select 999, erasure_id from erased_fact limit 1", "a row has the number"),
        (
            """
            with one as (insert into erased_fact select (select min(seq) from hours_fact where person_id = 3), erasure_id
                           from erased_fact limit 1 returning seq)
            select empty_facts(array_agg(seq)) from one
            """, "the list of records of erasure"
        ),
        ("select empty_facts(array[(select max(seq) from hours_fact)])", "the fact of entry"),
        ("update hours_fact set type = null where content is null", "refused"),
        ("update hours_fact set author_id = 1 where content is null", "refused"),
    ])
    func `Ledger verification accepts an emptied fact only if an erasure after it lists it`(
        statement: String, flaw: String
    ) async throws {
        try await RetainedHours.with(-3...3) { hours in
            try await hours.run()
            #expect(try await hours.emptied == 1)
            #expect(try await hours.office.store.ledger.verifyLedger().flaw == nil)
            if flaw == "refused" {
                await #expect(throws: PostgresError.self) { try await hours.office.execute(statement) }
                return
            }
            try await hours.office.execute(statement)
            let found = try #require(try await hours.office.store.ledger.verifyLedger().flaw)
            #expect("\(found)".hasPrefix(flaw), "\(found)")
        }
    }

    @Test func `The database refuses to erase a fact that is not due`() async throws {
        try await RetainedHours.with(-3...3) { hours in
            try await hours.record([#"{"type": "adjustment", "user": "1", "date": "@0", "s": 60}"#])
            for seq in ["(select max(seq) from hours_fact)", "(select min(seq) from hours_fact where person_id is null)"] {
                await #expect(throws: PostgresError.self) {
                    try await hours.office.execute(
                        """
                        begin;
                        insert into erasure (id, seq, part, office_id, before, rule, digest)
                        values ('00000000-0000-0000-0000-000000000001', 99, 'time', 1, '\(hours.instant(0, 0).rfc3339())', 'x',
                                sha256(''));
                        insert into erased_fact values (\(seq), '00000000-0000-0000-0000-000000000001');
                        select carry_out_erasure('00000000-0000-0000-0000-000000000001');
                        commit
                        """)
                }
                try await hours.office.execute("rollback")
            }
            #expect(try await hours.emptied == 0)
        }
    }
}
