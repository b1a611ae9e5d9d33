import Attendance
import Postgres

/// Finds what a listener of the presence feed does not know yet. Belongs to one connection of the feed.
struct PresenceTeller {
    private let fold: PresenceFold
    private var map: PeopleOnMap
    /// The generation of the fold of which everybody was told.
    private var generation: Int?
    private var roster: Int64?
    /// When people were last derived again.
    private var derived = ContinuousClock.now - pause

    /// Derivations are that far apart, so that a reader that sends all taps of a day at once does not cause one per tap.
    private static let pause = Duration.milliseconds(200)

    init(_ fold: PresenceFold) {
        self.fold = fold
        map = PeopleOnMap(fold)
    }

    /// The updates since the last call.
    mutating func updates(_ connection: PostgresConnection) async throws -> [PresenceUpdate] {
        var updates: [PresenceUpdate] = []
        if let rewind = fold.withLog({ $0.takeRewind() }) { updates.append(.rewound(from: rewind.from, to: rewind.to)) }
        let isKnown = fold.withLog { $0.isComplete && $0.generation == generation }
        try await updates.append(contentsOf: isKnown ? changes(connection) : [everybody(connection)])
        return updates
    }

    private mutating func everybody(_ connection: PostgresConnection) async throws -> PresenceUpdate {
        try await fold.refreshEverybody(connection)
        let (people, seq) = fold.withLog { log in
            (generation, roster, log.changed) = (log.generation, log.roster, Set(log.stale.keys))
            return (log.map.people.filter { $0.value.state != .off }.map(\.key), log.position?.seq ?? 0)
        }
        return .everybody(try await map.presences(of: people, connection), seq: seq)
    }

    private mutating func changes(_ connection: PostgresConnection) async throws -> [PresenceUpdate] {
        var people = fold.withLog { log in
            // Names, floors and who may be seen belong to the roster.
            let present = log.roster == roster ? [] : log.map.people.filter { $0.value.state != .off }.map(\.key)
            roster = log.roster
            return log.changed.union(present)
        }
        if people.isEmpty { return [] }
        let unknown = fold.withLog { log in people.filter { !log.knows($0) } }
        if !unknown.isEmpty, .now - derived >= Self.pause {
            derived = .now
            try await fold.refresh(unknown, connection)
        }
        let seq = fold.withLog { log in
            people = people.filter(log.knows)
            log.changed.subtract(people)
            return log.position?.seq ?? 0
        }
        if people.isEmpty { return [] }
        return [.changes(try await map.presences(of: people, connection), seq: seq)]
    }
}
