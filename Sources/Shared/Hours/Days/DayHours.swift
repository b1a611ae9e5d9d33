package import Attendance

/// A person's day: what was owed, and what counts. All amounts are seconds.
package struct DayHours: Sendable {
    package let date: CivilDate
    package let conditions: Conditions
    /// Whether it changes the balance by work: time is owed by a schedule, and the day is over.
    package let isCounted: Bool
    package internal(set) var target: Int64 = 0
    package internal(set) var worked: Int64 = 0
    package internal(set) var night: Int64 = 0
    /// Empty: not known.
    package internal(set) var stretches: [DayWork.Stretch] = []
    package internal(set) var overtime: Int64 = 0
    package internal(set) var restDay: Int64 = 0
    package internal(set) var holiday: String?
    package internal(set) var holidaySeconds: Int64 = 0
    /// The halves of the day that a holiday or an absence owns.
    package internal(set) var owned: Halves = []
    package internal(set) var claims: [Claim] = []
    /// Whether a neutral absence takes the whole day, so that averages leave it out.
    var isNeutral = false
    package internal(set) var adjustment: Int64 = 0
    /// By how much the limits of the carry-over changed the balance.
    package internal(set) var cut: Int64 = 0
    package internal(set) var balance: Int64 = 0
    /// The sum of the balances of all days until this one.
    package internal(set) var carried: Int64 = 0

    init(date: CivilDate, conditions: Conditions, isCounted: Bool) {
        (self.date, self.conditions, self.isCounted) = (date, conditions, isCounted)
    }

    /// What absences count.
    package var absence: Int64 { claims.reduce(0) { $0 + $1.credited } }

    /// The part of the target that neither a holiday nor an absence takes.
    var unclaimed: Int64 { claims.reduce(target - holidaySeconds) { $0 - $1.claimed } }

    /// Whether the day is part of lists.
    package var isListed: Bool { conditions.isEmployed || worked > 0 || adjustment != 0 || cut != 0 }
}
