import Attendance
import Foundation
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore

/// What is kept besides records, and its deletion.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Kept data` {
    private static let noon = TestOffice.noon

    private func kept(_ office: TestOffice, at now: Instant = noon) async throws -> [KeptData] {
        try await office.store.retention.keptData(now: now, zones: try .system())
    }

    private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private static func midday(of day: String) throws -> Instant { try #require(Instant(rfc3339: day + "T12:00:00+09:00")) }

    @Test func `Hours and places name the oldest month with data and the day of its deletion`() async throws {
        try await TestOffice.with { office in
            func next(_ kind: KeptData.Kind) async throws -> KeptData.Deletion? {
                try await kept(office).first { $0.kind == kind }?.next
            }
            #expect(try await next(.places) == nil)
            let places = try #require(try await kept(office).first { $0.kind == .places })
            #expect(places.office == "Harbour Office" && places.term == .daysAfterMonth(90))
            let taps = [
                TestOffice.submission("ada", .start, at: try Self.midday(of: "2026-09-30"), desk: "6F-A1"),
                TestOffice.submission("bo", .start, at: try Self.midday(of: "2026-10-01"), desk: "6F-A2"),
            ]
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            #expect(
                try await next(.places) == KeptData.Deletion(day: try Self.day("2026-12-30"), month: try Self.day("2026-09-01"))
            )
            #expect(try await kept(office).first { $0.kind == .hours }?.term == .unlimited)
            #expect(try await next(.hours) == nil)

            try await office.store.retention.setRetention(of: office.office, timeMonths: 36, placeDays: 0)
            // The places of September are due already.
            #expect(try await next(.places) == nil)
            #expect(
                try await next(.hours) == KeptData.Deletion(day: try Self.day("2029-10-01"), month: try Self.day("2026-09-01")))
            try await office.store.legalHolds.hold(1, reason: "Case 17", by: nil, now: Self.noon)
            #expect(
                try await next(.hours) == KeptData.Deletion(day: try Self.day("2029-11-01"), month: try Self.day("2026-10-01")))
        }
    }

    @Test func `Logs, links and sign-ins name the night in which the oldest is deleted`() async throws {
        try await TestOffice.with { office in
            #expect(try await kept(office).allSatisfy { [.hours, .places].contains($0.kind) || $0.next == nil })
            try await office.execute(
                """
                insert into access_log (at, reader_id, person_id, period_from, period_to, purpose)
                    values ('2025-01-10 02:00Z', 3, 1, now(), now(), 'x'), ('2025-03-01 00:00Z', 3, null, now(), now(), 'x');
                insert into admin_log (at, person_id, field) values ('2024-01-10 12:00Z', 1, 'added');
                insert into person_key (person_id, key_hash, made_at, revoked_at)
                    values (1, sha256('a'), '2025-01-01', '2025-06-30 03:00Z'), (1, sha256('b'), '2025-01-01', null);
                insert into legal_hold (person_id, reason, held_at, released_at)
                    values (1, 'x', '2025-01-01', '2025-02-01'), (2, 'x', '2025-01-01', null);
                insert into sign_in_link (token_hash, person_id, expires_at, used_at)
                    values (sha256('a'), 1, '2026-11-10', '2026-11-09 12:00Z'), (sha256('b'), 1, '2026-12-10', null);
                """)
            let kept = try await kept(office)
            func next(_ kind: KeptData.Kind, of office: String? = "Harbour Office") -> String? {
                kept.first { $0.kind == kind && $0.office == office }?.next?.day.description
            }
            // Two years later: at 02:00 in the same night, at 03:00 in the next one.
            #expect(
                next(.accessLog) == "2027-01-10" && next(.revokedKeys) == "2027-07-01" && next(.holdReasons) == "2027-02-01")
            #expect(next(.accessLog, of: nil) == "2027-03-01")
            // Overdue: the next night.
            #expect(next(.accountLog) == "2026-11-21")
            #expect(next(.signInLinks, of: nil) == "2026-12-10" && next(.sessions, of: nil) == nil)
            #expect(kept.first { $0.kind == .accessLog }?.term == .months(24))
        }
    }

    @Test func `Earlier names, reasons of ended holds and ended sign-ins are deleted when their retention has ended`()
        async throws
    {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970) * 1000)
            _ = try await office.store.sessions.beginSession(for: 1, on: "Chrome on Linux", by: .link, now: now)
            try await office.execute(
                """
                update person set display_name = 'Ada Berg' where id = 1; update person set display_name = 'Bo Berg' where id = 2;
                update person set display_name = 'Cy Berg' where id = 3; update person set display_name = 'Cy Bo' where id = 3;
                insert into legal_hold (person_id, reason, held_at, released_at)
                    values (1, 'Case 17', now() - interval '4 years', now() - interval '3 years'),
                           (3, 'Case 18', now() - interval '1 year', now() - interval '1 month');
                insert into legal_hold (person_id, reason, held_at) values (2, 'Case 19', now());
                update sign_in_session set ended_at = now() - interval '31 days'
                """)
            #expect(try await office.store.retention.forgetLogs(now: now) == 1)
            let reasons = "select string_agg(reason, ' ' order by id) from legal_hold"
            #expect(try await office.value(reasons) == "- Case 18 Case 19")
            #expect(try await office.value("select count(*)::text from sign_in_session") == "0")
            let names = "select count(*) || ' ' || count(content) from ledger_fact where subject = 'person'"
            #expect(try await office.value(names) == "9 9")
            // Two years later.
            try await office.execute(
                """
                set session_replication_role = replica;
                update log_record set received_at = received_at - interval '25 months' where type = 'facts';
                reset session_replication_role
                """)
            #expect(try await office.store.retention.logRetentionReport().map(\.count) == [3])
            #expect(try await office.store.retention.forgetLogs(now: now) == 3)
            // Ada's and Cy's earlier names. Bo has a legal hold.
            #expect(try await office.value(names) == "9 6")
            #expect(try await office.store.retention.forgetLogs(now: now) == 0)
        }
    }
}
