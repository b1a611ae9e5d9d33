package import Attendance
package import Logging
package import Postgres

/// A person's presence as the map shows it.
package struct PersonPresence: Sendable, Equatable {
    package var id: Int64
    package var userName: String
    package var displayName: String
    package var state: Presence.State
    package var office: Int64?
    /// The desk that the person holds; nil: another person took it, or there is no open session.
    package var desk: String?
    package var floor: String?
    /// When the person took the desk.
    package var since: Instant?
    /// The instant after which the session counts as over.
    package var deadline: Instant?
    /// The latest tap; during a break, its beginning.
    package var latest: Instant?
    /// Whether the map hides the person's name.
    package var isPrivate = false
}

/// An event of the presence feed.
package enum PresenceUpdate: Sendable {
    /// All people with an open session, as of the log's record `seq`. The first presence update, repeated after every gap.
    case everybody([PersonPresence], seq: Int64)
    /// The current presence of these people.
    case changes([PersonPresence], seq: Int64)
    /// A text per office that changes whenever the drawing of one of its floors changes. Precedes ``everybody(_:seq:)`` and
    /// follows every change of a floor.
    case drawings([Int64: String])
    /// The connection to the database is lost, or notifications do not arrive. Earlier updates may be out of date until the
    /// next ``everybody(_:seq:)``.
    case interrupted
    /// The log is shorter than before: the database was restored to an earlier state. Caches of this process may contain
    /// records that no longer exist.
    case rewound
}

/// The feed's time limits. Viewers see within five seconds that their data may be out of date.
package struct FeedLimits: Sendable {
    /// The limits of the listening connection.
    package var listening = ListenLimits()
    /// The interval at which the feed reads the number of the log's latest record.
    package var look: Duration = .milliseconds(500)
    /// The longest delay of a record's notification; also the time limit of the feed's queries.
    package var behind: Duration = .seconds(4)

    package init() {}
}

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
        var lag = FeedLag(limit: limits.behind)
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
            on: [TapTransaction.presenceChannel, Self.floorsChannel], limits: limits.listening, every: limits.look
        ) { arrived in
            let seq = try await tell(arrived, from: reader, body)
            if arrived.isEmpty {
                if let earlier = current.begin(at: seq) { await rewound(from: earlier, to: seq, body) }
                return
            }
            for payload in arrived.compactMap(Self.presence) { current.hear(payload.seq) }
            // Debounce: at most 50 updates a second, because a busy morning has thousands of taps a second.
            try await Task.sleep(for: .milliseconds(20))
        } tick: {
            let head = try await reader.query("Taps/log_seq")[0].get("seq", as: Int64.self)
            switch current.look(at: head, now: .now) {
            case .goOn: break
            case .notify:
                // It arrives after all earlier notifications. A record that changes no presence has none of its own.
                let payload = PresencePayload(seq: head, people: [])
                try await reader.query(
                    "Presence/notify", ["channel": TapTransaction.presenceChannel, "payload": payload.text])
            case .giveUp: throw FeedError.behind(head: head)
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

    private static func presence(_ notification: PostgresNotification) -> PresencePayload? {
        notification.channel == TapTransaction.presenceChannel ? PresencePayload(notification.payload) : nil
    }

    /// - Parameter arrived: empty at the start of listening.
    /// - Returns: the number of the latest record that the updates include.
    private func tell(
        _ arrived: [PostgresNotification], from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void
    ) async throws -> Int64 {
        if arrived.isEmpty || arrived.contains(where: { $0.channel == Self.floorsChannel }) {
            let drawings = try await reader.query("Presence/floor_drawings").map { row in
                (try row.get("office_id", as: Int64.self), try row.get("drawing", as: String.self))
            }
            await body(.drawings(Dictionary(drawings) { first, _ in first }))
        }
        var people: Set<Int64>? = arrived.isEmpty ? nil : []
        var heard: Int64 = 0
        for notification in arrived where notification.channel == TapTransaction.presenceChannel {
            let payload = PresencePayload(notification.payload)
            heard = max(heard, payload?.seq ?? 0)
            people = payload?.people.flatMap { people?.union($0) }
        }
        guard let people else {
            let results = try await reader.pipeline([
                PostgresCommand("Taps/log_seq"), PostgresCommand("Presence/presence_of_all"),
            ])
            let seq = try results[0][0].get("seq", as: Int64.self)
            await body(.everybody(try results[1].map(PersonPresence.init), seq: seq))
            return seq
        }
        if people.isEmpty { return heard }
        let changed = try await reader.query("Presence/presence_of_people", ["people": people.sorted()])
            .map(PersonPresence.init)
        // Not the log's head: it may be ahead of the notified changes.
        await body(.changes(changed, seq: heard))
        return heard
    }
}

/// A reason to reconnect although the connections work.
private enum FeedError: Error, CustomStringConvertible {
    case behind(head: Int64)
    case rewound

    var description: String {
        switch self {
        case .behind(let head): "record \(head) is in the log, but its notification did not arrive"
        case .rewound: "the database was restored to an earlier state"
        }
    }
}

extension PersonPresence {
    /// The presence at an instant: a session after its deadline counts as over, even without an end.
    package func effective(at now: Instant) -> PersonPresence {
        guard state != .off, let deadline, now.seconds > deadline.seconds else { return self }
        var person = self
        (person.state, person.desk, person.floor) = (.off, nil, nil)
        return person
    }
}

extension PersonPresence {
    /// Reads a row of `presence_of_all`, `presence_of_office`, `presence_of_people`, `whereabouts` or
    /// `whereabouts_of_people`.
    init(_ row: PostgresRow) throws {
        let holdsDesk = try row.get("holds_desk", as: Bool.self)
        id = try row.get("id")
        userName = try row.get("user_name")
        displayName = try row.get("display_name")
        office = try row.getIfPresent("office_id")
        floor = holdsDesk ? try row.getIfPresent("floor") : nil
        desk = holdsDesk ? try row.getIfPresent("desk") : nil
        state = try row.choice("state")
        since = try row.instantIfPresent("desk_since")
        deadline = try row.instantIfPresent("deadline")
        latest = try row.instantIfPresent("latest_at")
        isPrivate = try row.getIfPresent("is_private") ?? false
    }
}
