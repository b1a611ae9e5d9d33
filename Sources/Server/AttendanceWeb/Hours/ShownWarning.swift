import Attendance
import Hours
import Localization

/// A warning of a day as pages show it.
struct ShownWarning: Sendable {
    /// The id of the element with the source.
    let warningID: String
    /// Such as `Break 20 of 30 min`.
    let warningWords: String
    /// The rule and its source.
    let warningSource: String

    init(_ warning: HoursWarning) {
        warningID = "rule-\(warning.date)-\(warning.rule.rawValue)-\(warning.code.rawValue)"
        warningWords = localized(
            "recordHours.warning.\(warning.code.rawValue)",
            [
                "minutes": "\(warning.value / 60)", "limitMinutes": "\(warning.limit / 60)",
                "hours": hoursAndMinutes(warning.value), "limitHours": hoursAndMinutes(warning.limit),
            ])
        warningSource = localized("recordHours.source.\(Self.source(of: warning.rule, warning.code))")
    }

    /// The end of the key of the text about a rule.
    static func source(of rules: RuleSet, _ code: HoursWarning.Code) -> String {
        // Both have the same articles.
        let law = rules == .jpFlex ? .jp : rules
        return "\(law.rawValue)_\(code.rawValue)"
    }

    /// The warnings that a set of rules can give.
    static func codes(of rules: RuleSet) -> [HoursWarning.Code] {
        switch rules {
        case .de: [.breakShort, .unbroken, .dayLong, .restShort, .weekAverage]
        case .eu: [.restShort, .weekAverage]
        case .uk: [.breakShort, .restShort, .weekAverage]
        case .jp, .jpFlex: [.breakShort, .overtimeMonth, .overtimeYear, .overtimeHard, .overtimeAverage]
        case .schedule: [.missingDay, .coreLate, .coreEarly]
        }
    }
}
