import Attendance
import AttendanceStore

/// The longest texts of fields, in Unicode scalars, which the database counts too.
enum FieldLength {
    /// A reason or a comment.
    static let sentence = 1000

    /// For templates: `maxlength="@@longestName@@"`.
    static let named = [
        "longestDesk": DeskID.maximumLength, "longestHoliday": NewHoliday.longestName, "longestName": ThingName.longest,
        "longestNote": DayNote.longest,
        "longestOfficeName": OfficeStore.longestName, "longestPersonName": PersonName.longest, "longestSentence": sentence,
        "longestUserName": UserName.longest,
    ]
}
