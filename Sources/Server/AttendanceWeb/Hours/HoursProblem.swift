import HTTPTypes
import Localization

/// What is wrong with a form about hours.
struct HoursProblem: Error {
    enum Field: Sendable {
        case from, schedule, calendars, rules, carry, reason
        case hours, weekdays
        case date, amount, kind
    }

    let error: WebError
    /// The field at which the page says it; nil: above the forms.
    let field: Field?

    init(
        _ field: Field?, _ sentence: String, _ reason: Reason = .badSetting,
        _ status: HTTPResponse.Status = .unprocessableContent
    ) {
        error = WebError(status, sentence, reason: reason)
        self.field = field
    }

    func sentence(at field: Field?) -> String? { self.field == field ? error.sentence : nil }

    static var reasonMissing: HoursProblem { HoursProblem(.reason, localized("personHours.bad.reason"), .reasonRequired) }
}
