import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization
import WebServer

/// The form for a person's own terms from a day on, as typed. A field that is left as it is changes nothing.
struct PersonTermsForm: Sendable {
    /// The choices of a field besides the values. The empty one leaves it as it is.
    enum Mode: String, Sendable, CaseIterable {
        /// As the team or the office.
        case inherit
        /// No schedule, no calendar or no rules.
        case nothing = "none"
    }

    /// Precedes the name of a schedule among the choices.
    static let named = "="
    static let calendar = "calendar-"
    static let ruleSet = "rule-"

    var id = UUID()
    var from: String
    /// A ``Mode``, or the name of a schedule after ``named``; nil: as it is. So are the modes that follow.
    var schedule: String?
    var calendarMode: String?
    var calendars: Set<String> = []
    var ruleMode: String?
    var rules: Set<String> = []
    /// Its choice can be blank, which leaves it as it is, or ``Mode/inherit``.
    var carry = CarryForm()
    var reason: String?

    init(from day: CivilDate) { from = day.description }

    /// - Throws: ``WebError`` if the hidden id is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        from = fields.trimmed("from")
        schedule = fields["schedule"]
        (calendarMode, calendars) = (fields["calendars"], Set(fields.chosen(prefix: Self.calendar)))
        (ruleMode, rules) = (fields["rules"], Set(fields.chosen(prefix: Self.ruleSet)))
        carry = CarryForm(fields)
        reason = try fields.sentence("reason")
    }

    /// Whether one of the rare fields is set.
    var hasMore: Bool {
        calendarMode != nil || ruleMode != nil || !carry.choice.isEmpty || !calendars.isEmpty || !rules.isEmpty
    }

    /// - Parameter days: the days from which terms may hold.
    func terms(of person: PersonID, _ common: CommonFacts, in days: ClosedRange<CivilDate>) throws(HoursProblem) -> Terms {
        let from = try HoursForms.day(from, .from, in: days)
        var terms = Terms(scope: .person("\(person)"), from: from)
        terms.schedule = try scheduleSetting(common, from)
        terms.calendars = try setting(
            calendarMode, common.calendarNames.filter(calendars.contains), ticked: calendars.count, .calendars)
        terms.rules = try setting(
            ruleMode, RuleSet.allCases.filter { rules.contains($0.rawValue) }, ticked: rules.count, .rules)
        terms.carry = try carrySetting()
        guard terms.schedule != nil || terms.calendars != nil || terms.rules != nil || terms.carry != nil else {
            throw HoursProblem(.schedule, localized("terms.nothingChanged"))
        }
        if reason == nil { throw .reasonMissing }
        return terms
    }

    private func scheduleSetting(_ common: CommonFacts, _ from: CivilDate) throws(HoursProblem) -> Terms.Setting<String?>? {
        guard let schedule else { return nil }
        if schedule.hasPrefix(Self.named) {
            let name = String(schedule.dropFirst(Self.named.count))
            if common.schedule(name, on: from) != nil { return .own(name) }
            guard common.scheduleNames.contains(name) else { throw .badChoice(.schedule) }
            throw HoursProblem(
                .schedule, localized("personHours.bad.scheduleBegins", ["name": name, "day": from.short]))
        }
        return try mode(schedule, .schedule) == .inherit ? .inherit : .own(nil)
    }

    private func mode(_ text: String, _ field: HoursProblem.Field) throws(HoursProblem) -> Mode {
        guard let mode = Mode(rawValue: text) else { throw .badChoice(field) }
        return mode
    }

    /// - Parameters:
    ///   - values: the ticked ones that exist.
    ///   - ticked: the number of ticked ones. They are the value; then the mode must be left as it is.
    private func setting<Value>(
        _ text: String?, _ values: [Value], ticked: Int, _ field: HoursProblem.Field
    ) throws(HoursProblem) -> Terms.Setting<[Value]>? {
        guard values.count == ticked else { throw .badChoice(field) }
        guard let text else { return values.isEmpty ? nil : .own(values) }
        guard values.isEmpty else { throw HoursProblem(field, localized("personHours.bad.both")) }
        return try mode(text, field) == .inherit ? .inherit : .own([])
    }

    private func carrySetting() throws(HoursProblem) -> Terms.Setting<CarryOver?>? {
        if carry.choice.isEmpty { return nil }
        return try carry.choice == Mode.inherit.rawValue ? .inherit : .own(carry.carryOver())
    }
}
