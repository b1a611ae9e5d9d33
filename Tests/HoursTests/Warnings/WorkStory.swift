import Attendance
import Hours
import Testing

/// Ada works in the office "main". Her terms name rules and, if a test needs it, a schedule.
struct WorkStory {
    /// Eight hours from Monday to Friday.
    static let weekdays: [Int64] = [28_800, 28_800, 28_800, 28_800, 28_800, 0, 0]

    var periods = PeriodCalendar.calendarMonths
    private(set) var facts: [Fact] = []
    private(set) var work: [DayWork] = []

    /// - Parameter from: the first day of the employment.
    init(
        _ rules: [RuleSet], from: String = "2026-01-01", days: [Int64]? = nil, core: Schedule.CoreTime? = nil,
        restWeekday: Int64? = nil
    ) throws {
        let date = try Self.date(from)
        record(.employment(Employment(user: "ada", from: date, office: "main")))
        try obey(rules, from: "2000-01-01")
        guard let days else { return }
        // 1 January 2024 is a Monday.
        record(
            .schedule(
                Schedule(
                    name: "plan", from: try Self.date("2000-01-01"), anchor: try Self.date("2024-01-01"), days: days,
                    core: core,
                    restWeekday: restWeekday)))
        var terms = Terms(scope: .person("ada"), from: try Self.date("2000-01-01"))
        terms.schedule = .own("plan")
        terms.calendars = .own(["local"])
        record(.terms(terms))
    }

    static func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text), "\(text)") }

    mutating func record(_ content: Fact.Content) {
        facts.append(Fact(id: "\(facts.count)", seq: Int64(facts.count), content: content))
    }

    mutating func obey(_ rules: [RuleSet], from: String) throws {
        var terms = Terms(scope: .person("ada"), from: try Self.date(from))
        terms.rules = .own(rules)
        record(.terms(terms))
    }

    mutating func leave(
        _ from: String, to: String? = nil, _ extent: Absence.Extent = .part(.full), kind: String = "leave",
        isNeutral: Bool = false
    ) throws {
        record(
            .kind(AbsenceKind(kind: kind, from: try Self.date("2000-01-01"), credit: .full, rank: 10, isNeutral: isNeutral)))
        record(
            .absence(
                Absence(user: "ada", kind: kind, from: try Self.date(from), to: try Self.date(to ?? from), extent: extent)))
    }

    mutating func holiday(_ date: String, _ part: DayPart = .full) throws {
        record(.holiday(Holiday(calendar: "local", date: try Self.date(date), name: "Feast", part: part)))
    }

    /// Work without known stretches.
    mutating func work(_ date: String, _ seconds: Int64) throws {
        work.append(DayWork(date: try Self.date(date), worked: seconds))
    }

    /// The same work on each of some weekdays, Monday = 1.
    mutating func work(from: String, to: String, weekdays: ClosedRange<Int64> = 1...7, _ seconds: Int64) throws {
        for date in (try Self.date(from)...Self.date(to)).days where weekdays.contains(date.daysAfterMonday + 1) {
            work.append(DayWork(date: date, worked: seconds))
        }
    }

    /// Work in stretches such as `22:00-26:00 26:30-30:00`: the hours go on after midnight.
    /// - Parameters:
    ///   - worked: the sum of the stretches, unless given.
    ///   - offset: of the local clock, in seconds east of UTC.
    mutating func work(_ date: String, _ stretches: String, worked: Int64? = nil, offset: Int64 = 3600) throws {
        let date = try Self.date(date)
        let midnight = date.daysSince1970 * 86_400 - offset
        let list = try stretches.split(separator: " ").map { text in
            let ends = try text.split(separator: "-").map(Self.seconds)
            try #require(ends.count == 2, "\(text)")
            return DayWork.Stretch(
                start: midnight + ends[0], end: midnight + ends[1], startOffset: offset, endOffset: offset)
        }
        let sum = list.reduce(0) { $0 + $1.end - $1.start }
        work.append(DayWork(date: date, worked: worked ?? sum, stretches: list))
    }

    /// The seconds of `HH:MM` or `HH:MM:SS`.
    static func seconds(_ text: some StringProtocol) throws -> Int64 {
        let parts = try text.split(separator: ":").map { try #require(Int64($0), "\(text)") }
        return zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    func days(to: String, through: String? = nil) throws -> PersonDays {
        PersonDays(
            of: PersonFacts(facts.filter { $0.user != nil }), CommonFacts(facts), work: work,
            through: try Self.date(through ?? to), to: try Self.date(to), periods: periods)
    }

    /// One text for each warning, such as `2026-03-02 de break_short 1200/1800`.
    func warnings(from: String = "2026-01-01", to: String, through: String? = nil) throws -> [String] {
        try days(to: to, through: through).warnings(from: Self.date(from), to: Self.date(to)).map(\.text)
    }
}

extension HoursWarning {
    var text: String { "\(date) \(rule.rawValue) \(code.rawValue) \(value)/\(limit)" }
}
