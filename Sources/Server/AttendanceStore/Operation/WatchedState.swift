package import Attendance
import Postgres

/// What monitoring learns from the database.
package struct WatchedState: Sendable {
    package struct Reader: Sendable {
        package let id: ReaderID
        /// Whose taps it may send: `anyone`, `person` or `badges`.
        package let scope: String
        /// When it last sent a request; nil: never.
        package var lastSeenAt: Instant?
        /// The taps in its queue; nil: unknown.
        package var waitingTaps: Int?
    }

    /// The number of the newest migration.
    package let schema: Int
    /// Taps in quarantine without a decision.
    package let quarantined: Int
    /// Reminders that wait or are being sent.
    package let waitingReminders: Int
    /// The readers that have a key.
    private let readers: [Reader]

    /// The readers that have a key, with what a server saw of them that is not stored yet.
    package func readers(with sightings: [ReaderID: ReaderSighting]) -> [Reader] {
        readers.map { reader in
            guard let sighting = sightings[reader.id] else { return reader }
            var reader = reader
            reader.lastSeenAt = max(sighting.at, reader.lastSeenAt ?? sighting.at)
            reader.waitingTaps = sighting.status.waitingTaps ?? reader.waitingTaps
            return reader
        }
    }
}

extension WatchedState {
    init(
        condition: PostgresResult, quarantined: PostgresResult, readers: PostgresResult, reminders: PostgresResult
    ) throws {
        schema = try Schema(condition[0]).number
        self.quarantined = Int(try quarantined[0].get("quarantined", as: Int64.self))
        waitingReminders = Int(try reminders[0].get("waiting", as: Int64.self))
        self.readers = try readers.map(ListedReader.init).filter { $0.revokedAt == nil }.map { listed in
            Reader(
                id: listed.reader.id, scope: listed.reader.scope.name, lastSeenAt: listed.lastSeenAt,
                waitingTaps: listed.status.waitingTaps)
        }
    }
}

extension AttendanceStore {
    /// - Throws: ``PostgresError``, also if the database does not respond within 2 s.
    package func watchedState() async throws -> WatchedState {
        let results = try await pool.withConnection { connection in
            try await connection.withStatementLimit(to: .seconds(2)) { connection in
                try await connection.pipeline([
                    PostgresCommand("Operation/condition"),
                    PostgresCommand(
                        "Corrections/count_quarantined",
                        ["offices": nil as [OfficeID]?, "except": nil as Int64?, "limit": nil as Int64?]),
                    PostgresCommand("Readers/readers"), PostgresCommand("Reminders/count_waiting"),
                ])
            }
        }
        return try WatchedState(
            condition: results[0], quarantined: results[1], readers: results[2], reminders: results[3])
    }
}
