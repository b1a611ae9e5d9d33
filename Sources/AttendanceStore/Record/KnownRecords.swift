import Attendance
import FoundationEssentials
import Postgres

/// What is recorded under some ids, as far as a repetition has to agree with it.
struct KnownRecords {
    private var records: [UUID: LogRecord] = [:]
    /// Of these only the entry in the ledger is left.
    private var erased: Set<UUID> = []
    /// Of these it is not known any more where they were.
    private var placeless: Set<UUID> = []

    init() {}

    mutating func add(_ record: LogRecord) { records[record.id] = record }

    /// What becomes of a record because its id is known; nil where it is not.
    /// - Parameter isAtStamped: whether the server gave its instant, which a repetition then does not share.
    func outcome(of record: LogRecord, isAtStamped: Bool = false) -> IngestOutcome? {
        // It was recorded, but nobody can say any more whether it said the same.
        if erased.contains(record.id) { return .conflict }
        guard let known = records[record.id] else { return nil }
        var later = record
        if case .tap(let first) = known, case .tap(var second) = later {
            if isAtStamped { second.at = first.at }
            if placeless.contains(record.id) { second.desk = first.desk }
            later = .tap(second)
        }
        return known.isRepeated(by: later) ? .duplicate : .conflict
    }

    /// Reads rows of `known_records`.
    init(_ rows: PostgresResult) throws {
        for row in rows {
            let id = try row.get(1, as: UUID.self)
            if try row.get(11, as: Bool.self) { placeless.insert(id) }
            switch try row.get(0, as: String.self) {
            case "erased": erased.insert(id)
            case "tap": records[id] = .tap(try Tap(row, id))
            case "add": records[id] = .add(try Tap(row, id), try Justification(row))
            case "amend":
                var amendment = Amendment(
                    at: try row.instantIfPresent(4), kind: try row.getIfPresent(3, as: String.self).flatMap(TapKind.init),
                    office: try row.getIfPresent(6))
                if try row.get(10, as: Bool.self) {
                    amendment.desk = try row.deskIfPresent(5).map { .named($0) } ?? .unnamed
                }
                records[id] = .correction(try Correction(row, id, .amend(amendment)))
            case "restore": records[id] = .correction(try Correction(row, id, .restore))
            default: records[id] = .correction(try Correction(row, id, .void))
            }
        }
    }
}

extension Tap {
    fileprivate init(_ row: PostgresRow, _ id: UUID) throws {
        self.init(
            id: id, user: try row.get(2), kind: try row.choice(3), at: try row.instant(4), desk: try row.deskIfPresent(5),
            office: try row.get(6))
    }
}

extension Justification {
    fileprivate init(_ row: PostgresRow) throws { self.init(author: try row.get(7), reason: try row.get(8)) }
}

extension Correction {
    fileprivate init(_ row: PostgresRow, _ id: UUID, _ change: Change) throws {
        self.init(id: id, target: try row.get(9), change: change, justification: try Justification(row))
    }
}
