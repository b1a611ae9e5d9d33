package import Attendance

/// A work schedule from a day on: the time that is owed on each day of a cycle.
package struct Schedule: Sendable, Equatable {
    package let name: String
    package let from: CivilDate
    /// A day on which the cycle begins, before or after ``from``.
    package let anchor: CivilDate
    /// The seconds of each day of the cycle, 1 to 56 days. With ``periodSeconds`` they are weights.
    package let days: [Int64]
    /// Fixed hours per period, in seconds; nil: ``days`` are the targets.
    package let periodSeconds: Int64?
    package let core: CoreTime?
    /// The statutory rest day of Japan, 1 (Monday) to 7.
    package let restWeekday: Int64?

    /// The core time, in seconds after midnight of the day.
    package struct CoreTime: Sendable, Equatable {
        package let start: Int64
        package let end: Int64

        package init(start: Int64, end: Int64) { (self.start, self.end) = (start, end) }
    }

    package init(
        name: String, from: CivilDate, anchor: CivilDate, days: [Int64], periodSeconds: Int64? = nil, core: CoreTime? = nil,
        restWeekday: Int64? = nil
    ) {
        (self.name, self.from, self.anchor, self.days) = (name, from, anchor, days)
        (self.periodSeconds, self.core, self.restWeekday) = (periodSeconds, core, restWeekday)
    }

    /// The entry of the cycle for a day.
    func entry(_ date: CivilDate) -> Int64 {
        let (offset, count) = (date.daysSince1970 - anchor.daysSince1970, Int64(days.count))
        return days[Int((offset % count + count) % count)]
    }
}
