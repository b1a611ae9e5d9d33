package import Attendance
package import Hours

/// A holiday to record.
package struct NewHoliday: Sendable, Equatable {
    /// Of a name, in Unicode scalars.
    package static let longestName = 100

    package let date: CivilDate
    package let name: String
    /// nil: that of the calendar's day with this date, otherwise the whole day.
    package let part: DayPart?

    package init(date: CivilDate, name: String, part: DayPart? = nil) {
        (self.date, self.name, self.part) = (date, name, part)
    }
}
