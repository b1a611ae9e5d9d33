import Attendance
import Hours
import Localization

/// Terms in words.
enum TermsText {
    static func schedule(_ name: String?) -> String { name ?? localized("terms.none") }

    /// Such as `Full time (38:30 a week)`.
    static func version(_ schedule: NamedSchedule?) -> String {
        guard let schedule else { return localized("terms.none") }
        guard let version = schedule.version else {
            return localized("terms.noHoursYet", ["schedule": schedule.name])
        }
        return localized("terms.scheduleOf", ["schedule": schedule.name, "amount": ScheduleWords.amount(version)])
    }

    static func calendars(_ names: [String]) -> String {
        names.isEmpty ? localized("terms.none") : names.localizedList("record.separator")
    }

    static func rules(_ rules: [RuleSet]) -> String {
        rules.isEmpty ? localized("terms.none") : rules.map(rule).localizedList("record.separator")
    }

    static func rule(_ rules: RuleSet) -> String { localized("terms.rules.\(rules.rawValue)") }

    /// Such as `At most 20:00 at the end of each month`.
    static func carry(_ carry: CarryOver?) -> String {
        guard let carry, !carry.months.isEmpty, carry.minimum != nil || carry.maximum != nil else {
            return localized("terms.carry.choice.all")
        }
        let (least, most) = (carry.minimum.map(signed) ?? "", carry.maximum.map(signed) ?? "")
        let values = ["least": least, "most": most]
        let limits =
            switch (carry.minimum, carry.maximum) {
            case (0?, 0?): localized("terms.carry.reset")
            case (_?, _?): localized("terms.carry.between", values)
            case (nil, _): localized("terms.carry.atMost", values)
            case (_, nil): localized("terms.carry.atLeast", values)
            }
        return localized("terms.carry.when", ["limits": limits, "months": months(carry.months)])
    }

    /// Such as `Mar, Sep`.
    static func months(_ months: [Int64]) -> String {
        let months = Set(months)
        return months.count == 12
            ? localized("terms.carry.eachMonth")
            : months.sorted().map { localized("date.shortMonth.\($0)") }.localizedList("record.separator")
    }

    /// `20:00`, `-10:00`.
    private static func signed(_ seconds: Int64) -> String {
        (seconds <= -60 ? "-" : "") + hoursAndMinutes(Int64(clamping: seconds.magnitude))
    }

    /// The fields that an entry mentions, such as `Schedule: Full time · Warnings: None`.
    static func entry(_ terms: Terms) -> String {
        func named<Value>(_ field: String, _ value: Terms.Setting<Value>?, _ words: (Value) -> String) -> String? {
            value.map { value in
                let text = if case .own(let own) = value { words(own) } else { inherited(by: terms.scope) }
                return localized("office.setting", ["name": localized("terms.\(field)"), "value": text])
            }
        }
        return [
            named("schedule", terms.schedule, schedule), named("calendars", terms.calendars, calendars),
            named("rules", terms.rules, rules), named("carry", terms.carry, carry),
        ].compactMap(\.self).joined(separator: " · ")
    }

    /// The value of a field without an own one.
    static func inherited(by scope: Terms.Scope) -> String {
        if case .person = scope { localized("terms.asTeam") } else { localized("terms.asOffice") }
    }
}
