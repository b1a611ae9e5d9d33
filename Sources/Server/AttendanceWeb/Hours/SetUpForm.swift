import Attendance
import AttendanceStore
import Hours
import Localization
import WebServer

/// The form that sets up working time in one go: a schedule, and terms of offices that name it.
struct SetUpForm: Sendable {
    let name: String
    let week: EvenWeek
    /// Of the chosen offices.
    let offices: [OfficeID]
    /// The first day, `YYYY-MM-DD`.
    let from: String
    /// The name of the country's rule set; blank: none.
    let rules: String
    /// Whether it warns of missing days and core times.
    let warnsOfSchedule: Bool
    private(set) var problems = FieldProblems()
    private var described: [Fact.Content]?

    /// The form with its defaults.
    init(_ offices: [Office], today: CivilDate) {
        (name, week) = (localized("schedule.fullTime"), EvenWeek())
        self.offices = offices.map(\.id)
        from = today.month.lowerBound.description
        (rules, warnsOfSchedule) = ("", true)
    }

    /// - Parameter all: the offices of the installation. The only one needs no choice.
    init(_ fields: BodyFields, _ all: [Office]) {
        name = fields.trimmed("name")
        week = EvenWeek(fields)
        let chosen = Set(fields.chosen(prefix: "office-"))
        offices = all.count == 1 ? all.map(\.id) : all.map(\.id).filter { chosen.contains("\($0)") }
        from = fields.trimmed("from")
        rules = fields.trimmed("rules")
        warnsOfSchedule = fields.isSet("rules_schedule")
        var problems = FieldProblems()
        described = facts(&problems)
        self.problems = problems
    }

    /// A schedule, and the terms of each chosen office.
    /// - Throws: ``WebError`` for the first problem.
    func facts() throws(WebError) -> [Fact.Content] { try problems.require(described) }

    private func facts(_ problems: inout FieldProblems) -> [Fact.Content]? {
        let (given, days) = (problems.name(name), week.days(&problems))
        if offices.isEmpty { problems.add("offices", localized("workingTime.chooseOne")) }
        let day = problems.firstDay(from)
        let country = RuleChoice.rules(rules)
        if country == nil { problems.add("rules", localized("workingTime.badChoice")) }
        guard let given, let day, let days, let country else { return nil }
        let schedule = Schedule(name: given, from: day, anchor: ScheduleForm.anchor, days: days)
        let rules = country + (warnsOfSchedule ? [.schedule] : [])
        return [.schedule(schedule)]
            + offices.map { office in
                var terms = Terms(scope: .office("\(office)"), from: day)
                terms.schedule = .own(given)
                if !rules.isEmpty { terms.rules = .own(rules) }
                return .terms(terms)
            }
    }
}
