package import Attendance
import Postgres

extension RecordStore {
    /// The number of people whose earlier rows are in memory at a time.
    private static let slice = 500
    /// A session that began earlier before the days is not looked for, as in `stream_record.sql`.
    private static let longestSession = Duration.seconds(7 * 86_400)

    /// The rows of a period that differ between two states of the log, by person, day and office. Left out are working days that
    /// had not ended at the earlier instant.
    ///
    /// Only the people whose rows can differ are derived, in both states. If an office's settings of these days changed, these
    /// are all people.
    package func changedDays(
        of people: [PersonID], in period: ClosedRange<CivilDate>, since then: RecordState, until now: RecordState,
        zones: TimeZoneDatabase
    ) async throws -> [ChangedDay] {
        try await pool.withSnapshot { connection in
            let clocks = try OfficeClocks(try await connection.query("Offices/office_settings", ["seq": now.seq]), zones)
            var calendars = clocks.calendars
            var today: [OfficeID: CivilDate] = [:]
            for office in Set(clocks.versions.map(\.office)) {
                today[office] = calendars[office].workingDay(at: then.asOf.seconds).date
            }
            guard let latest = today.values.max(), latest > period.lowerBound else { return [] }
            // The minutes of a row depend on the earlier rows of its month.
            let days = period.sinceFirstOfMonth.lowerBound...min(period.upperBound, latest.adding(days: -1))
            var earlier = try await RecordReader(connection, zones, period: days, asOf: then.asOf, at: then.seq)
            var later = try await RecordReader(connection, zones, period: days, asOf: now.asOf, at: now.seq)

            var changed = people
            let offices = Set(earlier.settings.map(\.office))
            if earlier.settings.inForce(until: latest, in: offices) == later.settings.inForce(until: latest, in: offices) {
                let end = calendars.settings(of: days).map { $0.start(of: days.upperBound.adding(days: 1)) }.max() ?? 0
                changed = try await connection.query(
                    "Record/people_with_changed_days",
                    [
                        "people": people, "after": then.seq, "head": now.seq,
                        "from": PostgresTimestamp(later.window.from - Self.longestSession),
                        "to": PostgresTimestamp(Instant(millisecondsSince1970: end * 1000)),
                        "until": PostgresTimestamp(later.window.to),
                    ]
                ).map { try $0.get("id", as: PersonID.self) }
            }
            changed.sort()

            var found: [ChangedDay] = []
            for start in stride(from: 0, to: changed.count, by: Self.slice) {
                let some = Array(changed[start..<min(start + Self.slice, changed.count)])
                var rows: [PersonID: [ShownRow]] = [:]
                try await earlier.records(of: some, desks: .ofStarts) { rows[$0.person] = $0.rows.shown }
                try await later.records(of: some, desks: .ofStarts) { record in
                    let before = (rows[record.person] ?? []).byKey
                    let after = record.rows.shown.byKey
                    for key in Set(before.keys).union(after.keys).sorted() {
                        guard period.contains(key.date), let day = today[key.office], key.date < day,
                            !DailyRow.haveSameHours(before[key]?.row, after[key]?.row)
                        else { continue }
                        found.append(
                            ChangedDay(
                                person: record.person, userName: record.userName, displayName: record.displayName, key: key,
                                before: before[key], after: after[key]))
                    }
                }
            }
            return found
        }
    }
}

extension [OfficeSettingsVersion] {
    /// The versions of some offices that apply to days until a date.
    fileprivate func inForce(until date: CivilDate, in offices: Set<OfficeID>) -> [OfficeSettingsVersion] {
        filter { version in offices.contains(version.office) && version.validFrom.map { $0 <= date } ?? true }
    }
}

extension [ShownRow] {
    fileprivate var byKey: [DailyRow.Key: ShownRow] { Dictionary(map { ($0.row.key, $0) }) { first, _ in first } }
}

extension DailyRow {
    /// nil stands for a row without work.
    fileprivate static func haveSameHours(_ one: DailyRow?, _ other: DailyRow?) -> Bool {
        one?.firstIn == other?.firstIn && one?.lastOut == other?.lastOut
            && one?.workedSeconds ?? 0 == other?.workedSeconds ?? 0 && one?.pauseSeconds ?? 0 == other?.pauseSeconds ?? 0
    }
}
