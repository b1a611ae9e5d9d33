import Attendance
import FoundationEssentials
import JSON
import Postgres

extension BadgeStore {
    /// The number of unclaimed taps that are recorded in one transaction. Other taps wait meanwhile.
    private static let claimedAtATime = 1_000

    /// Stores taps, each with the hash of its badge, outside of the log. A tap whose id is already stored stays unchanged.
    /// - Throws: ``PostgresError``, also if the database does not store them within five seconds.
    func keep(_ taps: [TapSubmission], of hashes: [[UInt8]]) async throws {
        let command = try PostgresCommand.keepUnclaimedTaps(taps, of: hashes)
        try await pool.withConnection { connection in
            try await connection.withStatementLimit(to: TapRecorder.statementLimit) { connection in
                _ = try await connection.pipeline([command])
            }
        }
    }

    /// Records unclaimed taps whose badges now have an owner. Taps from before the enrolment are quarantined.
    ///
    /// Recorded taps are deleted here. After a failure between the two steps, the log recognizes the taps as duplicates.
    /// - Parameter hashes: the badges' hashes; nil: all.
    func claimTaps(of hashes: [[UInt8]]? = nil, now: Instant) async throws {
        let badgeHashes: [PostgresBytes]? = hashes.map { $0.map { PostgresBytes($0) } }
        let rows = try await pool.query("Badges/claimable_taps", ["badge_hashes": badgeHashes])
        var rest = try rows.map { try TapSubmission(claimable: $0, receivedAt: now) }[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Self.claimedAtATime))
            rest = rest.dropFirst(batch.count)
            let outcomes = try await TapRecorder.recordAlone(batch, pool: pool)
            let recorded = zip(batch, outcomes).filter { _, outcome in
                switch outcome {
                case .accepted, .quarantined, .duplicate: true
                // The desk may become known later. Taps that can never be recorded are deleted by retention.
                case .conflict, .rejected: false
                }
            }
            try await pool.query("Badges/delete_claimed_taps", ["ids": recorded.map(\.0.tap.id)])
        }
    }
}

extension PostgresCommand {
    /// - Parameter hashes: the hash of each tap's badge.
    fileprivate static func keepUnclaimedTaps(_ taps: [TapSubmission], of hashes: [[UInt8]]) throws -> PostgresCommand {
        let encoder = JSONEncoder()
        let reports = try taps.map { tap in
            var report = tap.report
            // A badge's UID is never stored.
            (report.badge, report.tag) = (nil, nil)
            return String(decoding: try encoder.encode(report), as: UTF8.self)
        }
        let instants = taps.map { PostgresTimestamp($0.tap.at) }
        let offices = taps.map { $0.tap.office?.replacing("\0", with: "\\0") }
        let receivedInstants = taps.map { PostgresTimestamp($0.receivedAt) }
        return PostgresCommand(
            "Badges/keep_unclaimed_taps",
            [
                "ids": taps.map(\.tap.id), "badge_hashes": hashes.map { PostgresBytes($0) }, "instants": instants,
                "reports": reports, "desks": taps.map(\.tap.desk?.description), "offices": offices,
                "readers": taps.map(\.reader), "received_instants": receivedInstants, "clients": taps.map(\.client),
            ])
    }
}

extension TapSubmission {
    /// Reads a row of `claimable_taps`.
    fileprivate init(claimable row: PostgresRow, receivedAt: Instant) throws {
        let text = try row.get("report", as: String.self)
        let report = TapReport(try JSONValue(parsing: text.utf8, repairingTexts: true))
        self.init(
            try report.tap(), of: report, reader: try row.get("reader_id"), client: try row.getIfPresent("client"),
            receivedAt: receivedAt)
        tap.user = try row.get("user_name")
        verification = .knownBadge
        isBeforeEnrolment = try row.get("is_before_enrolment")
        onlyOffice = try row.getIfPresent("office_id")
    }
}
