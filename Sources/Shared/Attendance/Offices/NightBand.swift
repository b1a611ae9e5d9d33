/// The hours of night work by an office's clock, such as 22:00 to 05:00 of the next day.
package struct NightBand: Sendable, Hashable {
    /// In seconds after midnight.
    package let from: Int64
    /// In seconds after midnight; of the next day if it is before ``from``.
    package let to: Int64

    /// - Returns: nil unless these are two different times of a day.
    package init?(from: Int64, to: Int64) {
        let times = 0..<86_400 as Range<Int64>
        guard times.contains(from), times.contains(to), from != to else { return nil }
        (self.from, self.to) = (from, to)
    }

    /// The night that begins on a date, in seconds since 1970; may be empty. Each end is computed like a day boundary, the earliest
    /// instant at which the local clock reads the time of its date or later. So nights do not overlap.
    package func night(of date: CivilDate, in zone: TimeZoneRules) -> Range<Int64> {
        let midnight = date.daysSince1970 * 86_400
        let start = zone.firstInstant(reading: midnight + from)
        return start..<zone.firstInstant(reading: midnight + to + (to < from ? 86_400 : 0))
    }
}

/// The nights of an office by one version of its settings. Caches them, because all people of an office have the same nights.
struct Nights: Sendable {
    private let band: NightBand
    private let zone: TimeZoneRules
    private var nights: [CivilDate: Range<Int64>] = [:]

    private static let cacheSize = 4096

    init(_ band: NightBand, _ zone: TimeZoneRules) { (self.band, self.zone) = (band, zone) }

    /// The seconds of an interval in nights. Takes time in proportion to its days.
    mutating func seconds(from start: Int64, to end: Int64) -> Int64 {
        guard start < end else { return 0 }
        // A night that began on the date before can last until the interval.
        let first = (start - TimeZoneRules.greatestOffset).flooredQuotient(86_400) - 1
        let last = (end + TimeZoneRules.greatestOffset).flooredQuotient(86_400)
        return (first...last).reduce(0) { sum, day in
            let night = night(of: CivilDate(daysSince1970: day))
            return sum + max(0, min(end, night.upperBound) - max(start, night.lowerBound))
        }
    }

    private mutating func night(of date: CivilDate) -> Range<Int64> {
        if let night = nights[date] { return night }
        let night = band.night(of: date, in: zone)
        if nights.count >= Self.cacheSize { nights = [:] }
        nights[date] = night
        return night
    }
}
