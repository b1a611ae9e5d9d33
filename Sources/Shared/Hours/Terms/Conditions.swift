import Attendance

/// What holds for a person on a day: the office and team, and what the terms say (Hours.docc, "Terms").
package final class Conditions: Sendable {
    /// nil: not employed.
    package let office: String?
    package let team: String?
    /// nil: no time is owed.
    package let schedule: Schedule?
    package let hasSchedule: Bool
    package let calendars: [String]
    package let rules: [RuleSet]
    package let carry: CarryOver?
    /// The days of the calendars, in their order.
    let holidays: [HolidayCalendar]

    init(of person: PersonFacts, _ common: CommonFacts, on date: CivilDate) {
        let employment = person.employments[date]
        let office = employment?.office
        let team = office == nil ? nil : employment?.team
        (self.office, self.team) = (office, team)
        /// The first scope with a value of its own decides, before the day from which it holds.
        func setting<Value>(_ field: KeyPath<DatedTerms, Dated<Terms.Setting<Value>>>) -> Value? {
            let scopes = [
                person.terms, team.flatMap { common.terms[.team($0)] }, office.flatMap { common.terms[.office($0)] },
            ]
            for scope in scopes {
                if case .own(let value)? = scope?[keyPath: field][date] { return value }
            }
            return nil
        }
        let isEmployed = office != nil
        let name = isEmployed ? setting(\.schedule) ?? nil : nil
        schedule = name.flatMap { common.schedules[$0]?[date] }
        calendars = setting(\.calendars) ?? []
        hasSchedule = schedule != nil
        holidays = schedule == nil ? [] : calendars.compactMap { common.holidays[$0] }
        rules = isEmployed ? setting(\.rules) ?? [] : []
        carry = isEmployed ? setting(\.carry) ?? nil : nil
    }

    package var isEmployed: Bool { office != nil }
}

/// The conditions of a person over time.
struct ConditionsTimeline {
    /// From a day until the next one's. Ordered by day; the first holds for all earlier days, too.
    private let spans: [(from: CivilDate, conditions: Conditions)]

    init(of person: PersonFacts, _ common: CommonFacts) {
        let scopes = [person.terms] + person.scopes.compactMap { common.terms[$0] }
        var starts = Set([CivilDate(daysSince1970: .min)] + person.employments.starts + scopes.flatMap(\.starts))
        for name in Set(scopes.flatMap(\.schedule.values).compactMap { if case .own(let name) = $0 { name } else { nil } }) {
            starts.formUnion(common.schedules[name]?.starts ?? [])
        }
        spans = starts.sorted().map { ($0, Conditions(of: person, common, on: $0)) }
    }

    /// The conditions of these days, as days since 1970, in order.
    func spans(_ days: ClosedRange<Int64>) -> [(days: ClosedRange<Int64>, conditions: Conditions)] {
        let ends = spans.dropFirst().map { $0.from.daysSince1970 - 1 } + [.max]
        return zip(spans, ends).compactMap { span, end in
            let (first, last) = (max(span.from.daysSince1970, days.lowerBound), min(end, days.upperBound))
            return first <= last ? (first...last, span.conditions) : nil
        }
    }
}
