import Hours
import JSON
import Testing

@Suite struct `Refused facts` {
    private static let dates: [(FactType, String, JSONValue?)] = [
        (.employment, "from", nil), (.employment, "from", .null), (.employment, "from", 20_260_101),
        (.employment, "from", ""), (.employment, "from", "2026-1-1"), (.employment, "from", "2026-02-29"),
        (.employment, "from", "2026-13-01"), (.employment, "from", "20260101"), (.employment, "from", " 2026-01-01"),
        (.employment, "from", "2026-01-01T00:00:00Z"), (.employment, "from", "-001-01-01"),
        (.employment, "from", "２０２６-01-01"), (.schedule, "from", nil), (.schedule, "anchor", nil),
        (.schedule, "anchor", "2024-00-01"), (.terms, "from", nil), (.holiday, "date", nil), (.holiday, "date", "24.12.2026"),
        (.kind, "from", nil), (.grant, "from", nil), (.grant, "expires", "never"), (.grant, "expires", false),
        (.grant, "expires", "2025-12-31"), (.grant, "must_take_by", "2025-12-31"), (.absence, "from", nil),
        (.absence, "to", nil), (.absence, "to", "2026-03-01"),
        (.adjustment, "date", nil), (.confirm, "period", nil), (.confirm, "period", .null), (.confirm, "period", 202603),
        (.confirm, "period", "2026-3"), (.confirm, "period", "2026-00"), (.approve, "period", "2026-13"),
        (.close, "period", "2026-03-01"),
    ]

    @Test(arguments: dates)
    func `A date that is missing, malformed or before the first day is bad_date`(
        type: FactType, field: String, value: JSONValue?
    ) {
        #expect(throws: FactRejection.badDate) { try Fact(reading: SampleFacts.fact(type, with: [field: value])) }
    }

    private static let texts: [(FactType, String)] = [
        (.employment, "user"), (.schedule, "name"), (.terms, "of"), (.holiday, "calendar"), (.kind, "kind"),
        (.account, "account"), (.grant, "user"), (.grant, "account"), (.absence, "user"), (.absence, "kind"),
        (.adjustment, "user"), (.confirm, "user"), (.approve, "user"), (.close, "user"), (.void, "target"),
        // Read in the same way.
        (.void, "id"), (.terms, "scope"), (.kind, "credit"),
    ]

    @Test(arguments: texts, [nil, .null, "", " ", "\t\u{3000}\u{A0}\n", 5, true, ["mia"], ["name": "mia"]] as [JSONValue?])
    func `A name that is missing, blank or no text is bad_value`(field: (FactType, String), value: JSONValue?) {
        #expect(throws: FactRejection.badValue) { try Fact(reading: SampleFacts.fact(field.0, with: [field.1: value])) }
    }

    @Test(
        arguments: [
            (.employment, "office"), (.employment, "team"), (.holiday, "name"), (.kind, "account"), (.terms, "schedule"),
        ]
            as [(FactType, String)], ["", " ", 5, false, []] as [JSONValue])
    func `An optional name that is blank or no text is bad_value`(field: (FactType, String), value: JSONValue) {
        #expect(throws: FactRejection.badValue) { try Fact(reading: SampleFacts.fact(field.0, with: [field.1: value])) }
    }

    private static let integers: [(FactType, String)] = [
        (.schedule, "period_s"), (.schedule, "rest_weekday"), (.kind, "rank"), (.account, "day_s"), (.account, "hour_s"),
        (.grant, "amount_s"), (.grant, "must_take_halves"), (.grant, "debt_s"), (.absence, "s"), (.adjustment, "s"),
        (.void, "seq"),
    ]

    @Test(arguments: integers, ["1", .number(1.5), .number(1e20), true, [1], [:]] as [JSONValue])
    func `A number that is no integer is bad_value`(field: (FactType, String), value: JSONValue) {
        #expect(throws: FactRejection.badValue) { try Fact(reading: SampleFacts.fact(field.0, with: [field.1: value])) }
    }

    private static let ranges: [(FactType, String, JSONValue?)] = [
        (.schedule, "period_s", -1), (.schedule, "period_s", 1_000_000_000_001), (.schedule, "rest_weekday", 0),
        (.schedule, "rest_weekday", 8), (.kind, "rank", nil), (.account, "day_s", nil), (.account, "day_s", 0),
        (.account, "day_s", 3), (.account, "day_s", -2), (.account, "day_s", 1_000_000_000_002), (.account, "hour_s", 0),
        (.grant, "amount_s", nil), (.grant, "amount_s", -1), (.grant, "must_take_halves", -1), (.grant, "debt_s", -1),
        (.absence, "s", nil),
        (.absence, "s", 0), (.absence, "s", 86401), (.adjustment, "s", nil), (.adjustment, "s", 1_000_000_000_001),
        (.adjustment, "s", -1_000_000_000_001), (.adjustment, "s", .integer(.min)), (.void, "seq", nil), (.void, "seq", .null),
        (.void, "seq", 1_000_000_000_001),
    ]

    @Test(arguments: ranges)
    func `An integer that is missing or out of range is bad_value`(type: FactType, field: String, value: JSONValue?) {
        #expect(throws: FactRejection.badValue) { try Fact(reading: SampleFacts.fact(type, with: [field: value])) }
    }

    private static let values: [(FactType, String, JSONValue?)] = [
        (.schedule, "days", nil), (.schedule, "days", []), (.schedule, "days", 28800), (.schedule, "days", [-1]),
        (.schedule, "days", [86401]), (.schedule, "days", ["28800"]), (.schedule, "days", [28800, .null]),
        (.schedule, "days", .array(Array(repeating: 0, count: 57))), (.schedule, "core", []), (.schedule, "core", ["10:00"]),
        (.schedule, "core", ["10:00", "10:00"]), (.schedule, "core", ["15:00", "10:00"]),
        (.schedule, "core", ["10:00", "12:00", "15:00"]), (.schedule, "core", ["9:00", "15:00"]),
        (.schedule, "core", ["10:00", "24:00"]), (.schedule, "core", ["10:00:00", "15:00"]),
        (.schedule, "core", [36000, 54000]),
        (.schedule, "core", "10:00"), (.terms, "scope", "company"), (.terms, "scope", "Person"),
        (.terms, "calendars", .null), (.terms, "calendars", "de"), (.terms, "calendars", [" "]), (.terms, "calendars", [1]),
        (.terms, "rules", .null), (.terms, "rules", "de"), (.terms, "rules", ["fr"]), (.terms, "rules", ["DE"]),
        (.terms, "rules", [.null]), (.terms, "carry", "none"), (.terms, "carry", []), (.terms, "carry", [:]),
        (.terms, "carry", ["months": 3]), (.terms, "carry", ["months": [0]]), (.terms, "carry", ["months": [13]]),
        (.terms, "carry", ["months": ["3"]]), (.terms, "carry", ["months": [3], "min_s": 1, "max_s": 0]),
        (.terms, "carry", ["months": [3], "min_s": "0"]), (.terms, "carry", ["months": [3], "max_s": .number(0.5)]),
        (.holiday, "part", "hours"), (.holiday, "part", "night"), (.holiday, "part", 1), (.kind, "credit", "half"),
        (.kind, "neutral", "yes"), (.kind, "neutral", 0), (.absence, "part", "half"), (.absence, "part", ""),
        (.absence, "part", false), (.adjustment, "reason", "gift"), (.adjustment, "reason", 1), (.confirm, "items", nil),
        (.confirm, "items", .null), (.confirm, "items", []), (.confirm, "items", ["days": "22"]),
        (.approve, "items", ["days": .null]), (.close, "items", ["days": 1, "worked_s": .number(0.5)]),
        (.close, "items", ["worked_s": 1_000_000_000_001]),
    ]

    @Test(arguments: values)
    func `A value that its field does not allow is bad_value`(type: FactType, field: String, value: JSONValue?) {
        #expect(throws: FactRejection.badValue) { try Fact(reading: SampleFacts.fact(type, with: [field: value])) }
    }

    @Test(arguments: [nil, .null, "", "Employment", "payment", 1] as [JSONValue?])
    func `A type that is missing or unknown is bad_type`(type: JSONValue?) {
        #expect(throws: FactRejection.badType) { try Fact(reading: SampleFacts.fact(.employment, with: ["type": type])) }
    }

    @Test(arguments: [.null, true, 1, "employment", []] as [JSONValue])
    func `A fact that is no object is bad_value`(value: JSONValue) {
        #expect(throws: FactRejection.badValue) { try Fact(reading: value) }
    }

    @Test func `The type counts before dates, and all dates before all values`() {
        let orders: [(JSONValue, FactRejection)] = [
            (SampleFacts.fact(.employment, with: ["type": "payment", "from": nil, "user": nil, "id": nil]), .badType),
            (SampleFacts.fact(.employment, with: ["from": nil, "user": nil, "id": nil, "seq": nil]), .badDate),
            (SampleFacts.fact(.schedule, with: ["name": nil, "days": nil, "anchor": nil]), .badDate),
            (SampleFacts.fact(.terms, with: ["scope": nil, "rules": .null, "from": "today"]), .badDate),
            (SampleFacts.fact(.holiday, with: ["calendar": nil, "part": "night", "date": nil]), .badDate),
            (SampleFacts.fact(.kind, with: ["kind": nil, "credit": nil, "from": nil]), .badDate),
            (SampleFacts.fact(.grant, with: ["user": nil, "amount_s": -1, "expires": "2025-12-31"]), .badDate),
            (SampleFacts.fact(.absence, with: ["user": nil, "part": "night", "to": "2026-03-01"]), .badDate),
            (SampleFacts.fact(.adjustment, with: ["user": nil, "s": nil, "date": nil]), .badDate),
            (SampleFacts.fact(.close, with: ["user": nil, "items": nil, "period": nil]), .badDate),
        ]
        for (fact, reason) in orders { #expect(throws: reason) { try Fact(reading: fact) } }
    }
}
