import Attendance
import AttendanceStore
import Foundation
import Postgres
import Synchronization
import TestOffice
import TestServers
import Testing

@Suite struct `The difference of two clocks` {
    private let noon = TestOffice.noon

    /// Asked at noon, answered so many milliseconds later; the database's clock is so many milliseconds from noon.
    @Test(
        arguments: [
            (0, 0, 0), (0, 5_000, -5_000), (0, -5_000, 5_000),
            // Within the round trip nothing is certain: it may have been asked at any moment of it.
            (2_000, 0, 0), (2_000, 2_000, 0), (2_000, 3_000, -1_000), (2_000, -500, 500),
            // The clock was set back while PostgreSQL was asked.
            (-3_000, 0, 0),
        ] as [(answered: Int64, database: Int64, certain: Int64)])
    func `leaves out what the round trip explains`(answered: Int64, database: Int64, certain: Int64) {
        func instant(_ milliseconds: Int64) -> Instant {
            Instant(millisecondsSince1970: noon.millisecondsSince1970 + milliseconds)
        }
        let difference = ClockDifference(asked: noon, database: instant(database), answered: instant(answered))
        #expect(difference.milliseconds == certain)
    }

    @Test(
        arguments: [
            (5_000, false, false), (5_001, true, false), (-5_001, true, false), (60_000, true, false), (60_001, true, true),
            (-60_001, true, true),
        ] as [(ahead: Int64, isNoticeable: Bool, isTooLarge: Bool)])
    func `is noticed beyond five seconds and too large beyond sixty`(ahead: Int64, isNoticeable: Bool, isTooLarge: Bool) {
        let here = Instant(millisecondsSince1970: noon.millisecondsSince1970 + ahead)
        let difference = ClockDifference(asked: here, database: noon, answered: here)
        #expect(difference.isNoticeable == isNoticeable && difference.isTooLarge == isTooLarge)
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `A server that compares itself with its database` {
    /// This machine's clock, some seconds ahead.
    private static func clock(ahead seconds: Int64) -> @Sendable () -> Instant {
        { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000) + seconds * 1000) }
    }

    private func check(_ office: TestOffice, now: @escaping @Sendable () -> Instant = clock(ahead: 0)) -> ServerCheck {
        ServerCheck(pool: office.pool, version: Migrator(office.folder).latest, logger: TestOffice.logger, now: now)
    }

    @Test(arguments: [0, 30, -30]) func `can work while the clocks differ by less than a minute`(seconds: Int64) async throws {
        try await TestOffice.with { office in
            let check = check(office, now: Self.clock(ahead: seconds))
            try await check.check()
            #expect(check.problem == nil)
        }
    }

    @Test(arguments: [600, -600])
    func `records nothing while its clock is wrong, and goes on when it is right`(seconds: Int64) async throws {
        try await TestOffice.with { office in
            let offset = Mutex(seconds)
            let check = check(office) { Self.clock(ahead: offset.withLock(\.self))() }
            try await check.check()
            guard case .clockIsWrong(let difference) = try #require(check.problem) else {
                Issue.record("\(String(describing: check.problem))")
                return
            }
            #expect(abs(difference.milliseconds - seconds * 1000) < 30_000)
            #expect(difference.description.hasSuffix(seconds > 0 ? "s ahead of PostgreSQL's" : "s behind PostgreSQL's"))
            offset.withLock { $0 = 0 }
            try await check.check()
            #expect(check.problem == nil)
        }
    }

    @Test func `records nothing once the schema is newer than it knows`() async throws {
        try await TestOffice.with { office in
            let check = check(office)
            try await check.check()
            #expect(check.problem == nil)
            try await office.execute("insert into schema_version (number, name) values (9999, '9999_later')")
            try await check.check()
            #expect(check.problem == .schemaIsNewer(database: 9999, program: Migrator(office.folder).latest))
        }
    }

    @Test func `keeps what it found while the database is away`() async throws {
        try await TestOffice.with { office in
            let check = check(office, now: Self.clock(ahead: 600))
            try await check.check()
            await office.pool.close()
            await #expect(throws: PostgresError.poolClosed) { try await check.check() }
            #expect(check.problem != nil)
        }
    }
}
