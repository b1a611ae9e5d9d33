import Attendance
import Crypto
import FoundationEssentials
import Postgres

/// Erases some records whose retention has run out, and writes into the log that it did: all or nothing.
struct ErasureTransaction {
    let connection: PostgresConnection

    /// Whose records go, and by which rule.
    struct Order {
        var part: RecordPart
        var office: Int64?
        var person: Int64?
        var before: Instant
        var rule: String
        var author: Int64?
    }

    /// So many events go together: taps wait meanwhile.
    private static let eventsAtATime: Int64 = 2_000

    /// - Returns: how many records went; 0 where nothing is due any more.
    func carryOut(_ order: Order, now: Instant) async throws -> Int {
        let before = PostgresTimestamp(order.before)
        let results = try await connection.pipeline([
            .begin, PostgresCommand("Taps/lock_log"),
            PostgresCommand(
                "Retention/due_records", order.part.rawValue, order.office, order.person, before, Self.eventsAtATime),
        ])
        let numbers = try results[2].map { try $0.get(0, as: Int64.self) }
        guard !numbers.isEmpty else {
            _ = try await connection.pipeline([.commit])
            return 0
        }
        let version = try LogMirror.Version(results[1][0])
        let record = LedgerRecord(
            type: "erase", id: UUID(), receivedAt: now,
            content: .erasure(
                ErasureRecord(
                    part: order.part, office: order.office, person: order.person, before: order.before, rule: order.rule,
                    author: order.author, digest: Self.digest(of: numbers))))
        var chain = LedgerChain(after: version)
        let link = chain.append(record)
        let written = try await connection.pipeline([
            PostgresCommand(
                "Retention/append_erasure", record.id, link.entry.seq, order.part.rawValue, order.office, order.person, before,
                order.rule, order.author, PostgresTimestamp(now), PostgresBytes(Self.digest(of: numbers)), numbers,
                PostgresBytes(link.entry.previousHash), PostgresBytes(link.hash), PostgresBytes(link.timeSalt),
                PostgresBytes(link.entry.timeCommitment)),
            PostgresCommand("Retention/carry_out_erasure", record.id),
            PostgresCommand("Retention/traces_of_erased", order.part.rawValue, before),
            PostgresCommand("Offices/office_settings"),
        ])
        guard written[0].count == 1 else { throw StoreError.logMoved }
        let people = try await derive(written[2], try OfficeClocks(written[3]).calendars)
        _ = try await connection.pipeline([TapTransaction.tell(people, seq: link.entry.seq), .commit])
        return numbers.count
    }

    /// Whatever was concluded from what is gone is concluded anew.
    private func derive(_ traces: PostgresResult, _ calendars: OfficeCalendars) async throws -> Set<Int64> {
        var people: Set<Int64> = []
        var desks: Set<DeskID> = []
        for row in traces {
            if let person = try row.getIfPresent(0, as: Int64.self) { people.insert(person) }
            if let desk = try row.deskIfPresent(1) { desks.insert(desk) }
        }
        var derivation = PresenceDerivation(connection, calendars)
        try await derivation.deriveClaims(at: desks)
        return try await derivation.derive(people)
    }

    /// SHA-256 over the numbers, eight bytes each (big-endian), rising.
    private static func digest(of numbers: [Int64]) -> [UInt8] {
        var hasher = SHA256()
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { hasher.update(bufferPointer: $0) } }
        return Array(hasher.finalize())
    }
}
