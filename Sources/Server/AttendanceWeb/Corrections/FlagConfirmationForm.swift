import Attendance
import AttendanceStore
import FoundationEssentials

/// The form that confirms that nothing is missing on a day.
struct FlagConfirmationForm: Sendable {
    let action: String
    /// Generated with the form, so that a form sent twice makes one confirmation.
    let formID = UUID().uuidString.lowercased()
    /// The doubts that the page shows, so that the form confirms no later one.
    let about: String
    /// The list to return to; nil: the record.
    let returnsTo: String?

    /// nil: no flag of the row can be confirmed.
    init?(_ row: DailyRow, of user: String, back: String? = nil) {
        let doubts = Self.doubts(of: row)
        guard !doubts.isEmpty else { return nil }
        action = Address.confirmFlags(user, row.key.date)
        about = doubts.map(\.text).joined(separator: ",")
        returnsTo = back
    }

    /// The doubts of the row's flags.
    static func doubts(of row: DailyRow) -> [Doubt] { row.doubts.filter { row.flags.contains($0.flag) } }
}
