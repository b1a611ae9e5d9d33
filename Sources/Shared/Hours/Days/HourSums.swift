package import Attendance

/// The ten sums of days, in seconds. They add up over any split of a range (Hours.docc, "Periods and weeks").
package struct HourSums: Sendable, Equatable {
    package private(set) var target: Int64 = 0
    package private(set) var worked: Int64 = 0
    package private(set) var night: Int64 = 0
    package private(set) var overtime: Int64 = 0
    package private(set) var restDay: Int64 = 0
    package private(set) var holiday: Int64 = 0
    package private(set) var absence: Int64 = 0
    package private(set) var adjustment: Int64 = 0
    package private(set) var cut: Int64 = 0
    package private(set) var balance: Int64 = 0

    /// Their names in items, in JSON and in exports, in this order.
    package static let fields: [(name: String, value: any KeyPath<HourSums, Int64> & Sendable)] = [
        ("target_s", \.target), ("worked_s", \.worked), ("night_s", \.night), ("overtime_s", \.overtime),
        ("rest_day_s", \.restDay), ("holiday_s", \.holiday), ("absence_s", \.absence), ("adjustment_s", \.adjustment),
        ("cut_s", \.cut), ("balance_s", \.balance),
    ]

    /// - Parameter through: later days are left out.
    package init(_ days: ArraySlice<DayHours>, through: CivilDate) {
        for day in days where day.date <= through { add(day) }
    }

    private mutating func add(_ day: DayHours) {
        target += day.target
        worked += day.worked
        night += day.night
        overtime += day.overtime
        restDay += day.restDay
        holiday += day.holidaySeconds
        absence += day.absence
        adjustment += day.adjustment
        cut += day.cut
        balance += day.balance
    }
}
