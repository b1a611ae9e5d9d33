import Attendance
import AttendanceStore
import Hours
import Localization

/// A warning of a day as pages show it.
struct ShownWarning: Sendable {
    /// The id of the element with the source.
    let warningID: String
    /// Such as `Break 20 of 30 min`, after a check mark if it is checked.
    let warningWords: String
    /// The rule and its source.
    let warningSource: String
    /// Who checked it and when, with the comment; nil: it is open.
    let warningNote: String?

    /// - Parameters:
    ///   - clock: for the day of the note.
    ///   - person: on a page with the warnings of several people.
    init(
        _ warning: HoursWarning, _ note: WarningNote? = nil, _ clock: LocalClock = LocalClock(nil), of person: PersonID? = nil
    ) {
        warningNote = note.map { note in
            localized(
                "hoursWarnings.note",
                [
                    "name": note.author.displayName, "day": clock.date(note.at.seconds).short, "comment": note.comment,
                ])
        }
        warningID =
            (person.map { "person-\($0)-" } ?? "") + "rule-\(warning.date)-\(warning.rule.rawValue)-\(warning.code.rawValue)"
        let words = localized(
            "recordHours.warning.\(warning.code.rawValue)",
            [
                "minutes": "\(warning.value / 60)", "limitMinutes": "\(warning.limit / 60)",
                "hours": hoursAndMinutes(warning.value), "limitHours": hoursAndMinutes(warning.limit),
            ])
        warningWords = note == nil ? words : "✓ " + words
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
