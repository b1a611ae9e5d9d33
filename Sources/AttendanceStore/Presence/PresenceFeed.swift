package import Attendance
package import Logging
package import Postgres

/// Somebody's presence as the map shows it.
package struct PersonPresence: Sendable, Equatable {
    package var id: Int64
    package var userName: String
    package var displayName: String
    package var state: Presence.State
    package var office: Int64?
    /// The desk they hold; nil while somebody else has it, or outside a session.
    package var desk: String?
    package var floor: String?
    /// When they took the desk.
    package var since: Instant?
    /// After it the session counts as over.
    package var deadline: Instant?
    /// When they tapped last: on a break, when it began.
    package var latest: Instant?
    /// Whether the map does not say who they are.
    package var isPrivate = false
}

/// What the feed tells.
package enum PresenceUpdate: Sendable {
    /// Everybody in a session, as of the log's record `seq`. Comes first, and again after every gap.
    case everybody([PersonPresence], seq: Int64)
    /// These people's presence as it is now.
    case changes([PersonPresence], seq: Int64)
    /// How the floors of each office are drawn, in one word each that changes with the drawing. Told before ``everybody`` and
    /// whenever a floor changes.
    case drawings([Int64: String])
    /// What is known of keys and people may have changed.
    case accessChanged
    /// The connection to the database is gone: what was told may be out of date until everybody is told anew.
    case interrupted
}

/// Follows everybody's presence through PostgreSQL's notifications.
package struct PresenceFeed: Sendable {
    /// Notified by triggers, see `0031_floor_notifications.sql`.
    private static let floorsChannel = "desktap_floors"

    private let configuration: PostgresConfiguration
    private let queries: PostgresQueryCatalog
    private let loop: PostgresEventLoop
    private let logger: Logger

    /// - Parameter configuration: the feed opens two connections of its own.
    package init(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared,
        logger: Logger
    ) {
        var configuration = configuration
        configuration.applicationName += " feed"
        self.configuration = configuration
        self.queries = queries
        self.loop = loop
        self.logger = logger
    }

    /// Tells `body` everybody's presence and then each change, until the task is cancelled. A lost connection is opened again.
    package func follow(_ body: (PresenceUpdate) async -> Void) async throws {
        while true {
            do {
                try await followOnce(body)
            } catch {
                try Task.checkCancellation()
                logger.warning("the presence feed was interrupted and begins anew: \(error)")
                await body(.interrupted)
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 200...400)))
        }
    }

    private func followOnce(_ body: (PresenceUpdate) async -> Void) async throws {
        // One connection listens and another reads: a notification must not wait for a query's answer.
        let listener = try await PostgresConnection.connect(configuration, queries: queries, loop: loop)
        let reader: PostgresConnection
        do {
            reader = try await PostgresConnection.connect(configuration, queries: queries, loop: loop)
        } catch {
            await listener.close()
            throw error
        }
        do {
            try await listener.listen(
                on: [TapTransaction.presenceChannel, AttendanceStore.accessChannel, Self.floorsChannel]
            ) { arrived in
                try await tell(arrived, from: reader, body)
                // A busy morning has thousands of taps a second and a map no use for more than fifty pictures of them: what
                // comes meanwhile is told together.
                if !arrived.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            }
        } catch {
            await listener.close()
            await reader.close()
            throw error
        }
    }

    /// - Parameter arrived: nothing at the start of listening.
    private func tell(
        _ arrived: [PostgresNotification], from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void
    ) async throws {
        if arrived.isEmpty || arrived.contains(where: { $0.channel == AttendanceStore.accessChannel }) {
            await body(.accessChanged)
        }
        if arrived.isEmpty || arrived.contains(where: { $0.channel == Self.floorsChannel }) {
            let drawings = try await reader.query("floor_drawings").map { row in
                (try row.get(0, as: Int64.self), try row.get(1, as: String.self))
            }
            await body(.drawings(Dictionary(drawings) { first, _ in first }))
        }
        var people: Set<Int64>? = arrived.isEmpty ? nil : []
        for notification in arrived where notification.channel == TapTransaction.presenceChannel {
            let changed = PresencePayload(notification.payload)?.people
            people = changed.flatMap { people?.union($0) }
        }
        guard let people else {
            let results = try await reader.pipeline([PostgresCommand("log_seq"), PostgresCommand("presence_of_all")])
            await body(.everybody(try results[1].map(PersonPresence.init), seq: try results[0][0].get(0)))
            return
        }
        if people.isEmpty { return }
        let results = try await reader.pipeline([
            PostgresCommand("log_seq"), PostgresCommand("presence_of_people", people.sorted()),
        ])
        await body(.changes(try results[1].map(PersonPresence.init), seq: try results[0][0].get(0)))
    }
}

extension PersonPresence {
    init(_ row: PostgresRow) throws {
        let holdsDesk = try row.get(9, as: Bool.self)
        id = try row.get(0)
        userName = try row.get(1)
        displayName = try row.get(2)
        office = try row.getIfPresent(3)
        floor = holdsDesk ? try row.getIfPresent(4) : nil
        desk = holdsDesk ? try row.getIfPresent(5) : nil
        state = try row.choice(6)
        since = try row.instantIfPresent(7)
        deadline = try row.instantIfPresent(8)
        latest = try row.instantIfPresent(10)
        isPrivate = try row.getIfPresent(11) ?? false
    }
}
