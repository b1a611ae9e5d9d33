import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for an office's working time, as typed. A blank longest session or oldest tap means no limit.
struct OfficeTimeForm: Sendable {
    /// The first working day with these settings, `YYYY-MM-DD`.
    let from: String
    let timeZone, dayBoundary, attribution: String
    /// `HH:MM`; both blank: night work is not counted.
    let nightFrom, nightTo: String
    /// In hours.
    let longestSession: String
    let closesAtBoundary: Bool
    /// In seconds.
    let repeatWindow: String
    /// In minutes.
    let lateAfter: String
    /// In seconds.
    let futureTolerance: String
    /// In days.
    let oldestTap: String
    /// Whether rows of past days may change.
    let allowsChangedRows: Bool

    init(_ fields: BodyFields) {
        from = fields["from"] ?? ""
        timeZone = fields.timeZone
        dayBoundary = fields["day_boundary"] ?? ""
        nightFrom = fields["night_from"] ?? ""
        nightTo = fields["night_to"] ?? ""
        attribution = fields["attribution"] ?? ""
        longestSession = fields["max_session_hours"] ?? ""
        closesAtBoundary = fields.isSet("close_at_boundary")
        repeatWindow = fields["repeat_window_seconds"] ?? ""
        lateAfter = fields["late_after_minutes"] ?? ""
        futureTolerance = fields["future_tolerance_seconds"] ?? ""
        oldestTap = fields["max_age_days"] ?? ""
        allowsChangedRows = fields.isSet("rederive")
    }

    /// The form with the settings of `version`.
    init(_ version: OfficeSettingsVersion, from day: CivilDate) {
        let policy = version.policy
        from = day.description
        timeZone = version.timeZone
        dayBoundary = WorkedTime.hoursAndMinutes(version.dayBoundary)
        nightFrom = version.nightBand.map { WorkedTime.hoursAndMinutes($0.from) } ?? ""
        nightTo = version.nightBand.map { WorkedTime.hoursAndMinutes($0.to) } ?? ""
        attribution = policy.attribution.rawValue
        longestSession = policy.maximumSession.map(DurationUnit.hours.text) ?? ""
        closesAtBoundary = policy.closesAtBoundary
        repeatWindow = DurationUnit.seconds.text(policy.repeatWindow)
        lateAfter = DurationUnit.minutes.text(policy.lateAfter)
        futureTolerance = DurationUnit.seconds.text(policy.futureTolerance)
        oldestTap = policy.maximumAge.map(DurationUnit.days.text) ?? ""
        allowsChangedRows = false
    }

    /// - Throws: ``WebError`` if it is no date.
    func day() throws(WebError) -> CivilDate {
        guard let day = CivilDate(text: from) else { throw .badRequest(localized("office.badDay"), reason: .badSetting) }
        return day
    }

    /// A change to all settings of the form.
    /// - Throws: ``WebError`` for an invalid field.
    func change(_ zones: TimeZoneDatabase) throws(WebError) -> OfficeSettingsChange {
        var change = OfficeSettingsChange()
        change.timeZone = try zones.zone(named: timeZone)
        guard let boundary = OfficeSettings.timeOfDay(dayBoundary) else {
            throw .badRequest(
                localized("office.badTime", ["label": localized("office.dayBoundary")]), reason: .badSetting)
        }
        change.dayBoundary = boundary
        change.nightBand = .some(try nightBand())
        guard let attribution = AttendancePolicy.Attribution(rawValue: attribution) else {
            throw .badRequest(localized("office.badAttribution"), reason: .badSetting)
        }
        change.attribution = attribution
        change.closesAtBoundary = closesAtBoundary

        let longest = try optionalLength(longestSession, .hours, localized("office.longestSession"))
        guard longest != .zero else { throw .badRequest(localized("office.badLongest"), reason: .badSetting) }
        change.maximumSession = .some(longest)
        change.repeatWindow = try length(repeatWindow, .seconds, localized("office.repeatWindow"))
        change.lateAfter = try length(lateAfter, .minutes, localized("office.lateAfter"))
        change.futureTolerance = try length(futureTolerance, .seconds, localized("office.futureTolerance"))
        change.maximumAge = .some(try optionalLength(oldestTap, .days, localized("office.oldestTap")))
        return change
    }

    private func nightBand() throws(WebError) -> NightBand? {
        if nightFrom.isEmpty, nightTo.isEmpty { return nil }
        guard let from = OfficeSettings.timeOfDay(nightFrom), let to = OfficeSettings.timeOfDay(nightTo),
            let band = NightBand(from: from, to: to)
        else { throw .badRequest(localized("office.badNight"), reason: .badSetting) }
        return band
    }

    private func optionalLength(_ text: String, _ unit: DurationUnit, _ label: String) throws(WebError) -> Duration? {
        try text.isEmpty ? nil : length(text, unit, label)
    }

    private func length(_ text: String, _ unit: DurationUnit, _ label: String) throws(WebError) -> Duration {
        guard let length = unit.length(text) else { throw Self.badNumber(label) }
        return length
    }

    private static func badNumber(_ label: String) -> WebError {
        .badRequest(localized("office.badNumber", ["label": label]), reason: .badSetting)
    }
}
