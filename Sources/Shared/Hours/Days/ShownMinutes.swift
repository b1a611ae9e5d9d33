import Attendance

/// What a person owed, worked and got credited in whole minutes, as pages show it: of a day, or the sum of days. Made by
/// ``MinuteRounding``.
package struct ShownMinutes: Sendable, Equatable {
    package let target: Int64
    package let worked: Int64
    /// What holidays and absences count as worked.
    package let credited: Int64

    package static let zero = ShownMinutes(target: 0, worked: 0, credited: 0)

    package init(target: Int64, worked: Int64, credited: Int64) {
        (self.target, self.worked, self.credited) = (target, worked, credited)
    }

    /// Worked and credited time minus the target.
    package var difference: Int64 { worked + credited - target }
    /// The time to work: the target without what is credited.
    package var owed: Int64 { target - credited }

    package static func + (left: ShownMinutes, right: ShownMinutes) -> ShownMinutes {
        ShownMinutes(
            target: left.target + right.target, worked: left.worked + right.worked, credited: left.credited + right.credited)
    }
}

/// Turns a person's days, one after another, into the minutes that pages show.
///
/// Each amount is rounded like the minutes of daily rows: it is the difference of two sums since the first day of its month, each
/// rounded to the nearest minute. Therefore days add up to their sums, and the amounts of a month are its exact ones.
package struct MinuteRounding: Sendable {
    private var monthEnd: CivilDate?
    /// Seconds since the first day of the month.
    private var target: Int64 = 0
    private var worked: Int64 = 0
    private var credited: Int64 = 0

    package init() {}

    /// - Parameter day: the next day. The first one is the first of a month, or no earlier day of its month has any amount.
    package mutating func next(_ day: DayHours) -> ShownMinutes {
        if monthEnd.map({ day.date > $0 }) ?? true {
            monthEnd = day.date.month.upperBound
            (target, worked, credited) = (0, 0, 0)
        }
        return ShownMinutes(
            target: Self.add(day.target, to: &target), worked: Self.add(day.worked, to: &worked),
            credited: Self.add(day.holidaySeconds + day.absence, to: &credited))
    }

    private static func add(_ seconds: Int64, to sum: inout Int64) -> Int64 {
        let before = WorkedTime.minutes(sum)
        sum += seconds
        return WorkedTime.minutes(sum) - before
    }
}
