import Attendance

/// Work beyond the legal hours of Japan (Hours.docc, "Overtime").
enum Overtime {
    /// Sets ``DayHours/overtime`` and ``DayHours/restDay``. The balance does not depend on them.
    /// - Parameter days: all days of a person from the first one on.
    static func fill(_ days: inout [DayHours], through: CivilDate, _ periods: PeriodCalendar) {
    }
}
