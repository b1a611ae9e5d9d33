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
    /// The shipped calendar of the offices' holidays; nil: none.
    let calendar: ShippedCalendars.Calendar?
    /// The name of the country's rule set; blank: none.
    let rules: String
    /// Whether it warns of missing days and core times.
    let warnsOfSchedule: Bool
    private(set) var problems = FieldProblems()
    private var described: [Fact.Content]?

    /// The form with its defaults. Earlier terms stay: it begins with those of the first office, and chooses the offices that have
    /// the same ones.
    init(_ offices: [Office], _ overview: TermsOverview, _ shipped: [ShippedCalendars.Calendar], today: CivilDate) {
        week = EvenWeek()
        from = today.month.lowerBound.description
        let terms = offices.map { overview[$0.terms].latest(since: today) }
        let first = terms.first
        self.offices = zip(offices, terms).compactMap { office, own in
            own.rules == first?.rules && own.calendars == first?.calendars ? office.id : nil
        }
        name = if case .own(let name?)? = first?.schedule { name } else { localized("schedule.fullTime") }
        let own: [RuleSet] = if case .own(let own)? = first?.rules { own } else { [] }
        rules = RuleChoice.value(own.filter { $0 != .schedule })
        warnsOfSchedule = own.isEmpty || own.contains(.schedule)
        let names: [String] = if case .own(let names)? = first?.calendars { names } else { [] }
        calendar = shipped.first { names.contains($0.name) }
    }

    /// - Parameters:
    ///   - all: the offices of the installation. The only one needs no choice.
    ///   - overview: has their earlier terms.
    init(_ fields: BodyFields, _ all: [Office], _ overview: TermsOverview, _ shipped: [ShippedCalendars.Calendar]) {
        name = fields.trimmed("name")
        week = EvenWeek(fields)
        let chosen = Set(fields.chosen(prefix: "office-"))
        offices = all.count == 1 ? all.map(\.id) : all.map(\.id).filter { chosen.contains("\($0)") }
        from = fields.trimmed("from")
        let code = fields.trimmed("holidays")
        calendar = shipped.first { $0.code == code }
        rules = fields.trimmed("rules")
        warnsOfSchedule = fields.isSet("rules_schedule")
        var problems = FieldProblems()
        if !code.isEmpty, calendar == nil { problems.add("holidays", localized("workingTime.badChoice")) }
        described = facts(overview, Set(shipped.map(\.name)), &problems)
        self.problems = problems
    }

    /// A schedule, and what it changes in the terms of each chosen office.
    /// - Throws: ``WebError`` for the first problem.
    func facts() throws(WebError) -> [Fact.Content] { try problems.require(described) }

    /// - Parameter shipped: the names of the shipped calendars. Others stay in the terms.
    private func facts(
        _ overview: TermsOverview, _ shipped: Set<String>, _ problems: inout FieldProblems
    ) -> [Fact.Content]? {
        let (given, days) = (problems.name(name), week.days(&problems))
        if offices.isEmpty { problems.add("offices", localized("workingTime.chooseOne")) }
        let day = problems.firstDay(from)
        let country = RuleChoice.rules(rules)
        if country == nil { problems.add("rules", localized("workingTime.badChoice")) }
        guard let given, let day, let days, let country else { return nil }
        let schedule = Schedule(name: given, from: day, anchor: ScheduleForm.anchor, days: days)
        let rules = country + (warnsOfSchedule ? [.schedule] : [])
        return [.schedule(schedule)]
            + offices.compactMap { office in
                let before = overview[.office("\(office)")].terms(on: day).filled
                let calendars: [String] = if case .own(let names)? = before.calendars { names } else { [] }
                var terms = before
                (terms.schedule, terms.rules) = (.own(given), .own(rules))
                terms.calendars = .own(calendars.filter { !shipped.contains($0) } + [calendar?.name].compactMap(\.self))
                return terms.changes(of: before).map { Fact.Content.terms($0) }
            }
    }
}
