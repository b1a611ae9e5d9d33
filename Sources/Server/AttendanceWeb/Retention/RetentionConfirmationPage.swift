import AttendanceStore
import Localization

/// The page that confirms shorter retention periods: the data that they delete.
struct RetentionConfirmationPage: Page {
    static let template = "pages/Retention/confirm"

    let navigation: Navigation
    let office: String
    let losses: [String]
    /// Whether there is such data now.
    let deletes: Bool
    let form: RetentionForm

    init(navigation: Navigation, office: String, _ losses: [RetentionLoss], _ form: RetentionForm) {
        self.navigation = navigation
        self.office = office
        self.form = form
        deletes = losses.contains { $0.count > 0 }
        self.losses = losses.map { loss in
            localized(
                "retention.loss.\(loss.period.rawValue)", ["day": loss.firstKept.short, "count": "\(loss.count)"])
        }
    }
}
