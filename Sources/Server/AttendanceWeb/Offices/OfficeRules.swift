import Attendance
import AttendanceStore
import Localization

/// The rules of an office as sentences for its employees: how time is counted, taps, names on the map and reminders.
enum OfficeRules {
    /// How time is counted, and when a tap is held.
    static func sentences(_ settings: OfficeSettingsVersion, _ requirement: StartRequirement) -> [String] {
        let policy = settings.policy
        let time = WorkedTime.hoursAndMinutes(settings.dayBoundary)
        var sentences = [
            localized("about.rules.dayBoundary", ["time": time, "zone": LocalClock.zoneName(settings.timeZone)]),
            localized("about.rules.attribution.\(policy.attribution.rawValue)", ["time": time]),
        ]
        if let night = settings.nightBand {
            let (from, to) = (WorkedTime.hoursAndMinutes(night.from), WorkedTime.hoursAndMinutes(night.to))
            sentences.append(localized("about.rules.night", ["from": from, "to": to]))
        }
        if let longest = policy.maximumSession {
            sentences.append(localized("about.rules.longestSession", ["count": DurationUnit.hours.text(longest)]))
        } else if !policy.closesAtBoundary {
            sentences.append(localized("about.rules.noLimit"))
        }
        if policy.closesAtBoundary { sentences.append(localized("about.rules.closeAtBoundary")) }
        sentences.append(localized("about.rules.repeatWindow", ["time": text(policy.repeatWindow)]))
        sentences.append(localized("about.rules.sentLate", ["time": text(policy.lateAfter)]))
        return sentences + held(policy, requirement)
    }

    /// When a tap is held.
    private static func held(_ policy: AttendancePolicy, _ requirement: StartRequirement) -> [String] {
        var sentences: [String] = []
        if !requirement.isNothing {
            sentences.append(localized("about.rules.held.proof", ["ways": TapWords.ways(toMeet: requirement)]))
        }
        if let age = policy.maximumAge {
            let days = localized("retention.term.days", ["count": DurationUnit.days.text(age)])
            sentences.append(localized("about.rules.held.tooOld", ["time": days]))
        }
        return sentences + [localized("about.rules.held.future", ["time": text(policy.futureTolerance)])]
    }

    static var forgottenEnd: String { localized("about.rules.forgotten") }

    static func tapsWithoutTag(areAllowed: Bool) -> String {
        areAllowed ? localized("about.rules.withoutTag") : localized("about.rules.withTag")
    }

    /// Who sees names.
    static func names(_ privacy: MapPrivacy, areOnWall: Bool) -> [String] {
        let audience = localized("office.audience.\(privacy.names.rawValue)")
        var sentences = [localized("about.rules.names", ["audience": audience])]
        if privacy.allowsPrivate { sentences.append(localized("about.rules.hideName")) }
        if areOnWall { sentences.append(localized("about.rules.wall")) }
        return sentences
    }

    static func reminders(_ reminders: OfficeReminders) -> String {
        guard reminders.isOn else { return localized("about.rules.reminders.off") }
        return localized(
            reminders.remindsInEvening ? "about.rules.reminders.sameDay" : "about.rules.reminders.nextDay",
            ["time": WorkedTime.hoursAndMinutes(reminders.missingEndAt)])
    }

    /// In minutes if they are whole, else in seconds.
    private static func text(_ length: Duration) -> String {
        let seconds = length.components.seconds
        guard seconds > 0, seconds % 60 == 0 else { return localized("about.rules.seconds", count: seconds) }
        return localized("about.rules.minutes", count: seconds / 60)
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
