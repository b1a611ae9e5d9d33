import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// The threat: an attacker with all rights in the database changes records.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)))
struct `Ledger verification` {
    /// Passes an office in which Ada, Bo and Cy tapped ten times, in three batches.
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
            #expect(entries == 10)
            #expect(try await office.store.ledger.ledgerHead().seq == 10)
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
            let written = LedgerCheckpoint(seq: 14, hash: [UInt8](repeating: 7, count: 32))
            let flaw = try #require(try await office.store.ledger.verifyLedger(since: written).flaw)
            #expect(flaw == .shorterThanCheckpoint(14, head: 10))
            #expect("\(flaw)".contains("ends with entry 10, before the saved head at entry 14"))
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
        ("update event set at = at + interval '1 second' where seq = 4", "changed record", 4),
        ("update event set person_id = 2 where seq = 1", "changed record", 1),
        ("update event set kind = 'end' where seq = 5", "changed record", 5),
        ("update event set salt = sha256(salt) where seq = 2", "changed record", 2),
        ("update log_place set desk = '7F-A1' where seq = 3", "changed place", 3),
        ("delete from log_place where seq = 3", "missing place", 3),
        (
            "insert into log_place (seq, office_id, at, id, desk) select seq, 1, at, id, '6F-A1' from event where seq = 10",
            "changed place", 10
        ),
        ("update event set person_id = null where seq = 6", "changed record", 6),
        ("update event set kind = null where seq = 6", "changed record", 6),
        ("\(TestOffice.blankRecords) where seq = 6; delete from log_place where seq = 6", "missing record", 6),
        ("update log_record set reason = 'x' where seq = 6", "changed record", 6),
        ("update log_place set at = at + interval '1 second' where seq = 3", "changed record", 3),
        ("insert into log_place (seq, desk) values (11, '6F-A1')", "stray row", 11),
        ("insert into log_place (seq, desk) values (0, '6F-A1')", "stray row", 0),
        (
            """
            insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, entry_hash, time_commit)
            select -1, gen_random_uuid(), type, now(), person_id, 'end', now(), '', office_id, entry_hash, time_commit
              from log_record where seq = 10
            """, "stray row", -1
        ),
        ("update log_record set time_commit = sha256(time_commit) where seq = 7", "changed entry", 7),
        ("update log_record set place_commit = null where seq = 7", "changed entry", 7),
        ("update event set received_at = now() where seq = 7", "changed entry", 7),
        ("update event set type = 'add' where seq = 7", "changed entry", 7),
        ("update event set id = gen_random_uuid() where seq = 7", "changed entry", 7),
        ("delete from event where seq = 8", "missing entry", 8),
        ("delete from event where seq = 10", "cut off", 9),
        ("update log_record set entry_hash = sha256(entry_hash) where seq = 5", "changed entry", 5),
        (
            """
            update log_record set seq = -seq where seq in (4, 5); update log_record set seq = 9 + seq where seq < 0
            """, "changed entry", 4
        ),
        (
            """
            insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, entry_hash, time_commit)
            select 11, gen_random_uuid(), type, now(), person_id, 'end', now(), '', office_id, entry_hash, time_commit
              from log_record where seq = 10
            """, "changed entry", 11
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
        ("update correction set reason = 'other'", "changed record", 12),
        ("update correction set new_at = new_at + interval '1 hour' where type = 'amend'", "changed record", 12),
        ("update correction set author_id = 2 where type = 'void'", "changed record", 13),
        ("update correction set target_id = (select id from event where seq = 2) where type = 'void'", "changed record", 13),
        ("update correction set type = 'restore' where type = 'void'", "changed entry", 13),
        ("update log_place set desk = '7F-A8' where seq = 12", "changed place", 12),
        ("delete from log_place where seq = 12", "missing place", 12),
        // A correction that is also an event.
        ("update log_record set kind = 'end', at = now(), at_sent = '', office_id = 1 where seq = 13", "changed record", 13),
        ("delete from correction where type = 'void'", "cut off", 12),
        ("update event set reason = 'other' where type = 'add'", "changed record", 11),
        ("update event set author_id = 1 where type = 'add'", "changed record", 11),
        (
            "update event set type = 'tap', author_id = null, reason = null where type = 'add'", "changed entry", 11
        ),
        (
            """
            insert into log_record
            select 14, gen_random_uuid(), type, received_at, person_id, kind, at, at_sent, office_id, quarantine, client,
                   target_id, new_at, new_at_sent, new_kind, new_office_id, author_id, 'x', salt, entry_hash, time_commit
              from log_record where seq = 13
            """, "changed entry", 14
        ),
        // A forged erasure without an entry in the ledger.
        (
            """
            \(TestOffice.blankRecords) where seq = 13;
            insert into erasure (id, seq, part, office_id, before, rule, digest)
            values (gen_random_uuid(), 14, 'time', 1, now(), 'retention', sha256(int8send(13)));
            insert into erased_record select 13, 'time', id from erasure
            """, "stray row", 14
        ),
        // An erased record that no erasure lists.
        (
            """
            \(TestOffice.blankRecords) where seq = 13;
            alter table erased_record drop constraint erased_record_erasure_id_fkey;
            insert into erased_record values (13, 'time', gen_random_uuid())
            """, "stray row", 13
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
        }
    }
}
