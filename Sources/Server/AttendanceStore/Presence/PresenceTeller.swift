import Attendance
import Postgres

/// Finds what a listener of the presence feed does not know yet. Belongs to one connection of the feed.
struct PresenceTeller {
    private let fold: PresenceFold
    private var map = PeopleOnMap()
    /// The generation of the fold of which everybody was told.
    private var generation: Int?
    private var roster: Int64?
    /// When people were last derived again.
    private var derived = ContinuousClock.now - pause

    /// Derivations are that far apart, so that a reader that sends all taps of a day at once does not cause one per tap.
    private static let pause = Duration.milliseconds(200)

    init(_ fold: PresenceFold) { self.fold = fold }

    /// The next update; nil: there is none.
    mutating func next(_ connection: PostgresConnection) async throws -> PresenceUpdate? {
        if let rewind = fold.withLog({ $0.takeRewind() }) { return .rewound(from: rewind.from, to: rewind.to) }
        let isKnown = fold.withLog { $0.isComplete && $0.generation == generation }
        return isKnown ? try await changes(connection) : try await everybody(connection)
    }

    private mutating func everybody(_ connection: PostgresConnection) async throws -> PresenceUpdate? {
        let (generation, roster, places, seq) = try await fold.withEverybody(connection) { log in
            log.noteToldOfAll()
            return (log.isComplete ? log.generation : nil, log.roster, log.openPlaces, log.position?.seq ?? 0)
        }
        // Everybody became unknown meanwhile, for example because the settings changed.
        guard let generation else { return nil }
        (self.generation, self.roster) = (generation, roster)
        let people = try await map.present(at: places, of: roster, connection)
        return .everybody(people, seq: seq)
    }

    private mutating func changes(_ connection: PostgresConnection) async throws -> PresenceUpdate? {
        let unknown = fold.withLog { log in Set(log.changed.keys.filter { !log.knows($0) }) }
        if !unknown.isEmpty, .now - derived >= Self.pause {
            derived = .now
            try await fold.refresh(unknown, connection)
        }
        let told = self.roster
        let (places, roster, seq) = fold.withLog { log in
            let changed = log.places(of: Set(log.changed.keys))
            log.noteTold(changed.map(\.person))
            // Names, floors and who may be seen belong to the roster.
            return (log.roster == told ? changed : changed + log.openPlaces, log.roster, log.position?.seq ?? 0)
        }
        self.roster = roster
        if places.isEmpty { return nil }
        return .changes(try await map.presences(at: places, of: roster, connection), seq: seq)
    }
}
