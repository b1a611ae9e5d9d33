import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import Postgres
import TestOffice
import TestServers
import Testing

/// Each way of changing a person updates the row, and the database appends the facts. "Today" is the database's.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Employments` {
    /// A person's office and team, `1/2`, or `-`, after each day from which they change, as days from today.
    private func timeline(of person: String = "1", _ office: TestOffice) async throws -> String? {
        try await office.value(
            """
            select string_agg(concat(valid_from - working_day(1, now()), ':', coalesce(unit[1]::text, '-'), '/' || unit[2]), ' '
                              order by valid_from)
              from (select *, lag(unit) over (order by valid_from) as before from employments(\(person))) as one
             where unit is distinct from before
            """)
    }

    /// The statement of a step: a word and a day from today, or a number.
    private func statement(_ step: Substring, of person: String) -> String {
        let words = step.split(separator: " ")
        let number = words.count > 1 && words[1] != "none" ? String(words[1]) : "null::int"
        let midnight = "(working_day(1, now()) + \(number))::timestamp at time zone 'Asia/Tokyo'"
        let values =
            switch words[0] {
            case "first", "last": "\(words[0])_day = working_day(1, now()) + \(number)"
            case "leaves": "left_at = \(midnight) + interval '12 hours', last_day = null"
            // As the job carries out a last day.
            case "left": "left_at = \(midnight) + interval '1 day', last_day = null"
            case "returns": "left_at = null, last_day = null"
            case "team": "team_id = \(number)"
            case "office": "office_id = \(number), team_id = null"
            default: String(step)
            }
        return "update person set \(values) where id = \(person)"
    }

    private func add(_ user: String, firstDay: Int?, to office: TestOffice) async throws -> String {
        let day = firstDay.map { "working_day(1, now()) + \($0)" } ?? "null"
        return try #require(
            try await office.value(
                """
                insert into person (user_name, display_name, office_id, first_day) values ('\(user)', '\(user)', 1, \(day))
                returning id::text
                """))
    }

    /// What an account recorded on an earlier day.
    private func record(_ team: Int, on day: Int, of person: String, _ office: TestOffice) async throws {
        try await office.execute(
            """
            select record_facts('hours', '{}', array[
                employment_fact(\(person), working_day(1, now()) + \(day), array[1, \(team)]::bigint[])])
            """)
        try await office.execute("alter table person disable trigger employments_after_update")
        try await office.execute("update person set team_id = \(team) where id = \(person)")
        try await office.execute("alter table person enable trigger employments_after_update")
    }

    private func withTeams(_ body: (TestOffice) async throws -> Void) async throws {
        try await TestOffice.with { office in
            for team in ["Design", "Build"] { _ = try await office.store.teams.addTeam(team, in: office.office) }
            _ = try await office.store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
            try await body(office)
        }
    }

    @Test func `Each change of a person who was added today appends the facts that it makes necessary`() async throws {
        try await withTeams { office in
            for (number, (steps, expected)) in [
                ("role = 'hr'", "0:1"), ("team 1", "0:1/1"), ("office 2", "0:2"),
                // A first day, typed, moved and typed again.
                ("first -100", "-100:1"), ("first 9", "9:1"), ("first 9, team 1", "9:1/1"),
                ("first 9, first 5", "5:1"), ("first 9, first 5, team 1", "5:1/1"), ("first 9, first none", "9:1"),
                ("first 300, team 1, first -100", "-100:1 0:1/1"),
                // A last day, moved, withdrawn and carried out.
                ("last 9", "0:1 10:-"), ("last 9, last 4", "0:1 5:-"), ("last 9, last 20", "0:1 21:-"),
                ("last 9, team 1", "0:1/1 10:-"), ("last 9, last none", "0:1"), ("last 0, left 0", "0:1 1:-"),
                ("last 9, leaves 0", "0:1 1:-"), ("first 9, last 5, last none", "9:1"),
                ("leaves 0", "0:1 1:-"), ("leaves 0, returns", "0:1"), ("leaves 0, team 1, returns", "0:1/1"),
                // Before the record begins.
                ("leaves -9", nil), ("leaves -9, returns", "0:1"),
            ].enumerated() {
                let person = try await add("p\(number)", firstDay: nil, to: office)
                for step in steps.split(separator: ", ") { try await office.execute(statement(step, of: person)) }
                #expect(try await timeline(of: person, office) == expected, "\(steps)")
            }
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// Who has no team in the first 80 days, and then one.
    @Test func `A moved or withdrawn end restores what it cut off, and a later first day leaves a gap`() async throws {
        try await withTeams { office in
            for (number, (steps, expected)) in [
                // A leaving on a wrong day, and one by mistake.
                ("leaves -40, returns, leaves -10", "-100:1 -20:1/1 -9:-"), ("leaves -40, returns", "-100:1 -20:1/1"),
                ("leaves -10, returns, leaves -40", "-100:1 -39:-"), ("leaves -150", nil),
                ("leaves -150, returns", "-100:1 -20:1/1"), ("leaves 0, returns, leaves 0, returns", "-100:1 -20:1/1"),
                ("last -200, last 30", "-100:1 -20:1/1 31:-"), ("last -200, last none", "-100:1 -20:1/1"),
                ("last -30, first -90, last none", "-90:1 -20:1/1"), ("last 30, last -30, last 30", "-100:1 -20:1/1 31:-"),
                ("last -30, left -30", "-100:1 -29:-"), ("last -30, left -30, returns", "-100:1 -20:1/1"),
                // Moves meanwhile.
                ("leaves -40, team 2, returns", "-100:1 -20:1/1 0:1/2"),
                ("leaves -40, office 2, returns", "-100:1 -20:1/1 0:2"),
                ("last -30, team 2, last none", "-100:1 -20:1/1 0:1/2"),
                // A return after a gap: the first day is typed before or after the person is reinstated.
                ("leaves -40, first -5, returns", "-100:1 -39:- -5:1/1"),
                ("leaves -40, returns, first -5", "-100:1 -39:- -5:1/1"),
                ("leaves -40, returns, first 30", "-100:1 -39:- 30:1/1"),
                ("leaves -40, first 30, returns", "-100:1 -39:- 30:1/1"),
                ("leaves -40, office 2, first -5, returns", "-100:1 -39:- -5:1/1 0:2"),
                ("leaves -10, office 2, first -5, returns", "-100:1 -20:1/1 -9:- -5:2"),
                ("leaves -60, returns, leaves -40, returns, first -5", "-100:1 -39:- -5:1/1"),
                ("leaves -40, returns, leaves -60, returns, first -5", "-100:1 -59:- -5:1/1"),
                // Then the first day is moved, and withdrawn.
                ("leaves -40, first -5, returns, first -9", "-100:1 -39:- -9:1/1"),
                ("leaves -40, first -5, returns, first 9", "-100:1 -39:- 9:1/1"),
                ("leaves -40, first -5, returns, first -100", "-100:1 -20:1/1"),
                // And the person leaves again, on a day of the wrong year at first.
                ("leaves -40, first -5, returns, leaves -3", "-100:1 -39:- -5:1/1 -2:-"),
                ("leaves -40, first -5, returns, leaves -3, returns", "-100:1 -39:- -5:1/1"),
                ("leaves -40, first -5, returns, leaves -70", "-100:1 -69:-"),
                ("leaves -40, first -5, returns, leaves -70, returns", "-100:1 -39:- -5:1/1"),
                // A first day of the wrong year.
                ("first 265", "265:1/1"), ("first 265, first -100", "-100:1 -20:1/1"),
                ("first -50", "-50:1 -20:1/1"), ("first -50, first -120", "-120:1 -20:1/1"),
                ("first 9, team 2, first -100", "-100:1 -20:1/1 0:1/2"), ("first 9, last 5, last none", "9:1/1"),
                ("first -100, team 2, office 2", "-100:1 -20:1/1 0:2"),
            ].enumerated() {
                let person = try await add("p\(number)", firstDay: -100, to: office)
                try await record(1, on: -20, of: person, office)
                for step in steps.split(separator: ", ") { try await office.execute(statement(step, of: person)) }
                #expect(try await timeline(of: person, office) == expected, "\(steps)")
            }
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A person whom a directory deactivates by mistake stays employed`() async throws {
        try await withTeams { office in
            let (store, now) = (office.store, Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000)))
            let key = try await store.provisioners.addProvisioner(name: "Entra", office: office.office, now: now)
            let provisioner = try #require(try await AccessCache(store: store).provisioner(withKey: key, now: now))
            let emi = try await store.provisioning.provision(
                userName: "emi", displayName: "Emi Sato", isActive: true, externalID: nil, by: provisioner, now: now)
            try await office.execute(statement("first -100", of: "\(emi)"))
            try await record(1, on: -20, of: "\(emi)", office)
            for isActive in [false, true] {
                let at = isActive ? now : now - .seconds(40 * 86_400)
                try await store.provisioning.provision(
                    ProvisionedChange(isActive: isActive), of: emi, by: provisioner, now: at)
            }
            #expect(try await timeline(of: "\(emi)", office) == "-100:1 -20:1/1")
            try await store.provisioning.unprovision(emi, by: provisioner, now: now - .seconds(40 * 86_400))
            #expect(try await timeline(of: "\(emi)", office) == "-100:1 -39:-")
            try await store.people.reinstate(emi, by: .command, now: now)
            #expect(try await timeline(of: "\(emi)", office) == "-100:1 -20:1/1")
        }
    }

    @Test func `Employments that HR recorded stay when the account changes`() async throws {
        try await withTeams { office in
            let transfer: [(Int, String?)] = [(20, "2")]
            let pause: [(Int, String?)] = [(-30, "2"), (-20, nil), (-10, "1")]
            let cases = [
                (transfer, "team 1", "-100:1 0:1/1 20:2"), (transfer, "last 9", "-100:1 10:-"),
                (transfer, "last 9, last none", "-100:1 20:2"), (pause, "first -101", "-101:1 -30:2 -20:- -10:1"),
                (pause, "leaves -70", "-100:1 -69:-"), (pause, "leaves -70, returns", "-100:1 -30:2 -20:- -10:1"),
            ]
            for (number, (facts, steps, expected)) in cases.enumerated() {
                let person = try await add("p\(number)", firstDay: -100, to: office)
                for (day, other) in facts {
                    let date = try await office.value("select (working_day(1, now()) + \(day))::text") ?? ""
                    let fact: JSONValue = [
                        "type": "employment", "user": .string(person), "from": .string(date),
                        "office": other.map { .string($0) } ?? .null,
                    ]
                    #expect(try await office.store.hours.append([NewFact(fact)], by: 3, reason: "As agreed") == .appended)
                }
                for step in steps.split(separator: ", ") { try await office.execute(statement(step, of: person)) }
                #expect(try await timeline(of: person, office) == expected, "\(steps)")
            }
        }
    }

    /// Regression: the change of the account was computed before the log was locked, without the fact of HR.
    @Test func `A last day covers an employment that HR records at the same time`() async throws {
        try await TestOffice.with { office in
            try await office.pool.withConnection { holder in
                _ = try await holder.execute("begin")
                _ = try await holder.execute(
                    """
                    select append_hours_facts(
                        array[gen_random_uuid()], array['employment'], array[1], array[1],
                        array[working_day(1, now()) + 20 - date '1970-01-01'],
                        array[jsonb_build_object('user', '1', 'from', working_day(1, now()) + 20, 'office', '1')::text], 3, 'A transfer')
                    """)
                async let leaving: Void = office.execute(statement("last 9", of: "1"))
                try await office.waitForLocks(1)
                _ = try await holder.execute("commit")
                try await leaving
            }
            #expect(try await timeline(office) == "0:1 10:-")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A move between offices changes no day that is over at one of them`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.offices.addOffice(name: "Pier", timeZone: "America/Los_Angeles")
            let latest = "select (greatest(working_day(1, now()), working_day(2, now())) - working_day(1, now()))::text"
            for number in ["2", "1"] {
                try await office.execute(statement("office \(number)", of: "1"))
                let day = try await office.value(latest)
                let change = "select (max(valid_from) - working_day(1, now()))::text from employments(1)"
                #expect(try await office.value(change) == day)
            }
        }
    }

    /// A zone that skips a date, one that changes with the boundary, and settings that begin later.
    @Test func `The database finds the working days that the server finds`() async throws {
        try await TestOffice.with { office in
            let zones = [
                "(1, '2026-06-01', 'America/Los_Angeles', '05:00')", "(1, '2026-06-03', 'Asia/Tokyo', '23:00')",
                "(2, '2027-01-01', 'Pacific/Apia', '00:00')",
            ]
            try await office.execute("insert into office (name) values ('Apia')")
            try await office.execute(
                "insert into office_settings (office_id, valid_from, time_zone, day_boundary) values "
                    + zones.joined(separator: ", "))
            var calendars = try await office.store.officeSettings.calendars(try .system())
            let rows = try await office.pool.withConnection { connection in
                try await connection.execute(
                    """
                    select office.id::text as office, extract(epoch from at)::bigint::text as at,
                           (working_day(office.id, at) - date '1970-01-01')::text as day
                      from office, generate_series(timestamptz '2026-05-30 00:00Z', '2026-06-05 00:00Z', '30 minutes') as at
                    union all
                    select '2', extract(epoch from at)::bigint::text, (working_day(2, at) - date '1970-01-01')::text
                      from generate_series(timestamptz '2011-12-28 00:00Z', '2012-01-01 00:00Z', '30 minutes') as at
                    """)
            }
            for row in rows {
                let (id, at) = (try row.get("office", as: String.self), try row.get("at", as: String.self))
                let number = try #require(Int64(id))
                let day = calendars[OfficeID(number)].workingDay(at: try #require(Int64(at))).date
                #expect(try row.get("day", as: String.self) == "\(day.daysSince1970)", "office \(id) at \(at)")
            }
        }
    }

    @Test func `An import of old attendance lets employments without a first day begin with it`() async throws {
        try await withTeams { office in
            let file = """
                user,kind,at,desk
                ada,start,2025-11-18T09:00:00+09:00,6F-A1
                ada,end,2025-11-18T17:00:00+09:00,
                ada,start,2025-11-19T09:00:00+09:00,6F-A1
                bo,start,2025-11-19T09:00:00+09:00,6F-A2
                cy,start,2025-11-19T09:00:00+09:00,6F-A3
                dai,start,2024-11-19T09:00:00+09:00,6F-A4
                """
            try await office.execute(statement("first -100", of: "2"))
            try await office.execute(statement("leaves -30", of: "3"))
            let before = try await timeline(of: "2", office)
            for isNew in [true, false] {
                let head = try await office.store.ledger.ledgerHead().seq
                _ = try await office.store.imports.importFile(
                    Array(file.utf8), of: .attendance, into: nil,
                    by: Justification(author: "lea", reason: "From the old system"),
                    dryRun: false, now: TestOffice.noon)
                #expect(try await office.store.ledger.ledgerHead().seq == head + (isNew ? 7 : 0))
            }
            func days(_ person: String) async throws -> String? {
                try await office.value(
                    """
                    select string_agg(concat(valid_from, ':', coalesce(unit[1]::text, '-')), ' ' order by valid_from)
                      from (select *, lag(unit) over (order by valid_from) as before from employments(\(person))) as one
                     where unit is distinct from before
                    """)
            }
            #expect(try await days("1") == "2025-11-18:1")
            #expect(try await timeline(of: "2", office) == before)
            let end = try await office.value("select (working_day(1, now()) - 29)::text") ?? ""
            #expect(try await days("3") == "2025-11-19:1 \(end):-")
            #expect(try await days("4")?.hasPrefix("2024-11-19:1 ") == true)
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
