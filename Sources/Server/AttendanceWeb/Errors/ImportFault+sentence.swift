import Attendance
package import AttendanceStore
import Localization

extension ImportFault<LineFault> {
    /// In the current language, without a full stop.
    package var sentence: String {
        var shown = values
        if let until = values["until"].flatMap({ Instant(rfc3339: $0) }) { shown["until"] = until.firstWholeDay.short }
        return localized("import.wrong.\(kind)", shown)
    }
}

extension ImportFault<HeaderError> {
    /// What happened, then what to do, in the current language.
    package var sentence: String {
        let sentence = localized("import.header.\(kind)", values)
        return values["columns"] == nil
            ? sentence : [sentence, localized("import.columns", values)].localizedList("done.sentences")
    }
}

extension Instant {
    /// The first day (UTC) that begins after it.
    var firstWholeDay: CivilDate { CivilDate(daysSince1970: seconds / 86_400 + 1) }
}
