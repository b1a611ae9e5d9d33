import Attendance
import FoundationEssentials
import Postgres
import Synchronization

/// Who is where, in the memory of a server process: the log, folded.
///
/// Every process folds for itself and stores nothing. It applies its own taps after their commit, reads other records from the log,
/// and derives people when they are first needed, or when a late tap, a correction or an erasure changed what followed from the log.
package final class PresenceFold: Sendable {
    /// With more corrections and erasures than this among new records, everybody is derived again. Each one searches all people and
    /// desks.
    private static let costlyRecords = 100
    /// The number of people, or of desks, that are derived together.
    private static let slice = 500
    private static let tries = 10

    private let state = Mutex(FoldedLog())

    package init() {}

    /// Reads or changes the folded log.
    func withLog<Value: Sendable>(_ body: (inout FoldedLog) throws -> sending Value) rethrows -> Value {
        try state.withLock { try body(&$0) }
    }

    // MARK: Reading the log

    private func version(_ connection: PostgresConnection) async throws -> LogVersion {
        try LogVersion(try await connection.query("Taps/log_version")[0])
    }

    /// Folds the records and settings that are new in the log.
    /// - Returns: the version of the log that the connection sees.
    @discardableResult
    func catchUp(_ connection: PostgresConnection) async throws -> LogVersion {
        // Before the version is read: later, this process may know more records than the connection's transaction sees.
        let bookmark = withLog { $0.bookmark }
        let version = try await version(connection)
        if withLog({ $0.includes(version) }) { return version }
        let results = try await connection.pipeline([
            .news(since: bookmark), PostgresCommand("Offices/office_settings", ["seq": nil]),
        ])
        try take(news: results[0], since: bookmark, to: version)
        try take(settings: results[1], of: version.roster)
        try await reach(version, connection)
        return version
    }

    /// Reads again if records up to a version that the connection sees are missing: they are between those that were read and a
    /// later position to which another task has moved the fold meanwhile.
    func reach(_ version: LogVersion, _ connection: PostgresConnection) async throws {
        while true {
            let bookmark = withLog { $0.bookmark }
            if let position = bookmark.position, position.seq >= version.seq { return }
            let news = try await connection.pipeline([.news(since: bookmark)])[0]
            try take(news: news, since: bookmark, to: version)
        }
    }

    /// Folds the records of `PostgresCommand.news`.
    /// - Parameters:
    ///   - bookmark: of the fold, from before the version was read.
    ///   - version: that the connection sees.
    func take(news rows: PostgresResult, since bookmark: FoldedLog.Bookmark, to version: LogVersion) throws {
        let records = try rows.map(FoldedRecord.init)
        withLog { log in
            // Otherwise another task was faster. The records are folded all the same, from the next one on.
            if log.bookmark == bookmark {
                let position = bookmark.position
                if let position {
                    let isSame = position.seq == 0 || records.first?.position == position
                    if position.seq > version.seq || !isSame || bookmark.roster.map({ $0 > version.roster }) ?? false {
                        log.rewind(to: version.position)
                    }
                }
                if position == nil || records.count == FoldedLog.recordsToRead
                    || records.filter(\.isCostly).count > Self.costlyRecords
                {
                    log.begin(at: version.position)
                }
            }
            for record in records { log.take(record.change, at: record.position) }
        }
    }

    /// Takes the offices' settings, read at a version of the roster.
    func take(settings rows: PostgresResult, of roster: Int64) throws {
        try withLog { try $0.take(settings: rows, of: roster) }
    }

    /// Derives what is missing, with the desks that the people claim.
    /// - Parameters:
    ///   - connection: its transaction sees one state of the log.
    ///   - seq: the number of the latest record in that state. It is folded.
    func derive(_ missing: FoldedLog.Missing, asOf seq: Int64, _ connection: PostgresConnection) async throws {
        let slices =
            Array(missing.people).chunks(of: Self.slice).map { FoldedLog.Missing(people: Set($0)) }
            + Array(missing.desks).chunks(of: Self.slice).map { desks in
                FoldedLog.Missing(desks: Dictionary(uniqueKeysWithValues: desks.map { ($0.key, $0.value) }))
            }
        for slice in slices {
            let (generation, calendars) = withLog { ($0.generation, $0.clocks.calendars) }
            var derivation = PresenceDerivation(connection, calendars)
            let derived = try await derivation.derive(slice)
            withLog { $0.take(derived, asOf: seq, generation) }
        }
    }

    // MARK: For the recorder

    /// The part of the map that decides some taps.
    /// - Parameters:
    ///   - seq: the number of the log's latest record. It is folded.
    ///   - connection: has locked the log.
    func view(_ needs: [FoldedLog.Need], asOf seq: Int64, _ connection: PostgresConnection) async throws -> FoldedLog.View {
        // A start may need its desk, then the person of the latest start there.
        for _ in 0..<4 {
            let view = withLog { $0.view(needs) }
            if view.missing.isEmpty { return view }
            try await derive(view.missing, asOf: seq, connection)
        }
        throw InstallationError.logMoved
    }

    /// Folds records that were written. They may have been read from the log already.
    func take(_ changes: [(change: FoldedLog.Change, position: LogPosition)]) {
        withLog { log in for (change, position) in changes { log.take(change, at: position) } }
    }

    // MARK: For readers

    /// Makes these people known, as of a version of the log that is not older than the call.
    func refresh(_ people: Set<PersonID>, _ connection: PostgresConnection) async throws {
        func unknown() -> Set<PersonID> { withLog { log in people.filter { !log.knows($0) } } }
        let version = try await version(connection)
        if withLog({ $0.includes(version) }), unknown().isEmpty { return }
        // People whose taps are recorded meanwhile are left out, and derived again.
        for _ in 0..<Self.tries {
            try await connection.withSnapshot { connection in
                let version = try await catchUp(connection)
                try await derive(FoldedLog.Missing(people: unknown()), asOf: version.seq, connection)
            }
            if unknown().isEmpty { return }
        }
    }

    /// Reads the fold when everybody is known, as of a version of the log that is not older than the call.
    func withEverybody<Value: Sendable>(
        _ connection: PostgresConnection, _ body: (inout FoldedLog) throws -> sending Value
    ) async throws -> Value {
        let version = try await version(connection)
        var isCurrent = withLog { $0.includes(version) }
        // While many late taps arrive, there may be people who must be derived again after each try.
        for _ in 0..<Self.tries {
            if isCurrent, withLog({ $0.isComplete && $0.stale.isEmpty }) { break }
            try await connection.withSnapshot { try await readEverybody($0) }
            isCurrent = true
        }
        return try withLog(body)
    }

    /// Makes everybody known, as the connection's transaction sees the log. It sees one state.
    func readEverybody(_ connection: PostgresConnection) async throws {
        let version = try await catchUp(connection)
        let generation = withLog(\.generation)
        if !withLog(\.isComplete) {
            let people = try await connection.query("Presence/everybody").map { try $0.get("id", as: PersonID.self) }
            let unknown = withLog { log in people.filter { !log.knows($0) } }
            try await derive(FoldedLog.Missing(people: Set(unknown)), asOf: version.seq, connection)
            withLog { $0.complete(people, generation) }
        }
        try await derive(FoldedLog.Missing(people: withLog { Set($0.stale.keys) }), asOf: version.seq, connection)
    }
}

extension PostgresCommand {
    /// Reads the records that are new since a bookmark, at most ``FoldedLog/recordsToRead``. The first row is the bookmark's own
    /// record, if the log still has it.
    static func news(since bookmark: FoldedLog.Bookmark) -> PostgresCommand {
        PostgresCommand(
            "Presence/records_after", ["seq": bookmark.position?.seq, "limit": FoldedLog.recordsToRead])
    }
}

/// A record of the log, as the fold reads it.
private struct FoldedRecord {
    let position: LogPosition
    let change: FoldedLog.Change

    var isCostly: Bool {
        switch change {
        case .correction, .erasure: true
        case .event, .nothing: false
        }
    }

    /// Reads a row of `records_after`.
    init(_ row: PostgresRow) throws {
        position = LogPosition(seq: try row.get("seq"), hash: try row.bytes("entry_hash"))
        if let before = try row.instantIfPresent("before") {
            change = .erasure(try row.choice("part"), before: before, of: try row.getIfPresent("erased_person"))
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
