import Attendance
import Foundation
import GRDB

/// A tap in the queue's folder that the server does not hold.
package struct KeptTap: Sendable, Equatable, Encodable {
    package enum State: String, Sendable, Encodable { case waiting, refused }

    package var id: String
    package var state: State
    /// Whose tap it is; nil for a badge's, and after the retention of ``TapQueue/trailKept``.
    package var user: String?
    /// The badge's kind; nil likewise.
    package var badge: String?
    package var event: String
    /// RFC 3339.
    package var at: String
    package var desk: String?
    package var office: String?
    /// The server's words for a refusal.
    package var outcome: String?
    package var reason: String?
    package var message: String?
    /// When it was refused, RFC 3339 in UTC.
    package var refusedAt: String?
    /// Whether the queue still knows whose tap it is: it waits, or can be sent again.
    package var isWhole: Bool

    private enum CodingKeys: String, CodingKey {
        case id, state, user, badge, event, at, desk, office, outcome, reason, message
        case refusedAt = "refused_at"
        case isWhole = "can_be_sent"
    }
}

/// Looks at a queue and sends refused taps again. It works beside a running reader: all it writes is one transaction.
package final class QueueOverview: Sendable {
    private let database: DatabaseQueue
    private let folder: String

    /// - Throws: ``TapQueueError``, where there is no queue or it is of another version.
    package init(folder: String) throws(TapQueueError) {
        self.folder = folder
        let path = PrivateFiles.database(in: folder)
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(folder) }
        do {
            database = try TapQueueSchema.open(path)
            let migrator = TapQueueSchema.migrator
            guard try database.read(migrator.hasBeenSuperseded) == false else { throw TapQueueError.newerVersion(folder) }
            guard try database.read(migrator.hasCompletedMigrations) else { throw TapQueueError.olderVersion(folder) }
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }

    /// Refused by the server, and no tap that only enrolled its badge.
    private static let isRefused = "state = 'refused' and reason is not 'badge_enrolled'"
    private static let isWhole = "(user is not null or badge_uid is not null)"

    /// All that wait or were refused, oldest first.
    package func taps() async throws(TapQueueError) -> [KeptTap] {
        do {
            return try await database.read { database in
                try Row.fetchAll(
                    database,
                    sql:
                        "select *, \(Self.isWhole) as is_whole from tap where state = 'waiting' or \(Self.isRefused) order by number"
                ).map(KeptTap.init)
            }
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }

    /// Makes refused taps wait again.
    /// - Returns: how many do, and how many cannot, because the queue has forgotten whose they are.
    package func retry() async throws(TapQueueError) -> (again: Int, forgotten: Int) {
        do {
            return try await database.write { database in
                try database.execute(
                    sql: """
                        update tap set state = 'waiting', outcome = null, reason = null, message = null, settled_at = null
                         where \(Self.isRefused) and \(Self.isWhole)
                        """)
                let again = database.changesCount
                let forgotten = try Int.fetchOne(database, sql: "select count(*) from tap where \(Self.isRefused)") ?? 0
                return (again, forgotten)
            }
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }
}

extension KeptTap {
    fileprivate init(_ row: Row) throws {
        guard let state = State(rawValue: row["state"]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a tap of an unknown state")
        }
        self.init(
            id: row["id"], state: state, user: row["user"], badge: row["badge_kind"], event: row["kind"], at: row["at"],
            desk: row["desk"], office: row["office"], outcome: row["outcome"], reason: row["reason"],
            message: row["message"],
            refusedAt: (row["settled_at"] as Int64?).map { Instant(millisecondsSince1970: $0 * 1000).rfc3339() },
            isWhole: row["is_whole"])
    }
}
