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

    /// - Parameter folder: made where it is missing; for one process at a time.
    package init(folder: String) throws(TapQueueError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .folderNotWritable(folder, reason: error.localizedDescription)
        }
        folderLock = try FolderLock(folder)
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        do {
            database = try DatabaseQueue(path: folder + "/taps.sqlite", configuration: configuration)
            // In WAL mode a commit reaches the disk at once only so; opening in that mode sets NORMAL.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.migrator.migrate(database)
            guard try database.read(Self.migrator.hasBeenSuperseded) == false else {
                throw TapQueueError.newerVersion(folder)
            }
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
        try await write { database in
            for outcome in outcomes {
                try database.execute(
                    sql: "update tap set state = ?, outcome = ?, reason = ?, message = ?, badge_uid = null where id = ?",
                    arguments: [
                        outcome.outcome.isRecorded ? "recorded" : "refused", outcome.outcome.rawValue, outcome.reason,
                        outcome.message, outcome.id.uuidString.lowercased(),
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
