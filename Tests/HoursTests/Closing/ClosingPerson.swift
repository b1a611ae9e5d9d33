import Attendance
import Hours
import Testing

/// Dana, with a schedule of her own in the office Main. Facts are numbered in the order in which they are added.
struct ClosingPerson {
    private(set) var facts: [Fact] = []
    private(set) var work: [CivilDate: Int64] = [:]
    var calendar = PeriodCalendar.calendarMonths

    /// Eight hours from Monday to Friday.
    static let fullTime: [Int64] = [28_800, 28_800, 28_800, 28_800, 28_800, 0, 0]
    /// Four hours from Monday to Friday.
    static let halfTime: [Int64] = [14_400, 14_400, 14_400, 14_400, 14_400, 0, 0]

    static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    static func name(_ text: String) throws -> PeriodName { try #require(PeriodName(text: text)) }

    init(from: String = "2026-01-01", _ days: [Int64] = fullTime, fixed: Int64? = nil) throws {
        try employ(from: from)
        try schedule(from: "2000-01-01", days, fixed: fixed)
        var terms = Terms(scope: .person("dana"), from: try Self.day("2000-01-01"))
        terms.schedule = .own("own")
        add(.terms(terms))
        for (kind, credit) in [("leave", .full), ("sick", .fill), ("lieu", .none)] as [(String, AbsenceKind.Credit)] {
            try self.kind(kind, credit)
        }
    }

    /// Dana in March 2026: 20 days of 8 hours and two days of leave.
    static func march() throws -> ClosingPerson {
        var dana = try ClosingPerson(from: "2026-03-01")
        for date in try (day("2026-03-02")...day("2026-03-27")).days where date.daysAfterMonday < 5 { dana.work[date] = 28_800 }
        try dana.absence("leave", "2026-03-30", "2026-03-31")
        return dana
    }

    /// - Returns: the id of the fact.
    @discardableResult mutating func add(_ content: Fact.Content) -> String {
        let seq = Int64(facts.count) + 1
        facts.append(Fact(id: "fact \(seq)", seq: seq, content: content))
        return "fact \(seq)"
    }

    mutating func employ(from: String, office: String? = "main") throws {
        add(.employment(Employment(user: "dana", from: try Self.day(from), office: office)))
    }

    mutating func schedule(from: String, _ days: [Int64], fixed: Int64? = nil) throws {
        let (from, monday) = (try Self.day(from), try Self.day("2026-03-02"))
        add(.schedule(Schedule(name: "own", from: from, anchor: monday, days: days, periodSeconds: fixed)))
    }

    mutating func carry(_ months: [Int64], min: Int64? = nil, max: Int64? = nil) throws {
        var terms = Terms(scope: .person("dana"), from: try Self.day("2000-01-01"))
        terms.carry = .own(CarryOver(months: months, minimum: min, maximum: max))
        add(.terms(terms))
    }

    mutating func kind(_ kind: String, _ credit: AbsenceKind.Credit) throws {
        add(.kind(AbsenceKind(kind: kind, from: try Self.day("2000-01-01"), credit: credit, rank: 0)))
    }

    @discardableResult mutating func absence(
        _ kind: String, _ from: String, _ to: String, _ extent: Absence.Extent = .part(.full)
    ) throws -> String {
        let (from, to) = (try Self.day(from), try Self.day(to))
        return add(.absence(Absence(user: "dana", kind: kind, from: from, to: to, extent: extent)))
    }

    @discardableResult mutating func adjust(
        _ date: String, _ seconds: Int64, _ reason: Adjustment.Reason = .correction
    ) throws -> String {
        add(.adjustment(Adjustment(user: "dana", date: try Self.day(date), seconds: seconds, reason: reason)))
    }

    /// Adds to the work of a day.
    mutating func work(_ date: String, _ seconds: Int64) throws { work[try Self.day(date), default: 0] += seconds }

    mutating func close(_ period: String, _ items: Items) throws {
        add(.close(PeriodFigures(user: "dana", period: try Self.name(period), items: items)))
    }

    /// Records what a batch handed over.
    mutating func close(_ lines: [HandOverLine]) throws {
        for (period, lines) in Dictionary(grouping: lines, by: \.period) {
            let items = Dictionary(uniqueKeysWithValues: lines.map { ($0.item, $0.value) })
            add(.close(PeriodFigures(user: "dana", period: period, items: items)))
        }
    }

    func days(through: String, to: String) throws -> PersonDays {
        PersonDays(
            of: PersonFacts(facts), CommonFacts(facts), work: work.map { DayWork(date: $0.key, worked: $0.value) },
            through: try Self.day(through), to: try Self.day(to), periods: calendar)
    }

    func periods(from: String, to: String, through: String) throws -> [PeriodHours] {
        try days(through: through, to: to).periods(PersonFacts(facts), from: Self.day(from), to: Self.day(to))
    }

    /// - Parameter through: nil: the whole period counts.
    func period(_ name: String, through: String? = nil) throws -> PeriodHours {
        let last = calendar.period(try Self.name(name)).last.description
        return try #require(periods(from: last, to: last, through: through ?? last).first)
    }

    func weeks(from: String, to: String, through: String) throws -> [WeekHours] {
        try days(through: through, to: to).weeks(from: Self.day(from), to: Self.day(to))
    }

    /// All days until `to` count.
    func handOver(_ period: String, to: String) throws -> [HandOverLine] {
        try days(through: to, to: to).handOver(PersonFacts(facts), Self.name(period), to: Self.day(to))
    }
}
