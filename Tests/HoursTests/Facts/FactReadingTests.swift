import Attendance
import Hours
import JSON
import Testing

@Suite struct `Reading facts` {
    private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    @Test func `Every field of a fact is read`() throws {
        let (january, march) = (try Self.day("2026-01-01"), try Self.day("2026-03-02"))
        var terms = Terms(scope: .team("sales"), from: january)
        terms.schedule = .own("full")
        terms.calendars = .own(["de", "be"])
        terms.rules = .own([.de, .jpFlex])
        terms.carry = .own(CarryOver(months: [3, 9], minimum: -3600, maximum: 72000))
        let figures = PeriodFigures(
            user: "mia", period: PeriodName(year: 2026, month: 3), items: ["days": 22, "balance_s": -3600])
        let contents: [Fact.Content] = [
            .employment(Employment(user: "mia", from: january, office: "berlin", team: "sales")),
            .schedule(
                Schedule(
                    name: "full", from: january, anchor: try Self.day("2024-01-01"), days: [28800, 0], periodSeconds: 158400,
                    core: Schedule.CoreTime(start: 36000, end: 55800), restWeekday: 7)),
            .terms(terms),
            .holiday(
                Holiday(calendar: "de", date: try Self.day("2026-12-24"), name: "Christmas Eve", part: .afternoon)),
            .kind(AbsenceKind(kind: "leave", from: january, credit: .full, rank: 10, account: "leave", isNeutral: true)),
            .account(LeaveAccount(account: "leave", daySeconds: 28800, hourSeconds: 3600)),
            .grant(
                Grant(
                    user: "mia", account: "leave", amount: 576000, from: january, expires: try Self.day("2027-03-31"),
                    mustTakeHalves: 10, mustTakeBy: try Self.day("2026-12-30"), debt: 7200)),
            .absence(
                Absence(user: "mia", kind: "leave", from: march, to: try Self.day("2026-03-06"), extent: .hours(7200))),
            .adjustment(Adjustment(user: "mia", date: january, seconds: -3600, reason: .payout)),
            .confirm(figures), .approve(figures), .close(figures), .void(target: "0"),
        ]
        #expect(contents.map(\.type) == FactType.allCases)
        for content in contents {
            let json = JSONValue.object(SampleFacts.fact(content.type, id: "7", seq: 5))
            #expect(try Fact(reading: json) == Fact(id: "7", seq: 5, content: content))
        }
    }

    private static let defaults: [(FactType, String, JSONValue)] = [
        (.employment, "office", .null), (.employment, "team", .null), (.schedule, "period_s", .null),
        (.schedule, "core", .null), (.schedule, "rest_weekday", .null), (.holiday, "name", .null), (.holiday, "part", "full"),
        (.kind, "account", .null), (.kind, "neutral", false), (.account, "hour_s", 1), (.grant, "expires", .null),
        (.grant, "must_take_halves", 0), (.grant, "must_take_by", .null), (.grant, "debt_s", 0), (.absence, "part", "full"),
        (.adjustment, "reason", "correction"),
    ]

    @Test(arguments: defaults)
    func `A field that is missing or null has its default`(type: FactType, field: String, value: JSONValue) throws {
        let expected = try Fact(reading: SampleFacts.fact(type, with: [field: value]))
        #expect(try Fact(reading: SampleFacts.fact(type, with: [field: nil])) == expected)
        #expect(try Fact(reading: SampleFacts.fact(type, with: [field: .null])) == expected)
        #expect(try Fact(reading: SampleFacts.fact(type, with: [:])) != expected)
    }

    private static let limits: [(FactType, String, JSONValue)] = [
        (.employment, "from", "0000-01-01"), (.employment, "from", "9999-12-31"), (.employment, "from", "2024-02-29"),
        (.schedule, "days", [0]), (.schedule, "days", [86400]), (.schedule, "days", .array(Array(repeating: 1, count: 56))),
        (.schedule, "period_s", 0), (.schedule, "period_s", 1_000_000_000_000), (.schedule, "core", ["00:00", "23:59"]),
        (.schedule, "rest_weekday", 1), (.terms, "scope", "person"), (.terms, "scope", "office"), (.terms, "calendars", []),
        (.terms, "rules", []), (.terms, "rules", ["de", "eu", "uk", "jp", "jp-flex"]),
        (.terms, "carry", ["months": [1, 12]]), (.terms, "carry", ["months": [1], "min_s": 0, "max_s": 0]),
        (.terms, "carry", ["months": [1], "min_s": .null, "max_s": -1]), (.kind, "rank", .integer(.min)),
        (.kind, "rank", .integer(.max)), (.kind, "credit", "fill"), (.kind, "credit", "none"), (.account, "day_s", 2),
        (.account, "hour_s", 1), (.grant, "amount_s", 0), (.grant, "must_take_halves", 0), (.grant, "expires", "2026-01-01"),
        (.absence, "to", "2026-03-02"), (.absence, "s", 1), (.absence, "s", 86400), (.absence, "part", "morning"),
        (.adjustment, "s", 1_000_000_000_000), (.adjustment, "s", -1_000_000_000_000), (.adjustment, "reason", "opening"),
        (.adjustment, "reason", "transfer"), (.adjustment, "reason", "retention"), (.confirm, "items", [:]),
        (.confirm, "period", "0000-01"), (.void, "id", "no UUID"), (.void, "seq", -1), (.void, "comment", "Other field"),
    ]

    @Test(arguments: limits)
    func `Values at the ends of their range are accepted`(type: FactType, field: String, value: JSONValue) {
        #expect(throws: Never.self) { try Fact(reading: SampleFacts.fact(type, with: [field: value])) }
    }

    private static let settings: [(String, JSONValue?, @Sendable (Terms) -> Bool)] = [
        ("schedule", nil, { $0.schedule == nil }), ("schedule", "inherit", { $0.schedule == .inherit }),
        ("schedule", .null, { $0.schedule == .own(nil) }), ("calendars", nil, { $0.calendars == nil }),
        ("calendars", "inherit", { $0.calendars == .inherit }), ("calendars", [], { $0.calendars == .own([]) }),
        ("rules", nil, { $0.rules == nil }), ("rules", "inherit", { $0.rules == .inherit }),
        ("rules", [], { $0.rules == .own([]) }), ("carry", nil, { $0.carry == nil }),
        ("carry", "inherit", { $0.carry == .inherit }), ("carry", .null, { $0.carry == .own(nil) }),
    ]

    @Test func `Terms tell a field that is missing, inherited, empty or null apart`() throws {
        for (field, value, isExpected) in Self.settings {
            guard case .terms(let terms) = try Fact(reading: SampleFacts.fact(.terms, with: [field: value])).content else {
                Issue.record("No terms")
                continue
            }
            #expect(isExpected(terms), "\(field) \(String(describing: value))")
        }
    }

    @Test func `An absence that is not hourly needs no seconds`() throws {
        let json = SampleFacts.fact(.absence, with: ["part": "morning", "s": "no number"])
        guard case .absence(let absence) = try Fact(reading: json).content else {
            Issue.record("No absence")
            return
        }
        #expect(absence.extent == .part(.morning))
    }

    @Test(arguments: FactType.allCases)
    func `The JSON of a fact is read as the same fact`(type: FactType) throws {
        let sample = JSONValue.object(SampleFacts.fact(type))
        let fact = try Fact(reading: sample)
        #expect(fact.json == sample)
        #expect(try Fact.Content(reading: fact.content.json) == fact.content)
    }

    @Test(arguments: defaults)
    func `The JSON of a fact has the fields with their default`(type: FactType, field: String, value: JSONValue) throws {
        let fact = try Fact(reading: SampleFacts.fact(type, with: [field: nil]))
        #expect(fact.json[field] == value)
        #expect(try Fact(reading: fact.json) == fact)
    }

    @Test func `The JSON of terms has only the fields that the fact mentions`() throws {
        for (field, value, _) in Self.settings {
            let sample = SampleFacts.fact(.terms, with: [field: value])
            #expect(try Fact(reading: sample).json == sample)
        }
    }
}
