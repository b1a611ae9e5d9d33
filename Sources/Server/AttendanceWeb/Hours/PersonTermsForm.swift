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
        /// No schedule, no calendar, no rules or no limits.
        case nothing = "none"
    }

    /// Precedes the name of a schedule among the choices.
    static let named = "="
    static let calendar = "calendar-"
    static let ruleSet = "rule-"
    /// The months of the limits: the names of the choices, without `carry_months` the first one.
    static let months: [(name: String, months: [Int64])] = [
        ("each", Array(1...12)), ("quarters", [3, 6, 9, 12]), ("halves", [6, 12]), ("marchSeptember", [3, 9]),
        ("december", [12]), ("march", [3]),
    ]

    var id = UUID()
    var from: String
    /// A ``Mode``, or the name of a schedule after ``named``; nil: as it is. So are the modes that follow.
    var schedule: String?
    var calendarMode: String?
    var calendars: Set<String> = []
    var ruleMode: String?
    var rules: Set<String> = []
    var carryMode: String?
    var most: String?
    var least: String?
    var carryMonths: String?
    var reason: String?

    init(from day: CivilDate) { from = day.description }

    /// - Throws: ``WebError`` if the hidden id is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        from = fields.trimmed("from")
        schedule = fields["schedule"]
        (calendarMode, calendars) = (fields["calendars"], Set(fields.chosen(prefix: Self.calendar)))
        (ruleMode, rules) = (fields["rules"], Set(fields.chosen(prefix: Self.ruleSet)))
        (carryMode, most, least) = (fields["carry"], fields["carry_max"], fields["carry_min"])
        carryMonths = fields["carry_months"]
        reason = try fields.sentence("reason")
    }

    /// Whether one of the rare fields is set.
    var hasMore: Bool {
        calendarMode != nil || ruleMode != nil || carryMode != nil || !calendars.isEmpty || !rules.isEmpty || most != nil
            || least != nil
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
        guard let carryMode else { return try limits().map { .own($0) } }
        guard most == nil, least == nil else { throw HoursProblem(.carry, localized("personHours.bad.both")) }
        return try mode(carryMode, .carry) == .inherit ? .inherit : .own(nil)
    }

    private func limits() throws(HoursProblem) -> CarryOver? {
        let (maximum, minimum) = (try limit(most), try limit(least))
        if maximum == nil, minimum == nil { return nil }
        if let maximum, let minimum, minimum > maximum {
            throw HoursProblem(.carry, localized("personHours.bad.limits"))
        }
        guard let chosen = Self.months.first(where: { $0.name == carryMonths ?? Self.months[0].name }) else {
            throw .badChoice(.carry)
        }
        return CarryOver(months: chosen.months, minimum: minimum, maximum: maximum)
    }

    private func limit(_ text: String?) throws(HoursProblem) -> Int64? {
        guard let text else { return nil }
        guard let seconds = HoursField.signed(text) else { throw HoursForms.badAmount(.carry) }
        return seconds
    }
}
