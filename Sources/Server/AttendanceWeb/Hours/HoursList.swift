import Attendance
import AttendanceStore
import Hours
import JSON

/// A list about hours that the API gives, by the last part of its address.
enum HoursList: String, Sendable, CaseIterable {
    case days, weeks, periods, accounts, obligations, warnings

    /// Whether it needs the intervals of work.
    var needsStretches: Bool { self == .warnings }

    /// The elements about one person, separated by commas. Empty if no schedule ever applies to the person.
    func json(of hours: PersonHours, in period: ClosedRange<CivilDate>, _ names: ListNames) -> [UInt8] {
        guard hours.hasSchedule else { return [] }
        let (from, to) = (period.lowerBound, period.upperBound)
        var json = JSONWriter()
        switch self {
        case .days: for day in hours.days[from, to] where day.isListed { json.put(day, names) }
        case .weeks: for week in hours.days.weeks(from: from, to: to) { json.put(week, names) }
        case .periods: for period in hours.days.periods(hours.facts, from: from, to: to) { json.put(period, names) }
        case .accounts: for account in hours.leave(at: to).accounts { json.put(account, names) }
        case .obligations: for obligation in hours.leave(at: to).obligations { json.put(obligation, names) }
        case .warnings: for warning in hours.days.warnings(from: from, to: to) { json.put(warning, names) }
        }
        return json.bytes
    }
}

extension PersonHours {
    fileprivate func leave(at date: CivilDate) -> LeaveBalances { LeaveBalances(of: days, facts, common, to: date) }
}
