import Attendance
import Foundation

/// Turns instants into an office's local time and back.
struct OfficeClock: Sendable {
    private let zone: TimeZone

    /// - Parameter name: an IANA name; UTC where it is missing or unknown.
    init(_ name: String?) { zone = name.flatMap(TimeZone.init(identifier:)) ?? .gmt }

    /// `HH:MM`.
    func time(_ instant: Instant) -> String {
        String(instant.rfc3339(offset: offset(at: instant)).dropFirst(11).prefix(5))
    }

    /// `YYYY-MM-DD`.
    func date(_ instant: Instant) -> String { String(instant.rfc3339(offset: offset(at: instant)).prefix(10)) }

    /// Seconds east of UTC.
    func offset(at instant: Instant) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant.seconds)))
    }

    /// The first instant of a date, also where its midnight is skipped.
    func startOfDay(_ date: CivilDate) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let (year, month, day) = date.components
        let noon = DateComponents(year: Int(year), month: Int(month), day: Int(day), hour: 12)
        let midnightUTC = Instant(millisecondsSince1970: date.daysSince1970 * 86_400_000)
        guard let midday = calendar.date(from: noon) else { return midnightUTC }
        let seconds = calendar.startOfDay(for: midday).timeIntervalSince1970
        return Instant(millisecondsSince1970: Int64(seconds) * 1000)
    }
}
