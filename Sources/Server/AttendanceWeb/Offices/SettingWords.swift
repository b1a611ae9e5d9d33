import Attendance
import AttendanceStore
import Localization

/// The names and values of settings that the log of changes has, in the words of their forms.
enum SettingWords {
    /// - Parameters:
    ///   - name: of the setting in the log, such as `day_boundary_s`.
    ///   - value: nil: none.
    /// - Returns: nil for an unknown setting.
    static func setting(_ name: String, _ value: String?) -> (name: String, value: String)? {
        let text = value ?? localized("account.log.none")
        var flag: String { value.map { localized($0 == "true" ? "office.yes" : "office.no") } ?? text }
        var time: String { value.flatMap { Int64($0) }.map(WorkedTime.hoursAndMinutes) ?? text }
        var limit: String { value ?? localized("office.noLimit") }
        func length(_ unit: DurationUnit) -> String { value.flatMap { Int64($0) }.map { unit.text(.seconds($0)) } ?? limit }
        let words: (key: String, value: String)? =
            switch name {
            case "name": ("first.office", text)
            case "names_shown_to":
                ("office.names", NamesShown(rawValue: text).map { localized("office.audience.\($0.rawValue)") } ?? text)
            case "allows_private": ("office.private", flag)
            case "names_on_wall": ("office.namesOnWall", flag)
            case "shows_day_target": ("office.showsDayTarget", flag)
            case "reminders_is_on": ("office.reminders.on", flag)
            case "reminders_missing_end_s": ("office.missingEndAt", time)
            case "reminders_quiet_from_s": ("office.quietFrom", time)
            case "reminders_quiet_to_s": ("office.quietTo", time)
            case "latitude": ("office.latitude", text)
            case "longitude": ("office.longitude", text)
            case "time_zone": ("first.timeZone", LocalClock.zoneName(text))
            case "day_boundary_s": ("office.dayBoundary", time)
            case "night_s": ("office.night", night(value) ?? text)
            case "attribution":
                (
                    "office.attribution",
                    AttendancePolicy.Attribution(rawValue: text).map { localized("office.attribution.\($0.rawValue)") } ?? text
                )
            case "max_session_s": ("office.longestSession", length(.hours))
            case "close_at_boundary": ("office.closeAtBoundary", flag)
            case "repeat_window_s": ("office.repeatWindow", length(.seconds))
            case "late_flag_s": ("office.lateAfter", length(.minutes))
            case "future_tolerance_s": ("office.futureTolerance", length(.seconds))
            case "max_age_s": ("office.oldestTap", length(.days))
            case "required_networks":
                // A JSON array.
                ("office.networks", value == "[]" ? localized("account.log.none") : text.filter { !"[]\"".contains($0) })
            case "reader_suffices": ("office.reader", flag)
            case "required_proof":
                ("office.proof", TagProof(rawValue: value ?? "none").map { localized("office.proof.\($0.rawValue)") } ?? text)
            case "requires_signature": ("office.proof.sun", flag)
            case "signing_desks": ("changes.signingDesks", text)
            case "allows_taps_without_tag": ("office.withoutTag", flag)
            case "taps_without_word": ("office.withoutWord", flag)
            case "time_retention_months": ("retention.hours.label", limit)
            case "place_retention_days": ("retention.places.label", limit)
            case "log_retention_months": ("retention.logs.label", limit)
            case "position": ("changes.position", text)
            default: nil
            }
        return words.map { (localized($0.key), $0.value) }
    }

    /// Such as `22:00 – 05:00`.
    private static func night(_ value: String?) -> String? {
        let ends = value?.split(separator: "-").compactMap { Int64($0) } ?? []
        guard ends.count == 2 else { return nil }
        return localized(
            "office.night.span", ["from": WorkedTime.hoursAndMinutes(ends[0]), "to": WorkedTime.hoursAndMinutes(ends[1])])
    }

    /// Logged changes, such as `names_on_wall: false → true` and `max_age_s from 2026-12-01: 60 → none`, separated by semicolons.
    /// Unknown ones stay as they are.
    static func changes(_ logged: String) -> String {
        logged.split(separator: "; ").map { change(String($0)) }.joined(separator: "; ")
    }

    private static func change(_ logged: String) -> String {
        if logged == "words: renewed" { return localized("changes.newSecrets") }
        if let desk = logged.wholeMatch(of: /words of (.+): renewed/)?.1 {
            return localized("changes.newSecretsAt", ["desk": String(desk)])
        }
        guard let match = logged.wholeMatch(of: /([a-z_]+)(?: from ([0-9-]+))?: (.+?) → (.+)/),
            let old = setting(String(match.1), value(match.3)), let new = setting(String(match.1), value(match.4))
        else { return logged }
        let day = match.2.flatMap { CivilDate(text: String($0)) }
        let name = day.map { localized("changes.fromDay", ["what": old.name, "day": $0.short]) } ?? old.name
        return localized("account.log.change", ["what": name, "old": old.value, "new": new.value])
    }

    private static func value(_ logged: Substring) -> String? { logged == "none" ? nil : String(logged) }
}
