import Attendance
import HTTPTypes
import Hours
import Localization

/// What is wrong with a form about hours.
struct HoursProblem: Error {
    enum Field: String, Sendable {
        case from, schedule, calendars, rules, carry, reason
        case hours, days
        case date, amount, kind
        case place
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

    static var reasonMissing: HoursProblem { HoursProblem(.reason, localized("correction.sayWhy"), .reasonRequired) }

    static func badChoice(_ field: Field) -> HoursProblem {
        HoursProblem(field, localized("workingTime.badChoice"), .badChoice)
    }

    static func known(_ opening: Recorded<Adjustment>) -> HoursProblem {
        HoursProblem(.kind, localized("personHours.bad.opening", ["day": opening.value.date.short]))
    }
}

extension FieldProblems {
    /// - Parameter problem: without a field, it is that of `form`.
    init(_ problem: HoursProblem?) {
        self.init()
        if let problem { add(problem.field?.rawValue ?? "form", problem.error.sentence) }
    }
}
