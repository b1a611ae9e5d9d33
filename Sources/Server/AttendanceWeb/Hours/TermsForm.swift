import Attendance
import AttendanceStore
import Hours
import JSON
import Localization
import WebServer

/// The form for the terms of an office or a team, as typed.
struct TermsForm: Sendable {
    /// ``inherit``, ``none``, or ``named`` and the name of a schedule.
    let schedule: String
    let inheritsCalendars: Bool
    let calendars: Set<String>
    /// ``inherit``, or a value of ``RuleChoice``.
    let rules: String
    let warnsOfSchedule: Bool
    /// Its choice can be ``inherit``.
    let carry: CarryForm
    /// The first day, `YYYY-MM-DD`.
    let from: String
    /// Whether days before today may change.
    let changesPast: Bool
    /// The terms with which the form was made, in JSON.
    let shown: String
    private(set) var problems = FieldProblems()
    private var described: Terms?

    /// The value of a choice that ends an own value.
    static let inherit = "inherit"
    static let none = "none"
    static let named = "name:"

    /// - Parameters:
    ///   - terms: with a value of each field.
    ///   - from: the first day of the change.
    init(_ terms: Terms, from: CivilDate) {
        schedule =
            switch terms.schedule {
            case .own(let name?): Self.named + name
            case .own(nil): Self.none
            default: Self.inherit
            }
        inheritsCalendars = terms.calendars == .inherit
        calendars = if case .own(let names)? = terms.calendars { Set(names) } else { [] }
        let own: [RuleSet]? = if case .own(let rules)? = terms.rules { rules } else { nil }
        rules = own.map { RuleChoice.value($0.filter { $0 != .schedule }) } ?? Self.inherit
        warnsOfSchedule = own?.contains(.schedule) ?? true
        carry = Self.carryForm(terms)
        self.from = from.description
        changesPast = false
        shown = String(decoding: JSONWriter(Fact.Content.terms(terms).json).bytes, as: UTF8.self)
    }

    /// - Parameters:
    ///   - before: the terms with which the form was made.
    ///   - overview: has the schedules that exist.
    init(_ fields: BodyFields, before: Terms, _ overview: TermsOverview) {
        schedule = fields.trimmed("schedule")
        inheritsCalendars = fields.isSet("calendars_inherit")
        calendars = Set(fields.chosen(prefix: "calendar-"))
        rules = fields.trimmed("rules")
        warnsOfSchedule = fields.isSet("rules_schedule")
        carry = CarryForm(fields)
        from = fields.trimmed("from")
        changesPast = fields.isSet("past")
        shown = String(decoding: JSONWriter(Fact.Content.terms(before).json).bytes, as: UTF8.self)
        var problems = FieldProblems()
        described = terms(before, overview, &problems)
        self.problems = problems
    }

    /// The terms with which a form was made; nil: the field has none of this office or team.
    static func shown(in fields: BodyFields, of scope: Terms.Scope) -> Terms? {
        guard let json = fields["shown"].flatMap({ try? JSONValue(parsing: $0.utf8) }),
            case .terms(let terms)? = try? Fact.Content(reading: json), terms.scope == scope
        else { return nil }
        return terms.filled
    }

    /// The terms that the form describes, with a value of each field.
    /// - Throws: ``WebError`` for the first problem.
    func terms() throws(WebError) -> Terms { try problems.require(described) }

    private func terms(_ before: Terms, _ overview: TermsOverview, _ problems: inout FieldProblems) -> Terms? {
        let isTeam = if case .team = before.scope { true } else { false }
        let day = problems.firstDay(from)
        var terms = Terms(scope: before.scope, from: day ?? before.from)
        terms.schedule = chosenSchedule(before, overview, isTeam)
        if terms.schedule == nil { problems.add("schedule", localized("workingTime.badChoice")) }
        terms.calendars = isTeam && inheritsCalendars ? .inherit : .own(chosenCalendars(before, overview))
        if isTeam, rules == Self.inherit {
            terms.rules = .inherit
        } else if let country = RuleChoice.rules(rules) {
            terms.rules = .own(country + (warnsOfSchedule ? [.schedule] : []))
        } else {
            problems.add("rules", localized("workingTime.badChoice"))
        }
        terms.carry = chosenCarry(before, isTeam, &problems)
        return day == nil ? nil : terms
    }

    private func chosenSchedule(_ before: Terms, _ overview: TermsOverview, _ isTeam: Bool) -> Terms.Setting<String?>? {
        if schedule == Self.none { return .own(nil) }
        if schedule == Self.inherit { return isTeam ? .inherit : nil }
        guard schedule.hasPrefix(Self.named) else { return nil }
        let chosen = Terms.Setting<String?>.own(String(schedule.dropFirst(Self.named.count)))
        // A schedule whose versions were all removed stays where it is.
        let isKnown = overview.schedules.contains { .own($0.name) == chosen } || before.schedule == chosen
        return isKnown ? chosen : nil
    }

    /// In their order until now, then new ones by name.
    private func chosenCalendars(_ before: Terms, _ overview: TermsOverview) -> [String] {
        let old: [String] = if case .own(let names)? = before.calendars { names } else { [] }
        return old.filter(calendars.contains) + overview.calendars.filter { calendars.contains($0) && !old.contains($0) }
    }

    private func chosenCarry(
        _ before: Terms, _ isTeam: Bool, _ problems: inout FieldProblems
    ) -> Terms.Setting<CarryOver?>? {
        if carry == Self.carryForm(before) { return before.carry }
        if isTeam, carry.choice == Self.inherit { return .inherit }
        do throws(HoursProblem) {
            return .own(try carry.carryOver())
        } catch {
            problems.add("carry", error.error.sentence)
            return nil
        }
    }

    private static func carryForm(_ terms: Terms) -> CarryForm {
        if case .own(let carry)? = terms.carry { CarryForm(carry) } else { CarryForm(choice: inherit) }
    }
}
