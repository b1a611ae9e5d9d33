import Attendance
import AttendanceStore
import Foundation
import Postgres
import Synchronization
import TestOffice
import TestServers
import Testing

@Suite struct `Clock difference` {
    private let noon = TestOffice.noon

    /// The query starts at noon. `answered` is its end and `database` the database's clock, in milliseconds after noon.
    @Test(
        arguments: [
            (0, 0, 0), (0, 5_000, -5_000), (0, -5_000, 5_000),
            // The database reads its clock at an unknown moment of the round trip.
            (2_000, 0, 0), (2_000, 2_000, 0), (2_000, 3_000, -1_000), (2_000, -500, 500),
            // The clock was set back during the query.
            (-3_000, 0, 0),
        ] as [(answered: Int64, database: Int64, certain: Int64)])
    func `A clock difference excludes what the round trip explains`(answered: Int64, database: Int64, certain: Int64) {
        func instant(_ milliseconds: Int64) -> Instant {
            Instant(millisecondsSince1970: noon.millisecondsSince1970 + milliseconds)
        }
        let difference = ClockDifference(asked: noon, database: instant(database), answered: instant(answered))
        #expect(difference.ahead == .milliseconds(certain))
    }

    @Test(
        arguments: [
            (5_000, false, false), (5_001, true, false), (-5_001, true, false), (60_000, true, false), (60_001, true, true),
            (-60_001, true, true),
        ] as [(ahead: Int64, isNoticeable: Bool, isTooLarge: Bool)])
    func `A clock difference is noticeable above 5 s and too large above 60 s`(
        ahead: Int64, isNoticeable: Bool, isTooLarge: Bool
    ) {
        let here = Instant(millisecondsSince1970: noon.millisecondsSince1970 + ahead)
        let difference = ClockDifference(asked: here, database: noon, answered: here)
        #expect(difference.isNoticeable == isNoticeable && difference.isTooLarge == isTooLarge)
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Server check` {
    /// This machine's clock, some seconds ahead.
    private static func clock(ahead seconds: Int64) -> @Sendable () -> Instant {
        { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000) + seconds * 1000) }
    }

    private func check(_ office: TestOffice, now: @escaping @Sendable () -> Instant = clock(ahead: 0)) -> ServerCheck {
        ServerCheck(pool: office.pool, schemas: office.folder.schemas, logger: TestOffice.logger, now: now)
    }

    @Test(arguments: [0, 30, -30])
    func `A server works while its clock and the database's differ by less than a minute`(seconds: Int64) async throws {
        try await TestOffice.with { office in
            let check = check(office, now: Self.clock(ahead: seconds))
            try await check.check()
            #expect(check.problem == nil)
        }
    }

    @Test(arguments: [600, -600])
    func `A server records nothing while its clock is wrong`(seconds: Int64) async throws {
        try await TestOffice.with { office in
            let offset = Mutex(seconds)
            let check = check(office) { Self.clock(ahead: offset.withLock(\.self))() }
            try await check.check()
            guard case .clockIsWrong(let difference) = try #require(check.problem) else {
                Issue.record("\(String(describing: check.problem))")
                return
            }
            #expect((difference.ahead - .seconds(seconds)).magnitude < .seconds(30))
            #expect(difference.description.hasSuffix(seconds > 0 ? "s ahead of PostgreSQL's" : "s behind PostgreSQL's"))
            offset.withLock { $0 = 0 }
            try await check.check()
            #expect(check.problem == nil)
        }
    }

    @Test func `A server goes on with a newer schema, and records nothing once a schema excludes it`() async throws {
        try await TestOffice.with { office in
            let check = check(office)
            try await check.check()
            #expect(check.problem == nil)
            try await office.execute("insert into schema_version (number, name) values (9998, '9998_later')")
            try await check.check()
            #expect(check.problem == nil)
            try await office.excludePrograms(before: 9999)
            try await check.check()
            #expect(check.problem == .schemaIsNewer(database: 9999, program: office.folder.schemas.newest))
        }
    }

    @Test func `The server check keeps its last result while the database is unavailable`() async throws {
        try await TestOffice.with { office in
            let check = check(office, now: Self.clock(ahead: 600))
            try await check.check()
            await office.pool.close()
            await #expect(throws: PostgresError.poolClosed) { try await check.check() }
            #expect(check.problem != nil)
        }
    }

    @Test func `A server warns once of a database whose commits are not durable`() async throws {
        try await TestOffice.with { office in
            let log = CapturedLog()
            let name = try #require(try await office.value("select current_database()"))
            try await office.execute("alter database \"\(name)\" set synchronous_commit = off")
            let pool = TestOffice.pool(office.database, office.folder, 1)
            let check = ServerCheck(
                pool: pool, schemas: office.folder.schemas, logger: log.logger, now: Self.clock(ahead: 0))
            for _ in 1...2 { try await check.check() }
            await pool.close()
            #expect(log.lines.filter { $0.contains("synchronous_commit") && $0.contains("acknowledged") }.count == 1)
        }
    }
}
