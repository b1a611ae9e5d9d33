import Attendance
import Foundation
import GRDB
import NFCTag

/// The taps on disk: written before anybody is told "taken", kept until the server has answered for each.
package final class TapQueue: Sendable {
    private let database: DatabaseQueue
    private let folderLock: FolderLock
    /// Raised with each new tap.
    let arrivals = ArrivalSignal()

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
        do {
            database = try TapQueueSchema.open(path)
            let migrator = TapQueueSchema.migrator
            let isOld = try database.read(migrator.hasCompletedMigrations) == false
            try migrator.migrate(database)
            guard try database.read(migrator.hasBeenSuperseded) == false else { throw TapQueueError.newerVersion(folder) }
            // What an earlier version deleted may still be in pages that nothing uses.
            if isOld { try database.vacuum() }
            try database.writeWithoutTransaction(Self.emptyLog)
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }

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
        arrivals.raise()
        return waiting
    }

    /// The first taps that wait, oldest first.
    /// - Parameter number: leaves out taps up to this one.
    package func waiting(after number: Int64 = 0, atMost limit: Int) async throws(TapQueueError) -> [QueuedTap] {
        try await write { database in
            try Row.fetchAll(
                database, sql: "select * from tap where state = 'waiting' and number > ? order by number limit ?",
                arguments: [number, limit]
            ).map(QueuedTap.init)
        }
    }

    package func waitingCount() async throws(TapQueueError) -> Int { try await write(Self.waiting) }

    /// Keeps what the server said, and forgets which badge it was, unless the server has not looked at the tap.
    /// - Returns: how many taps still wait.
    @discardableResult
    package func settle(_ outcomes: [TapOutcome]) async throws(TapQueueError) -> Int {
        let now = clock.now().instant.seconds
        let waiting = try await write { database in
            for outcome in outcomes {
                try database.execute(
                    sql: """
                        update tap set state = ?, outcome = ?, reason = ?, message = ?, settled_at = ?,
                               badge_uid = case when ? then badge_uid end
                         where id = ? and state = 'waiting'
                        """,
                    arguments: [
                        outcome.outcome.isRecorded ? "recorded" : "refused", outcome.outcome.rawValue, outcome.reason,
                        outcome.message, now, outcome.isOfList, outcome.id.uuidString.lowercased(),
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
