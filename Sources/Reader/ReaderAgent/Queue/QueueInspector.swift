package import Attendance
import Foundation
import GRDB

/// Lists a queue, and lets refused or recorded taps wait again. It can be used while a reader runs: each write is one transaction.
package final class QueueInspector: Sendable {
    private let database: DatabaseQueue
    private let folder: String

    /// - Throws: ``TapQueueError`` if the folder contains no queue, or a queue of another version.
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

    /// Refused by the server, without the taps that enrolled a badge.
    private static let isRefused = "state = 'refused' and reason is not 'badge_enrolled'"
    private static let canBeSent = "(user is not null or badge_uid is not null)"

    /// The waiting and refused taps, oldest first. Taps that enrolled a badge are omitted.
    package func taps() async throws(TapQueueError) -> [UndeliveredTap] {
        do {
            return try await database.read { database in
                try Row.fetchAll(
                    database,
                    sql:
                        "select *, \(Self.canBeSent) as can_be_sent from tap where state = 'waiting' or \(Self.isRefused) order by number"
                ).map(UndeliveredTap.init)
            }
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }

    /// Makes refused taps wait again.
    /// - Returns: the number of retried taps, and of taps that cannot be retried because the queue no longer contains their
    ///   person.
    package func retry() async throws(TapQueueError) -> (sent: Int, unsendable: Int) {
        try await sendAgain(Self.isRefused, [])
    }

    /// Makes recorded taps wait again, whose response arrived at `instant` or later, or up to an hour before, because this
    /// computer's clock may differ. The server recognizes those that it still has.
    /// - Returns: the number of replayed taps, and of taps that cannot be replayed because the queue no longer contains their
    ///   person.
    package func replay(since instant: Instant) async throws(TapQueueError) -> (sent: Int, unsendable: Int) {
        try await sendAgain("state = 'recorded' and settled_at >= ?", [instant.seconds - 3600])
    }

    private func sendAgain(
        _ condition: String, _ arguments: StatementArguments
    ) async throws(TapQueueError) -> (sent: Int, unsendable: Int) {
        do {
            return try await database.write { database in
                try database.execute(
                    sql: """
                        update tap set state = 'waiting', outcome = null, reason = null, message = null, settled_at = null
                         where \(condition) and \(Self.canBeSent)
                        """,
                    arguments: arguments)
                let sent = database.changesCount
                let unsendable = try Int.fetchOne(
                    database, sql: "select count(*) from tap where \(condition)", arguments: arguments)
                return (sent, unsendable ?? 0)
            }
        } catch {
            throw TapQueueError(error, folder: folder)
        }
    }
}
