import Attendance
import Hours
import TestServers

/// Random facts and work of Mia, who moves between two offices and a team, in the months around the turn of 2026.
struct RandomHours {
    static let first = CivilDate(daysSince1970: 20_362)  // 2025-10-01
    static let through = first.adding(days: 180)
    /// With planned days.
    static let last = through.adding(days: 40)

    private var generator: SeededGenerator
    private var seq: Int64 = 0
    private(set) var facts: [Fact] = []
    private(set) var common = CommonFacts([])
    private(set) var work: [DayWork] = []

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        addCommonFacts()
        addPersonFacts()
        for day in 0...180 where number(0...9) < 7 {
            work.append(
                DayWork(date: Self.first.adding(days: Int64(day)), worked: number(0...40_000), night: number(0...3600)))
        }
    }

    /// Two days of which the first is in the middle of the range, and both are over.
    mutating func erasedDays() -> (CivilDate, CivilDate) {
        let first = Self.first.adding(days: number(20...120))
        return (first, first.adding(days: number(1...40)))
    }

    /// Other work on some of the days after one.
    mutating func changedWork(after day: CivilDate) -> [DayWork] {
        work.map { work in
            work.date > day && number(0...9) == 0 ? DayWork(date: work.date, worked: number(0...30_000)) : work
        }
    }

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }

    private mutating func one<Value>(_ values: [Value]) -> Value { values[Int(number(0...Int64(values.count - 1)))] }

    private mutating func day(from: Int64 = -20, to: Int64 = 200) -> CivilDate {
        Self.first.adding(days: number(from...to))
    }

    private mutating func fact(_ content: Fact.Content) -> Fact {
        seq += 1
        return Fact(id: "\(seq)", seq: seq, content: content)
    }

    // MARK: Facts of all people

    private mutating func addCommonFacts() {
        let long = Self.first.adding(days: -2000)
        let week: [Int64] = [28_800, 28_800, 28_800, 28_800, 25_201, 0, 0]
        var contents: [Fact.Content] = [
            .schedule(Schedule(name: "full", from: long, anchor: Self.first, days: week)),
            .schedule(Schedule(name: "full", from: day(), anchor: Self.first, days: [14_400, 0, 21_600])),
            .schedule(Schedule(name: "fixed", from: long, anchor: Self.first, days: week, periodSeconds: 500_001)),
            .account(LeaveAccount(account: "leave", daySeconds: 28_800, hourSeconds: 3600)),
            .account(LeaveAccount(account: "extra", daySeconds: 20_000)),
        ]
        let kinds: [(String, AbsenceKind.Credit, Int64, String?)] = [
            ("vacation", .full, 10, "leave"), ("care", .full, 10, "leave"), ("sabbatical", .full, 10, "extra"),
            ("sick", .fill, 20, nil), ("lieu", .none, 10, nil),
        ]
        for (kind, credit, rank, account) in kinds {
            contents.append(.kind(AbsenceKind(kind: kind, from: long, credit: credit, rank: rank, account: account)))
        }
        contents.append(.kind(AbsenceKind(kind: "care", from: day(), credit: .full, rank: 20, account: "leave")))
        for _ in 0..<8 {
            contents.append(.holiday(Holiday(calendar: "public", date: day(), name: "Holiday", part: one(DayPart.allCases))))
        }
        for scope in [Terms.Scope.office("1"), .office("2"), .team("7")] {
            for from in [long, day()] { contents.append(.terms(terms(scope, from: from))) }
        }
        common = CommonFacts(contents.map { fact($0) })
    }

    private mutating func terms(_ scope: Terms.Scope, from: CivilDate) -> Terms {
        var terms = Terms(scope: scope, from: from)
        if number(0...2) > 0 { terms.schedule = one([.own("full"), .own("fixed"), .own(nil), .inherit]) }
        if number(0...2) > 0 { terms.calendars = one([.own(["public"]), .own([]), .inherit]) }
        if number(0...2) > 0 { terms.rules = one([.own([.jp]), .own([.jpFlex]), .own([.de]), .inherit]) }
        if number(0...2) == 0 {
            let months: [Int64] = one([Array(1...12), [12], [1, 3]])
            terms.carry = one([
                .own(CarryOver(months: months, minimum: -36_000, maximum: 36_000)), .own(CarryOver(months: months, maximum: 0)),
                .own(nil), .inherit,
            ])
        }
        return terms
    }

    // MARK: Facts of Mia

    private mutating func addPersonFacts() {
        var contents: [Fact.Content] = []
        for _ in 0...number(0...5) {
            let unit = one([("1", nil), ("1", "7"), ("2", nil), (nil, nil)] as [(String?, String?)])
            contents.append(.employment(Employment(user: "mia", from: day(to: 150), office: unit.0, team: unit.1)))
        }
        for _ in 0..<number(0...3) { contents.append(.terms(terms(.person("mia"), from: day()))) }
        for _ in 0..<number(0...8) {
            let from = day(from: -60)
            contents.append(
                .grant(
                    Grant(
                        user: "mia", account: one(["leave", "extra"]), amount: number(0...120_000), from: from,
                        expires: one([nil, from.adding(days: number(0...250))]), mustTakeHalves: one([0, 4, 10]))))
        }
        for _ in 0..<number(0...14) {
            let from = day()
            contents.append(
                .absence(
                    Absence(
                        user: "mia", kind: one(["vacation", "vacation", "care", "sabbatical", "sick", "lieu"]), from: from,
                        to: from.adding(days: one([0, 1, 6, 20, 60])),
                        extent: one([.part(.full), .part(.morning), .part(.afternoon), .hours(number(1...20_000))]))))
        }
        for _ in 0..<number(0...5) {
            contents.append(
                .adjustment(
                    Adjustment(
                        user: "mia", date: day(), seconds: number(-50_000...50_000), reason: one(Adjustment.Reason.allCases)))
            )
        }
        for _ in 0..<number(0...6) {
            let figures = PeriodFigures(
                user: "mia", period: PeriodCalendar.calendarMonths.period(of: day(to: 170)).name,
                items: ["worked_s": number(0...400_000), "balance_s": number(-9000...9000)])
            contents.append(one([.confirm(figures), .approve(figures), .close(figures)]))
        }
        facts = contents.shuffled(using: &generator).map { fact($0) }
        for target in facts where target.content.type.canBeVoided && number(0...9) == 0 {
            facts.append(fact(.void(target: target.id)))
        }
    }
}
