import Attendance
import AttendanceStore
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
    /// Who checked it, with the comment; nil: it is open.
    let warningNote: String?

    /// - Parameter person: on a page with the warnings of several people.
    init(_ warning: HoursWarning, _ note: WarningNote? = nil, of person: PersonID? = nil) {
        warningNote = note.map {
            localized("hoursWarnings.note", ["name": $0.author.displayName, "comment": $0.comment])
        }
        warningID =
            (person.map { "person-\($0)-" } ?? "") + "rule-\(warning.date)-\(warning.rule.rawValue)-\(warning.code.rawValue)"
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
