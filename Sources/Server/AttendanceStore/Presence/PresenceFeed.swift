import Attendance
package import Logging
package import Postgres

/// Follows the presence of all people: folds what the log tells, and gives each change to a listener.
package struct PresenceFeed: Sendable {
    /// Notified by the triggers `tell_floor_change`.
    private static let floorsChannel = "desktap_floors"

    private let fold: PresenceFold
    private let configuration: PostgresConfiguration
    private let queries: PostgresQueryCatalog
    private let limits: FeedLimits
    private let loop: PostgresEventLoop
    private let logger: Logger

    /// - Parameters:
    ///   - fold: no other feed follows it.
    ///   - configuration: the feed opens two connections of its own.
    package init(
        _ fold: PresenceFold, _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog,
        limits: FeedLimits = FeedLimits(),
        loop: PostgresEventLoop = .shared, logger: Logger
    ) {
        var configuration = configuration
        configuration.applicationName += " feed"
        configuration.statementTimeout = limits.behind * 3 / 4
        configuration.answerGrace = limits.behind / 4
        self.fold = fold
        self.limits = limits
        self.configuration = configuration
        self.queries = queries
        self.loop = loop
        self.logger = logger
    }

    /// How long the oldest folded change waits for the listener; zero: none does.
    package var backlogAge: Duration { fold.withLog { $0.changed.values.min() }?.duration(to: .now) ?? .zero }

    /// Calls `body` with the presence of all people and then with each change, until the task is cancelled. Reconnects
    /// after a lost connection.
    package func follow(_ body: (PresenceUpdate) async -> Void) async throws {
        var repeatedErrors = RepeatedErrors()
        var isInterrupted = false
        while true {
            do {
                try await followOnce { update in
                    if isInterrupted, case .everybody = update {
                        logger.notice("the presence feed is up to date again")
                        isInterrupted = false
                    }
                    await body(update)
                }
            } catch {
                try Task.checkCancellation()
                isInterrupted = true
                await body(.interrupted)
                let text = "the presence feed was interrupted and reconnects: \(error)"
                if let text = repeatedErrors.logText(text, now: .now) { logger.warning("\(text)") }
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 200...400)))
        }
    }

    private func followOnce(_ body: (PresenceUpdate) async -> Void) async throws {
        // One connection listens and another reads, so that notifications do not wait for query results.
        try await withConnection { listener in
            try await withConnection { reader in try await follow(listener, reader, body) }
        }
    }

    private func withConnection(_ body: (PostgresConnection) async throws -> Void) async throws {
        try await PostgresConnection.withConnection(configuration, queries: queries, loop: loop, logger: logger, body)
    }

    private func follow(
        _ listener: PostgresConnection, _ reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void
    ) async throws {
        var teller = PresenceTeller(fold)
        try await listener.listen(
            on: [PresenceAnnouncer.channel, Self.floorsChannel], limits: limits.listening, every: limits.look
        ) { arrived in
            if arrived.isEmpty || arrived.contains(where: { $0.channel == Self.floorsChannel }) {
                try await tellDrawings(from: reader, body)
            }
            // Of this process's own taps it knows already.
            let seq = arrived.compactMap { $0.channel == PresenceAnnouncer.channel ? Int64($0.payload) : nil }.max()
            if seq.map({ $0 > fold.withLog { $0.position?.seq ?? 0 } }) ?? true { try await fold.catchUp(reader) }
            while let update = try await teller.next(reader) { try await tell(update, from: reader, body) }
        } tick: {
            try await fold.catchUp(reader)
            while let update = try await teller.next(reader) { try await tell(update, from: reader, body) }
        }
    }

    private func tell(
        _ update: PresenceUpdate, from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void
    ) async throws {
        await body(update)
        guard case .rewound(let earlier, let head) = update else { return }
        logger.error(
            """
            the database was restored to an earlier state: this server saw record \(earlier), but the log ends with record \
            \(head). The records in between are lost unless readers and phones send them again
            """)
        try await tellDrawings(from: reader, body)
    }

    private func tellDrawings(from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void) async throws {
        let drawings = try await reader.query("Presence/floor_drawings").map { row in
            (try row.get("office_id", as: OfficeID.self), try row.get("drawing", as: String.self))
        }
        await body(.drawings(Dictionary(drawings) { first, _ in first }))
    }
}
