package import Attendance
import Postgres

/// Retention periods for locations, hours and logs, and their erasure.
package struct RetentionStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretStore
    /// How long used and expired sign-in links are kept.
    static let linkMemory = Duration.seconds(30 * 86_400)
    /// How long the times are kept at which addresses of tags were used: a day longer than the usual limit for late taps.
    static let readingMemory = AttendancePolicy.usualMaximumAge + .seconds(86_400)

    package func retentions() async throws -> [Retention] {
        try await pool.query("Retention/office_retention").map { row in
            Retention(
                office: try row.get("id"), officeName: try row.get("name"),
                timeMonths: try row.getIfPresent("time_retention_months"), placeDays: try row.get("place_retention_days"),
                logMonths: try row.get("log_retention_months"))
        }
    }

    /// Sets an office's retention periods. A period that is nil stays as it is.
    /// - Parameter unlimitedTime: whether hours are kept without limit, whatever `timeMonths` is.
    package func setRetention(
        of office: OfficeID, timeMonths: Int64?, placeDays: Int64?, logMonths: Int64? = nil, unlimitedTime: Bool = false,
        by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        try await pool.changingSettings(of: office, by: author, now: now) { connection in
            try await connection.query(
                "Retention/set_office_retention",
                [
                    "unlimited_time": unlimitedTime, "time_months": timeMonths.map { Int32(clamping: $0) },
                    "place_days": placeDays.map { Int32(clamping: $0) }, "log_months": logMonths.map { Int32(clamping: $0) },
                    "office": office,
                ])
        }
    }

    /// The data that an office would no longer keep with other periods. Left out: kinds whose period is not shorter.
    package func losses(
        from old: Retention, to new: Retention, now: Instant, zones: TimeZoneDatabase
    ) async throws -> [RetentionLoss] {
        var losses: [RetentionLoss] = []
        for report in try await retentionReport(of: [new], now: now, zones: zones) where new.isShorter(report.part, than: old) {
            guard let day = report.firstKept else { continue }
            losses.append(
                RetentionLoss(period: report.part == .time ? .hours : .places, firstKept: day, count: report.count))
        }
        guard new.logMonths < old.logMonths else { return losses }
        let logs = try await pool.query(
            "Retention/count_logs_before",
            ["now": PostgresTimestamp(now), "months": Int32(clamping: new.logMonths), "office": new.office])[0]
        let day = CivilDate(daysSince1970: try logs.instant("since").seconds / 86_400)
        return losses + [RetentionLoss(period: .logs, firstKept: day, count: try logs.get("count"))]
    }

    /// The number of due log entries by office.
    package func logRetentionReport() async throws -> [LogRetentionReport] {
        try await pool.query("Retention/count_due_logs").map { row in
            LogRetentionReport(office: try row.getIfPresent("office_id"), count: try row.get("count"))
        }
    }

    /// Deletes due log entries, revoked keys, earlier names and reasons of ended legal holds; sign-in links and sessions that
    /// are over; used readings of tags; freed user names that can be given again; reminders, and where those of people who left
    /// went; sent forms.
    /// - Returns: the number of deleted log entries, keys, names and reasons.
    package func forgetLogs(now: Instant) async throws -> Int64 {
        try await pool.query("SignIn/forget_sign_in_links", ["before": PostgresTimestamp(now - Self.linkMemory)])
        try await pool.query("Retention/forget_tag_readings", ["before": PostgresTimestamp(now - Self.readingMemory)])
        try await SentFormStore(pool: pool).forget(now: now)
        let sessions = SessionStore.forgotten(now: now)
        try await pool.query(
            "SignIn/forget_sessions", ["ended_before": sessions.endedBefore, "used_before": sessions.usedBefore])
        try await pool.query("Retention/forget_freed_user_names", ["now": PostgresTimestamp(now)])
        try await pool.query("Reminders/forget_reminders", ["before": PostgresTimestamp(now - ReminderStore.memory)])
        return try await pool.query("Retention/forget_logs")[0].get("count")
    }

    /// The number of due events by office and part.
    /// - Parameter chosen: the periods of some offices; nil: the stored ones of all offices.
    package func retentionReport(
        of chosen: [Retention]? = nil, now: Instant, zones: TimeZoneDatabase
    ) async throws -> [RetentionReport] {
        var reports: [RetentionReport] = []
        for (retention, part, day, before) in try await due(of: chosen, now: now, zones: zones) {
            var count: Int64 = 0
            if let before {
                count = try await pool.query(
                    "Retention/count_due_events",
                    ["office": retention.office, "before": PostgresTimestamp(before), "part": part.rawValue])[0].get("count")
            }
            reports.append(RetentionReport(retention: retention, part: part, firstKept: day, count: count))
        }
        return reports
    }

    /// Erases all due records: locations in batches, hours of one person after another with their facts of hours. Only one server
    /// at a time does this. Unclaimed taps of badges that were enrolled since are recorded first.
    /// - Returns: what was erased; nil if another server is erasing.
    /// - Throws: ``PersonErasure/NotCarried`` of the first such person, who keeps all hours, after the others' are erased.
    package func runRetention(now: Instant, zones: TimeZoneDatabase) async throws -> [RetentionReport]? {
        let due = try await due(now: now, zones: zones)
        try await BadgeStore(pool: pool, secrets: secrets).claimTaps(now: now)
        let clocks = try OfficeClocks(try await pool.query("Offices/office_settings", ["seq": nil]), zones)
        return try await pool.withConnection { connection in
            guard try await connection.query("Retention/try_retention_lock")[0].get("is_locked", as: Bool.self) else {
                return nil
            }
            do {
                var reports: [RetentionReport] = []
                var failure: PersonErasure.NotCarried?
                for (retention, part, day, before) in due {
                    var count = 0
                    if let day, let before {
                        let order = ErasureTransaction.Order(
                            part: part, office: retention.office, before: before, rule: "retention")
                        switch part {
                        case .place: count = try await erasePlaces(order, now: now, connection)
                        case .time:
                            let people = PersonErasure(
                                connection, of: retention.office, firstKept: day, before: before, zones, clocks, now: now)
                            count = try await eraseHours(order, people, &failure, connection)
                        }
                    }
                    reports.append(
                        RetentionReport(retention: retention, part: part, firstKept: day, count: Int64(count)))
                }
                if let failure { throw failure }
                try await connection.query("Retention/retention_unlock")
                return reports
            } catch {
                await connection.rollBack()
                // The lock belongs to the database session. If it cannot be released, closing the session releases it.
                do { try await connection.query("Retention/retention_unlock") } catch { await connection.close() }
                throw error
            }
        }
    }

    /// Erases a person's locations at their request. Hours stay until the end of their retention period (GDPR 17(3)(b)).
    /// - Parameter author: the administrator; nil: a command on the server.
    /// - Returns: the number of records whose place was erased; 0 under a legal hold.
    package func erasePlaces(
        of person: PersonID, before: Instant, by author: PersonID?, now: Instant
    ) async throws -> Int {
        let order = ErasureTransaction.Order(
            part: .place, person: person, before: before, rule: "on request", author: author)
        return try await pool.withConnection { connection in
            do {
                return try await erasePlaces(order, now: now, connection)
            } catch {
                await connection.rollBack()
                throw error
            }
        }
    }

    /// Erases the names and badges of a person who left. The log contains ids only and stays as it is. Keyed hashes of the
    /// person's identities at providers stay, so that a sign-in by them is rejected.
    /// - Returns: the pseudonym that replaces the name; nil if the person did not leave or has a legal hold.
    /// - Throws: ``SecretError`` if the person has an identity at a provider and the secret cannot be used.
    package func eraseName(of person: PersonID, by author: ChangeAuthor = .command, now: Instant) async throws -> String? {
        let hashes = try await IdentityStore(pool: pool, secrets: secrets).identityHashes(of: person)
        return try await pool.withTransaction { connection in
            let rows = try await connection.query(
                "People/erase_name", ["person": person, "now": PostgresTimestamp(now), "identity_hashes": hashes])
            guard let pseudonym = try rows.first?.get("user_name", as: String.self) else { return nil }
            try await AdminLogEntry.note(.displayName, old: nil, new: nil, of: person, by: author, now: now, connection)
            return pseudonym
        }
    }

    /// The number of a person's taps whose desk or reader is kept.
    package func countPlaces(of person: PersonID) async throws -> Int64 {
        try await pool.query("Retention/count_places", ["person": person])[0].get("count")
    }

    private func erasePlaces(
        _ order: ErasureTransaction.Order, now: Instant, _ connection: PostgresConnection
    ) async throws -> Int {
        try await forgetRequests(order, connection)
        let transaction = ErasureTransaction(connection: connection)
        var count = 0
        while case let gone = try await transaction.carryOut(order, now: now), gone > 0 {
            count += gone
            try Task.checkCancellation()
        }
        try await forgetBadgePlaces(order, connection)
        return count
    }

    private func eraseHours(
        _ order: ErasureTransaction.Order, _ people: PersonErasure, _ failure: inout PersonErasure.NotCarried?,
        _ connection: PostgresConnection
    ) async throws -> Int {
        try await forgetRequests(order, connection)
        for query in [
            "Retention/forget_flag_confirmations", "Retention/forget_day_notes", "Retention/forget_warning_notes",
        ] as [PostgresQuery] {
            try await connection.query(query, ["office": order.office, "before": PostgresTimestamp(order.before)])
        }
        var (people, count) = (people, 0)
        for person in try await people.people() {
            do {
                count += try await people.carryOut(of: person)
            } catch let error as PersonErasure.NotCarried {
                await connection.rollBack()
                failure = failure ?? error
            }
            try Task.checkCancellation()
        }
        return count
    }

    /// The events decide to which office a request belongs, so requests are deleted first.
    private func forgetRequests(_ order: ErasureTransaction.Order, _ connection: PostgresConnection) async throws {
        try await connection.query(
            "Retention/forget_requests",
            [
                "part": order.part.rawValue, "office": order.office, "person": order.person,
                "before": PostgresTimestamp(order.before),
            ])
    }

    /// Deletes location data outside of the log.
    private func forgetBadgePlaces(_ order: ErasureTransaction.Order, _ connection: PostgresConnection) async throws {
        let before = PostgresTimestamp(order.before)
        try await connection.query(
            "Retention/forget_badge_places", ["office": order.office, "person": order.person, "before": before])
        if let office = order.office {
            try await connection.query("Retention/forget_unclaimed_taps", ["before": before, "office": office])
        }
    }

    typealias Due = (retention: Retention, part: RecordPart, firstKept: CivilDate?, before: Instant?)

    /// The first working day that each part of an office's records is kept for, and its start; nil: all days are kept.
    /// - Parameter chosen: the periods of some offices; nil: the stored ones of all offices.
    func due(of chosen: [Retention]? = nil, now: Instant, zones: TimeZoneDatabase) async throws -> [Due] {
        let retentions = if let chosen { chosen } else { try await self.retentions() }
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
