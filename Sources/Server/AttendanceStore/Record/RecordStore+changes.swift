package import Attendance
import Postgres

extension RecordStore {
    /// The number of people whose earlier rows are in memory at a time.
    private static let slice = 500
    /// How long before the first day a session can begin whose later changes are found.
    private static let lead = Duration.seconds(7 * 86_400)

    /// Calls `body` with the rows of a period that differ between two states of the log, ordered by person, then by day and office.
    /// Left out are working days that had not ended at the earlier instant.
    ///
    /// Only the people whose rows can differ are derived, in both states. A change to a session that began more than a week before
    /// the period's first month is not found.
    package func withChangedDays(
        of people: [PersonID], in period: ClosedRange<CivilDate>, since then: RecordState, until now: RecordState,
        zones: TimeZoneDatabase, _ body: (ChangedDay) -> Void
    ) async throws {
        try await pool.withSnapshot { connection in
            let clocks = try OfficeClocks(try await connection.query("Offices/office_settings", ["seq": now.seq]), zones)
            var calendars = clocks.calendars
            var today: [OfficeID: CivilDate] = [:]
            for office in Set(clocks.versions.map(\.office)) {
                today[office] = calendars[office].workingDay(at: then.asOf.seconds).date
            }
            guard let latest = today.values.max(), latest > period.lowerBound else { return }
            // The minutes of a row depend on the earlier rows of its month.
            let days = period.sinceFirstOfMonth.lowerBound...min(period.upperBound, latest.adding(days: -1))
            let next = days.upperBound.adding(days: 1)
            var earlier = try await RecordReader(connection, zones, period: days, asOf: then.asOf, at: then.seq)
            var later = try await RecordReader(connection, zones, period: days, asOf: now.asOf, at: now.seq)

            // The last day ends where the next one begins.
            let other = today.keys.filter {
                earlier.settings.inForce(until: next, in: $0) != later.settings.inForce(until: next, in: $0)
            }
            let end = calendars.settings(of: days).map { $0.start(of: next) }.max() ?? 0
            let changed = try await connection.query(
                "Record/people_with_changed_days",
                [
                    "people": people, "from": PostgresTimestamp(later.window.from - Self.lead),
                    "to": PostgresTimestamp(Instant(millisecondsSince1970: end * 1000)), "after": then.seq,
                    "until": PostgresTimestamp(later.window.to), "head": now.seq, "offices": other,
                ]
            ).map { try $0.get("id", as: PersonID.self) }.sorted()

            for some in changed.chunks(of: Self.slice).map(Array.init) {
                var rows: [PersonID: [ShownRow]] = [:]
                try await earlier.records(of: some, desks: .ofStarts) { rows[$0.person] = $0.rows.shown }
                try await later.records(of: some, desks: .ofStarts) { record in
                    let before = (rows[record.person] ?? []).byKey
                    let after = record.rows.shown.byKey
                    for key in Set(before.keys).union(after.keys).sorted() {
                        guard period.contains(key.date), let day = today[key.office], key.date < day,
                            !DailyRow.haveSameHours(before[key]?.row, after[key]?.row)
                        else { continue }
                        body(
                            ChangedDay(
                                person: record.person, userName: record.userName, displayName: record.displayName, key: key,
                                before: before[key], after: after[key]))
                    }
                }
            }
        }
    }
}

extension [OfficeSettingsVersion] {
    /// The versions of an office that apply to days until a date.
    fileprivate func inForce(until date: CivilDate, in office: OfficeID) -> [OfficeSettingsVersion] {
        filter { version in version.office == office && version.validFrom.map { $0 <= date } ?? true }
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
