import Attendance
import AttendanceStore
import Localization

/// The working time settings of an office as sentences for its employees.
enum OfficeRules {
    static func sentences(_ settings: OfficeSettingsVersion) -> [String] {
        let policy = settings.policy
        let time = WorkedTime.hoursAndMinutes(settings.dayBoundary)
        var sentences = [
            localized("about.rules.dayBoundary", ["time": time, "zone": LocalClock.zoneName(settings.timeZone)]),
            localized("about.rules.attribution.\(policy.attribution.rawValue)", ["time": time]),
        ]
        if let longest = policy.maximumSession {
            sentences.append(localized("about.rules.longestSession", ["hours": DurationUnit.hours.text(longest)]))
        } else if !policy.closesAtBoundary {
            sentences.append(localized("about.rules.noLimit"))
        }
        if policy.closesAtBoundary { sentences.append(localized("about.rules.closeAtBoundary")) }
        sentences.append(localized("about.rules.repeatWindow", ["seconds": DurationUnit.seconds.text(policy.repeatWindow)]))
        sentences.append(localized("about.rules.forgotten"))
        return sentences
    }
}
