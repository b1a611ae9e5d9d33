import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// Somebody with all rights in the database changes what was recorded.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)))
struct `The ledger` {
    /// Lends an office in which Ada, Bo and Cy tapped ten times, in three batches.
    private func withTaps(_ body: (TestOffice, [Tap]) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let morning = Instant(millisecondsSince1970: 1_760_000_000_000)
            let people = ["ada", "bo", "cy"]
            let taps = (0..<10).map { (number: Int) -> Tap in
                let desk = number == 9 ? nil : DeskID("6F-A\(number % 3 + 1)")
                let at = morning.adding(seconds: Int64(number) * 60)
                return Tap(id: UUID(), user: people[number % 3], kind: number < 3 ? .start : .pause, at: at, desk: desk)
            }
            for batch in [taps[0..<1], taps[1..<6], taps[6..<10]] {
                let submissions = batch.map { tap in
                    TapSubmission(
                        tap: tap, atSent: tap.at.rfc3339(), deskSent: tap.desk?.description, reader: nil, client: nil,
                        receivedAt: tap.at)
                }
                _ = try await TapRecorder.recordAlone(submissions, pool: office.pool, policy: AttendancePolicy())
            }
            try await body(office, taps)
        }
    }

    private func run(_ statement: String, _ office: TestOffice) async throws {
        try await office.pool.withConnection { _ = try await $0.execute(statement) }
    }

    @Test func `is whole after taps in several batches`() async throws {
        try await withTaps { office, _ in
            let (entries, flaw) = try await office.store.verifyLedger()
            #expect(flaw == nil)
            #expect(entries == 10)
            #expect(try await office.store.ledgerHead().seq == 10)
        }
    }

    @Test func `goes on from a checkpoint that was written down`() async throws {
        try await withTaps { office, _ in
            let written = try #require(LedgerCheckpoint(try await office.store.ledgerHead().text))
            let more = TapSubmission(
                tap: Tap(id: UUID(), user: "ada", kind: .end, at: Instant(millisecondsSince1970: 1_760_003_600_000), desk: nil),
                atSent: "", deskSent: nil, reader: nil, client: nil,
                receivedAt: Instant(millisecondsSince1970: 1_760_003_600_000))
            _ = try await TapRecorder.recordAlone([more], pool: office.pool, policy: AttendancePolicy())
            let (entries, flaw) = try await office.store.verifyLedger(since: written)
            #expect(flaw == nil)
            #expect(entries == 1)
        }
    }

    @Test func `is not what was written down where somebody made it anew`() async throws {
        try await withTaps { office, _ in
            let written = LedgerCheckpoint(seq: 4, hash: [UInt8](repeating: 7, count: 32))
            let flaw = try await office.store.verifyLedger(since: written).flaw
            #expect(flaw == .otherThanCheckpoint(4))
        }
    }

    @Test(arguments: [
        ("update event set at = at + interval '1 second' where seq = 4", "changed record", 4),
        ("update event set person_id = 2 where seq = 1", "changed record", 1),
        ("update event set kind = 'end' where seq = 5", "changed record", 5),
        ("update event set salt = sha256(salt) where seq = 2", "changed record", 2),
        ("update event_place set desk = '7F-A1' where event_id = (select id from event where seq = 3)", "changed place", 3),
        ("delete from event_place where event_id = (select id from event where seq = 3)", "missing place", 3),
        (
            "insert into event_place (event_id, desk) select id, '6F-A1' from event where seq = 10", "changed place", 10
        ),
        ("delete from event_place; delete from event where seq = 6", "missing place", 1),
        (
            "alter table event_place drop constraint event_place_event_id_fkey; delete from event where seq = 6",
            "missing record", 6
        ),
        ("update ledger set time_commit = sha256(time_commit) where seq = 7", "changed entry", 7),
        ("update ledger set accepted_at = now() where seq = 7", "changed entry", 7),
        ("delete from ledger where seq = 8", "missing entry", 8),
        ("delete from ledger where seq = 10", "cut off", 9),
        (
            """
            update ledger set prev_hash = sha256(prev_hash), entry_hash = sha256(entry_hash) where seq = 5
            """, "changed entry", 5
        ),
        (
            """
            update event set seq = -seq where seq in (4, 5); update event set seq = 9 + seq where seq < 0
            """, "changed record", 4
        ),
        (
            """
            update ledger set seq = -seq where seq in (4, 5); update ledger set seq = 9 + seq where seq < 0
            """, "changed entry", 4
        ),
        (
            """
            insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at)
            select gen_random_uuid(), 11, 'tap', person_id, 'end', now(), '', office_id, now() from event where seq = 1
            """, "record without entry", 11
        ),
    ])
    func `shows what was changed`(statement: String, flaw: String, seq: Int64) async throws {
        try await withTaps { office, _ in
            try await run(statement, office)
            let found = try #require(try await office.store.verifyLedger().flaw)
            #expect(Self.name(found).0 == flaw)
            #expect(Self.name(found).1 == seq)
        }
    }

    private static func name(_ flaw: LedgerFlaw) -> (String, Int64) {
        switch flaw {
        case .otherThanCheckpoint(let seq): ("other than checkpoint", seq)
        case .missingEntry(let seq): ("missing entry", seq)
        case .brokenChain(let seq): ("broken chain", seq)
        case .changedEntry(let seq): ("changed entry", seq)
        case .missingRecord(let seq, _): ("missing record", seq)
        case .missingPlace(let seq, _): ("missing place", seq)
        case .changedRecord(let seq, _): ("changed record", seq)
        case .changedPlace(let seq, _): ("changed place", seq)
        case .cutOff(let seq, _): ("cut off", seq)
        case .recordWithoutEntry(let seq, _): ("record without entry", seq)
        }
    }
}
