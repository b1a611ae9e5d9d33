import Attendance
import AttendanceStore
import Foundation
import Hours
import TestOffice
import TestServers
import Testing

/// Each way of changing a person updates the row, and the database appends the facts. "Today" is the database's.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Employments` {
    /// The employments of person 1 that are not void, each as days from today, `:`, and the office and team, or `-`.
    private func timeline(_ office: TestOffice) async throws -> String? {
        try await office.value(
            """
            select string_agg(concat(valid_from - working_day(1, now()), ':', coalesce(office_id::text, '-'),
                                     case when team_id is not null then '/' || team_id end), ' ' order by valid_from, seq)
              from employments(1)
            """)
    }

    @Test(arguments: [
        (["role = 'hr', display_name = 'A'"], "0:1"),
        (["team_id = 1"], "0:1 0:1/1"),
        (["office_id = 2"], "0:1 0:2"),
        // A first day, typed, moved and typed again.
        (["first_day = today - 100"], "-100:1 0:1"),
        (["first_day = today + 9"], "9:1"),
        (["first_day = today + 9", "team_id = 1"], "9:1 9:1/1"),
        (["first_day = today + 9", "first_day = today + 5"], "5:1 9:1"),
        (["first_day = today + 9, team_id = 1"], "9:1 9:1/1"),
        (["first_day = today + 9", "first_day = null"], "9:1"),
        // A last day, moved, withdrawn and carried out by the job, which leaves at the end of the day.
        (["last_day = today + 9"], "0:1 10:-"),
        (["last_day = today + 9", "last_day = today + 4"], "0:1 5:-"),
        (["last_day = today + 9", "last_day = today + 20"], "0:1 21:-"),
        (["last_day = today + 9", "team_id = 1"], "0:1 0:1/1 10:-"),
        (["last_day = today + 9", "last_day = null"], "0:1"),
        (["last_day = today", "last_day = null, left_at = midnight"], "0:1 1:-"),
        (["last_day = today + 9", "last_day = null, left_at = now()"], "0:1 1:-"),
        (["first_day = today + 9", "last_day = today + 5", "last_day = null"], "9:1"),
        // Leaving and returning.
        (["left_at = now()"], "0:1 1:-"),
        (["left_at = now()", "left_at = null"], "0:1"),
        (["left_at = now()", "team_id = 1", "left_at = null"], "0:1 0:1/1"),
        (["first_day = today - 100", "left_at = now() - interval '9 days'", "left_at = null"], "-100:1 -8:- 0:1"),
        (
            [
                "first_day = today - 100", "left_at = now() - interval '9 days'", "left_at = null, last_day = null",
                "first_day = today + 30",
            ], "-100:1 -8:- 30:1"
        ),
        // Before the first day of the record.
        (["left_at = now() - interval '9 days'"], nil),
    ])
    func `Each change of a person appends the facts that it makes necessary`(changes: [String], expected: String?) async throws
    {
        try await TestOffice.with { office in
            _ = try await office.store.teams.addTeam("Design", in: office.office)
            _ = try await office.store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
            for change in changes {
                let values = change.replacing("today", with: "working_day(1, now())")
                    .replacing("midnight", with: "((working_day(1, now()) + 1)::timestamp at time zone 'Asia/Tokyo')")
                try await office.execute("update person set \(values) where id = 1")
            }
            #expect(try await timeline(office) == expected)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `New people have an employment from the first day on, in the record of their names`() async throws {
        try await TestOffice.with { office in
            let head = try await office.store.ledger.ledgerHead().seq
            try await office.execute(
                """
                insert into person (user_name, display_name, office_id, first_day, last_day)
                values ('flo', 'Flo', 1, '2027-01-01', '2027-12-31'), ('gus', 'Gus', 1, null, null)
                """)
            #expect(try await office.store.ledger.ledgerHead().seq == head + 1)
            let flo = try await office.store.people.person(userName: "flo").id
            let days = try await office.store.hours.facts(of: flo).map { fact in
                if case .employment(let employment) = fact.fact.content {
                    "\(employment.from) \(employment.office ?? "-")"
                } else {
                    ""
                }
            }
            #expect(days == ["2027-01-01 1", "2028-01-01 -"])
            #expect(try await office.value("select max(entry)::text from hours_fact") == "\(head + 1)")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// A server of the release before adds no employments while the migrations run.
    @Test func `A person without employments gets the first one before a change`() async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                set session_replication_role = replica;
                insert into person (user_name, display_name, office_id, first_day) values ('old', 'Old', 1, '2020-04-01');
                reset session_replication_role;
                select record_missing_facts(9)
                """)
            let old = try await office.store.people.person(userName: "old").id
            let team = try await office.store.teams.addTeam("Design", in: office.office)
            try await office.store.people.assign([old], to: team)
            let teams = try await office.store.hours.facts(of: old).compactMap { fact in
                if case .employment(let employment) = fact.fact.content { employment.team ?? "none" } else { nil }
            }
            #expect(teams == ["none", "\(team)"])
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A tap appends no fact`() async throws {
        try await TestOffice.with { office in
            let count = "select count(*)::text from hours_fact"
            let before = try await office.value(count)
            let tap = TestOffice.submission("ada", .start, at: TestOffice.noon, desk: "6F-A1")
            _ = try await TapRecorder.recordAlone([tap], pool: office.pool)
            #expect(try await office.value(count) == before)
            let triggers = "select count(*)::text from pg_trigger where tgrelid = 'log_record'::regclass and not tgisinternal"
            #expect(try await office.value(triggers) == "0")
        }
    }
}
