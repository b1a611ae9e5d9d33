package import Attendance
import JSON

/// A work schedule from a day on: the time that is owed on each day of a cycle.
package struct Schedule: Sendable, Equatable {
    package let name: String
    package let from: CivilDate
    /// A day on which the cycle begins, before or after ``from``.
    package let anchor: CivilDate
    /// The seconds of each day of the cycle, 1 to 56 days. With ``periodSeconds`` they are weights.
    package let days: [Int64]
    /// Fixed hours per period, in seconds; nil: ``days`` are the targets.
    package let periodSeconds: Int64?
    package let core: CoreTime?
    /// The statutory rest day of Japan, 1 (Monday) to 7.
    package let restWeekday: Int64?

    /// The core time, in seconds after midnight of the day.
    package struct CoreTime: Sendable, Equatable {
        package let start: Int64
        package let end: Int64

        package init(start: Int64, end: Int64) { (self.start, self.end) = (start, end) }
    }

    package init(
        name: String, from: CivilDate, anchor: CivilDate, days: [Int64], periodSeconds: Int64? = nil, core: CoreTime? = nil,
        restWeekday: Int64? = nil
    ) {
        (self.name, self.from, self.anchor, self.days) = (name, from, anchor, days)
        (self.periodSeconds, self.core, self.restWeekday) = (periodSeconds, core, restWeekday)
    }

    /// The entry of the cycle for a day.
    func entry(_ date: CivilDate) -> Int64 {
        let (offset, count) = (date.daysSince1970 - anchor.daysSince1970, Int64(days.count))
        return days[Int((offset % count + count) % count)]
    }

    /// Whether it owes these times each week, from Monday to Sunday, and nothing else is set.
    func owes(_ week: [Int64]) -> Bool {
        guard days.count == 7, periodSeconds == nil, core == nil, restWeekday == nil else { return false }
        return week == anchor.week.days.map(entry)
    }
}

extension Schedule {
    init(_ fields: FactFields) throws(FactRejection) {
        let (from, anchor) = (try fields.date("from"), try fields.date("anchor"))
        let days = try fields.value("days") { days in days.list { $0.integer(in: 0...86400) } }
        guard (1...56).contains(days.count) else { throw .badValue }
        self.init(
            name: try fields.text("name"), from: from, anchor: anchor, days: days,
            periodSeconds: try fields.optionalInteger("period_s", in: FactFields.naturals),
            core: try fields.optional("core", CoreTime.init), restWeekday: try fields.optionalInteger("rest_weekday", in: 1...7)
        )
    }

    var json: [String: JSONValue] {
        [
            "name": .string(name), "from": JSONValue(from), "anchor": JSONValue(anchor),
            "days": .array(days.map(JSONValue.integer)), "period_s": JSONValue(periodSeconds), "core": core?.json ?? .null,
            "rest_weekday": JSONValue(restWeekday),
        ]
    }
}

extension Schedule.CoreTime {
    /// Reads two times `HH:MM`, the first before the second.
    fileprivate init?(_ value: JSONValue) {
        guard let times = value.list({ $0.string.flatMap(OfficeSettings.timeOfDay) }), times.count == 2, times[0] < times[1]
        else { return nil }
        self.init(start: times[0], end: times[1])
    }

    fileprivate var json: JSONValue { .array([start, end].map { .string(WorkedTime.hoursAndMinutes($0)) }) }
}
