import Attendance
import AttendanceStore
import Localization
import WebServer

/// The last working day of a person who leaves, as typed.
struct LastDay: Sendable {
    let day: CivilDate

    /// - Throws: ``WebError``.
    init(_ fields: BodyFields) throws(WebError) {
        guard let day = fields["last_day"].flatMap({ CivilDate(text: $0) }) else {
            throw .badRequest(localized("account.needsLastDay"), reason: .badLastDay)
        }
        self.day = day
    }

    /// The end of the day at an office, or now if it is not over.
    /// - Throws: ``WebError`` for a later day.
    func end(at office: Office?, now: Instant) throws(WebError) -> Instant {
        let clock = LocalClock(office?.timeZone)
        guard day <= clock.date(now.seconds) else {
            throw .badRequest(localized("account.dayToCome"), reason: .badLastDay)
        }
        return min(Instant(millisecondsSince1970: clock.midnight(after: day) * 1000), now)
    }
}
