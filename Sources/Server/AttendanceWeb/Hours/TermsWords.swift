import Attendance
import Hours
import Localization

/// The localized values of terms.
enum TermsWords {
    /// Such as `Full time (38:30 a week)`.
    static func schedule(_ schedule: NamedSchedule?) -> String {
        guard let schedule else { return localized("personHours.noTarget") }
        guard let version = schedule.version else {
            return localized("personHours.notBegun", ["name": schedule.name])
        }
        let amount =
            if let seconds = version.weeklySeconds {
                localized("personHours.aWeek", ["time": hoursAndMinutes(seconds)])
            } else {
                localized("personHours.aMonth", ["time": hoursAndMinutes(version.periodSeconds ?? 0)])
            }
        return localized("personHours.scheduleOf", ["name": schedule.name, "amount": amount])
    }

    static func calendars(_ names: [String]) -> String { list(names) }

    static func rules(_ rules: [RuleSet]) -> String { list(rules.map(TermsText.rule)) }

    /// Such as `at most +20:00, each month`.
    static func carry(_ carry: CarryOver?) -> String {
        guard let carry, carry.minimum != nil || carry.maximum != nil else { return localized("personHours.unlimited") }
        let limits = [
            carry.maximum.map { localized("personHours.most", ["time": WorkedTime.signedHoursAndMinutes($0)]) },
            carry.minimum.map { localized("personHours.least", ["time": WorkedTime.signedHoursAndMinutes($0)]) },
        ].compactMap(\.self)
        let known = PersonTermsForm.months.first { $0.months == carry.months }
        let months = known.map { Self.months($0.name) } ?? list(carry.months.map { localized("date.shortMonth.\($0)") })
        return (limits + [months]).localizedList("record.separator")
    }

    static func months(_ name: String) -> String { localized("personHours.months.\(name)") }

    /// The values that a fact sets, such as `Schedule: Full time · Warnings: as office`.
    static func facts(_ terms: Terms) -> [String] {
        func words<Value>(_ field: String, _ setting: Terms.Setting<Value>?, _ words: (Value) -> String) -> String? {
            setting.map { setting in
                let value =
                    switch setting {
                    case .inherit: localized("personHours.inherited")
                    case .own(let value): words(value)
                    }
                return localized("personHours.setting", ["name": localized("personHours.\(field)"), "value": value])
            }
        }
        return [
            words("schedule", terms.schedule) { $0 ?? localized("personHours.noTarget") },
            words("calendars", terms.calendars, calendars), words("warnings", terms.rules, rules),
            words("carry", terms.carry, carry),
        ].compactMap(\.self)
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? localized("personHours.none") : names.localizedList("record.separator")
    }
}
