package import Attendance

/// A week of ISO 8601, from Monday to Sunday.
package struct Week: Sendable, Hashable, CustomStringConvertible {
    package let monday: CivilDate

    /// The week of a day.
    package init(of date: CivilDate) { monday = date.week.lowerBound }

    package var sunday: CivilDate { monday.adding(days: 6) }

    /// The name: the year of the Thursday and the number of the week in that year, such as `2026-W10`.
    package var description: String {
        let thursday = monday.adding(days: 3)
        let year = thursday.components.year
        let first = CivilDate(year: year, month: 1, day: 1) ?? thursday
        let number = "\((thursday.daysSince1970 - first.daysSince1970) / 7 + 1)"
        // The year is written as in dates.
        return "\(thursday.description.dropLast(6))-W\(number.count < 2 ? "0" : "")\(number)"
    }
}
