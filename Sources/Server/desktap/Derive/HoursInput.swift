import Attendance
import Hours
import JSON

/// The input of `desktap hours`: the days to list, facts and work. Unknown fields are ignored.
struct HoursInput {
    let from: CivilDate
    let to: CivilDate
    /// The last day that counts.
    let through: CivilDate
    let periods: PeriodCalendar
    /// The period to hand over; nil: none.
    let batch: PeriodName?
    /// They are checked later, one by one.
    let facts: [JSONValue]
    /// By user. One entry per day at most.
    let work: [String: [DayWork]]

    init(_ value: JSONValue) throws(InvalidInput) {
        let input = try InputFields(value, "The input")
        from = try input.date("from")
        to = try input.date("to")
        through = try input.date("through")
        guard from <= to else { throw InvalidInput(sentence: "to must not be before from.") }
        let firstDay = input.hasValue("period_day") ? try input.number("period_day", in: 1...28) : 1
        periods = PeriodCalendar(firstDay: firstDay) ?? .calendarMonths
        batch = input.hasValue("batch") ? try Self.period(input.values["batch"]) : nil
        facts = try input.array("facts")
        work = try Self.work(try input.array("work"))
    }

    private static func period(_ value: JSONValue?) throws(InvalidInput) -> PeriodName {
        guard case .string(let text) = value, let period = PeriodName(text: text) else {
            throw InvalidInput(sentence: "The input: batch must be a month, such as 2026-11.")
        }
        return period
    }

    private static func work(_ values: [JSONValue]) throws(InvalidInput) -> [String: [DayWork]] {
        var work: [String: [DayWork]] = [:]
        var dates: [String: Set<CivilDate>] = [:]
        for (index, value) in values.enumerated() {
            let fields = try InputFields(value, "work[\(index)]")
            guard let user = try fields.text("user"), !user.allSatisfy(\.isWhitespace) else {
                throw InvalidInput(sentence: "\(fields.place) needs user, who worked.")
            }
            let day = try day(fields)
            guard dates[user, default: []].insert(day.date).inserted else {
                throw InvalidInput(sentence: "\(fields.place) is the second entry for \(user) on \(day.date).")
            }
            work[user, default: []].append(day)
        }
        return work
    }

    /// The most seconds of an entry. Sums of them cannot overflow.
    private static let seconds: ClosedRange<Int64> = 0...1_000_000_000_000

    private static func day(_ fields: InputFields) throws(InvalidInput) -> DayWork {
        let date = try fields.date("date")
        let worked = try fields.number("worked_s", in: seconds)
        let night = fields.hasValue("night_s") ? try fields.number("night_s", in: seconds) : 0
        var stretches: [DayWork.Stretch] = []
        if fields.hasValue("stretches") {
            let intervals = try fields.array("stretches").map { stretch($0) }
            stretches = intervals.compactMap(\.self)
            guard stretches.count == intervals.count else {
                throw InvalidInput(
                    sentence: """
                        \(fields.place): stretches must be pairs of a start and an end, each with an offset, such as \
                        ["2026-11-21T09:00:00+09:00", "2026-11-21T12:00:00+09:00"].
                        """)
            }
        }
        return DayWork(date: date, worked: worked, night: night, stretches: stretches)
    }

    private static func stretch(_ value: JSONValue) -> DayWork.Stretch? {
        guard let ends = value.array?.map({ $0.string.flatMap { Instant.withOffset(rfc3339: $0) } }), ends.count == 2,
            let start = ends[0], let end = ends[1], start.instant <= end.instant
        else { return nil }
        return DayWork.Stretch(
            start: start.instant.seconds, end: end.instant.seconds, startOffset: start.offset, endOffset: end.offset)
    }
}
