import Attendance
import Crypto
import FoundationEssentials
import Postgres

/// Erases one batch of due records and appends the erasure to the log, in one transaction.
struct ErasureTransaction {
    let connection: PostgresConnection

    /// The records to erase, and the rule.
    struct Order {
        var part: RecordPart
        var office: OfficeID?
        var person: PersonID?
        var before: Instant
        var rule: String
        var author: PersonID?
    }

    /// The number of events in a batch. Taps wait during a batch.
    private static let eventsAtATime: Int64 = 2_000

    /// - Returns: the number of erased records; 0 if nothing is due any more.
    func carryOut(_ order: Order, now: Instant) async throws -> Int {
        let before = PostgresTimestamp(order.before)
        let results = try await connection.pipeline([
            .begin, PostgresCommand("Taps/lock_log"),
            PostgresCommand(
                "Retention/due_records",
                [
                    "office": order.office, "person": order.person, "before": before, "part": order.part.rawValue,
                    "limit": Self.eventsAtATime,
                ]),
        ])
        let numbers = try results[2].map { try $0.get("seq", as: Int64.self) }
        guard !numbers.isEmpty else {
            _ = try await connection.pipeline([.commit])
            return 0
        }
        let version = try LogVersion(results[1][0])
        let erasure = ErasureRecord(
            part: order.part, office: order.office, person: order.person, before: order.before, rule: order.rule,
            author: order.author, digest: Self.digest(of: numbers))
        let record = LedgerRecord(type: "erase", id: UUID(), receivedAt: now, content: .erasure(erasure))
        var chain = LedgerChain(after: version)
        let link = chain.append(record)
        let written = try await connection.pipeline([
            AppendErasure(id: record.id, erasure: erasure, receivedAt: now, erased: numbers, link: link).command,
            PostgresCommand("Retention/carry_out_erasure", ["erasure": record.id]),
        ])
        guard written[0].count == 1 else { throw InstallationError.logMoved }
        _ = try await connection.pipeline([.commit])
        return numbers.count
    }

    /// SHA-256 over the numbers in rising order, eight bytes each (big-endian).
    private static func digest(of numbers: [Int64]) -> [UInt8] {
        var hasher = SHA256()
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { hasher.update(bufferPointer: $0) } }
        return Array(hasher.finalize())
    }
}

/// The parameters of `Retention/append_erasure`.
private struct AppendErasure {
    let id: UUID
    let erasure: ErasureRecord
    let receivedAt: Instant
    /// The numbers of the erased records.
    let erased: [Int64]
    let link: LedgerLink

    var command: PostgresCommand {
        PostgresCommand(
            "Retention/append_erasure",
            [
                "seq": link.entry.seq, "hash": PostgresBytes(link.hash), "id": id, "part": erasure.part.rawValue,
                "office": erasure.office, "person": erasure.person, "before": PostgresTimestamp(erasure.before),
                "rule": erasure.rule, "author": erasure.author, "received_at": PostgresTimestamp(receivedAt),
                "digest": PostgresBytes(erasure.digest), "salt": PostgresBytes(link.timeSalt), "erased": erased,
                "commitment": PostgresBytes(link.entry.timeCommitment),
            ])
    }
}
