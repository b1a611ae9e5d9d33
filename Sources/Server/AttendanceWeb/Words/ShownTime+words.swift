import Attendance
import Localization

extension ShownTime {
    /// Hours and minutes.
    var workedInWords: String { hoursAndMinutes(minutes: worked) }
    var pauseInWords: String { hoursAndMinutes(minutes: pause) }
    /// nil below half a minute.
    var pauseIfAny: String? { pause > 0 ? pauseInWords : nil }
    var openIfAny: String? { open > 0 ? hoursAndMinutes(minutes: open) : nil }

    /// Whether all work is since the last tap of a session that is still open.
    var hasOnlyOpenWork: Bool { open > 0 && worked == 0 }
}

extension DailyRow.Key {
    /// The element id of the day on its page.
    func elementID(isElsewhere: Bool) -> String { "day-\(date)" + (isElsewhere ? "-\(office)" : "") }
}
