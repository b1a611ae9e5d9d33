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

/// The conditions of a person on a day and later.
struct ConditionsTimeline {
    private var current: Conditions
    /// Latest first, each from a day on until the next one's.
    private var later: [(from: CivilDate, conditions: Conditions)]

    static let beginning = CivilDate(daysSince1970: .min)

    /// - Parameter first: the first day that is asked for.
    init(of person: PersonFacts, _ common: CommonFacts, from first: CivilDate) {
        current = Conditions(of: person, common, on: first)
        later = Self.starts(of: person, common).reversed().prefix { $0 > first }.map { from in
            (from, Conditions(of: person, common, on: from))
        }
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

    /// The conditions of a day, which is not before those of ``advance(to:)``.
    subscript(date: CivilDate) -> Conditions { later.first { $0.from <= date }?.conditions ?? current }

    /// The conditions of a day. Those of earlier days are forgotten.
    mutating func advance(to date: CivilDate) -> Conditions {
        while let next = later.last, next.from <= date {
            current = next.conditions
            later.removeLast()
        }
        return current
    }

    /// Whether a schedule applies on some day.
    var hasSchedule: Bool { current.hasSchedule || later.contains { $0.conditions.hasSchedule } }
}
