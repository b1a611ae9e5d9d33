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
        office = employment?.office
        team = office == nil ? nil : employment?.team
        let terms = AppliedTerms(of: person, common, on: date)
        schedule = terms.schedule.value?.version
        hasSchedule = schedule != nil
        calendars = terms.calendars.value
        holidays = schedule == nil ? [] : calendars.compactMap { common.holidays[$0] }
        rules = terms.rules.value
        carry = terms.carry.value
    }

    package var isEmployed: Bool { office != nil }
}

/// The conditions of a person over time.
struct ConditionsTimeline {
    /// From a day until the next one's. Ordered by day; the first holds for all earlier days, too.
    private let spans: [(from: CivilDate, conditions: Conditions)]

    static let beginning = CivilDate(daysSince1970: .min)

    init(of person: PersonFacts, _ common: CommonFacts) {
        spans = Self.starts(of: person, common).map { ($0, Conditions(of: person, common, on: $0)) }
    }

    /// The days on which something can change, in order; ``beginning`` is the first.
    static func starts(of person: PersonFacts, _ common: CommonFacts) -> [CivilDate] {
        let scopes = [person.terms] + person.scopes.compactMap { common.terms[$0] }
        var starts = Set([beginning] + person.employments.starts + scopes.flatMap(\.starts))
        for name in Set(scopes.flatMap(\.schedule.values).compactMap { if case .own(let name) = $0 { name } else { nil } }) {
            starts.formUnion(common.schedules[name]?.starts ?? [])
        }
        return starts.sorted()
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
