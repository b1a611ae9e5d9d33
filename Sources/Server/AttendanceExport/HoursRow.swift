import Attendance
import AttendanceStore
import Hours

/// A person's day: what was owed, and what counts (Hours.docc). All amounts are seconds.
struct HoursRow: Sendable {
    var employeeID: String
    var employeeName: String
    /// nil: the person has none.
    var personnelNumber: String?
    var date: CivilDate
    /// The names of the office and the team of that day; nil: the person was not employed, or in no team.
    var office, team: String?
    /// The name of the schedule; nil: no time is owed.
    var schedule: String?
    /// Whether the day changes the balance by its work. Days that are not over are planned ones.
    var isCounted: Bool
    var holiday: String?
    var target, worked, night, overtime, restDay, holidaySeconds, absence, adjustment, cut, balance, carried: Int64
    /// How the values of columns are written.
    var words = ValueWords()
}

extension HoursRow {
    init(
        _ day: DayHours, of person: Person, personnelNumber: String?, offices: [OfficeID: String], teams: [TeamID: String],
        _ words: ValueWords
    ) {
        func name<ID: Hashable>(_ number: String?, _ names: [ID: String], _ id: (Int64) -> ID) -> String? {
            number.map { number in Int64(number).flatMap { names[id($0)] } ?? "" }
        }
        self.init(
            employeeID: person.userName, employeeName: person.displayName, personnelNumber: personnelNumber, date: day.date,
            office: name(day.conditions.office, offices) { OfficeID($0) },
            team: name(day.conditions.team, teams) { TeamID($0) }, schedule: day.conditions.schedule?.name,
            isCounted: day.isCounted, holiday: day.holiday, target: day.target, worked: day.worked, night: day.night,
            overtime: day.overtime, restDay: day.restDay, holidaySeconds: day.holidaySeconds, absence: day.absence,
            adjustment: day.adjustment, cut: day.cut, balance: day.balance, carried: day.carried, words: words)
    }
}
