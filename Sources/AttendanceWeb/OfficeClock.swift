import Attendance
import AttendanceStore

/// Turns instants into an office's local time and back, by the same time zone database as all derivations.
struct OfficeClock: Sendable {
    /// nil is UTC.
    private let rules: TimeZoneRules?

    /// - Parameter name: an IANA name; UTC where it is missing or unknown.
    init(_ name: String?) { rules = name.flatMap { name in try? TimeZoneDatabase.system().rules(of: name) } }

    /// `HH:MM`.
    func time(_ instant: Instant) -> String {
        String(instant.rfc3339(offset: offset(at: instant)).dropFirst(11).prefix(5))
    }

    /// `YYYY-MM-DD`.
    func date(_ instant: Instant) -> String { String(instant.rfc3339(offset: offset(at: instant)).prefix(10)) }

    /// Seconds east of UTC.
    func offset(at instant: Instant) -> Int { Int(rules?.span(at: instant.seconds).offset ?? 0) }

    /// The first instant of a date, also where its midnight is skipped.
    func startOfDay(_ date: CivilDate) -> Instant {
        let midnight = date.daysSince1970 * 86_400
        return Instant(millisecondsSince1970: (rules?.firstInstant(reading: midnight) ?? midnight) * 1000)
    }
}
