package import Attendance
import Postgres

/// How long an office keeps locations, hours and logs, and their erasure.
package struct RetentionStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretKeeper

    package func retentions() async throws -> [Retention] {
        try await pool.query("Retention/office_retention").map { row in
            Retention(
                office: try row.get("id"), officeName: try row.get("name"),
                timeMonths: try row.getIfPresent("time_retention_months"), placeDays: try row.get("place_retention_days"),
                logMonths: try row.get("log_retention_months"))
        }
    }

    /// - Parameters:
    ///   - timeMonths: nil leaves it as it is.
    ///   - placeDays: nil leaves it as it is.
    ///   - logMonths: nil leaves it as it is.
    package func setRetention(
        of office: Int64, timeMonths: Int64?, placeDays: Int64?, logMonths: Int64? = nil
    ) async throws {
        try await pool.query(
            "Retention/set_office_retention", office, timeMonths.map { Int32(clamping: $0) },
            placeDays.map { Int32(clamping: $0) },
            logMonths.map { Int32(clamping: $0) })
    }

    /// Says which entries of logs are due.
    package func logRetentionReport() async throws -> [LogRetentionReport] {
        try await pool.query("Retention/count_due_logs").map { row in
            LogRetentionReport(office: try row.getIfPresent("office_id"), count: try row.get("count"))
        }
    }

    /// Deletes the entries of logs and the revoked keys that are due, and what else nobody needs any more: sign-in links 30 days after
    /// their end, and user names that are free again.
    /// - Returns: how many entries and keys went.
    package func forgetLogs(now: Instant) async throws -> Int64 {
        try await pool.query("SignIn/forget_sign_in_links", PostgresTimestamp(now.adding(seconds: -30 * 86_400)))
        try await pool.query("Retention/forget_freed_user_names", PostgresTimestamp(now))
        return try await pool.query("Retention/forget_logs")[0].get(0)
    }

    /// Says what is due by every office's retention.
    package func retentionReport(now: Instant, zones: TimeZoneDatabase) async throws -> [RetentionReport] {
        var reports: [RetentionReport] = []
        for (retention, part, day, before) in try await due(now: now, zones: zones) {
            var count: Int64 = 0
            if let before {
                count = try await pool.query(
                    "Retention/count_due_events", part.rawValue, retention.office, PostgresTimestamp(before))[0].get(0)
            }
            reports.append(RetentionReport(retention: retention, part: part, firstKept: day, count: count))
        }
        return reports
    }

    /// Erases what is due by every office's retention, some records at a time. Of all servers that try at the same time one
    /// does. Kept taps by badges that have become somebody's since go into the log first.
    /// - Returns: what went; nil where somebody else is at it.
    package func runRetention(now: Instant, zones: TimeZoneDatabase) async throws -> [RetentionReport]? {
        let due = try await due(now: now, zones: zones)
        try await BadgeStore(pool: pool, secrets: secrets).claimTaps(now: now)
        return try await pool.withConnection { connection in
            guard try await connection.query("Retention/try_retention_lock")[0].get(0, as: Bool.self) else { return nil }
            do {
                var reports: [RetentionReport] = []
                for (retention, part, day, before) in due {
                    var count = 0
                    if let before {
                        let order = ErasureTransaction.Order(
                            part: part, office: retention.office, before: before, rule: "retention")
                        count = try await erase(order, now: now, connection)
                    }
                    reports.append(
                        RetentionReport(retention: retention, part: part, firstKept: day, count: Int64(count)))
                }
                try await connection.query("Retention/retention_unlock")
                return reports
            } catch {
                await connection.rollBack()
                // The lock is the session's: where it cannot be given back, the session goes.
                do { try await connection.query("Retention/retention_unlock") } catch { await connection.close() }
                throw error
            }
        }
    }

    /// Erases where a person was, as they asked. Their hours stay for as long as they have to be kept (GDPR 17(3)(b)).
    /// - Parameter author: who carries it out; nil is the administrator's command.
    /// - Returns: how many records lost their place. A legal hold leaves everything.
    package func erasePlaces(
        of person: Int64, before: Instant, by author: Int64?, now: Instant
    ) async throws -> Int {
        let order = ErasureTransaction.Order(
            part: .place, person: person, before: before, rule: "on request", author: author)
        return try await pool.withConnection { connection in
            do {
                return try await erase(order, now: now, connection)
            } catch {
                await connection.rollBack()
                throw error
            }
        }
    }

    /// Forgets the names and badges of somebody who left. The log knows people by numbers alone, and keeps what it has. Of their
    /// names at identity providers hashes under the servers' secret stay, so that they do not come back by them.
    /// - Returns: the pseudonym that stands in their place; nil where the person is still here, or all of theirs is held.
    /// - Throws: ``SecretError`` where they have a name at a provider and the secret cannot be used.
    package func eraseName(of person: Int64, now: Instant) async throws -> String? {
        try await pool.query(
            "People/erase_name", person, PostgresTimestamp(now),
            try await IdentityStore(pool: pool, secrets: secrets).identityHashes(of: person)
        ).first?
        .get(0)
    }

    private func erase(
        _ order: ErasureTransaction.Order, now: Instant, _ connection: PostgresConnection
    ) async throws -> Int {
        // The events say of which office a request is, so they go after it.
        try await connection.query(
            "Retention/forget_requests", order.part.rawValue, order.office, order.person, PostgresTimestamp(order.before))
        let transaction = ErasureTransaction(connection: connection)
        var count = 0
        while case let gone = try await transaction.carryOut(order, now: now), gone > 0 {
            count += gone
            try Task.checkCancellation()
        }
        if order.part == .place { try await forgetBadgePlaces(order, connection) }
        return count
    }

    /// Forgets what is no record and yet says where somebody was.
    private func forgetBadgePlaces(_ order: ErasureTransaction.Order, _ connection: PostgresConnection) async throws {
        let before = PostgresTimestamp(order.before)
        try await connection.query("Retention/forget_badge_places", order.office, order.person, before)
        if let office = order.office { try await connection.query("Retention/forget_unclaimed_taps", office, before) }
    }

    private typealias Due = (retention: Retention, part: RecordPart, firstKept: CivilDate?, before: Instant?)

    private func due(now: Instant, zones: TimeZoneDatabase) async throws -> [Due] {
        let retentions = try await retentions()
        var calendars = try await OfficeSettingsStore(pool: pool).calendars(zones)
        var due: [Due] = []
        for retention in retentions {
            let today = calendars[retention.office].workingDay(at: now.seconds).date
            for part in RecordPart.allCases {
                let day = retention.firstKept(part, today: today)
                let before = day.map { calendars[retention.office].settings(for: $0).start(of: $0) }
                due.append((retention, part, day, before.map { Instant(millisecondsSince1970: $0 * 1000) }))
            }
        }
        return due
    }
}
