package import Attendance
import Daemon
import Postgres

/// Makes anchors of the ledger, and compares a database with one.
package struct AnchorStore: Sendable {
    /// Reading two months of a hundred thousand people takes minutes.
    private static let timeLimit = Duration.seconds(3600)

    let pool: PostgresPool
    let secrets: SecretStore

    /// - Throws: ``SecretError``, also if there is no secret yet: it is not created for an anchor.
    package func anchor(zones: TimeZoneDatabase, now: Instant) async throws -> LedgerAnchor {
        let secret = try await secrets.existing()
        var anchor = try await withSnapshot { connection in
            let head = try await connection.query("Ledger/ledger_head")[0]
            return LedgerAnchor(
                madeAt: now, head: LedgerCheckpoint(seq: try head.get("seq"), hash: try head.bytes("hash")),
                program: programVersion,
                schema: try Schema(try await connection.query("Operation/condition")[0]).number,
                secret: secret.fingerprint, signingKeys: try await connection.query("Tags/signing_keys").count,
                timeZones: zones.version, record: try await Self.digest(connection, zones, at: now, head: nil))
        }
        try anchor.sign(with: secret)
        return anchor
    }

    /// Why the ledger does not contain the anchor's head; nil: it does.
    func flaw(against anchor: LedgerAnchor) async throws -> LedgerFlaw? {
        try await pool.withSnapshot { try await LedgerStore.flaw($0, against: anchor.head) }
    }

    /// The record as of the anchor, derived from the log again; nil: hours of its months were erased after it.
    func record(asOf anchor: LedgerAnchor, zones: TimeZoneDatabase) async throws -> RecordDigest? {
        try await withSnapshot { connection in
            let period = RecordDigest.period(at: anchor.madeAt)
            // The months before end by noon in all time zones.
            let from = Instant(millisecondsSince1970: (period.lowerBound.daysSince1970 * 86_400 + 43_200) * 1000)
            let row = try await connection.query(
                "Ledger/erasure_of_hours", ["seq": anchor.head.seq, "from": PostgresTimestamp(from)])[0]
            if try row.get("is_erased", as: Bool.self) { return nil }
            return try await Self.digest(connection, zones, at: anchor.madeAt, head: anchor.head.seq)
        }
    }

    private static func digest(
        _ connection: PostgresConnection, _ zones: TimeZoneDatabase, at instant: Instant, head: Int64?
    ) async throws -> RecordDigest {
        var hasher = RecordHasher()
        var reader = try await RecordReader(
            connection, zones, period: RecordDigest.period(at: instant), asOf: instant, at: head)
        try await reader.records(of: nil) { hasher.take($0) }
        return hasher.digest
    }

    private func withSnapshot<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await pool.withConnection { connection in
            try await connection.withStatementLimit(to: Self.timeLimit) { try await $0.withSnapshot(body) }
        }
    }
}
