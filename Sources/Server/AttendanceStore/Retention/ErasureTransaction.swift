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
        let results = try await connection.pipeline([
            .begin, PostgresCommand("Taps/lock_log"), order.dueRecords(limit: Self.eventsAtATime),
        ])
        let numbers = try results[2].map { try $0.get("seq", as: Int64.self) }
        if !numbers.isEmpty {
            try await erase(numbers, facts: [], order, after: try LogVersion(results[1][0]), now: now)
        }
        _ = try await connection.pipeline([.commit])
        return numbers.count
    }

    /// Appends an erasure to the log, which is locked, and deletes what it lists.
    /// - Parameters:
    ///   - records: their numbers, rising, as those of the facts of hours.
    ///   - order: its person is that of an erasure for one person alone.
    func erase(
        _ records: [Int64], facts: [Int64], _ order: Order, after version: LogVersion, now: Instant
    ) async throws {
        let erasure = ErasureRecord(
            part: order.part, office: order.office, person: order.person, before: order.before, rule: order.rule,
            author: order.author, digest: Self.digest(of: records, facts))
        let record = LedgerRecord(type: "erase", id: UUID(), receivedAt: now, content: .erasure(erasure))
        var chain = LedgerChain(after: version)
        let append = AppendErasure(
            id: record.id, erasure: erasure, receivedAt: now, erased: records, facts: facts, link: chain.append(record))
        let written = try await connection.pipeline([
            append.command, PostgresCommand("Retention/carry_out_erasure", ["erasure": record.id]),
        ])
        guard written[0].count == 1 else { throw InstallationError.logMoved }
    }

    /// SHA-256 over the numbers of records, eight bytes each (big-endian), then those of facts, each with the word `fact` after it.
    private static func digest(of records: [Int64], _ facts: [Int64]) -> [UInt8] {
        var hasher = SHA256()
        for number in records { withUnsafeBytes(of: number.bigEndian) { hasher.update(bufferPointer: $0) } }
        for number in facts {
            withUnsafeBytes(of: number.bigEndian) { hasher.update(bufferPointer: $0) }
            hasher.update(data: Array("fact".utf8))
        }
        return Array(hasher.finalize())
    }
}

extension ErasureTransaction.Order {
    /// - Parameter limit: the most events; nil: all.
    func dueRecords(limit: Int64?) -> PostgresCommand {
        PostgresCommand(
            "Retention/due_records",
            [
                "office": office, "person": person, "before": PostgresTimestamp(before), "part": part.rawValue,
                "limit": limit,
            ])
    }
}

/// The parameters of `Retention/append_erasure`.
private struct AppendErasure {
    let id: UUID
    let erasure: ErasureRecord
    let receivedAt: Instant
    /// The numbers of the erased records.
    let erased: [Int64]
    /// The numbers of the erased facts of hours.
    let facts: [Int64]
    let link: LedgerLink

    var command: PostgresCommand {
        PostgresCommand(
            "Retention/append_erasure",
            [
                "seq": link.entry.seq, "hash": PostgresBytes(link.hash), "id": id, "part": erasure.part.rawValue,
                "office": erasure.office, "person": erasure.person, "before": PostgresTimestamp(erasure.before),
                "rule": erasure.rule, "author": erasure.author, "received_at": PostgresTimestamp(receivedAt),
                "digest": PostgresBytes(erasure.digest), "salt": PostgresBytes(link.timeSalt), "erased": erased,
                "facts": facts, "commitment": PostgresBytes(link.entry.timeCommitment),
            ])
    }
}
