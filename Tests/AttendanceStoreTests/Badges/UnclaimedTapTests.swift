import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// A reader at the front door, and an unenrolled card.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Unclaimed taps` {
    private static let noon = TestOffice.noon

    private struct Door {
        let office: TestOffice
        let reader: ReaderID
        let card: BadgeReading

        var badges: BadgeCache { AccessCache(store: office.store).badges }

        func unclaimed(_ seconds: Int64, _ kind: TapKind = .start, desk: String = "6F-A1", id: UUID = UUID()) -> BadgeTap {
            var submission = TestOffice.submission(
                "somebody", kind, at: noon + .seconds(seconds), desk: desk, id: id, reader: reader)
            submission.report.badge = TapReport.Badge(kind: card.kind.rawValue, uid: "\(card.uid)")
            submission.report.tag = TapReport.Tag(uid: "\(card.uid)")
            return BadgeTap(reading: card, submission: submission)
        }

        func keep(_ taps: BadgeTap...) async throws {
            try await badges.keep(taps, now: noon + .seconds(1))
        }

        /// Enrols the card for a person by a tap.
        func enrol(_ user: String, at seconds: Int64 = 10, id: UUID = UUID()) async throws -> BadgeOwner {
            try await office.execute(
                """
                insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
                select id, \(reader), '\((noon + .seconds(seconds - 1)).rfc3339())',
                       '\((noon + .seconds(seconds + 60)).rfc3339())'
                  from person where user_name = '\(user)'
                """)
            return try await owner(seconds, id: id)
        }

        func owner(_ seconds: Int64, id: UUID = UUID()) async throws -> BadgeOwner {
            let at = noon + .seconds(seconds)
            return try await badges.owners(of: [unclaimed(seconds, id: id)], now: at + .seconds(1))[0]
        }

        func count(_ table: String) async throws -> String? {
            try await office.value("select count(*)::text from \(table)")
        }

        func retain() async throws {
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            _ = try #require(try await office.store.retention.runRetention(now: now, zones: try .system()))
        }
    }

    private func withDoor(_ body: (Door) async throws -> Void) async throws {
        try await TestOffice.with { office in
            _ = try await office.store.readers.addReader(name: "front")
            try await body(
                Door(
                    office: office, reader: try #require(try await office.store.readers.readers().first).reader.id,
                    card: BadgeReading(kind: .nfca, uid: try #require(UID(hex: "04A1B2C3D4E580")))))
        }
    }

    @Test func `An unclaimed tap is quarantined for the badge's later owner and takes effect when released`() async throws {
        try await withDoor { (door) async throws in
            let tap = door.unclaimed(-3600)
            try await door.keep(tap)
            try await door.keep(tap, tap)
            #expect(try await door.count("unclaimed_tap") == "1")
            #expect(try await door.count("event") == "0")
            let stored = try #require(try await door.office.value("select report from unclaimed_tap"))
            #expect(stored.contains("somebody") && !stored.contains("\(door.card.uid)"))
            #expect(!stored.contains("badge") && !stored.contains("tag"))
            #expect(try await door.enrol("ada") == .enrolled("Ada Lindqvist"))
            #expect(try await door.count("unclaimed_tap") == "0")

            let store = door.office.store
            let waiting = try #require(try await store.corrections.quarantinedTaps().first)
            #expect(waiting.id == tap.submission.tap.id && waiting.userName == "ada" && waiting.why == .beforeEnrolment)
            #expect(waiting.at == Self.noon - .seconds(3600) && waiting.desk == "6F-A1" && waiting.reader == "front")
            #expect(try await door.office.state(of: "ada") == .off)
            let why = Justification(author: "cy", reason: "She says so")
            #expect(
                try await store.corrections.settle([waiting.id], .restore, why, now: Self.noon + .seconds(60))
                    == [.accepted(notes: [])])
            #expect(try await door.office.state(of: "ada") == .work)
            #expect(try await store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `An unclaimed tap that is also too old is quarantined as made before the enrolment`() async throws {
        try await withDoor { (door) async throws in
            try await door.keep(door.unclaimed(-60 * 86_400))
            _ = try await door.enrol("ada")
            #expect(try await door.office.store.corrections.quarantinedTaps().map(\.why) == [.beforeEnrolment])
        }
    }

    @Test func `An enrolment that is repeated after a crash claims each tap once`() async throws {
        try await withDoor { (door) async throws in
            let (tap, enrolling) = (door.unclaimed(-60), UUID())
            try await door.keep(tap)
            // The badge was enrolled, but the server died before it claimed the taps.
            _ = try await door.enrol("ada", id: enrolling)
            try await door.office.execute(
                """
                insert into unclaimed_tap (id, badge_hash, at, report, desk, reader_id, received_at)
                select tap.id, hash, at,
                       json_build_object('id', tap.id, 'user', 'badge', 'kind', 'start', 'at', at_sent, 'desk', desk),
                       desk, \(door.reader), now()
                  from (select id, at, at_sent, '6F-A1' as desk from event
                         union all
                        select '00000000-0000-0000-0000-000000000002', at - interval '1 minute',
                               to_char((at - interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '6F-A2'
                          from event) as tap,
                       badge
                """)
            #expect(try await door.owner(10, id: enrolling) == .enrolled("Ada Lindqvist"))
            #expect(try await door.count("unclaimed_tap") == "0")
            #expect(try await door.office.store.corrections.quarantinedTaps().map(\.desk) == ["6F-A1", "6F-A2"])
            #expect(try await door.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `An unclaimed tap is recorded at once if another server has enrolled its badge meanwhile`() async throws {
        try await withDoor { (door) async throws in
            _ = try await door.enrol("ada")
            try await door.keep(door.unclaimed(20), door.unclaimed(-20, .end))
            #expect(try await door.count("unclaimed_tap") == "0")
            let states = "select string_agg(coalesce(quarantine, 'counts'), ' ' order by at) from event"
            #expect(try await door.office.value(states) == "before_enrolment counts")
            #expect(try await door.office.state(of: "ada") == .work)
        }
    }

    @Test func `A tap between two owners belongs to the later one, and a tap after the owner left to none`() async throws {
        try await withDoor { (door) async throws in
            _ = try await door.enrol("ada", at: 10)
            try await door.office.store.people.setLeft(userName: "ada", at: Self.noon + .seconds(100))
            #expect(try await door.owner(99) == .person("ada"))
            #expect(try await door.owner(101) == .unknown)
            try await door.keep(door.unclaimed(5), door.unclaimed(150))
            #expect(try await door.count("unclaimed_tap") == "2")
            _ = try await door.enrol("bo", at: 200)
            #expect(try await door.count("unclaimed_tap") == "1")
            let waiting = try await door.office.store.corrections.quarantinedTaps()
            #expect(waiting.map(\.userName) == ["bo"])
            #expect(waiting.map(\.at) == [Self.noon + .seconds(150)])
        }
    }

    @Test func `An unclaimed tap at an unknown desk is claimed when the desk exists`() async throws {
        try await withDoor { (door) async throws in
            try await door.keep(door.unclaimed(-60, desk: "9F-Z1"), door.unclaimed(-50))
            _ = try await door.enrol("ada")
            #expect(try await door.count("unclaimed_tap") == "1")
            try await door.retain()
            #expect(try await door.count("unclaimed_tap") == "1")
            try await door.office.execute("insert into desk (office_id, id, floor, x, y) select 1, '9F-Z1', '6F', 9, 9")
            try await door.retain()
            #expect(try await door.count("unclaimed_tap") == "0")
            #expect(try await door.office.store.corrections.quarantinedTaps().count == 2)
        }
    }

    @Test(
        arguments: [
            (nil, "6F-A1", 200, true), (nil, "6F-A1", 10, false), (nil, nil, 200, true), (nil, nil, 60, true),
            (nil, "9F-Z1", 60, true), (nil, "6F-A1", 60, false), ("Harbour Office", nil, 60, false), ("Attic", nil, 60, true),
            ("Nowhere", "6F-A1", 60, false), ("Nowhere", nil, 60, true), (nil, nil, 10, false),
        ] as [(String?, String?, Int, Bool)])
    func `An unclaimed tap is deleted when the location retention of its office ends`(
        office: String?, desk: String?, days: Int, isGone: Bool
    ) async throws {
        try await withDoor { (door) async throws in
            let attic = try await door.office.store.offices.addOffice(name: "Attic", timeZone: "UTC")
            try await door.office.store.retention.setRetention(of: attic, timeMonths: nil, placeDays: 20)
            func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "null" }
            try await door.office.execute(
                """
                insert into unclaimed_tap (id, badge_hash, at, report, office, desk, reader_id, received_at)
                values (gen_random_uuid(), sha256(''), now() - interval '300 days', '{}', \(quoted(office)),
                        \(quoted(desk)), \(door.reader), now() - interval '\(days) days')
                """)
            try await door.retain()
            #expect(try await door.count("unclaimed_tap") == (isGone ? "0" : "1"))
        }
    }

    // MARK: Retention of badges

    @Test func `A person's badges, personal keys and enrolments end when the person leaves`() async throws {
        try await withDoor { (door) async throws in
            let store = door.office.store
            _ = try await door.enrol("ada")
            let key = try await store.personalKeys.addKey(for: 1, now: Self.noon)
            try await door.office.execute(
                """
                insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
                values (1, \(door.reader), '\(Self.noon.rfc3339())', '\((Self.noon + .seconds(900)).rfc3339())')
                """)
            let left = Self.noon + .seconds(500)
            try await store.people.setLeft(userName: "ada", at: left)
            #expect(try await store.badges.badges().isEmpty)
            #expect(try await AccessCache(store: store).person(withKey: key, now: left) == nil)
            let ends = try await door.office.value(
                """
                select string_agg((ended = '\(left.rfc3339())')::text, ' ')
                  from (select removed_at as ended from badge union all select revoked_at from person_key union all
                        select closed_at from badge_enrolment where badge_id is null) as ended
                """)
            #expect(ends == "true true true")
        }
    }

    @Test(arguments: [true, false])
    func `Erasing location data removes a badge's reader and enrolments but keeps the badge`(isOnRequest: Bool) async throws {
        try await withDoor { (door) async throws in
            let store = door.office.store
            _ = try await door.enrol("ada")
            try await door.office.execute(
                """
                update badge set enrolled_at = now() - interval '200 days';
                update badge_enrolment set asked_at = now() - interval '201 days', closed_at = now() - interval '200 days'
                """)
            func forget() async throws {
                if isOnRequest {
                    _ = try await store.retention.erasePlaces(
                        of: 1, before: Self.noon + .seconds(900), by: nil, now: Self.noon)
                } else {
                    try await door.retain()
                }
            }
            try await store.legalHolds.hold(1, reason: "A dispute", by: nil, now: Self.noon)
            try await forget()
            #expect(try await store.badges.badges().map(\.reader) == ["front"])
            #expect(try await door.count("badge_enrolment") == "1")
            _ = try await store.legalHolds.releaseHold(on: 1, now: Self.noon)
            try await forget()
            #expect(try await store.badges.badges().map(\.reader) == [nil])
            #expect(try await door.count("badge_enrolment") == "0")
            #expect(try await door.owner(20) == .person("ada"))
            let ada = try await store.people.person(userName: "ada")
            let json = try await store.personData.data(of: ada, asOf: Self.noon, zones: try .system()).json()
            #expect(String(decoding: json, as: UTF8.self).contains("\"nfca\""))
        }
    }

    @Test func `Erasing a person's name deletes the person's badges`() async throws {
        try await withDoor { (door) async throws in
            let store = door.office.store
            _ = try await door.enrol("ada")
            #expect(try await store.retention.eraseName(of: 1, now: Self.noon + .seconds(20)) == nil)
            #expect(try await door.count("badge") == "1")
            try await store.people.setLeft(userName: "ada", at: Self.noon + .seconds(30))
            #expect(try await store.retention.eraseName(of: 1, now: Self.noon + .seconds(40)) == "former-1")
            #expect(try await door.count("badge") == "0")
            #expect(try await door.count("badge_enrolment") == "0")
            await #expect(throws: PostgresError.self) { try await door.office.execute("select forget_badges(2)") }
        }
    }
}
