import Attendance
import Hours
import TestServers

/// Random facts about Ada and about what applies to her, and her work in the first half of 2026.
struct RandomFacts {
    let person: PersonFacts
    let common: CommonFacts
    let work: [DayWork]
    let days = CivilDate(daysSince1970: 20_454)...CivilDate(daysSince1970: 20_634)
    var generator: SeededGenerator

    init(seed: UInt64) {
        var contents = RandomContents(seed: seed, days)
        contents.addCommon()
        let count = contents.all.count
        contents.addOwn()
        let facts = contents.all.enumerated().map { Fact(id: "\($0)", seq: Int64($0), content: $1) }
        common = CommonFacts(contents.withVoids(facts[..<count]))
        person = PersonFacts(contents.withVoids(facts[count...]))
        (generator, work) = (contents.generator, contents.work)
    }

    /// All days until `last`, derived at once.
    func whole(through: CivilDate, periods: PeriodCalendar) -> PersonDays {
        PersonDays(of: person, common, work: work, through: through, to: days.upperBound, periods: periods)
    }
}

private struct RandomContents {
    var generator: SeededGenerator
    let days: ClosedRange<CivilDate>
    var all: [Fact.Content] = []
    var work: [DayWork] = []

    init(seed: UInt64, _ days: ClosedRange<CivilDate>) { (generator, self.days) = (SeededGenerator(seed: seed), days) }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }

    private mutating func one<Value>(_ first: Value, _ others: Value...) -> Value {
        ([first] + others).randomElement(using: &generator) ?? first
    }

    private mutating func count(_ range: ClosedRange<Int>) -> Range<Int> { 0..<Int.random(in: range, using: &generator) }

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }

    private mutating func day() -> CivilDate { days.lowerBound.adding(days: number(0...180)) }

    /// Voids some of the facts.
    mutating func withVoids(_ facts: ArraySlice<Fact>) -> [Fact] {
        facts
            + facts.filter { _ in chance(0.08) }.map {
                Fact(id: "void \($0.id)", seq: 1000 + $0.seq, content: .void(target: $0.id))
            }
    }

    private mutating func terms(_ scope: Terms.Scope, from: CivilDate, share: Double) {
        var terms = Terms(scope: scope, from: from)
        if chance(share) { terms.schedule = one(.own("full"), .own("part"), .own("part"), .own(nil), .inherit) }
        if chance(share) { terms.calendars = one(.own(["public", "firm"]), .own(["firm"]), .inherit) }
        if chance(share) {
            let limit = number(0...7200)
            terms.carry = one(
                .own(CarryOver(months: [1, 2, 4, 6], minimum: -limit, maximum: limit)),
                .own(CarryOver(months: [3, 5], maximum: 1000)), .own(nil), .inherit)
        }
        all.append(.terms(terms))
    }

    mutating func addCommon() {
        let long = days.lowerBound.adding(days: -300)
        for name in ["full", "part"] {
            for from in [long] + count(0...2).map({ _ in day() }) {
                let seconds = count(1...14).map { _ in one(0, 1, 27_001, 28_800, 40_000 as Int64) }
                all.append(
                    .schedule(
                        Schedule(
                            name: name, from: from, anchor: day(), days: seconds.isEmpty ? [28_800] : seconds,
                            periodSeconds: chance(0.3) ? number(0...700_000) : nil)))
            }
        }
        all.append(.account(LeaveAccount(account: "leave", daySeconds: 28_800, hourSeconds: 3600)))
        for kind in ["leave", "sick", "lieu"] {
            for from in [long] + count(0...1).map({ _ in day() }) {
                all.append(
                    .kind(
                        AbsenceKind(
                            kind: kind, from: from, credit: one(.full, .fill, .none), rank: number(0...20),
                            account: one("leave", nil), isNeutral: chance(0.3))))
            }
        }
        for _ in count(0...12) {
            all.append(
                .holiday(
                    Holiday(
                        calendar: one("public", "firm"), date: day(), name: one("Holiday", "Day off", nil),
                        part: one(.full, .morning, .afternoon))))
        }
        for office in ["main", "quay"] { terms(.office(office), from: long, share: 0.9) }
        for _ in count(0...4) { terms(one(.office("main"), .office("quay"), .team("dev")), from: day(), share: 0.5) }
    }

    mutating func addOwn() {
        for number in count(1...4) {
            all.append(
                .employment(
                    Employment(
                        user: "ada", from: number == 0 && chance(0.6) ? days.lowerBound.adding(days: -20) : day(),
                        office: number == 0 ? "main" : one("main", "quay", nil), team: one("dev", nil))))
        }
        for _ in count(0...2) { terms(.person("ada"), from: day(), share: 0.5) }
        for _ in count(0...15) {
            let (from, length) = (day(), one(0, 0, 4, 30 as Int64))
            all.append(
                .absence(
                    Absence(
                        user: "ada", kind: one("leave", "sick", "lieu"), from: from, to: from.adding(days: length),
                        extent: one(.part(.full), .part(.morning), .part(.afternoon), .hours(number(1...30_000))))))
        }
        for _ in count(0...5) {
            all.append(.adjustment(Adjustment(user: "ada", date: day(), seconds: number(-9000...9000))))
        }
        for date in days.days where chance(0.6) {
            work.append(DayWork(date: date, worked: number(0...40_000), night: number(0...100)))
        }
    }
}
