import Attendance
import AttendanceStore

/// The longest texts of fields, in Unicode scalars, which the database counts too, and the days that fields take.
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

    /// The first and the last year and day that people can enter, for templates.
    static let days: [String: String] = {
        let years = CivilDate.enteredYears
        return [
            "firstEnteredYear": "\(years.lowerBound)", "firstEnteredDay": "\(years.lowerBound)-01-01",
            "lastEnteredYear": "\(years.upperBound)", "lastEnteredDay": "\(years.upperBound)-12-31",
        ]
    }()
}
