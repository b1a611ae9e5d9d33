import AttendanceStore
import Localization

/// A country with its shipped calendars, as the choices of a form.
struct CalendarCountry: Sendable {
    let country: String
    let calendars: [Choice]

    /// The countries of shipped calendars that have a text. Others have their code.
    static let known = ["AT", "CH", "DE", "FR", "GB", "JP", "NL", "SE", "US"]

    /// The countries whose time zones say which one it is.
    private static let ofZones = [
        "Europe/Vienna": "AT", "Europe/Zurich": "CH", "Europe/Berlin": "DE", "Europe/Paris": "FR", "Europe/London": "GB",
        "Asia/Tokyo": "JP", "Europe/Amsterdam": "NL", "Europe/Stockholm": "SE", "America/New_York": "US",
        "America/Chicago": "US", "America/Denver": "US", "America/Los_Angeles": "US",
    ]

    /// By name, after that of the time zone.
    /// - Parameters:
    ///   - shipped: by country.
    ///   - chosen: the code of a calendar.
    ///   - zone: an IANA name; nil: no country comes first.
    static func all(_ shipped: [ShippedCalendars.Calendar], chosen: String = "", zone: String?) -> [CalendarCountry] {
        let own = zone.flatMap { ofZones[$0] }
        return Dictionary(grouping: shipped, by: \.country).map { code, calendars in
            (
                rank: code == own ? 0 : 1,
                country: CalendarCountry(
                    country: known.contains(code) ? localized("holidays.country.\(code)") : code,
                    calendars: calendars.map { Choice(value: $0.code, name: $0.name, isChosen: $0.code == chosen) })
            )
        }.sorted { ($0.rank, $0.country.country) < ($1.rank, $1.country.country) }.map { $0.country }
    }
}
