import Postgres

/// A record of the log.
struct LogPosition: Equatable {
    /// Its number.
    var seq: Int64
    /// The hash of its entry. After a restore, another record may have the number.
    var hash: [UInt8]
}

/// The state of the log and of the roster.
struct LogVersion: Equatable {
    /// The number of the log's latest record.
    var seq: Int64
    var roster: Int64
    /// The hash of the ledger's latest entry.
    var hash: [UInt8]

    /// The latest record.
    var position: LogPosition { LogPosition(seq: seq, hash: hash) }
}

extension LogVersion {
    init(_ position: LogPosition, roster: Int64) {
        self.init(seq: position.seq, roster: roster, hash: position.hash)
    }

    /// Reads a row of `lock_log` or `log_version`.
    init(_ row: PostgresRow) throws {
        self.init(seq: try row.get("seq"), roster: try row.get("roster"), hash: try row.bytes("hash"))
    }
}
