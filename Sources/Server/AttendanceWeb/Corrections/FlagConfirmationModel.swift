import Attendance
import AttendanceStore
import Localization

/// A confirmation as the record shows it at its day.
struct FlagConfirmationModel: Sendable {
    let id: String
    /// Who confirmed which flags.
    let did: String
    let at: String
    let because: String
    /// nil: the viewer cannot take it back.
    let withdrawAddress: String?

    init(_ confirmation: FlagConfirmation, of user: String, _ clock: LocalClock, canWithdraw: Bool) {
        id = confirmation.id.uuidString.lowercased()
        did = localized(
            "record.confirmation",
            [
                "who": confirmation.author.displayName,
                "flags": confirmation.flags.map(RecordWords.flag).localizedList("record.separator"),
            ])
        at = clock.dayAndTime(confirmation.at.seconds)
        because = confirmation.reason
        withdrawAddress = canWithdraw ? Address.withdrawConfirmation(user) : nil
    }
}
