import Attendance
import AttendanceStore
import Localization

/// The time of day at which a person usually clocks out, for the forms that add a forgotten clock-out: the median of the times at which
/// the days around the forgotten one ended in the person's own office, if there are three.
struct UsualClockOut: Sendable {
    /// The days that ended, each with the time, `HH:MM`.
    private let ends: [(day: CivilDate, time: String)]
    private let clock: LocalClock

    /// The number of days before and after a forgotten clock-out that are compared.
    private static let daysAround: Int64 = 31

    /// The days that are compared for forgotten clock-outs in a period.
    static func compared(for days: ClosedRange<CivilDate>) -> ClosedRange<CivilDate> {
        days.lowerBound.adding(days: -daysAround)...days.upperBound.adding(days: daysAround)
    }

    /// - Parameters:
    ///   - rows: of the compared days (``compared(for:)``), at least.
    ///   - clock: of the office.
    init(_ rows: [DailyRow], at office: OfficeID, _ clock: LocalClock) {
        ends = rows.compactMap { row in
            guard let end = row.lastOut, row.key.office == office, clock.date(end) == row.key.date else { return nil }
            return (day: row.key.date, time: clock.time(end))
        }
        self.clock = clock
    }

    /// The usual times for forgotten clock-outs of a person in a period.
    init(
        of person: Person, in days: ClosedRange<CivilDate>, _ clock: LocalClock, _ store: AttendanceStore,
        _ zones: TimeZoneDatabase, now: Instant
    ) async throws {
        let record = try await store.record.record(of: person.id, in: Self.compared(for: days), asOf: now, zones: zones)
        self.init(record?.rows ?? [], at: person.office, clock)
    }

    /// The usual time, if a session without an end could end then. A clock-out before its last tap would cut off that tap.
    /// - Parameters:
    ///   - date: of the clock-out.
    ///   - latest: the last instant at which it can end.
    func time(for session: Session, on date: CivilDate, by latest: Int64) -> String? {
        let day = session.workingDay.date
        let compared = Self.compared(for: day...day)
        let times = ends.filter { compared.contains($0.day) }.map(\.time).sorted()
        guard times.count >= 3, case let usual = times[times.count / 2],
            let seconds = LocalClock.secondsAfterMidnight(usual), case let at = clock.midnight(date) + seconds,
            clock.time(at) == usual, session.lastTap < at, at <= latest
        else { return nil }
        return usual
    }

    /// The usual time for the clock-out that a day in the person's own office lacks; nil if the day lacks none, or the time is
    /// unknown or not possible.
    static func ofForgotten(
        on day: CivilDate, of person: Person, _ clock: LocalClock, _ store: AttendanceStore, _ zones: TimeZoneDatabase,
        now: Instant
    ) async throws -> String? {
        let days = compared(for: day...day)
        guard let record = try await store.record.record(of: person.id, in: days, asOf: now, zones: zones),
            let session = record.sessions.last(where: { $0.state == .auto && $0.workingDay.date == day }),
            session.office == person.office, let start = session.stretches.last?.start, clock.date(start) == day,
            let deadline = session.autoClosedAt
        else { return nil }
        return UsualClockOut(record.rows, at: person.office, clock).time(for: session, on: day, by: deadline)
    }
}
