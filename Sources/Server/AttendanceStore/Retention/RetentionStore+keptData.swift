package import Attendance
import Postgres

extension RetentionStore {
    /// All kinds of personal data that DeskTap keeps, by office, then those of all offices.
    package func keptData(now: Instant, zones: TimeZoneDatabase) async throws -> [KeptData] {
        let retentions = try await retentions()
        var calendars = try await OfficeSettingsStore(pool: pool).calendars(zones)
        var due: [OfficeID?: [KeptData.Kind: Instant]] = [:]
        for row in try await pool.query("Retention/oldest_logs") {
            due[try row.getIfPresent("office_id"), default: [:]][try row.choice("kind")] = try row.instant("due")
        }
        func next(_ due: Instant?) -> KeptData.Deletion? {
            due.map { KeptData.Deletion(day: RetentionJob.night(after: max($0, now))) }
        }
        var kept: [KeptData] = []
        var months: [OfficeID: [RecordPart: KeptData.Deletion]] = [:]
        for (retention, part, _, before) in try await self.due(now: now, zones: zones) {
            guard let before else { continue }
            let oldest = try await pool.query(
                "Retention/oldest_event",
                ["office": retention.office, "since": PostgresTimestamp(before), "part": part.rawValue])[0]
            guard let at = try oldest.instantIfPresent("at"),
                let month = calendars[retention.office].workingDay(at: at.seconds).date.firstOfMonth(0)
            else { continue }
            months[retention.office, default: [:]][part] = retention.dueDay(part, ofMonth: month).map { day in
                KeptData.Deletion(day: day, month: month)
            }
        }
        for retention in retentions {
            func add(_ kind: KeptData.Kind, _ term: KeptData.Term, _ next: KeptData.Deletion?) {
                kept.append(KeptData(office: retention.officeName, kind: kind, term: term, next: next))
            }
            add(
                .hours, retention.timeMonths.map(KeptData.Term.monthsAfterMonth) ?? .unlimited,
                months[retention.office]?[.time])
            add(.places, .daysAfterMonth(retention.placeDays), months[retention.office]?[.place])
            for kind in KeptData.Kind.logs { add(kind, .months(retention.logMonths), next(due[retention.office]?[kind])) }
        }
        func add(_ kind: KeptData.Kind, _ term: KeptData.Term, _ next: KeptData.Deletion?) {
            kept.append(KeptData(office: nil, kind: kind, term: term, next: next))
        }
        let idle = PostgresTimestamp(now - SignInSession.idleLifetime)
        let oldest = try await pool.query(
            "SignIn/oldest_links_and_sessions", ["now": PostgresTimestamp(now), "used_before": idle])[0]
        add(.accessLog, .months(retentions.map(\.logMonths).max() ?? 0), next(due[nil]?[.accessLog]))
        add(
            .signInLinks, .days(Self.linkMemory.days),
            next(try oldest.instantIfPresent("link_at").map { $0 + Self.linkMemory }))
        let reading = try await pool.query("Retention/oldest_tag_reading")[0].instantIfPresent("at")
        add(.tagReadings, .days(Self.readingMemory.days), next(reading.map { $0 + Self.readingMemory }))
        let memory = SessionStore.sessionMemory
        add(.sessions, .days(memory.days), next(try oldest.instantIfPresent("session_at").map { $0 + memory }))
        let reminder = try await pool.query("Reminders/oldest_reminder")[0].instantIfPresent("at")
        add(.reminders, .days(ReminderStore.memory.days), next(reminder.map { $0 + ReminderStore.memory }))
        add(.reminderAddresses, .untilLeaving, nil)
        add(.namesOfFormer, .onRequest, nil)
        return kept
    }
}
