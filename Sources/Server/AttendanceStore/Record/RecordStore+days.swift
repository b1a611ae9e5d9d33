package import Attendance
import Postgres

extension RecordStore {
    /// A person's days of a period, by day and office.
    /// - Parameters:
    ///   - instant: decides only which sessions are still open and how long their unconfirmed time is.
    ///   - notes: notes whose days are included also if the record does not have them any more, because the taps were moved.
    package func days(
        of person: PersonID, in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase,
        with notes: [DayNote] = []
    ) async throws -> [RecordDay] {
        // A session can extend beyond the period, and its taps are listed with it.
        let wide = period.lowerBound.adding(days: -2)...period.upperBound.adding(days: 2)
        let record = try await self.record(of: person, in: wide, asOf: instant, zones: zones)
        if record == nil, notes.isEmpty { return [] }
        let (sessions, unmatchedTaps) = (record?.sessions ?? [], record?.unmatchedTaps ?? [])
        let events = try await history(of: person, in: wide, zones: zones)
        var calendars = try await OfficeSettingsStore(pool: pool).calendars(zones)
        var byDay: [DailyRow.Key: [EventHistory]] = [:]
        for event in events {
            for key in Self.places(of: event.event, in: sessions, &calendars) { byDay[key, default: []].append(event) }
        }
        var rows = (record?.rows ?? []).filter { period.contains($0.key.date) }
        let days = Set(rows.map(\.key.date))
        rows += Set(notes.map(\.key)).filter { !days.contains($0.date) }.map { DailyRow(key: $0) }
        return rows.sorted { $0.key < $1.key }.map { row in
            RecordDay(
                row: row,
                sessions: sessions.filter {
                    $0.workingDay.date == row.key.date && $0.office == row.key.office
                },
                unmatchedTaps: unmatchedTaps.filter {
                    $0.workingDay.date == row.key.date && $0.office == row.key.office
                },
                events: byDay[row.key] ?? [], zone: calendars[row.key.office].settings(for: row.key.date).zone)
        }
    }

    /// The days that list an event: where it counts or is mentioned, and where it was before its amendment.
    private static func places(
        of event: RecordedEvent, in sessions: [Session], _ calendars: inout OfficeCalendars
    ) -> Set<DailyRow.Key> {
        var places: Set<DailyRow.Key> = [place(of: event, in: sessions, &calendars)]
        let at = event.at.seconds
        if event.isTimeAmended || event.office != event.originalOffice, event.quarantine == nil {
            let before = calendars[event.originalOffice].workingDay(at: event.originalAt.seconds).date
            let after = calendars[event.office].workingDay(at: at).date
            if before != after || event.office != event.originalOffice {
                places.insert(DailyRow.Key(date: before, office: event.originalOffice))
            }
        }
        return places
    }

    /// The day of the session of an event; of an event that does not count, its own day.
    static func place(
        of event: RecordedEvent, in sessions: [Session], _ calendars: inout OfficeCalendars
    ) -> DailyRow.Key {
        let at = event.at.seconds
        let session = sessions.last { session in
            session.start <= at
                && (at <= session.end ?? at && at <= session.autoClosedAt ?? at
                    || session.notes.contains { $0.event == event.id })
        }
        if event.isEffective, let session { return DailyRow.Key(date: session.workingDay.date, office: session.office) }
        let shown = event.isQuarantined ? event.receivedAt.seconds : at
        return DailyRow.Key(date: calendars[event.office].workingDay(at: shown).date, office: event.office)
    }

    /// The time zone of an office on a working day.
    package func clock(of office: OfficeID, on date: CivilDate, zones: TimeZoneDatabase) async throws -> TimeZoneRules {
        try await OfficeSettingsStore(pool: pool).calendars(zones)[office].settings(for: date).zone
    }
}
