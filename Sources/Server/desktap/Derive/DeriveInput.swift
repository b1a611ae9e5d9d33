import Attendance
import JSON

/// The input of `desktap derive`: offices, rules and a log.
struct DeriveInput {
    let asOf: Instant
    /// In order of their names. An office's number is its index.
    let offices: [(name: String, settings: OfficeSettings)]
    let defaultOffice: String?
    let policy: AttendancePolicy
    let rounding: Rounding
    let events: [JSONValue]

    init(_ value: JSONValue, zones: TimeZoneDatabase) throws(InvalidInput) {
        let input = try InputFields(value, "The input")
        guard let asOf = try input.text("as_of").flatMap({ Instant(rfc3339: $0) }) else {
            throw InvalidInput(sentence: "as_of must be a date and time with an offset, such as 2026-11-21T18:00:00+09:00.")
        }
        self.asOf = asOf
        var rules = (policy: AttendancePolicy(), rounding: Rounding.none)
        if let policy = input.values["policy"], policy != .null { rules = try Self.rules(try InputFields(policy, "policy")) }
        (policy, rounding) = rules
        guard case .object(let named) = input.values["offices"] else {
            throw InvalidInput(sentence: "offices must be an object with the offices by name.")
        }
        var offices: [(name: String, settings: OfficeSettings)] = []
        for (name, value) in named.sorted(by: { $0.key < $1.key }) {
            offices.append((name, try Self.settings(try InputFields(value, "The office \(name)"), rules.policy, zones)))
        }
        self.offices = offices
        defaultOffice = try input.text("default_office")
        if let defaultOffice, named[defaultOffice] == nil {
            throw InvalidInput(sentence: "default_office names '\(defaultOffice)', which is not among the offices.")
        }
        guard case .array(let events) = input.values["events"] else { throw InvalidInput(sentence: "events must be an array.") }
        self.events = events
    }

    private static func settings(
        _ fields: InputFields, _ policy: AttendancePolicy, _ zones: TimeZoneDatabase
    ) throws(InvalidInput) -> OfficeSettings {
        try fields.allow(["tz", "day_boundary", "night"])
        guard let name = try fields.text("tz") else { throw InvalidInput(sentence: "\(fields.place) needs tz, its time zone.") }
        let boundary = try fields.text("day_boundary") ?? "00:00"
        guard let dayBoundary = OfficeSettings.timeOfDay(boundary) else {
            throw InvalidInput(sentence: "\(fields.place): day_boundary must be a time of day from 00:00 to 23:59.")
        }
        let night = try nightBand(fields)
        do throws(TimeZoneError) {
            return OfficeSettings(
                zone: try zones.rules(of: name), dayBoundary: dayBoundary, policy: policy, nightBand: night)
        } catch {
            throw InvalidInput(sentence: "\(fields.place): \(error)")
        }
    }

    private static func nightBand(_ fields: InputFields) throws(InvalidInput) -> NightBand? {
        guard let value = fields.values["night"], value != .null else { return nil }
        guard case .array(let ends) = value, ends.count == 2, case .string(let from) = ends[0], case .string(let to) = ends[1],
            let from = OfficeSettings.timeOfDay(from), let to = OfficeSettings.timeOfDay(to),
            let band = NightBand(from: from, to: to)
        else {
            throw InvalidInput(
                sentence: "\(fields.place): night must be two different times of day from 00:00 to 23:59, such as "
                    + "[\"22:00\", \"05:00\"].")
        }
        return band
    }

    private static func rules(_ fields: InputFields) throws(InvalidInput) -> (policy: AttendancePolicy, rounding: Rounding) {
        try fields.allow([
            "max_session_s", "close_at_boundary", "attribution", "future_tolerance_s", "max_age_s", "late_flag_s",
            "repeat_window_s", "rounding",
        ])
        var policy = AttendancePolicy()
        if fields.has("max_session_s") { policy.maximumSession = try fields.lengthOrNull("max_session_s") }
        if fields.has("max_age_s") { policy.maximumAge = try fields.lengthOrNull("max_age_s") }
        if fields.has("future_tolerance_s") { policy.futureTolerance = try fields.length("future_tolerance_s") }
        if fields.has("late_flag_s") { policy.lateAfter = try fields.length("late_flag_s") }
        if fields.has("repeat_window_s") { policy.repeatWindow = try fields.length("repeat_window_s") }
        if fields.has("close_at_boundary") { policy.closesAtBoundary = try fields.flag("close_at_boundary") }
        if fields.has("attribution") { policy.attribution = try fields.choice("attribution") }
        guard let value = fields.values["rounding"], value != .null else { return (policy, .none) }
        let rounding = try InputFields(value, "policy.rounding")
        try rounding.allow(["mode", "unit_min"])
        let mode: Rounding.Mode = rounding.has("mode") ? try rounding.choice("mode") : .none
        let unit = rounding.has("unit_min") ? try rounding.number("unit_min") : 15
        guard let rule = Rounding(mode, unitMinutes: unit) else {
            throw InvalidInput(sentence: "policy.rounding: unit_min must be 1, 5, 6, 10, 15 or 30.")
        }
        return (policy, rule)
    }
}
