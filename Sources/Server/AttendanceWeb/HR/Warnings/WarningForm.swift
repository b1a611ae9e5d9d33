import Attendance
import AttendanceStore
import Hours
import Localization
import WebServer

/// The form that checks warnings with a comment, as typed.
struct WarningForm: Sendable {
    /// A warning of a person's day, as the name of a box.
    struct Box: Sendable, Hashable {
        let person: PersonID
        let warning: HoursWarning

        fileprivate static let prefix = "warning-"

        init(_ person: PersonID, _ warning: HoursWarning) { (self.person, self.warning) = (person, warning) }

        /// - Parameter text: ``name`` without its prefix.
        fileprivate init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 6, let person = PersonID(parts[0]), let date = CivilDate(text: String(parts[1])),
                let rule = RuleSet(rawValue: String(parts[2])), let code = HoursWarning.Code(rawValue: String(parts[3])),
                let value = Int64(parts[4]), let limit = Int64(parts[5])
            else { return nil }
            self.init(person, HoursWarning(date: date, rule: rule, code: code, value: value, limit: limit))
        }

        /// With the figures, so that a warning that changed meanwhile is not checked.
        var name: String {
            Self.prefix + "\(person).\(warning.date).\(warning.rule.rawValue).\(warning.code.rawValue)."
                + "\(warning.value).\(warning.limit)"
        }
    }

    let chosen: Set<Box>
    let typedComment: String
    private let fields: BodyFields

    init(_ fields: BodyFields) {
        self.fields = fields
        chosen = Set(fields.chosen(prefix: Box.prefix).compactMap { Box($0) })
        typedComment = fields["comment"] ?? ""
    }

    /// - Throws: ``WebError`` if it is missing or too long, or no warning is chosen.
    func comment() throws(WebError) -> String {
        guard let comment = try fields.sentence("comment", upTo: WarningNote.longest) else {
            throw WebError(.unprocessableContent, localized("hoursWarnings.bad.comment"), reason: .commentRequired)
        }
        guard (1...AttendanceChoice.rowsOnPage).contains(chosen.count) else {
            throw WebError(.unprocessableContent, localized("hoursWarnings.bad.choice"), reason: .badChoice)
        }
        return comment
    }

    /// A form that was refused, and why.
    struct Failed: Sendable {
        let form: WarningForm
        let error: WebError

        var isAboutComment: Bool { error.reason == .commentRequired || error.reason == .tooLong }
    }
}
