import Attendance
import Hours
import Testing

/// What is recorded in the place of erased facts.
@Suite struct `Facts that stand for erased days` {
    private static let common = CommonFacts([
        Fact(
            id: "c1", seq: 1,
            content: .schedule(
                Schedule(
                    name: "full", from: day(-900), anchor: day(0), days: Array(repeating: 28_800, count: 7)))),
        Fact(id: "c2", seq: 2, content: .account(LeaveAccount(account: "leave", daySeconds: 28_800))),
        Fact(
            id: "c3", seq: 3,
            content: .kind(AbsenceKind(kind: "leave", from: day(-900), credit: .full, rank: 10, account: "leave"))),
        Fact(id: "c4", seq: 4, content: .terms(terms(.office("1"), from: day(-900), .own("full")))),
    ])

    /// Days from 1 April 2026, the first kept one.
    private static func day(_ number: Int64) -> CivilDate { CivilDate(daysSince1970: 20_544 + number) }

    private static func terms(
        _ scope: Terms.Scope, from: CivilDate, _ schedule: Terms.Setting<String?>, carry: CarryOver? = nil
    ) -> Terms {
        var terms = Terms(scope: scope, from: from)
        terms.schedule = schedule
        if let carry { terms.carry = .own(carry) }
        return terms
    }

    private func carry(_ contents: [Fact.Content], work: [DayWork] = []) -> CarriedFacts? {
        let facts = contents.enumerated().map { Fact(id: "f\($0)", seq: Int64($0), content: $1) }
        return CarriedFacts(facts, Self.common, work: work, until: Self.day(-1))
    }

    private let employment = Fact.Content.employment(Employment(user: "mia", from: day(-2), office: "1", team: "7"))

    @Test func `The employment in force and the balance are carried over`() throws {
        let carried = try #require(carry([employment], work: [DayWork(date: Self.day(-1), worked: 30_000)]))
        #expect(carried.erased == ["f0"])
        #expect(
            carried.added.map(\.content) == [
                .employment(Employment(user: "mia", from: Self.day(0), office: "1", team: "7")),
                .adjustment(Adjustment(user: "mia", date: Self.day(-1), seconds: 30_000 - 57_600, reason: .retention)),
            ])
        #expect(carried.added.map(\.origin) == ["f0", nil])
    }

    @Test func `Each field of a person's terms is carried over by itself, unless another value begins on the first kept day`()
        throws
    {
        let limit = CarryOver(months: [12])
        let carried = try #require(
            carry([
                employment, .terms(Self.terms(.person("mia"), from: Self.day(-9), .own(nil), carry: limit)),
                .terms(Self.terms(.person("mia"), from: Self.day(0), .own("full"))),
            ]))
        #expect(carried.erased == ["f0", "f1"])
        var terms = Terms(scope: .person("mia"), from: Self.day(0))
        terms.carry = .own(limit)
        #expect(carried.added.map(\.content).contains(.terms(terms)))
    }

    @Test func `A person who is not employed any more has a balance and grants, which then stay as they are`() throws {
        let grant = Grant(user: "mia", account: "leave", amount: 9000, from: Self.day(-9), expires: Self.day(300))
        let contents: [Fact.Content] = [
            employment, .employment(Employment(user: "mia", from: Self.day(-1), office: nil)), .grant(grant),
        ]
        let carried = try #require(carry(contents))
        let added = carried.added.map(\.content)
        #expect(added.map(\.type) == [.adjustment, .grant] && carried.erased.count == 3)
        let facts = added.enumerated().map { Fact(id: "\($0)", seq: Int64($0), content: $1) }
        #expect(CarriedFacts(facts, Self.common, work: [], until: Self.day(27)) == nil)
    }

    @Test func `Figures are erased with their whole period, voids with their targets, and later facts not at all`() throws {
        let march = PeriodFigures(user: "mia", period: PeriodName(year: 2026, month: 3), items: [:])
        let april = PeriodFigures(user: "mia", period: PeriodName(year: 2026, month: 4), items: [:])
        let carried = try #require(
            carry([
                employment, .close(march), .confirm(april),
                .adjustment(Adjustment(user: "mia", date: Self.day(-1), seconds: 60)), .void(target: "f3"),
                .adjustment(Adjustment(user: "mia", date: Self.day(0), seconds: 60)), .void(target: "f5"),
            ]))
        #expect(carried.erased == ["f0", "f1", "f3", "f4"])
    }

    @Test func `Without a fact of the erased days there is nothing to erase`() {
        #expect(carry([.employment(Employment(user: "mia", from: Self.day(0), office: "1"))]) == nil)
        #expect(carry([]) == nil)
    }

    /// The limit of the balance hides an hour that is worked less on the day before.
    @Test func `Changed work is adjusted on its day also below the limit of the balance`() throws {
        let limit = CarryOver(months: Array(1...12), maximum: 0)
        let facts = [
            Fact(id: "f0", seq: 0, content: .employment(Employment(user: "mia", from: Self.day(0), office: "1"))),
            Fact(id: "f1", seq: 1, content: .terms(Self.terms(.person("mia"), from: Self.day(0), .own("full"), carry: limit))),
        ]
        let (first, end) = (Self.day(28), Self.day(31))
        let work = [DayWork(date: first, worked: 36_000), DayWork(date: Self.day(29), worked: 3_000_000)]
        let before = PersonDays(of: PersonFacts(facts), Self.common, work: work, through: end, to: end)
        let differences = FigureDifferences(
            "mia", before: before, PersonFacts(facts), after: facts, Self.common, work: [work[1]], since: Self.day(-1))
        #expect(
            differences.added == [
                .adjustment(Adjustment(user: "mia", date: first, seconds: 36_000, reason: .retention))
            ])
    }

    @Test(
        arguments: [
            ([(-9, "1")], "1", -1), ([(-9, "1")], "2", nil), ([(-9, "1"), (-4, "2")], "1", -5),
            ([(-9, "1"), (-4, "2")], "2", -1),
            // Days without an employment are of the office before, and those before the first one of the first office.
            ([(-9, "1"), (-4, nil)], "1", -1), ([(-9, "1"), (-4, nil), (-2, "2")], "1", -3), ([(5, "1")], "1", -1),
            ([(5, "1")], "2", nil), ([(-9, nil), (5, "2")], "2", -1), ([], "1", -1), ([(-9, "1"), (0, "2")], "1", -1),
        ] as [([(Int64, String?)], String, Int64?)])
    func `An office keeps the days of its employments`(employments: [(Int64, String?)], office: String, last: Int64?) {
        let facts = employments.enumerated().map { number, employment in
            Fact(
                id: "\(number)", seq: Int64(number),
                content: .employment(Employment(user: "mia", from: Self.day(employment.0), office: employment.1)))
        }
        #expect(PersonFacts(facts).lastDay(keptBy: office, until: Self.day(-1)) == last.map { Self.day($0) })
    }
}
