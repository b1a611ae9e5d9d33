import Attendance
import AttendanceStore
import Localization

/// An office's name, names on the map, the clock-out, reminders and place.
struct OfficeGeneralPage: Page {
    static let template = "pages/Offices/general"

    let navigation: Navigation
    let office: OfficeTabs
    let problem: String?
    let address: String
    let form: OfficeGeneralForm
    /// nil: it had none.
    let formerNames: String?
    let audiences: [Choice]
    /// Whether a schedule applies to a person.
    let hasSchedules: Bool
    /// Whether the server has a mail server.
    let sendsMail: Bool

    init(
        navigation: Navigation, _ office: Office, _ form: OfficeGeneralForm, hasSchedules: Bool, sendsMail: Bool,
        problem: WebError?
    ) {
        self.navigation = navigation
        self.office = OfficeTabs(office, at: Address.adminOffice)
        self.problem = problem?.sentence
        self.form = form
        self.hasSchedules = hasSchedules
        self.sendsMail = sendsMail
        address = Address.ofOffice(office.id)
        formerNames = office.formerNames.isEmpty ? nil : office.formerNames.joined(separator: ", ")
        audiences = NamesShown.allCases.map { audience in
            Choice(
                value: audience.rawValue, name: localized("office.audience.\(audience.rawValue)"),
                isChosen: audience.rawValue == form.shownTo)
        }
    }
}
