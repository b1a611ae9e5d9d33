import Attendance
import AttendanceStore
import Localization

/// The working time settings of an office, and what it requires of taps, as sentences for its employees.
enum OfficeRules {
    static func sentences(_ settings: OfficeSettingsVersion, _ requirement: StartRequirement) -> [String] {
        let policy = settings.policy
        let time = WorkedTime.hoursAndMinutes(settings.dayBoundary)
        var sentences = [
            localized(
                settings.dayBoundary == 0 ? "about.rules.midnight" : "about.rules.dayBoundary",
                ["time": time, "zone": LocalClock.zoneName(settings.timeZone)]),
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
        return sentences + held(policy, requirement)
    }

    /// When a tap is held.
    private static func held(_ policy: AttendancePolicy, _ requirement: StartRequirement) -> [String] {
        var sentences: [String] = []
        if !requirement.isNothing {
            sentences.append(localized("about.rules.held.proof", ["ways": TapAnswer.ways(toMeet: requirement)]))
        }
        if let age = policy.maximumAge {
            sentences.append(localized("about.rules.held.tooOld", ["days": DurationUnit.days.text(age)]))
        }
        let tolerance = DurationUnit.seconds.text(policy.futureTolerance)
        return sentences + [localized("about.rules.held.future", ["seconds": tolerance])]
    }

    static func tapsWithoutTag(areAllowed: Bool) -> String {
        areAllowed ? localized("about.rules.withoutTag") : localized("about.rules.withTag")
    }
}

/// The rules of an office that change on a later day.
struct PlannedRules: Sendable {
    /// Such as `From 28 Nov 2026:`.
    let title: String
    let rules: [String]

    /// The sentences that are new on `day`; all of them if the change only removes some.
    /// - Returns: nil if no sentence changes.
    init?(from day: CivilDate?, before: [String], after: [String]) {
        guard let day, before != after else { return nil }
        title = localized("about.rules.planned", ["day": day.short])
        let new = after.filter { !before.contains($0) }
        rules = new.isEmpty ? after : new
    }
}
