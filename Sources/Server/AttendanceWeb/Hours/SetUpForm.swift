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
        _ = facts(&problems)
        self.problems = problems
    }

    /// A schedule, and the terms of each chosen office.
    /// - Throws: ``WebError`` for the first problem.
    func facts() throws(WebError) -> [Fact.Content] {
        var problems = problems
        let facts = facts(&problems)
        if let problem = problems.first { throw .badRequest(problem, reason: .badSetting) }
        return facts
    }

    /// - Returns: nothing if a problem was added.
    private func facts(_ problems: inout FieldProblems) -> [Fact.Content] {
        var given = ""
        do throws(StoreError) { given = try ThingName.given(name) } catch { problems.add("name", error.sentence ?? "") }
        let days = week.days(&problems)
        if offices.isEmpty { problems.add("offices", localized("workingTime.noOffice")) }
        let day = CivilDate(entered: from)
        if day == nil { problems.add("from", localized("office.badDay")) }
        let country = RuleChoice.rules(rules)
        if country == nil { problems.add("rules", localized("terms.badRules")) }
        guard let day, let days, let country, problems.first == nil else { return [] }
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

/// The choice of a country's rules in a form.
enum RuleChoice {
    private static let countries: [[RuleSet]] = [[], [.de], [.eu], [.uk], [.jp], [.jpFlex]]

    /// The rule sets that a choice stands for; nil: there is no such choice.
    static func rules(_ value: String) -> [RuleSet]? {
        let names = value.split(separator: " ")
        let rules = names.compactMap { RuleSet(rawValue: String($0)) }
        return rules.count == names.count && Set(rules).count == names.count && !rules.contains(.schedule) ? rules : nil
    }

    static func value(_ rules: [RuleSet]) -> String { rules.map(\.rawValue).joined(separator: " ") }

    /// - Parameter chosen: a value. Several sets, as a program can record them, are a choice of their own.
    static func choices(_ chosen: String) -> [Choice] {
        let own = rules(chosen) ?? []
        return (countries + (countries.contains(own) ? [] : [own])).map { rules in
            Choice(value: value(rules), name: TermsText.rules(rules), isChosen: rules == own)
        }
    }
}
