import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The form that confirms that nothing is missing on a day.
struct FlagConfirmationPage: Page {
    static let template = "pages/Corrections/confirmation"

    let navigation: Navigation
    let owner: String
    /// The taps of the day.
    let dayTaps: String
    /// What would be confirmed; empty: nothing.
    let flags: [String]
    let action: String
    let formID: String
    /// The doubts as the page shows them, so that a form confirms no later one.
    let about: String
    let reason: String
    let back: String
    /// The list to return to; nil: the record.
    let list: String?
    let problem: String?

    init(
        navigation: Navigation, of person: Person, _ row: DailyRow, id: UUID, dayTaps: String, reason: String?, back: String,
        list: ReturnAddress?, problem: WebError?
    ) {
        self.navigation = navigation
        owner = person.displayName
        self.dayTaps = dayTaps
        flags = row.flags.intersection(.confirmable).names.map(RecordWords.flag)
        action = Address.confirmFlags(person.userName, row.key.date)
        formID = id.uuidString.lowercased()
        about = Self.about(row)
        self.reason = reason ?? ""
        self.back = back
        self.list = list?.text
        self.problem = problem?.sentence
    }

    /// The text of a row's doubts in the form.
    static func about(_ row: DailyRow) -> String { row.doubts.map(\.text).joined(separator: ",") }
}
