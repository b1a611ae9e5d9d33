import Attendance
import FoundationEssentials
import Postgres
import Synchronization

/// Who is where, in the memory of a server process: the log, folded.
///
/// Every process folds for itself and stores nothing. It applies its own taps after their commit, reads other records from the log,
/// and derives people when they are first needed, or when a late tap, a correction or an erasure changed what followed from the log.
package final class PresenceFold: Sendable {
    /// With more new records than this, everybody is derived again.
    private static let recordsToRead: Int32 = 20_000
    /// The number of people and desks that are derived together.
    private static let slice: Int64 = 2_000

    private let state = Mutex(FoldedLog())

    package init() {}

    /// Reads or changes the folded log.
    func withLog<Value: Sendable>(_ body: (inout FoldedLog) throws -> sending Value) rethrows -> Value {
        try state.withLock { try body(&$0) }
    }

    // MARK: Reading the log

    /// Folds the records and settings that are new in the log.
    /// - Returns: the version of the log that the connection sees.
    @discardableResult
    func catchUp(_ connection: PostgresConnection) async throws -> LogCache.Version {
        // Before the version is read: later, this process may know more records than the connection's transaction sees.
        let position = withLog(\.position)
        let version = try LogCache.Version(try await connection.query("Taps/log_version")[0])
        try await catchUp(from: position, to: version, connection)
        return version
    }

    /// - Parameters:
    ///   - position: of the fold, from before the version was read.
    ///   - version: that the connection sees.
    func catchUp(from position: FoldedLog.Position?, to version: LogCache.Version, _ connection: PostgresConnection)
        async throws
    {
        if withLog({ $0.includes(version) }) { return }
        let results = try await connection.pipeline([
            PostgresCommand("Presence/records_after", ["seq": position?.seq ?? version.seq, "limit": Self.recordsToRead]),
            PostgresCommand("Offices/office_settings"),
        ])
        let records = try results[0].map(FoldedRecord.init)
        try withLog { log in
            try log.take(settings: results[1], of: version.roster)
            guard let position else { return log.begin(at: version.position) }
            guard position.seq <= version.seq, records.first.map({ $0.position == position }) ?? false || position.seq == 0
            else { return log.rewind(to: version.position) }
            if records.count == Self.recordsToRead { return log.begin(at: version.position) }
            for record in records { log.take(record.change, at: record.position) }
        }
    }

    /// Derives what is missing.
    /// - Parameters:
    ///   - connection: its transaction sees one state of the log.
    ///   - seq: the number of the latest record in that state. It is folded.
    func derive(_ missing: FoldedLog.Missing, asOf seq: Int64, _ connection: PostgresConnection) async throws {
        var missing = missing
        while !missing.isEmpty {
            var derivation = PresenceDerivation(connection, withLog { $0.clocks.calendars })
            let derived = try await derivation.derive(missing)
            missing = withLog { log in
                log.take(derived, asOf: seq)
                // The desks of these people.
                return FoldedLog.Missing(desks: log.missing(derived.presences.keys).desks)
            }
        }
    }

    // MARK: For the recorder

    /// The part of the map that decides some taps.
    /// - Parameters:
    ///   - seq: the number of the log's latest record. It is folded.
    ///   - connection: has locked the log.
    func view(_ needs: [FoldedLog.Need], asOf seq: Int64, _ connection: PostgresConnection) async throws -> FoldedLog.View {
        while true {
            let view = withLog { $0.view(needs) }
            if view.missing.isEmpty { return view }
            try await derive(view.missing, asOf: seq, connection)
        }
    }

    /// Folds a batch that was written. It may have been read from the log already.
    func take(_ batch: TapBatch) {
        let changes = batch.changes
        withLog { log in for (change, position) in changes { log.take(change, at: position) } }
    }

    // MARK: For readers

    /// Makes these people known, as the connection's transaction sees the log. It sees one state.
    func read(_ people: Set<PersonID>, _ connection: PostgresConnection) async throws {
        let version = try await catchUp(connection)
        try await derive(withLog { $0.missing(people) }, asOf: version.seq, connection)
    }

    /// Makes these people known, as of a version of the log that is not older than the call.
    func refresh(_ people: Set<PersonID>, _ connection: PostgresConnection) async throws {
        let version = try LogCache.Version(try await connection.query("Taps/log_version")[0])
        if withLog({ $0.includes(version) && $0.missing(people).isEmpty }) { return }
        // People whose taps are recorded meanwhile are left out, and derived again.
        for _ in 0..<10 {
            try await connection.withSnapshot { try await read(people, $0) }
            if withLog({ $0.missing(people).isEmpty }) { return }
        }
    }

    /// Makes everybody known, as of a version of the log that is not older than the call.
    func refreshEverybody(_ connection: PostgresConnection) async throws {
        try await refresh([], connection)
        while !withLog(\.isComplete) {
            let generation = withLog(\.generation)
            var (people, last): ([PersonID], PersonID) = ([], 0)
            repeat {
                people = try await connection.query("Presence/all_people", ["after": last, "limit": Self.slice])
                    .map { try $0.get("id") }
                try await refresh(Set(people), connection)
                last = people.last ?? last
            } while !people.isEmpty
            withLog { if $0.generation == generation { $0.complete() } }
        }
        try await refresh(withLog { Set($0.stale.keys) }, connection)
    }
}

/// A record of the log, as the fold reads it.
private struct FoldedRecord {
    let position: FoldedLog.Position
    let change: FoldedLog.Change

    /// Reads a row of `records_after`.
    init(_ row: PostgresRow) throws {
        position = FoldedLog.Position(seq: try row.get("seq"), hash: try row.bytes("entry_hash"))
        if let before = try row.instantIfPresent("before") {
            change = .erasure(try row.choice("part"), before: before)
        } else if try row.getIfPresent("target_id", as: UUID.self) != nil {
            let desks = try row.getIfPresent("target_desks", as: String.self) ?? ""
            change = .correction(
                of: try row.get("person_id"), desks: Set(desks.split(separator: ",").compactMap { DeskID($0) }))
        } else if let kind = try row.getIfPresent("kind", as: String.self).flatMap(TapKind.init) {
            let order = TapOrder(at: try row.instant("at"), rank: kind.rank, id: try row.get("id"))
            change = .event(
                DeskMap.Event(
                    person: try row.get("person_id"), kind: kind, order: order, office: try row.get("office_id"),
                    desk: try row.deskIfPresent("desk")))
        } else {
            change = .nothing
        }
    }
}
