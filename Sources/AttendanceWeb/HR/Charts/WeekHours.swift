import Attendance

/// For how long there was work in each hour of the week, from Monday 00:00 to Sunday 24:00 by the office's clock, and of how
/// many people. They are counted one after the other, and nothing is kept of anybody.
struct WeekHours: Sendable {
    static let count = 7 * 24

    /// Person-seconds of work.
    private(set) var worked = [Int64](repeating: 0, count: count)
    /// How many different people worked in it at least once.
    private(set) var people = [Int](repeating: 0, count: count)
    /// Of the person who is being counted.
    private var touched = [Bool](repeating: false, count: count)

    /// Counts work of the person whose turn it is.
    /// - Parameters: from `start` until before `end`, in seconds since 1970, told by the clock of `zone`.
    mutating func add(from start: Int64, to end: Int64, by zone: TimeZoneRules) {
        Self.forEachHour(from: start, to: end, by: zone) { hour, seconds in
            worked[hour] += seconds
            touched[hour] = true
        }
    }

    /// Closes the count of one person.
    mutating func nextPerson() {
        for hour in touched.indices where touched[hour] {
            people[hour] += 1
            touched[hour] = false
        }
    }

    /// Cuts a time at every full hour of the clock. An hour that is set back over comes twice.
    static func forEachHour(
        from start: Int64, to end: Int64, by zone: TimeZoneRules, _ body: (_ hourOfWeek: Int, _ seconds: Int64) -> Void
    ) {
        guard start < end else { return }
        var (at, span) = (start, zone.span(at: start))
        while at < end {
            if !span.contains(at) { span = zone.span(at: at) }
            let local = at + span.offset
            let secondOfDay = (local % 86_400 + 86_400) % 86_400
            let date = CivilDate(daysSince1970: (local - secondOfDay) / 86_400)
            let next = min(end, span.to, at + 3600 - secondOfDay % 3600)
            body(Int(date.daysAfterMonday * 24 + secondOfDay / 3600), next - at)
            at = next
        }
    }
}
