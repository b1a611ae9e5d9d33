import Attendance
import Localization
import WebServer

/// A time zone in the list of a form, such as `Asia/Tokyo` with the label “Tokyo, Japan, UTC+9”.
struct TimeZoneChoice: Sendable, Equatable {
    let zone, label: String
}

extension TimeZoneDatabase {
    /// All time zones to choose from, with their present offsets.
    func choices(now: Instant) -> [TimeZoneChoice] {
        listed().compactMap { zone in
            guard let rules = try? rules(of: zone.name) else { return nil }
            let offset = Self.offset(rules.span(at: now.seconds).offset)
            let label = [zone.city, zone.country, offset].filter { !$0.isEmpty }
            return TimeZoneChoice(zone: zone.name, label: label.joined(separator: ", "))
        }
    }

    /// Such as `UTC+9` or `UTC-3:30`; empty for 0.
    private static func offset(_ seconds: Int64) -> String {
        let minutes = abs(seconds) / 60
        if minutes == 0 { return "" }
        let hours = "UTC\(seconds < 0 ? "-" : "+")\(minutes / 60)"
        let rest = minutes % 60
        return rest == 0 ? hours : hours + (rest < 10 ? ":0" : ":") + "\(rest)"
    }

    /// The zone's present name. A space in a name may stand for an underscore. A city, or a country with one clock,
    /// names its zone.
    /// - Throws: ``WebError`` if there is no such time zone, with the zones of the country or the most similar names.
    func zone(named typed: String) throws(WebError) -> String {
        do throws(TimeZoneError) {
            return try presentName(of: typed.replacing(" ", with: "_"))
        } catch {
            guard case .unknownZone = error else { throw error.refusal }
            let zones = zones(inCountry: typed)
            if zones.count == 1 { return zones[0] }
            if zones.isEmpty, let zone = zone(ofCity: typed.replacing("_", with: " ")) { return zone }
            let near = (zones.isEmpty ? similar(to: typed) : zones).joined(separator: ", ")
            let values = ["name": String(typed.prefix(64)), "zones": near]
            let sentence =
                near.isEmpty ? localized("refusal.unlistedZone", values) : localized("refusal.similarZones", values)
            throw .badRequest(sentence, reason: .badTimeZone)
        }
    }
}

extension BodyFields {
    var timeZone: String { trimmed("time_zone") }
}
