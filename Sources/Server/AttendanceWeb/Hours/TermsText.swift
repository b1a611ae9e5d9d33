import Attendance
import Hours
import Localization

/// Terms in words.
enum TermsText {
    static func schedule(_ name: String?) -> String { name ?? localized("terms.none") }

    static func calendars(_ names: [String]) -> String {
        names.isEmpty ? localized("terms.none") : names.localizedList("schedule.list")
    }

    static func rules(_ rules: [RuleSet]) -> String {
        rules.isEmpty ? localized("terms.none") : rules.map(rule).localizedList("schedule.list")
    }

    static func rule(_ rules: RuleSet) -> String { localized("terms.rules.\(rules.rawValue)") }

    static func carry(_ carry: CarryOver?) -> String {
        guard let carry, !carry.months.isEmpty, carry.minimum != nil || carry.maximum != nil else {
            return localized("terms.carry.all")
        }
        let months = Set(carry.months)
        let words =
            months.count == 12
            ? localized("terms.carry.eachMonth")
            : months.sorted().map { localized("date.shortMonth.\($0)") }.localizedList("schedule.list")
        let (least, most) = (carry.minimum.map(signed) ?? "", carry.maximum.map(signed) ?? "")
        let values = ["least": least, "most": most, "months": words]
        return switch (carry.minimum, carry.maximum) {
        case (0?, 0?): localized("terms.carry.resets", values)
        case (_?, _?): localized("terms.carry.between", values)
        case (nil, _): localized("terms.carry.atMost", values)
        case (_, nil): localized("terms.carry.atLeast", values)
        }
    }

    /// `20:00`, `-10:00`.
    private static func signed(_ seconds: Int64) -> String {
        (seconds <= -60 ? "-" : "") + hoursAndMinutes(Int64(clamping: seconds.magnitude))
    }

    /// The fields that an entry mentions, such as `Schedule: Full time · Warnings: none`.
    static func entry(_ terms: Terms) -> String {
        [
            terms.schedule.map { named("schedule", $0, schedule) }, terms.calendars.map { named("calendars", $0, calendars) },
            terms.rules.map { named("rules", $0, rules) }, terms.carry.map { named("carry", $0, carry) },
        ].compactMap { $0 }.joined(separator: " · ")
    }

    private static func named<Value>(_ field: String, _ value: Terms.Setting<Value>, _ words: (Value) -> String) -> String {
        localized("office.setting", ["name": localized("terms.\(field)"), "value": setting(value, words)])
    }

    static func setting<Value>(_ value: Terms.Setting<Value>, _ words: (Value) -> String) -> String {
        if case .own(let own) = value { words(own) } else { localized("terms.asOffice") }
    }
}
