package import Attendance

/// The schedules and the terms of offices and teams, with the days from which they hold: for lists of them, and for forms that
/// change them.
package struct TermsOverview: Sendable {
    /// Those that have a version, by name.
    package let schedules: [ScheduleVersions]
    /// The names of the calendars that have a holiday, in their order.
    package let calendars: [String]
    private let terms: [Terms.Scope: ScopeTerms]

    /// - Parameter facts: checked facts in the order of `seq`, with their voids. Those of people are ignored.
    package init(_ facts: [Fact]) {
        var (versions, terms) = ([String: [Schedule]](), [Terms.Scope: [Terms]]())
        var holidays: [String: [CivilDate: Holiday]] = [:]
        for fact in facts.withoutVoided where fact.user == nil {
            switch fact.content {
            case .schedule(let schedule): versions[schedule.name, default: []].append(schedule)
            case .terms(let own): terms[own.scope, default: []].append(own)
            case .holiday(let holiday): holidays[holiday.calendar, default: [:]][holiday.date] = holiday
            default: break
            }
        }
        schedules = versions.map { ScheduleVersions(name: $0, $1) }.sorted { $0.name < $1.name }
        calendars = holidays.filter { $0.value.values.contains { $0.name != nil } }.keys.sorted()
        self.terms = terms.map { ScopeTerms($0, $1) }.reduce(into: [:]) { $0[$1.scope] = $1 }
    }

    package func schedule(named name: String) -> ScheduleVersions? { schedules.first { $0.name == name } }

    package subscript(scope: Terms.Scope) -> ScopeTerms { terms[scope] ?? ScopeTerms(scope, []) }
}

/// The versions of a schedule.
package struct ScheduleVersions: Sendable, Equatable {
    package let name: String
    private let versions: DatedValues<Schedule>

    /// - Parameter recorded: in the order of recording.
    fileprivate init(name: String, _ recorded: [Schedule]) {
        self.name = name
        versions = DatedValues(recorded.map { DatedValues.Entry(from: $0.from, value: $0) })
    }

    /// nil: the schedule begins on a later day.
    package func version(on date: CivilDate) -> Schedule? { versions.entry(on: date)?.value }

    package func later(than date: CivilDate) -> [Schedule] { versions.later(than: date).map(\.value) }

    /// Ordered by day.
    package var all: [Schedule] { versions.entries.map(\.value) }
}

/// The terms of an office or a team. Each field is dated by itself.
package struct ScopeTerms: Sendable, Equatable {
    package let scope: Terms.Scope
    package let schedule: DatedValues<Terms.Setting<String?>>
    package let calendars: DatedValues<Terms.Setting<[String]>>
    package let rules: DatedValues<Terms.Setting<[RuleSet]>>
    package let carry: DatedValues<Terms.Setting<CarryOver?>>

    /// - Parameter recorded: in the order of recording.
    fileprivate init(_ scope: Terms.Scope, _ recorded: [Terms]) {
        func values<Value>(_ field: KeyPath<Terms, Terms.Setting<Value>?>) -> DatedValues<Terms.Setting<Value>> {
            DatedValues(
                recorded.compactMap { terms in
                    terms[keyPath: field].map { DatedValues.Entry(from: terms.from, value: $0) }
                })
        }
        self.scope = scope
        (schedule, calendars) = (values(\.schedule), values(\.calendars))
        (rules, carry) = (values(\.rules), values(\.carry))
    }

    /// What the facts say for a day. A field is nil if they do not mention it.
    package func terms(on date: CivilDate) -> Terms {
        var terms = Terms(scope: scope, from: date)
        terms.schedule = schedule.entry(on: date)?.value
        terms.calendars = calendars.entry(on: date)?.value
        terms.rules = rules.entry(on: date)?.value
        terms.carry = carry.entry(on: date)?.value
        return terms
    }

    /// The values after all planned changes, each field with one.
    package func latest(since day: CivilDate) -> Terms { terms(on: max(day, lastChange ?? day)).filled }

    /// Whether the terms name a calendar on a day or later.
    package func names(calendar: String, since date: CivilDate) -> Bool {
        calendars.since(date).contains { if case .own(let names) = $0.value { names.contains(calendar) } else { false } }
    }

    /// The first day from which nothing changes any more; nil: there are no values.
    package var lastChange: CivilDate? {
        [schedule.entries.last?.from, calendars.entries.last?.from, rules.entries.last?.from, carry.entries.last?.from]
            .compactMap { $0 }.max()
    }

    /// Whether a value of its own holds on a day or is planned after it.
    package func hasOwnValues(since date: CivilDate) -> Bool {
        Self.hasOwn(schedule, date) || Self.hasOwn(calendars, date) || Self.hasOwn(rules, date) || Self.hasOwn(carry, date)
    }

    private static func hasOwn<Value>(_ values: DatedValues<Terms.Setting<Value>>, _ date: CivilDate) -> Bool {
        values.since(date).contains { $0.value != .inherit }
    }
}
