import Attendance
import FoundationEssentials
import Postgres

extension BadgeStore {
    /// So many kept taps go into the log together: others wait meanwhile.
    private static let claimedAtATime = 1_000

    /// Keeps taps, each with the hash of its badge, outside of the log. What is kept already stays as it is.
    /// - Throws: PostgreSQL's error, also where the database does not write them within five seconds.
    func keep(_ taps: [TapSubmission], of hashes: [[UInt8]]) async throws {
        try await pool.withConnection { connection in
            try await connection.withStatementLimit(to: TapRecorder.statementLimit) { connection in
                _ = try await connection.query(
                    "Badges/keep_unclaimed_taps", taps.map(\.tap.id), hashes.map { PostgresBytes($0) },
                    taps.map(\.tap.kind.rawValue),
                    taps.map { PostgresTimestamp($0.tap.at) }, taps.map(\.atSent), taps.map { $0.tap.desk?.description },
                    taps.map { $0.deskSent == $0.tap.desk?.description ? nil : $0.deskSent },
                    taps.map { $0.tap.office?.replacing("\0", with: "\\0") }, taps.map(\.reader),
                    taps.map { PostgresTimestamp($0.receivedAt) }, taps.map(\.client))
            }
        }
    }

    /// Records kept taps whose badges have become somebody's: as theirs, and put aside where they were made before that.
    ///
    /// They are kept no longer once the log has them. Should that break off between the two, the log knows them the next time.
    /// - Parameter hashes: of the badges; nil is all.
    func claimTaps(of hashes: [[UInt8]]? = nil, now: Instant) async throws {
        let rows = try await pool.query("Badges/claimable_taps", hashes.map { $0.map { PostgresBytes($0) } })
        var rest = try rows.map { try TapSubmission(claimable: $0, receivedAt: now) }[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Self.claimedAtATime))
            rest = rest.dropFirst(batch.count)
            let outcomes = try await TapRecorder.recordAlone(batch, pool: pool)
            let recorded = zip(batch, outcomes).filter { _, outcome in
                switch outcome {
                case .accepted, .quarantined, .duplicate: true
                // The desk may be known tomorrow; what never can be recorded goes with its time.
                case .conflict, .rejected: false
                }
            }
            try await pool.query("Badges/delete_claimed_taps", recorded.map(\.0.tap.id))
        }
    }
}

extension TapSubmission {
    /// Reads a row of `claimable_taps`.
    fileprivate init(claimable row: PostgresRow, receivedAt: Instant) throws {
        let desk = try row.deskIfPresent(5)
        self.init(
            tap: Tap(
                id: try row.get(0), user: try row.get(1), kind: try row.choice(2), at: try row.instant(3), desk: desk,
                office: try row.getIfPresent(7)),
            atSent: try row.get(4), deskSent: try row.getIfPresent(6) ?? desk?.description, reader: try row.get(8),
            client: try row.getIfPresent(9), receivedAt: receivedAt, finding: .knownBadge)
        isBeforeEnrolment = try row.get(10)
        onlyOffice = try row.getIfPresent(11)
    }
}
