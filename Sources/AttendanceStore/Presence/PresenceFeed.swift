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
    /// The connection to the database is lost, or notifications do not arrive. Earlier updates may be out of date until the next
    /// ``everybody(_:seq:)``.
    case interrupted
    /// The log is shorter than it was: the database was restored to an earlier state. What this process remembers of it may
    /// never have happened.
    case rewound
}

/// How long the feed waits for a silent database. Viewers learn within five seconds that what they see may be out of date.
package struct FeedLimits: Sendable {
    /// Of the connection that listens.
    package var listening = ListenLimits()
    /// The time between two looks at the number of the log's latest record.
    package var look: Duration = .milliseconds(500)
    /// A record that is in the log for this long must have been notified. A query of the feed's is given this time, too.
    package var behind: Duration = .seconds(4)

    package init() {}
}

/// Follows everybody's presence through PostgreSQL's notifications.
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

    /// Tells `body` everybody's presence and then each change, until the task is cancelled. A lost connection is opened again.
    package func follow(_ body: (PresenceUpdate) async -> Void) async throws {
        var lag = FeedLag(limit: limits.behind)
        while true {
            do {
                try await followOnce(&lag, body)
            } catch {
                try Task.checkCancellation()
                await body(.interrupted)
                logger.warning("the presence feed was interrupted and connects again: \(error)")
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 200...400)))
        }
    }

    private func followOnce(_ lag: inout FeedLag, _ body: (PresenceUpdate) async -> Void) async throws {
        // One connection listens and another reads: a notification must not wait for a query's answer.
        let listener = try await PostgresConnection.connect(configuration, queries: queries, loop: loop, logger: logger)
        let reader: PostgresConnection
        do {
            reader = try await PostgresConnection.connect(configuration, queries: queries, loop: loop, logger: logger)
        } catch {
            await listener.close()
            throw error
        }
        do {
            try await withTaskCancellationHandler {
                try await follow(listener, reader, &lag, body)
            } onCancel: {
                // A server that shuts down does not wait for an answer.
                listener.abandon()
                reader.abandon()
            }
        } catch {
            await listener.close()
            await reader.close()
            throw error
        }
    }

    private func follow(
        _ listener: PostgresConnection, _ reader: PostgresConnection, _ lag: inout FeedLag,
        _ body: (PresenceUpdate) async -> Void
    ) async throws {
        var current = lag
        defer { lag = current }
        try await listener.listen(
            on: [TapTransaction.presenceChannel, AccessChange.channel, Self.floorsChannel],
            limits: limits.listening, every: limits.look
        ) { arrived in
            let seq = try await tell(arrived, from: reader, body)
            if arrived.isEmpty {
                if let earlier = current.begin(at: seq) { await rewound(from: earlier, to: seq, body) }
                return
            }
            for payload in arrived.compactMap(Self.presence) { current.hear(payload.seq) }
            // A busy morning has thousands of taps a second and a map no use for more than fifty pictures of them: what
            // comes meanwhile is told together.
            try await Task.sleep(for: .milliseconds(20))
        } tick: {
            let head = try await reader.query("Taps/log_seq")[0].get("seq", as: Int64.self)
            switch current.look(at: head, now: .now) {
            case .goOn: break
            case .notify:
                // It arrives after all earlier notifications, also where the record changed no presence and had none of its own.
                try await reader.query(
                    "Presence/notify", TapTransaction.presenceChannel, PresencePayload(seq: head, people: []).text)
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
            the database went back in time: this server saw record \(earlier), and the log ends with record \(head). What was \
            recorded in between is lost, unless readers and phones send it again
            """)
        await body(.rewound)
    }

    private static func presence(_ notification: PostgresNotification) -> PresencePayload? {
        notification.channel == TapTransaction.presenceChannel ? PresencePayload(notification.payload) : nil
    }

    /// - Parameter arrived: nothing at the start of listening.
    /// - Returns: the number of the log's latest record that was told.
    private func tell(
        _ arrived: [PostgresNotification], from reader: PostgresConnection, _ body: (PresenceUpdate) async -> Void
    ) async throws -> Int64 {
        if arrived.isEmpty || arrived.contains(where: { $0.channel == AccessChange.channel }) {
            await body(.accessChanged)
        }
        if arrived.isEmpty || arrived.contains(where: { $0.channel == Self.floorsChannel }) {
            let drawings = try await reader.query("Presence/floor_drawings").map { row in
                (try row.get(0, as: Int64.self), try row.get(1, as: String.self))
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
            let seq = try results[0][0].get(0, as: Int64.self)
            await body(.everybody(try results[1].map(PersonPresence.init), seq: seq))
            return seq
        }
        if people.isEmpty { return heard }
        let changed = try await reader.query("Presence/presence_of_people", people.sorted()).map(PersonPresence.init)
        // Not the log's head: it may be ahead of the changes that were notified so far.
        await body(.changes(changed, seq: heard))
        return heard
    }
}

/// Why the feed connects again although its connections work.
private enum FeedError: Error, CustomStringConvertible {
    case behind(head: Int64)
    case rewound

    var description: String {
        switch self {
        case .behind(let head): "record \(head) is in the log, and no notification of it came"
        case .rewound: "the database went back in time"
        }
    }
}

extension PersonPresence {
    /// As it is at an instant: a session past its deadline counts as over, though no tap said so.
    package func effective(at now: Instant) -> PersonPresence {
        guard state != .off, let deadline, now.seconds > deadline.seconds else { return self }
        var person = self
        (person.state, person.desk, person.floor) = (.off, nil, nil)
        return person
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
