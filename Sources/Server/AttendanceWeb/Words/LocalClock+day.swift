import Attendance
import AttendanceStore
import Localization

extension LocalClock {
    /// When a day begins, in seconds since 1970.
    func midnight(_ day: CivilDate) -> Int64 { zone.midnight(day) }

    /// When a day ends.
    func midnight(after day: CivilDate) -> Int64 { zone.midnight(after: day) }

    /// The last day of a person who left at an instant, which can be the end of that day.
    func lastDay(_ leftAt: Instant) -> CivilDate { date((leftAt.millisecondsSince1970 - 1) / 1000) }

    /// The last day of a person who leaves or has left; nil: none is known.
    func lastDay(of account: Account) -> CivilDate? { account.lastDay ?? account.leftAt.map { lastDay($0) } }

    /// `HH:MM`, with the date if it is not `date`.
    func time(_ seconds: Int64, on date: CivilDate) -> String { time(seconds) + dateIfOther(seconds, than: date) }

    private func dateIfOther(_ seconds: Int64, than date: CivilDate) -> String {
        let day = self.date(seconds)
        return day == date ? "" : " (\(day.dayAndMonth))"
    }

    /// RFC 3339 with milliseconds.
    func exact(_ instant: Instant) -> String {
        instant.rfc3339(offset: Int(offset(instant.seconds)), precision: .milliseconds)
    }
}
