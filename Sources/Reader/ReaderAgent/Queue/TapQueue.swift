import Attendance
import Foundation
import GRDB

/// The taps on disk. A tap is written before it is reported as taken, and kept until the server has responded for it.
package final class TapQueue: Sendable {
    private let database: DatabaseQueue
    private let folderLock: FolderLock
    /// Raised for each new tap.
    let arrivals = ArrivalSignal()

    private let clock: AgentClock

    /// Opens the queue.
    /// - Parameter folder: created if it is missing. Only one process can use it, and only its owner has access.
    /// - Throws: ``TapQueueError``.
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
            // Unused pages may still contain data that an earlier version deleted.
            if isOld { try database.vacuum() }
            try database.writeWithoutTransaction(Self.truncateLog)
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }

    /// Saves a tap, and that the tag `uid` is on its reader. Both are durable on return.
    /// - Returns: the number of waiting taps.
    package func add(_ tap: QueuedTap, uid: [UInt8]) async throws(TapQueueError) -> Int {
        let waiting = try await write { database in
            try database.execute(
                sql: """
                    insert into tap
                        (id, user, badge_kind, badge_uid, kind, at, desk, office, tag_uid, tag_certificate, tag_counter, tag_mac,
                         reader)
                    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    tap.id.uuidString.lowercased(), tap.person.user, tap.person.badge?.kind.rawValue,
                    tap.person.badge.map { Data($0.uid.bytes) }, tap.kind.rawValue, tap.at, tap.desk?.description, tap.office,
                    tap.proof.map { Data($0.uid.bytes) }, tap.proof?.certificate.map { Data($0) },
                    tap.proof?.signature?.counter, tap.proof?.signature.map { Data($0.mac) }, tap.reader,
                ])
            try database.execute(
                sql: "insert or replace into lying_tag (reader, uid) values (?, ?)", arguments: [tap.reader, Data(uid)])
            return try Self.waiting(database)
        }
        arrivals.raise()
        return waiting
    }

    /// Waiting taps, oldest first.
    /// - Parameter number: omits taps up to this position.
    package func waiting(after number: Int64 = 0, atMost limit: Int) async throws(TapQueueError) -> [QueuedTap] {
        try await write { database in
            try Row.fetchAll(
                database, sql: "select * from tap where state = 'waiting' and number > ? order by number limit ?",
                arguments: [number, limit]
            ).map(QueuedTap.init)
        }
    }

    package func waitingCount() async throws(TapQueueError) -> Int { try await write(Self.waiting) }

    /// Saves the server's outcomes. Deletes the badge UIDs of refused taps, except for those that the server has not checked.
    /// - Returns: the number of waiting taps.
    @discardableResult
    package func settle(_ outcomes: [ServerOutcome]) async throws(TapQueueError) -> Int {
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
                        outcome.message, now, outcome.outcome.isRecorded || outcome.isOfList,
                        outcome.id.uuidString.lowercased(),
                    ])
            }
            try database.execute(
                sql: """
                    delete from tap where state = 'recorded' and settled_at <= ? and number <=
                        (select number from tap where state = 'recorded' order by number desc limit 1 offset ?)
                    """,
                arguments: [now - QueueRetention.period.components.seconds, QueueRetention.mostRecordedTaps])
            return try Self.waiting(database)
        }
        // The hourly retention repeats a failed truncation and reports it. The outcomes are saved in any case.
        if waiting == 0 { try? await truncateLog() }
        return waiting
    }

    /// Deletes person and place of the taps that were settled before ``QueueRetention/period``. Their ids and outcomes stay.
    func deleteOldPersonalData() async throws(TapQueueError) {
        let latest = clock.now().instant.seconds - QueueRetention.period.components.seconds
        try await write { database in
            try database.execute(
                sql: """
                    update tap set user = null, badge_kind = null, badge_uid = null, desk = null, office = null, tag_uid = null,
                           tag_certificate = null, tag_counter = null, tag_mac = null, message = null
                     where settled_at <= ? and (user is not null or badge_kind is not null)
                    """,
                arguments: [latest])
        }
        try await truncateLog()
    }

    /// The tags that have made a tap and had not been removed at the last write.
    package func presentTags() async throws(TapQueueError) -> [PresentTag] {
        try await write { database in
            try Row.fetchAll(database, sql: "select reader, uid from lying_tag").map { row in
                PresentTag(reader: row["reader"], uid: Array(row["uid"] as Data))
            }
        }
    }

    /// Stores that the tag on this reader was removed.
    package func tagRemoved(from reader: String) async throws(TapQueueError) {
        try await write { database in
            try database.execute(sql: "delete from lying_tag where reader = ?", arguments: [reader])
        }
    }

    private static func waiting(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "select count(*) from tap where state = 'waiting'") ?? 0
    }

    /// Moves all changes into the database file and truncates the write-ahead log, which still contains deleted data.
    private static func truncateLog(_ database: Database) throws {
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func truncateLog() async throws(TapQueueError) {
        do {
            try await database.writeWithoutTransaction(Self.truncateLog)
        } catch {
            throw TapQueueError(error, folder: folderLock.folder)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(TapQueueError) -> Value {
        do {
            return try await database.write(body)
        } catch {
            throw TapQueueError(error, folder: folderLock.folder)
        }
    }
}

extension QueuedTap {
    fileprivate init(_ row: Row) throws {
        guard let id = UUID(uuidString: row["id"]), let kind = TapKind(rawValue: row["kind"]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a tap without a valid id or kind")
        }
        let person: TappingPerson
        if let user = row["user"] as String? {
            person = .user(user)
        } else if let badge = BadgeKind(rawValue: row["badge_kind"]), let uid = row["badge_uid"] as Data? {
            person = .badge(BadgeReading(kind: badge, uid: UID(Array(uid))))
        } else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a tap without a person")
        }
        self.init(
            number: row["number"], id: id, person: person, kind: kind, at: row["at"],
            desk: (row["desk"] as String?).flatMap { DeskID($0) }, office: row["office"],
            proof: (row["tag_uid"] as Data?).map { uid in
                ReadTag(
                    uid: UID(Array(uid)), certificate: (row["tag_certificate"] as Data?).map { Array($0) },
                    signature: (row["tag_counter"] as UInt32?).flatMap { counter in
                        (row["tag_mac"] as Data?).flatMap { TagSignature(counter: counter, mac: Array($0)) }
                    })
            },
            reader: row["reader"])
    }
}
