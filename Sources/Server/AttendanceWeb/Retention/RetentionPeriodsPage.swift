/// The form for the periods of an office.
struct RetentionPeriodsPage: Page {
    static let template = "pages/Retention/periods"

    let navigation: Navigation
    let office: String
    let form: RetentionForm
    /// Why the sent form was refused; nil: it was not, or its field says it.
    let problem: String?
}
