import Attendance
package import Logging
package import Postgres

/// Follows the presence of all people through PostgreSQL's notifications.
package struct PresenceFeed: Sendable {
    /// Notified by the triggers `tell_floor_change`.
    private static let floorsChannel = "desktap_floors"

    private let configuration: PostgresConfiguration
    private let queries: PostgresQueryCatalog
    private let limits: FeedLimits
    private let loop: PostgresEventLoop
    private let logger: Logger

    /// - Parameter configuration: the feed opens two connections of its own.
    package init(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, limits: FeedLimits = FeedLimits(),
        loop: PostgresEventLoop = .shared, logger: Logger
    ) {
        var configuration = configuration
        configuration.applicationName += " feed"
        configuration.statementTimeout = limits.behind * 3 / 4
        configuration.answerGrace = limits.behind / 4
        self.limits = limits
        self.configuration = configuration
        self.queries = queries
        self.loop = loop
        self.logger = logger
    }

    /// Calls `body` with the presence of all people and then with each change, until the task is cancelled. Reconnects
    /// after a lost connection.
    package func follow(_ body: (PresenceUpdate) async -> Void) async throws {
        var lag = FeedLag()
        while true {
            do {
                try await followOnce(&lag, body)
            } catch {
                try Task.checkCancellation()
                await body(.interrupted)
                logger.warning("the presence feed was interrupted and reconnects: \(error)")
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 200...400)))
        }
    }

    private func followOnce(_ lag: inout FeedLag, _ body: (PresenceUpdate) async -> Void) async throws {
        // One connection listens and another reads, so that notifications do not wait for query results.
        try await withConnection { listener in
            try await withConnection { reader in try await follow(listener, reader, &lag, body) }
        }
    }

    private func withConnection(_ body: (PostgresConnection) async throws -> Void) async throws {
        try await PostgresConnection.withConnection(configuration, queries: queries, loop: loop, logger: logger, body)
    }

    private func follow(
        _ listener: PostgresConnection, _ reader: PostgresConnection, _ lag: inout FeedLag,
        _ body: (PresenceUpdate) async -> Void
    ) async throws {
        var current = lag
        defer { lag = current }
        try await listener.listen(
            on: [PresenceAnnouncer.channel, Self.floorsChannel], limits: limits.listening, every: limits.look
        ) { arrived in
            if arrived.isEmpty || arrived.contains(where: { $0.channel == Self.floorsChannel }) {
                try await tellDrawings(from: reader, body)
            }
            if arrived.isEmpty {
                let seq = try await tellEverybody(from: reader, body)
                if let earlier = current.begin(at: seq) { await rewound(from: earlier, to: seq, body) }
            } else {
                try await tell(arrived, &current, from: reader, body)
            }
        } tick: {
            let head = try await reader.query("Taps/log_seq")[0].get("seq", as: Int64.self)
            switch current.look(at: head) {
            case .proceed: break
            case .catchUp: current.read(try await tellEverybody(from: reader, body))
            case .rewound(let earlier):
                await rewound(from: earlier, to: head, body)
                throw FeedError.rewound
            }
        }
    }

    private func rewound(from earlier: Int64, to head: Int64, _ body: (PresenceUpdate) async -> Void) async {
        logger.error(
            """
            the database was restored to an earlier state: this server saw record \(earlier), but the log ends with record \
            \(head). The records in between are lost unless readers and phones send them again
            """)
        await body(.rewound)
    }

    private func tellDrawings(from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void) async throws {
        let drawings = try await reader.query("Presence/floor_drawings").map { row in
            (try row.get("office_id", as: OfficeID.self), try row.get("drawing", as: String.self))
        }
        await body(.drawings(Dictionary(drawings) { first, _ in first }))
    }

    private func tell(
        _ arrived: [PostgresNotification], _ lag: inout FeedLag, from reader: PostgresConnection,
        _ body: (PresenceUpdate) async -> Void
    ) async throws {
        let payloads = arrived.filter { $0.channel == PresenceAnnouncer.channel }.compactMap { PresencePayload($0.payload) }
        for range in payloads.flatMap(\.records) { lag.hear(range) }
        var people: Set<PersonID>? = []
        for payload in payloads { people = payload.people.flatMap { people?.union($0) } }
        guard let people else { return lag.read(try await tellEverybody(from: reader, body)) }
        if people.isEmpty { return }
        let changed = try await reader.query("Presence/presence_of_people", ["people": people.sorted()])
            .map(PersonPresence.init)
        // Not the log's head: it may be ahead of the notified changes.
        await body(.changes(changed, seq: lag.heard))
    }

    /// - Returns: the number of the latest record that the presences include.
    private func tellEverybody(
        from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void
    ) async throws -> Int64 {
        let results = try await reader.pipeline([
            PostgresCommand("Taps/log_seq"), PostgresCommand("Presence/presence_of_all"),
        ])
        let seq = try results[0][0].get("seq", as: Int64.self)
        await body(.everybody(try results[1].map(PersonPresence.init), seq: seq))
        return seq
    }
}

/// A reason to reconnect although the connections work.
private enum FeedError: Error, CustomStringConvertible {
    case rewound

    var description: String { "the database was restored to an earlier state" }
}
