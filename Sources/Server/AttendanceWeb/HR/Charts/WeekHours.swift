import Attendance

/// The work in each hour of the week, from Monday 00:00 to Sunday 24:00 in the office's local time, and the number of people
/// who worked in it. People are counted one after the other; their identity is not stored.
struct WeekHours: Sendable {
    static let count = 7 * 24

    /// Person-seconds of work.
    private(set) var worked = [Int64](repeating: 0, count: count)
    /// The number of people who worked in the hour at least once.
    private(set) var people = [Int](repeating: 0, count: count)
    /// The hours of the current person.
    private var touched = [Bool](repeating: false, count: count)

    /// Counts work of the current person.
    mutating func add(_ seconds: Int64, in hour: Int) {
        worked[hour] += seconds
        touched[hour] = true
    }

    /// Completes the current person.
    mutating func nextPerson() {
        for hour in touched.indices where touched[hour] {
            people[hour] += 1
            touched[hour] = false
        }
    }

    /// Cuts a period at every full hour of local time. An hour repeated by a clock change occurs twice.
    /// - Parameters:
    ///   - start: seconds since 1970.
    ///   - end: seconds since 1970, exclusive.
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
