import Attendance
import AttendanceStore
import Localization

/// The time of day at which a person usually clocks out, for the forms that add a forgotten clock-out.
struct UsualClockOut: Sendable {
    /// `HH:MM`; nil: unknown.
    private let usual: String?
    private let clock: LocalClock

    /// The number of days before and after a forgotten clock-out that are compared.
    private static let daysAround: Int64 = 31

    /// The median of the times at which the days in an office ended, if there are three.
    /// - Parameter clock: of the office.
    init(_ rows: [DailyRow], at office: OfficeID, _ clock: LocalClock) {
        let times = rows.compactMap { row -> String? in
            guard let end = row.lastOut, row.key.office == office, clock.date(end) == row.key.date else { return nil }
            return clock.time(end)
        }.sorted()
        usual = times.count >= 3 ? times[times.count / 2] : nil
        self.clock = clock
    }

    /// The usual time, if a session without an end could end then. A clock-out before its last tap would cut off that tap.
    /// - Parameter latest: the last instant at which it can end.
    func time(for session: Session, on date: CivilDate, by latest: Int64) -> String? {
        guard let usual, let seconds = LocalClock.secondsAfterMidnight(usual), case let at = clock.midnight(date) + seconds,
            clock.time(at) == usual, session.lastTap < at, at <= latest
        else { return nil }
        return usual
    }

    /// The usual time for the clock-out that a day in the person's own office lacks, and the days of which it is the median; nil if
    /// the day lacks none, or the time is unknown or not possible.
    static func ofForgotten(
        on day: CivilDate, of person: Person, _ clock: LocalClock, _ store: AttendanceStore, _ zones: TimeZoneDatabase,
        now: Instant
    ) async throws -> (time: String, days: ClosedRange<CivilDate>)? {
        let days = day.adding(days: -daysAround)...day.adding(days: daysAround)
        guard let record = try await store.record.record(of: person.id, in: days, asOf: now, zones: zones),
            let session = record.sessions.last(where: { $0.state == .auto && $0.workingDay.date == day }),
            session.office == person.office, let start = session.stretches.last?.start, clock.date(start) == day,
            let deadline = session.autoClosedAt
        else { return nil }
        return UsualClockOut(record.rows, at: person.office, clock).time(for: session, on: day, by: deadline)
            .map { ($0, days) }
    }
}
