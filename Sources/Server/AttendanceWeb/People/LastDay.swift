import Attendance
import AttendanceStore
import Localization
import WebServer

/// The last working day of a person who leaves, as typed.
struct LastDay: Sendable {
    let day: CivilDate

    /// - Throws: ``WebError``.
    init(_ fields: BodyFields) throws(WebError) {
        guard let day = fields["last_day"].flatMap({ CivilDate(entered: $0) }) else {
            throw .badRequest(localized("account.needsDay"), reason: .badLastDay)
        }
        self.day = day
    }

    /// At the end of an earlier day, now on the current one, or after a day to come, by the office's clock.
    /// - Throws: ``WebError`` for a day that must be mistyped.
    func leaving(at office: Office?, now: Instant) throws(WebError) -> PeopleStore.Leaving {
        let clock = LocalClock(office?.timeZone)
        let today = clock.date(now.seconds)
        guard day <= Account.latestLastDay(from: today) else {
            throw .badRequest(localized("account.needsDay"), reason: .badLastDay)
        }
        if day > today { return .after(day) }
        return .at(min(Instant(millisecondsSince1970: clock.midnight(after: day) * 1000), now))
    }
}
