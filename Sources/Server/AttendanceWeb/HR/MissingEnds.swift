import Attendance
import AttendanceStore
import Localization

/// The clock-outs that listed days lack, for the forms that add them. A day in another office than the person's own one, whose clock
/// the form does not read, has none.
struct MissingEnds: Sendable {
    struct End: Sendable {
        /// The day of the session's last tap.
        let date: CivilDate
        /// The person's usual time, `HH:MM`; nil: unknown.
        let time: String?
        /// The last clock-in or return, `HH:MM`. An earlier time is on the next day, if it is not later than ``until``.
        let after: String
        /// The latest time on the next day, `HH:MM`.
        let until: String
    }

    private var ends: [PersonID: [DailyRow.Key: End]] = [:]

    init() {}

    /// Reads the records of the people whose days lack a clock-out together. A span of days for each person
    /// would read fewer events, but by as many snapshots as a page has people.
    /// - Parameter seq: the number of the latest record that counts; nil: all count.
    init(
        of rows: ArraySlice<AttendanceReport.FlaggedRow>, _ calendars: OfficeCalendars, _ store: AttendanceStore,
        _ zones: TimeZoneDatabase, asOf instant: Instant, at seq: Int64? = nil
    ) async throws {
        let missing = rows.filter { $0.row.flags.contains(.missingEnd) && $0.home == $0.row.key.office }
        let days = missing.map(\.row.key.date)
        guard let first = days.min(), let last = days.max() else { return }
        let keys = Dictionary(grouping: missing, by: \.person).mapValues { $0.map(\.row.key) }
        var found: [PersonID: [DailyRow.Key: End]] = [:]
        try await store.record.withRecords(
            of: Array(keys.keys), in: UsualClockOut.compared(for: first...last), asOf: instant, zones: zones, at: seq
        ) { record in
            for key in keys[record.person] ?? [] {
                let clock = LocalClock(zone: calendars[key.office].settings(for: key.date).zone)
                found[record.person, default: [:]][key] = Self.end(of: key, record, clock)
            }
        }
        ends = found
    }

    subscript(_ row: AttendanceReport.FlaggedRow) -> End? { ends[row.person]?[row.row.key] }

    private static func end(of key: DailyRow.Key, _ record: PeriodRecord, _ clock: LocalClock) -> End? {
        let session = record.sessions.last {
            $0.state == .auto && $0.workingDay.date == key.date && $0.office == key.office
        }
        guard let session, let start = session.stretches.last?.start, let deadline = session.autoClosedAt else { return nil }
        let date = clock.date(start)
        return End(
            date: date,
            time: UsualClockOut(record.rows, at: key.office, clock).time(for: session, on: date, by: deadline),
            after: clock.time(start), until: clock.date(deadline) > date ? clock.time(deadline) : "00:00")
    }
}
