import Attendance
import FoundationEssentials
import Postgres

/// The recorded content of some ids, for comparison with repetitions.
struct KnownRecords {
    private var records: [UUID: LogRecord] = [:]
    /// Erased records; only their ledger entries are left.
    private var erased: Set<UUID> = []
    /// Records whose place was erased.
    private var placeless: Set<UUID> = []

    init() {}

    mutating func add(_ record: LogRecord) { records[record.id] = record }

    /// The outcome of a record with a known id; nil: the id is unknown.
    /// - Parameter isAtStamped: whether the server set the instant, so that a repetition has another.
    func outcome(of record: LogRecord, isAtStamped: Bool = false) -> IngestOutcome? {
        // The recorded content is gone and cannot be compared.
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
            let id = try row.get("id", as: UUID.self)
            if try row.get("is_place_erased", as: Bool.self) { placeless.insert(id) }
            switch try row.get("type", as: String.self) {
            case "erased": erased.insert(id)
            case "tap": records[id] = .tap(try Tap(row, id))
            case "add": records[id] = .add(try Tap(row, id), try Justification(row))
            case "amend":
                var amendment = Amendment(
                    at: try row.instantIfPresent("at"),
                    kind: try row.getIfPresent("kind", as: String.self).flatMap(TapKind.init),
                    office: try row.getIfPresent("office_name"))
                if try row.get("sets_desk", as: Bool.self) {
                    amendment.desk = Amendment.Desk(try row.deskIfPresent("desk"))
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
            id: id, user: try row.get("user_name"), kind: try row.choice("kind"), at: try row.instant("at"),
            desk: try row.deskIfPresent("desk"), office: try row.get("office_name"))
    }
}

extension Justification {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(author: try row.get("author"), reason: try row.get("reason"))
    }
}

extension Correction {
    fileprivate init(_ row: PostgresRow, _ id: UUID, _ change: Change) throws {
        self.init(id: id, target: try row.get("target_id"), change: change, justification: try Justification(row))
    }
}
