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
    private(set) var problems = FieldProblems()
    /// nil: there is a problem.
    private var settings: (day: CivilDate, change: OfficeSettingsChange)?

    init(_ fields: BodyFields, _ zones: TimeZoneDatabase) {
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
        var problems = FieldProblems()
        settings = read(zones, &problems)
        self.problems = problems
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

    /// The first day and the settings that the form describes.
    /// - Throws: ``WebError`` for the first problem.
    func typed() throws(WebError) -> (day: CivilDate, change: OfficeSettingsChange) {
        guard let settings else { throw .badRequest(problems.first ?? "", reason: .badSetting) }
        return settings
    }

    /// - Returns: nothing if a problem was added.
    private func read(
        _ zones: TimeZoneDatabase, _ problems: inout FieldProblems
    ) -> (day: CivilDate, change: OfficeSettingsChange)? {
        var change = OfficeSettingsChange()
        let day = CivilDate(entered: from)
        if day == nil { problems.add("from", localized("office.badDay")) }
        do throws(WebError) {
            change.timeZone = try zones.zone(named: timeZone)
        } catch {
            problems.add("timeZone", error.sentence)
        }
        change.dayBoundary = OfficeSettings.timeOfDay(dayBoundary)
        if change.dayBoundary == nil {
            problems.add("dayBoundary", localized("office.badTime", ["label": localized("office.dayBoundary")]))
        }
        change.nightBand = .some(nightBand(&problems))
        change.attribution = AttendancePolicy.Attribution(rawValue: attribution)
        if change.attribution == nil { problems.add("attribution", localized("office.badAttribution")) }
        change.closesAtBoundary = closesAtBoundary

        func length(_ text: String, _ unit: DurationUnit, _ field: String, _ label: String) -> Duration? {
            let length = unit.length(text)
            if length == nil { problems.add(field, localized("office.badNumber", ["label": label])) }
            return length
        }
        let longest =
            longestSession.isEmpty ? nil : length(longestSession, .hours, "longestSession", localized("office.longestSession"))
        if longest == .zero { problems.add("longestSession", localized("office.badLongest")) }
        change.maximumSession = .some(longest)
        change.repeatWindow = length(repeatWindow, .seconds, "repeatWindow", localized("office.repeatWindow"))
        change.lateAfter = length(lateAfter, .minutes, "lateAfter", localized("office.lateAfter"))
        change.futureTolerance = length(futureTolerance, .seconds, "futureTolerance", localized("office.futureTolerance"))
        change.maximumAge = .some(
            oldestTap.isEmpty ? nil : length(oldestTap, .days, "oldestTap", localized("office.oldestTap")))
        guard let day, problems.first == nil else { return nil }
        return (day, change)
    }

    private func nightBand(_ problems: inout FieldProblems) -> NightBand? {
        if nightFrom.isEmpty, nightTo.isEmpty { return nil }
        if let from = OfficeSettings.timeOfDay(nightFrom), let to = OfficeSettings.timeOfDay(nightTo),
            let band = NightBand(from: from, to: to)
        {
            return band
        }
        problems.add("night", localized("office.badNight"))
        return nil
    }
}
