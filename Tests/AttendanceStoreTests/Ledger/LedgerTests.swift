import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import Postgres
import TestOffice
import TestServers
import Testing

/// The threat: an attacker with all rights in the database changes records.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)))
struct `Ledger verification` {
    /// Passes an office in which Ada, Bo and Cy tapped ten times, in three batches. The records before are the facts about the
    /// office's settings and its five people.
    private func withTaps(_ body: (TestOffice, [Tap]) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let morning = Instant(millisecondsSince1970: 1_760_000_000_000)
            let people = ["ada", "bo", "cy"]
            let taps = (0..<10).map { (number: Int) -> Tap in
                let desk = number == 9 ? nil : DeskID("6F-A\(number % 3 + 1)")
                let at = morning + .seconds(Int64(number) * 60)
                return Tap(id: UUID(), user: people[number % 3], kind: number < 3 ? .start : .pause, at: at, desk: desk)
            }
            for batch in [taps[0..<1], taps[1..<6], taps[6..<10]] {
                let submissions = batch.map { TapSubmission($0, of: TapReport($0), receivedAt: $0.at) }
                _ = try await TapRecorder.recordAlone(submissions, pool: office.pool)
            }
            try await body(office, taps)
        }
    }

    private func run(_ statement: String, _ office: TestOffice) async throws {
        try await office.pool.withConnection { _ = try await $0.execute(statement) }
    }

    @Test func `The ledger verifies after taps in several batches`() async throws {
        try await withTaps { office, _ in
            let (entries, flaw) = try await office.store.ledger.verifyLedger()
            #expect(flaw == nil)
            #expect(entries == 16)
            #expect(try await office.store.ledger.ledgerHead().seq == 16)
        }
    }

    @Test func `The ledger can be verified from a recorded checkpoint`() async throws {
        try await withTaps { office, _ in
            let written = try #require(LedgerCheckpoint(try await office.store.ledger.ledgerHead().text))
            let tap = Tap(
                id: UUID(), user: "ada", kind: .end, at: Instant(millisecondsSince1970: 1_760_003_600_000), desk: nil)
            let more = TapSubmission(tap, of: TapReport(tap), receivedAt: tap.at)
            _ = try await TapRecorder.recordAlone([more], pool: office.pool)
            let (entries, flaw) = try await office.store.ledger.verifyLedger(since: written)
            #expect(flaw == nil)
            #expect(entries == 1)
        }
    }

    @Test func `A rewritten ledger differs from a recorded checkpoint`() async throws {
        try await withTaps { office, _ in
            let written = LedgerCheckpoint(seq: 4, hash: [UInt8](repeating: 7, count: 32))
            let flaw = try await office.store.ledger.verifyLedger(since: written).flaw
            #expect(flaw == .otherThanCheckpoint(4))
        }
    }

    @Test func `A ledger that was cut off or restored is shorter than a recorded head`() async throws {
        try await withTaps { office, _ in
            let written = LedgerCheckpoint(seq: 20, hash: [UInt8](repeating: 7, count: 32))
            let flaw = try #require(try await office.store.ledger.verifyLedger(since: written).flaw)
            #expect(flaw == .shorterThanCheckpoint(20, head: 16))
            #expect("\(flaw)".contains("ends with entry 16, before the saved head at entry 20"))
        }
    }

    @Test(arguments: ["", "\t2026-11-20T03:00:00.000Z", " 2026-11-20T03:00:00.000Z\n"])
    func `A ledger head is read as 'desktap ledger head' prints it, with or without its instant`(rest: String) {
        let hash = String(repeating: "0a", count: 32)
        let checkpoint = LedgerCheckpoint("12:\(hash)\(rest)")
        #expect(checkpoint?.seq == 12 && checkpoint?.hash == [UInt8](repeating: 10, count: 32))
        #expect((checkpoint?.acceptedAt != nil) == !rest.isEmpty)
        #expect(LedgerCheckpoint("12:\(hash) yesterday") == nil)
        #expect(LedgerCheckpoint("12:\(hash) 2026-11-20T03:00:00Z 3") == nil)
    }

    @Test(arguments: [
        ("update event set at = at + interval '1 second' where seq = 10", "changed record", 10),
        ("update event set person_id = 2 where seq = 7", "changed record", 7),
        ("update event set kind = 'end' where seq = 11", "changed record", 11),
        ("update event set salt = sha256(salt) where seq = 8", "changed record", 8),
        ("update log_place set desk = '7F-A1' where seq = 9", "changed place", 9),
        ("delete from log_place where seq = 9", "missing place", 9),
        (
            "insert into log_place (seq, office_id, at, id, desk) select seq, 1, at, id, '6F-A1' from event where seq = 16",
            "changed place", 16
        ),
        ("update event set person_id = null where seq = 12", "changed record", 12),
        ("update event set kind = null where seq = 12", "changed record", 12),
        ("select empty_records('{12}'); delete from log_place where seq = 12", "missing record", 12),
        ("update log_record set reason = 'x' where seq = 12", "changed record", 12),
        ("update log_place set at = at + interval '1 second' where seq = 9", "changed record", 9),
        ("insert into log_place (seq, desk) values (17, '6F-A1')", "stray row", 17),
        ("insert into log_place (seq, desk) values (0, '6F-A1')", "stray row", 0),
        (
            """
            insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, entry_hash, time_commit)
            select -1, gen_random_uuid(), type, now(), person_id, 'end', now(), '', office_id, entry_hash, time_commit
              from log_record where seq = 16
            """, "stray row", -1
        ),
        ("update log_record set time_commit = sha256(time_commit) where seq = 13", "changed entry", 13),
        ("update log_record set place_commit = null where seq = 13", "changed entry", 13),
        ("update event set received_at = now() where seq = 13", "changed entry", 13),
        ("update event set type = 'add' where seq = 13", "changed entry", 13),
        ("update event set id = gen_random_uuid() where seq = 13", "changed entry", 13),
        ("delete from event where seq = 14", "missing entry", 14),
        ("delete from event where seq = 16", "cut off", 15),
        ("update log_record set entry_hash = sha256(entry_hash) where seq = 11", "changed entry", 11),
        (
            """
            update log_record set seq = -seq where seq in (10, 11); update log_record set seq = 21 + seq where seq < 0
            """, "changed entry", 10
        ),
        (
            """
            insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, entry_hash, time_commit)
            select 17, gen_random_uuid(), type, now(), person_id, 'end', now(), '', office_id, entry_hash, time_commit
              from log_record where seq = 16
            """, "changed entry", 17
        ),
    ])
    func `Ledger verification finds any change to taps and entries`(statement: String, flaw: String, seq: Int64) async throws {
        try await withTaps { office, _ in
            try await run(statement, office)
            let found = try #require(try await office.store.ledger.verifyLedger().flaw)
            #expect(Self.name(found).0 == flaw)
            #expect(Self.name(found).1 == seq)
        }
    }

    @Test(arguments: [
        ("update correction set reason = 'other'", "changed record", 18),
        ("update correction set new_at = new_at + interval '1 hour' where type = 'amend'", "changed record", 18),
        ("update correction set author_id = 2 where type = 'void'", "changed record", 19),
        ("update correction set target_id = (select id from event where seq = 8) where type = 'void'", "changed record", 19),
        ("update correction set type = 'restore' where type = 'void'", "changed entry", 19),
        ("update log_place set desk = '7F-A8' where seq = 18", "changed place", 18),
        ("delete from log_place where seq = 18", "missing place", 18),
        // A correction that is also an event.
        ("update log_record set kind = 'end', at = now(), at_sent = '', office_id = 1 where seq = 19", "changed record", 19),
        ("delete from correction where type = 'void'", "cut off", 18),
        ("update event set reason = 'other' where type = 'add'", "changed record", 17),
        ("update event set author_id = 1 where type = 'add'", "changed record", 17),
        (
            "update event set type = 'tap', author_id = null, reason = null where type = 'add'", "changed entry", 17
        ),
        (
            """
            insert into log_record
            select 20, gen_random_uuid(), type, received_at, person_id, kind, at, at_sent, office_id, quarantine, client,
                   target_id, new_at, new_at_sent, new_kind, new_office_id, author_id, 'x', salt, entry_hash, time_commit
              from log_record where seq = 19
            """, "changed entry", 20
        ),
        // A forged erasure without an entry in the ledger.
        (
            """
            select empty_records('{19}');
            insert into erasure (id, seq, part, office_id, before, rule, digest)
            values (gen_random_uuid(), 20, 'time', 1, now(), 'retention', sha256(int8send(19)));
            insert into erased_record select 19, 'time', id from erasure
            """, "stray row", 20
        ),
        // An erased record that no erasure lists.
        (
            """
            select empty_records('{19}');
            alter table erased_record drop constraint erased_record_erasure_id_fkey;
            insert into erased_record values (19, 'time', gen_random_uuid())
            """, "stray row", 19
        ),
    ])
    func `Ledger verification finds any change to corrections`(statement: String, flaw: String, seq: Int64) async throws {
        try await withTaps { office, taps in
            let justification = Justification(author: "cy", reason: "a slip")
            let added = Tap(id: UUID(), user: "ada", kind: .end, at: taps[9].at + .seconds(60), desk: nil)
            let amendment = Amendment(at: taps[2].at + .seconds(5), desk: DeskID("7F-A2").map { .named($0) })
            let outcomes = try await office.store.corrections.correct([
                CorrectionSubmission(.add(added, justification), receivedAt: taps[9].at),
                CorrectionSubmission(
                    .correction(
                        Correction(id: UUID(), target: taps[2].id, change: .amend(amendment), justification: justification)),
                    receivedAt: taps[9].at),
                CorrectionSubmission(
                    .correction(Correction(id: UUID(), target: taps[4].id, change: .void, justification: justification)),
                    receivedAt: taps[9].at),
            ])
            #expect(outcomes == Array(repeating: .accepted(notes: []), count: 3))
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            try await run(statement, office)
            let found = try #require(try await office.store.ledger.verifyLedger().flaw)
            #expect(Self.name(found).0 == flaw)
            #expect(Self.name(found).1 == seq)
        }
    }

    /// Changes without the triggers, as an attacker makes them. Entry 1 is about the settings, entry 2 about Ada's names.
    @Test(arguments: [
        ("update person set display_name = 'Bo' where id = 1", LedgerFact(.person, 1, seq: 2, .outdated)),
        (
            """
            update person set user_name = case id when 1 then '' when 2 then 'ada' end || user_name where id in (1, 2)
            """, LedgerFact(.person, 2, seq: 3, .outdated)
        ),
        (
            "insert into person (user_name, display_name, office_id) values ('x', 'X', 1)",
            LedgerFact(.person, 6, seq: nil, .unrecorded)
        ),
        ("delete from person where id = 5", LedgerFact(.person, 5, seq: 6, .missing)),
        (
            "update office_settings set night_from = '22:00', night_to = '05:00'",
            LedgerFact(.settings, 1, seq: 1, .outdated)
        ),
        ("update office_settings set max_session_s = 60", LedgerFact(.settings, 1, seq: 1, .outdated)),
        ("update ledger_fact set content = '{}' where seq = 2", LedgerFact(.person, 1, seq: 2, .changed)),
        ("update ledger_fact set content = '{' where seq = 2", LedgerFact(.person, 1, seq: 2, .changed)),
        ("update ledger_fact set salt = null where seq = 2", LedgerFact(.person, 1, seq: 2, .changed)),
        // Only earlier names are erased.
        ("update ledger_fact set content = null, salt = null where seq = 2", LedgerFact(.person, 1, seq: 2, .changed)),
        ("update ledger_fact set content = null, salt = null where seq = 1", LedgerFact(.settings, 1, seq: 1, .changed)),
        (
            "insert into legal_hold (person_id, reason, held_at) values (1, 'x', now())",
            LedgerFact(.hold, 1, seq: nil, .unrecorded)
        ),
        // A fact in the place of a tap.
        (
            "insert into ledger_fact select 'person', 1, 8, content, salt, commitment from ledger_fact where seq = 2",
            LedgerFact(.person, 1, seq: 8, .changed)
        ),
    ])
    func `Ledger verification finds any change to settings, names and legal holds`(
        statement: String, fact: LedgerFact
    ) async throws {
        try await withTaps { office, _ in
            try await run("set session_replication_role = replica; \(statement); reset session_replication_role", office)
            #expect(try await office.store.ledger.verifyLedger().flaw == .wrongFact(fact))
        }
    }

    @Test(arguments: [
        ("delete from ledger_fact where seq = 2", 2),
        ("update ledger_fact set commitment = sha256(commitment) where seq = 1", 1),
        ("insert into ledger_fact select 'person', 7, 2, content, salt, commitment from ledger_fact where seq = 2", 2),
    ])
    func `Ledger verification finds facts that were removed from or added to their record`(
        statement: String, seq: Int64
    ) async throws {
        try await withTaps { office, _ in
            try await run(statement, office)
            let flaw = try #require(try await office.store.ledger.verifyLedger().flaw)
            #expect(Self.name(flaw).0 == "changed record")
            #expect(Self.name(flaw).1 == seq)
        }
    }

    /// Fact 5 is an adjustment of Ada's balance, in entry 17. The first four are employments, in the entries of the names.
    @Test(arguments: [
        ("id = gen_random_uuid() where seq = 5", 5, 17),
        ("recorded_at = recorded_at + interval '1 s' where seq = 5", 5, 17),
        ("type = 'absence' where seq = 5", 5, 17),
        ("office_id = 1 where seq = 5", 5, 17),
        ("office_id = null where seq = 1", 1, 2),
        ("valid_from = '2026-11-21' where seq = 5", 5, 17),
        ("valid_from = null where seq = 5", 5, 17),
        ("content = '{}' where seq = 5", 5, 17),
        ("content = replace(content, '3600', '7200') where seq = 5", 5, 17),
        ("author_id = 2 where seq = 5", 5, 17),
        ("author_id = null where seq = 5", 5, 17),
        ("salt = sha256(salt) where seq = 5", 5, 17),
        ("reason = 'x' where seq = 5", 5, 17),
        ("reason_salt = sha256(reason_salt) where seq = 5", 5, 17),
        ("reason_commitment = sha256(reason_commitment) where seq = 5", 5, 17),
        // Only with the names of the person is a reason erased.
        ("reason = null, reason_salt = null where seq = 5", 5, 17),
        ("reason = null, reason_salt = null, reason_commitment = null where seq = 5", 5, 17),
        // Only retention erases a fact.
        (
            """
            office_id = null, valid_from = null, content = null, author_id = null, salt = null, reason = null,
            reason_salt = null, reason_commitment = null where seq = 5
            """, 5, 17
        ),
        ("reason = 'x', reason_salt = '\\x00', reason_commitment = sha256('\\x00' || 'x'::bytea) where seq = 1", 1, 2),
    ])
    func `Ledger verification finds any change to facts of hours`(change: String, fact: Int64, seq: Int64) async throws {
        try await withAdjustment { office in
            try await run("update hours_fact set \(change)", office)
            let flaw = try await office.store.ledger.verifyLedger().flaw
            #expect(flaw == .wrongFact(LedgerFact(.hours, fact, seq: seq, .changed)))
        }
    }

    @Test(arguments: [
        ("recorded_at = null where seq = 5", 5, 17),
        ("type = null where seq = 5", 5, 17),
        ("content = null where seq = 5", 5, 17),
        ("salt = null where seq = 5", 5, 17),
        ("content = null, salt = null, reason = null, reason_salt = null where seq = 5", 5, 17),
        ("reason = null where seq = 5", 5, 17),
        ("reason_salt = null where seq = 5", 5, 17),
        ("reason_commitment = null where seq = 5", 5, 17),
        ("reason = 'x' where seq = 1", 1, 2),
        ("reason = 'x', reason_salt = '\\x00' where seq = 1", 1, 2),
        ("reason_salt = '\\x00' where seq = 1", 1, 2),
    ])
    func `Ledger verification finds missing values and leftovers that the table itself refuses`(
        change: String, fact: Int64, seq: Int64
    ) async throws {
        try await withAdjustment { office in
            let refused = await #expect(throws: PostgresError.self) {
                try await run("update hours_fact set \(change)", office)
            }
            #expect(refused?.sqlState?.hasPrefix("23") == true)
            try await run("\(Self.unconstrained); update hours_fact set \(change)", office)
            let flaw = try await office.store.ledger.verifyLedger().flaw
            #expect(flaw == .wrongFact(LedgerFact(.hours, fact, seq: seq, .changed)))
        }
    }

    /// Removes all conditions of the table of facts.
    private static let unconstrained =
        """
        do $$ declare name text; begin
            for name in select conname from pg_constraint where conrelid = 'hours_fact'::regclass and contype = 'c' loop
                execute format('alter table hours_fact drop constraint %I', name);
            end loop;
            for name in select attname from pg_attribute
                         where attrelid = 'hours_fact'::regclass and attnum > 0 and attnotnull and attname <> 'id' loop
                execute format('alter table hours_fact alter %I drop not null', name);
            end loop;
        end $$
        """

    @Test(arguments: [
        ("delete from hours_fact where seq = 5", "changed record", 17),
        ("delete from hours_fact where seq = 1", "changed record", 2),
        ("update hours_fact set person_id = 2 where seq = 5", "changed record", 17),
        ("update hours_fact set person_id = null where seq = 5", "changed record", 17),
        ("update hours_fact set commitment = sha256(commitment) where seq = 5", "changed record", 17),
        ("\(unconstrained); update hours_fact set commitment = null where seq = 5", "changed record", 17),
        ("\(unconstrained); update hours_fact set seq = null where seq = 5", "changed record", 17),
        ("\(unconstrained); update hours_fact set entry = null where seq = 5", "changed record", 17),
        // In the place of a tap.
        ("update hours_fact set entry = 9 where seq = 5", "changed record", 17),
        ("update hours_fact set seq = case seq when 1 then 2 else 1 end + 100 where seq in (1, 2)", "changed record", 2),
        (
            """
            insert into hours_fact (id, seq, entry, person_id, recorded_at, commitment, type, content, salt)
            select gen_random_uuid(), 6, 17, person_id, recorded_at, commitment, type, content, salt from hours_fact where seq = 5
            """, "changed record", 17
        ),
        (
            """
            insert into hours_fact (id, seq, entry, person_id, recorded_at, commitment, type, content, salt)
            select gen_random_uuid(), 6, 18, person_id, recorded_at, commitment, type, content, salt from hours_fact where seq = 5
            """, "stray row", 18
        ),
    ])
    func `Ledger verification finds facts of hours that were removed, added or reordered`(
        statement: String, flaw: String, seq: Int64
    ) async throws {
        try await withAdjustment { office in
            try await run(statement, office)
            let found = try #require(try await office.store.ledger.verifyLedger().flaw)
            #expect(Self.name(found) == (flaw, seq))
        }
    }

    /// The attacker also has earlier names that were forgotten, and pseudonyms of others.
    @Test(arguments: [
        "update person set user_name = 'ada2' where id = 1; update person set user_name = 'ada3' where id = 1",
        """
        update person set user_name = 'former-2', display_name = 'Former employee 2' where id = 1;
        update person set user_name = 'ada' where id = 1
        """,
        """
        update person set user_name = 'former-12', display_name = 'Former employee 12' where id = 1;
        update person set user_name = 'ada' where id = 1
        """,
        """
        insert into ledger_fact values
            ('person', 1, 99, '{"user_name": "former-1", "display_name": "Former employee 1"}', '\\x00', '\\x00')
        """,
    ])
    func `A reason can be erased only with its person's names, whatever names were forgotten`(names: String) async throws {
        try await withAdjustment { office in
            try await run(names, office)
            try await forgetNames(office)
            try await run("update hours_fact set reason = null, reason_salt = null where seq = 5", office)
            let flaw = try await office.store.ledger.verifyLedger().flaw
            #expect(flaw == .wrongFact(LedgerFact(.hours, 5, seq: 17, .changed)))
        }
    }

    @Test func `The ledger verifies after a person whose names and reasons were erased returned and got other names`()
        async throws
    {
        try await withAdjustment { office in
            let (hours, retention) = (office.store.hours, office.store.retention)
            let later = Instant(millisecondsSince1970: 4_000_000_000_000)
            try await office.store.people.setLeft(userName: "ada", at: TestOffice.noon)
            #expect(try await retention.eraseName(of: 1, now: later) != nil)
            #expect(try await hours.facts(of: 1).allSatisfy { $0.reason == nil })
            for name in ["ada2", "ada3"] {
                try await run(
                    "update person set user_name = '\(name)', display_name = 'Ada', left_at = null where id = 1", office)
            }
            let json: JSONValue = ["type": "adjustment", "user": "1", "date": "2026-11-21", "s": 60]
            #expect(try await hours.append([NewFact(json)], by: 3, reason: "After the return") == .appended)
            try await forgetNames(office)
            let names = try await office.value(
                "select string_agg(content::jsonb ->> 'user_name', ' ' order by seq) from ledger_fact where subject_id = 1 and subject = 'person'"
            )
            #expect(names == "former-1 ada3")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            // That reason is not erased.
            try await run("update hours_fact set reason = null, reason_salt = null where reason = 'After the return'", office)
            guard case .wrongFact(let fact)? = try await office.store.ledger.verifyLedger().flaw else {
                Issue.record("no flaw")
                return
            }
            #expect(fact.subject == .hours && fact.flaw == .changed)
        }
    }

    /// The retention of logs forgets all earlier names.
    private func forgetNames(_ office: TestOffice) async throws {
        try await run(
            """
            create or replace function log_retention_reaches(of_office bigint) returns timestamptz
                language sql stable as $$ select now() + interval '1 day' $$;
            select forget_logs()
            """, office)
    }

    private func withAdjustment(_ body: (TestOffice) async throws -> Void) async throws {
        try await withTaps { office, _ in
            let json: JSONValue = ["type": "adjustment", "user": "1", "date": "2026-11-20", "s": 3600]
            #expect(try await office.store.hours.append([NewFact(json)], by: 3, reason: "Payout") == .appended)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            try await body(office)
        }
    }

    @Test func `Changed settings, names and legal holds have entries, and other changes of people do not`() async throws {
        try await withTaps { office, _ in
            let head = try await office.store.ledger.ledgerHead().seq
            try await run("update person set role = 'hr' where id = 1", office)
            #expect(try await office.store.ledger.ledgerHead().seq == head)
            try await run("update person set display_name = 'Ada L.' where id = 1", office)
            try await run("update person set display_name = upper(display_name) where id > 1", office)
            try await run("insert into legal_hold (person_id, reason, held_at) values (1, 'x', now())", office)
            try await run(
                "insert into office_settings (office_id, valid_from, time_zone) values (1, '2026-01-01', 'Europe/Oslo')", office
            )
            #expect(try await office.store.ledger.ledgerHead().seq == head + 4)
            let (entries, flaw) = try await office.store.ledger.verifyLedger()
            #expect(flaw == nil)
            #expect(entries == Int(head) + 4)
        }
    }

    @Test func `The names of a former employee can be erased from the ledger, and it verifies`() async throws {
        try await withTaps { office, _ in
            try await run("update person set display_name = 'Dai M.' where user_name = 'dai'", office)
            _ = try await office.store.retention.eraseName(of: 4, now: Instant(millisecondsSince1970: 4_000_000_000_000))
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            let rows = try await office.pool.withConnection {
                try await $0.execute("select seq from ledger_fact where content like '%dai%' or content like '%Dai%'")
            }
            #expect(rows.isEmpty)
            // Employed again.
            try await run("update person set user_name = 'dai2', left_at = null where id = 4", office)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `Facts of before the ledger had them are added in steps`() async throws {
        try await withTaps { office, _ in
            try await run(
                """
                set session_replication_role = replica;
                insert into person (user_name, display_name, office_id) select 'p' || n, 'P', 1 from generate_series(1, 5) as n;
                reset session_replication_role
                """, office)
            let added = try await office.pool.withConnection { connection in
                var added: [String] = []
                repeat {
                    added.append(try await connection.execute("select record_missing_facts(2) as n")[0].get("n"))
                } while added.last != "0"
                return added
            }
            #expect(added == ["2", "2", "1", "0"])
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    private static func name(_ flaw: LedgerFlaw) -> (String, Int64) {
        switch flaw {
        case .otherThanCheckpoint(let seq): ("other than checkpoint", seq)
        case .shorterThanCheckpoint(let seq, _): ("shorter than checkpoint", seq)
        case .missingEntry(let seq): ("missing entry", seq)
        case .changedEntry(let seq): ("changed entry", seq)
        case .missingRecord(let seq, _): ("missing record", seq)
        case .missingPlace(let seq, _): ("missing place", seq)
        case .changedRecord(let seq, _): ("changed record", seq)
        case .changedPlace(let seq, _): ("changed place", seq)
        case .cutOff(let seq, _): ("cut off", seq)
        case .changedErasure(let seq, _): ("changed erasure", seq)
        case .strayRow(let seq): ("stray row", seq)
        case .wrongFact(let fact): ("\(fact.flaw) fact", fact.seq ?? 0)
        }
    }
}
