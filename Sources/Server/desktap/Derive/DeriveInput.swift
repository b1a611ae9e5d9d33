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

    /// Why the input is invalid, as a sentence.
    struct Failure: Error {
        let sentence: String
    }

    init(_ value: JSONValue, zones: TimeZoneDatabase) throws(Failure) {
        let input = try Fields(value, "The input")
        guard let asOf = try input.text("as_of").flatMap({ Instant(rfc3339: $0) }) else {
            throw Failure(sentence: "as_of must be a date and time with an offset, such as 2026-11-21T18:00:00+09:00.")
        }
        self.asOf = asOf
        var rules = (policy: AttendancePolicy(), rounding: Rounding.none)
        if let policy = input.values["policy"], policy != .null { rules = try Self.rules(try Fields(policy, "policy")) }
        (policy, rounding) = rules
        guard case .object(let named) = input.values["offices"] else {
            throw Failure(sentence: "offices must be an object with the offices by name.")
        }
        var offices: [(name: String, settings: OfficeSettings)] = []
        for (name, value) in named.sorted(by: { $0.key < $1.key }) {
            offices.append((name, try Self.settings(try Fields(value, "The office \(name)"), rules.policy, zones)))
        }
        self.offices = offices
        defaultOffice = try input.text("default_office")
        if let defaultOffice, named[defaultOffice] == nil {
            throw Failure(sentence: "default_office names '\(defaultOffice)', which is not among the offices.")
        }
        guard case .array(let events) = input.values["events"] else { throw Failure(sentence: "events must be an array.") }
        self.events = events
    }

    private static func settings(
        _ fields: Fields, _ policy: AttendancePolicy, _ zones: TimeZoneDatabase
    ) throws(Failure) -> OfficeSettings {
        try fields.allow(["tz", "day_boundary", "night"])
        guard let name = try fields.text("tz") else { throw Failure(sentence: "\(fields.place) needs tz, its time zone.") }
        let boundary = try fields.text("day_boundary") ?? "00:00"
        guard let dayBoundary = OfficeSettings.dayBoundary(boundary) else {
            throw Failure(sentence: "\(fields.place): day_boundary must be a time of day from 00:00 to 23:59.")
        }
        let night = try nightBand(fields)
        do throws(TimeZoneError) {
            return OfficeSettings(
                zone: try zones.rules(of: name), dayBoundary: dayBoundary, policy: policy, nightBand: night)
        } catch {
            throw Failure(sentence: "\(fields.place): \(error)")
        }
    }

    private static func nightBand(_ fields: Fields) throws(Failure) -> NightBand? {
        guard let value = fields.values["night"], value != .null else { return nil }
        guard case .array(let ends) = value, ends.count == 2, case .string(let from) = ends[0], case .string(let to) = ends[1],
            let from = OfficeSettings.dayBoundary(from), let to = OfficeSettings.dayBoundary(to),
            let band = NightBand(from: from, to: to)
        else {
            throw Failure(
                sentence: "\(fields.place): night must be two different times of day from 00:00 to 23:59, such as "
                    + "[\"22:00\", \"05:00\"].")
        }
        return band
    }

    private static func rules(_ fields: Fields) throws(Failure) -> (policy: AttendancePolicy, rounding: Rounding) {
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
        let rounding = try Fields(value, "policy.rounding")
        try rounding.allow(["mode", "unit_min"])
        let mode: Rounding.Mode = rounding.has("mode") ? try rounding.choice("mode") : .none
        let unit = rounding.has("unit_min") ? try rounding.number("unit_min") : 15
        guard let rule = Rounding(mode, unitMinutes: unit) else {
            throw Failure(sentence: "policy.rounding: unit_min must be 1, 5, 6, 10, 15 or 30.")
        }
        return (policy, rule)
    }
}

/// The fields of a JSON object, read strictly.
private struct Fields {
    typealias Failure = DeriveInput.Failure

    let values: [String: JSONValue]
    let place: String

    init(_ value: JSONValue, _ place: String) throws(Failure) {
        guard case .object(let values) = value else { throw Failure(sentence: "\(place) must be a JSON object.") }
        self.values = values
        self.place = place
    }

    /// Rejects unknown fields: a misspelt rule must not count as a missing one.
    func allow(_ names: Set<String>) throws(Failure) {
        for name in values.keys.sorted() where !names.contains(name) {
            throw Failure(sentence: "\(place) has no field '\(name)'.")
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) throws(Failure) -> String? {
        switch values[name] {
        case .string(let text): return text
        case nil, .null: return nil
        default: throw Failure(sentence: "\(place): \(name) must be a string.")
        }
    }

    func number(_ name: String) throws(Failure) -> Int64 {
        // About 3000 years in seconds: longer than any valid value, and safe from overflow.
        guard case .integer(let number) = values[name], (0...100_000_000_000).contains(number) else {
            throw Failure(sentence: "\(place): \(name) must be a whole number from 0 to 100000000000.")
        }
        return number
    }

    /// A number of seconds.
    func length(_ name: String) throws(Failure) -> Duration { .seconds(try number(name)) }

    func lengthOrNull(_ name: String) throws(Failure) -> Duration? { values[name] == .null ? nil : try length(name) }

    func flag(_ name: String) throws(Failure) -> Bool {
        guard case .boolean(let flag) = values[name] else {
            throw Failure(sentence: "\(place): \(name) must be true or false.")
        }
        return flag
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(Failure) -> Choice {
        if case .string(let text) = values[name], let choice = Choice(rawValue: text) { return choice }
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(sentence: "\(place): \(name) must be one of \(choices).")
    }
}
