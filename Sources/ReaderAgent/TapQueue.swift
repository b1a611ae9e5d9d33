import Attendance
import Foundation
import GRDB
import NFCTag

/// The taps on disk: written before anybody is told "taken", kept until the server has answered for each.
package final class TapQueue: Sendable {
    private let database: DatabaseQueue
    private let folderLock: FolderLock
    /// One element when taps came since the last look.
    package let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    /// Settled taps kept to look at afterwards; refused ones are kept for good.
    private static let recordedKept = 1000
    /// For so long a settled tap says whose it was, and where.
    package static let trailKept = Duration.seconds(7 * 86_400)

    private let clock: AgentClock

    /// - Parameter folder: made where it is missing; for one process at a time, and for its owner's eyes.
    package init(folder: String, clock: AgentClock = AgentClock()) throws(TapQueueError) {
        self.clock = clock
        let path = try PrivateFiles.prepare(folder)
        folderLock = try FolderLock(folder)
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            // In WAL mode a commit reaches the disk at once only so; opening in that mode sets NORMAL. What is deleted is
            // written over.
            try database.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            }
            let isOld = try database.read(Self.migrator.hasCompletedMigrations) == false
            try Self.migrator.migrate(database)
            guard try database.read(Self.migrator.hasBeenSuperseded) == false else {
                throw TapQueueError.newerVersion(folder)
            }
            // What an earlier version deleted may still be in pages that nothing uses.
            if isOld { try database.vacuum() }
            try database.writeWithoutTransaction(Self.emptyLog)
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("taps") { database in
            try database.execute(
                sql: """
                    create table tap (
                        number integer primary key autoincrement,
                        id text not null unique,
                        user text not null,
                        kind text not null,
                        at text not null,
                        desk text,
                        reader text not null,
                        state text not null default 'waiting' check (state in ('waiting', 'recorded', 'refused')),
                        outcome text,
                        reason text,
                        message text
                    );
                    create index tap_by_state on tap (state, number);
                    -- The tag that lies on a reader and was taken, so that a restart does not take it again.
                    create table lying_tag (reader text primary key, uid blob not null) without rowid;
                    """)
        }
        migrator.registerMigration("badges and evidence") { database in
            try database.execute(
                sql: """
                    alter table tap rename to tap_before;
                    create table tap (
                        number integer primary key autoincrement,
                        id text not null unique,
                        user text,
                        badge_kind text,
                        badge_uid blob,
                        kind text not null,
                        at text not null,
                        desk text,
                        office text,
                        tag_uid blob,
                        tag_certificate blob,
                        reader text not null,
                        state text not null default 'waiting' check (state in ('waiting', 'recorded', 'refused')),
                        outcome text,
                        reason text,
                        message text,
                        check ((user is null) <> (badge_kind is null)),
                        check (state <> 'waiting' or user is not null or badge_uid is not null)
                    );
                    insert into tap (number, id, user, kind, at, desk, reader, state, outcome, reason, message)
                        select number, id, user, kind, at, desk, reader, state, outcome, reason, message from tap_before;
                    drop table tap_before;
                    create index tap_by_state on tap (state, number);
                    """)
        }
        migrator.registerMigration("an end of the trail") { database in
            try database.execute(
                sql: """
                    alter table tap rename to tap_before;
                    create table tap (
                        number integer primary key autoincrement,
                        id text not null unique,
                        user text,
                        badge_kind text,
                        badge_uid blob,
                        kind text not null,
                        at text not null,
                        desk text,
                        office text,
                        tag_uid blob,
                        tag_certificate blob,
                        reader text not null,
                        state text not null default 'waiting' check (state in ('waiting', 'recorded', 'refused')),
                        outcome text,
                        reason text,
                        message text,
                        -- Seconds since 1970, by this computer's clock.
                        settled_at integer,
                        check ((state = 'waiting') = (settled_at is null)),
                        -- A tap that waits is either a user's or a badge's, and says which.
                        check (state <> 'waiting'
                            or ((user is null) <> (badge_kind is null) and (badge_kind is null) = (badge_uid is null)))
                    );
                    insert into tap (number, id, user, badge_kind, badge_uid, kind, at, desk, office, tag_uid,
                                     tag_certificate, reader, state, outcome, reason, message, settled_at)
                        select number, id, user, badge_kind, badge_uid, kind, at, desk, office, tag_uid, tag_certificate,
                               reader, state, outcome, reason, message,
                               case when state <> 'waiting' then cast(strftime('%s', 'now') as integer) end
                          from tap_before;
                    drop table tap_before;
                    create index tap_by_state on tap (state, number);
                    """)
        }
        return migrator
    }()

    /// Keeps a tap, durable when this returns, and with it that the tag `uid` lies on its reader.
    /// - Returns: how many taps wait for the server now.
    package func add(_ tap: QueuedTap, uid: [UInt8]) async throws(TapQueueError) -> Int {
        let waiting = try await write { database in
            try database.execute(
                sql: """
                    insert into tap
                        (id, user, badge_kind, badge_uid, kind, at, desk, office, tag_uid, tag_certificate, reader)
                    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    tap.id.uuidString.lowercased(), tap.person.user, tap.person.badge?.kind.rawValue,
                    tap.person.badge.map { Data($0.uid.bytes) }, tap.kind.rawValue, tap.at, tap.desk?.description, tap.office,
                    tap.evidence.map { Data($0.uid.bytes) }, tap.evidence?.certificate.map { Data($0) }, tap.reader,
                ])
            try database.execute(
                sql: "insert or replace into lying_tag (reader, uid) values (?, ?)", arguments: [tap.reader, Data(uid)])
            return try Self.waiting(database)
        }
        arrived.yield()
        return waiting
    }

    /// The first taps that wait, oldest first.
    package func waiting(atMost limit: Int) async throws(TapQueueError) -> [QueuedTap] {
        try await write { database in
            try Row.fetchAll(
                database, sql: "select * from tap where state = 'waiting' order by number limit ?", arguments: [limit]
            ).map(QueuedTap.init)
        }
    }

    package func waitingCount() async throws(TapQueueError) -> Int { try await write(Self.waiting) }

    /// Keeps what the server said, and forgets which badge it was.
    /// - Returns: how many taps still wait.
    @discardableResult
    package func settle(_ outcomes: [TapOutcome]) async throws(TapQueueError) -> Int {
        let now = clock.now().instant.seconds
        let waiting = try await write { database in
            for outcome in outcomes {
                try database.execute(
                    sql: """
                        update tap set state = ?, outcome = ?, reason = ?, message = ?, badge_uid = null, settled_at = ?
                         where id = ?
                        """,
                    arguments: [
                        outcome.outcome.isRecorded ? "recorded" : "refused", outcome.outcome.rawValue, outcome.reason,
                        outcome.message, now, outcome.id.uuidString.lowercased(),
                    ])
            }
            try database.execute(
                sql: """
                    delete from tap where state = 'recorded' and number <=
                        (select number from tap where state = 'recorded' order by number desc limit 1 offset ?)
                    """,
                arguments: [Self.recordedKept])
            return try Self.waiting(database)
        }
        // Should this fail, the next hour's try says so: the server's answer counts all the same.
        if waiting == 0 { try? await emptyLog() }
        return waiting
    }

    /// Takes from taps that were settled long ago who made them, and where. Their numbers and outcomes stay.
    func forgetOldTaps() async throws(TapQueueError) {
        let latest = clock.now().instant.seconds - Self.trailKept.components.seconds
        try await write { database in
            try database.execute(
                sql: """
                    update tap set user = null, badge_kind = null, badge_uid = null, desk = null, office = null, tag_uid = null,
                           tag_certificate = null, message = null
                     where settled_at <= ? and (user is not null or badge_kind is not null)
                    """,
                arguments: [latest])
        }
        try await emptyLog()
    }

    /// The tags that were taken and had not been lifted when this was last written.
    package func lyingTags() async throws(TapQueueError) -> [LyingTag] {
        try await write { database in
            try Row.fetchAll(database, sql: "select reader, uid from lying_tag").map { row in
                LyingTag(reader: row["reader"], uid: Array(row["uid"] as Data))
            }
        }
    }

    /// The tag on this reader was lifted.
    package func lifted(from reader: String) async throws(TapQueueError) {
        try await write { database in
            try database.execute(sql: "delete from lying_tag where reader = ?", arguments: [reader])
        }
    }

    private static func waiting(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "select count(*) from tap where state = 'waiting'") ?? 0
    }

    /// Brings all into the database's own file, and the write-ahead log, which still has it as it was before, to no length.
    private static func emptyLog(_ database: Database) throws {
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func emptyLog() async throws(TapQueueError) {
        do {
            try await database.writeWithoutTransaction(Self.emptyLog)
        } catch {
            throw TapQueueError(error, folder: folderLock.folder)
        }
    }

    fileprivate func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(TapQueueError) -> Value {
        do {
            return try await database.write(body)
        } catch {
            throw TapQueueError(error, folder: folderLock.folder)
        }
    }
}

extension TapQueue {
    /// SQLite's `synchronous` setting as it is in force.
    func synchronousLevel() async throws -> Int? {
        try await write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    /// How many badges' numbers are on disk with their taps.
    func badgesKept() async throws -> Int? {
        try await write { try Int.fetchOne($0, sql: "select count(badge_uid) from tap") }
    }

    /// Every value of every tap on disk that says whose it was or where.
    func trail() async throws -> [String] {
        try await write { database in
            try Row.fetchAll(
                database, sql: "select user, badge_kind, badge_uid, desk, office, tag_uid, tag_certificate, message from tap"
            ).flatMap { $0.databaseValues.filter { !$0.isNull }.map(\.description) }
        }
    }

    /// The numbers of all taps on disk.
    func numbers() async throws -> [String] {
        try await write { try String.fetchAll($0, sql: "select id from tap order by number") }
    }

    /// Makes a queue's database by hand, as another version would have left it.
    static func write(sql: String, into folder: String) throws {
        try DatabaseQueue(path: folder + "/taps.sqlite").write { try $0.execute(sql: sql) }
    }
}

extension QueuedTap {
    fileprivate init(_ row: Row) throws {
        guard let id = UUID(uuidString: row["id"]), let kind = TapKind(rawValue: row["kind"]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a tap without a number or kind")
        }
        let person: TappingPerson
        if let user = row["user"] as String? {
            person = .user(user)
        } else if let badge = Badge.Kind(rawValue: row["badge_kind"]), let uid = row["badge_uid"] as Data? {
            person = .badge(Badge(kind: badge, uid: TagUID(Array(uid))))
        } else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a tap of nobody")
        }
        self.init(
            number: row["number"], id: id, person: person, kind: kind, at: row["at"],
            desk: (row["desk"] as String?).flatMap { DeskID($0) }, office: row["office"],
            evidence: (row["tag_uid"] as Data?).map { uid in
                TagEvidence(uid: TagUID(Array(uid)), certificate: (row["tag_certificate"] as Data?).map { Array($0) })
            },
            reader: row["reader"])
    }
}
