import JSON

extension Terms {
    /// Ends a scope's own value.
    static let inherit = JSONValue.string("inherit")

    init(_ fields: FactFields) throws(FactRejection) {
        let from = try fields.date("from")
        self.init(scope: try Scope(fields), from: from)
        schedule = try fields.setting("schedule") { $0.nullable(\.nonBlankText) }
        calendars = try fields.setting("calendars") { $0.list(\.nonBlankText) }
        rules = try fields.setting("rules") { rules in rules.list { $0.string.flatMap(RuleSet.init) } }
        carry = try fields.setting("carry") { $0.nullable(CarryOver.init) }
    }

    var json: [String: JSONValue] {
        var json = scope.json
        json["from"] = JSONValue(from)
        json["schedule"] = schedule?.json { JSONValue($0) }
        json["calendars"] = calendars?.json { .array($0.map(JSONValue.string)) }
        json["rules"] = rules?.json { .array($0.map { .string($0.rawValue) }) }
        json["carry"] = carry?.json { $0?.json ?? .null }
        return json
    }
}

extension Terms.Setting {
    fileprivate func json(_ write: (Value) -> JSONValue) -> JSONValue {
        switch self {
        case .inherit: Terms.inherit
        case .own(let value): write(value)
        }
    }
}

extension Terms.Scope {
    private enum Level: String {
        case person, team, office
    }

    fileprivate init(_ fields: FactFields) throws(FactRejection) {
        let name = try fields.text("of")
        switch try fields.word("scope") as Level {
        case .person: self = .person(name)
        case .team: self = .team(name)
        case .office: self = .office(name)
        }
    }

    fileprivate var json: [String: JSONValue] {
        let (level, name): (Level, String) =
            switch self {
            case .person(let user): (.person, user)
            case .team(let team): (.team, team)
            case .office(let office): (.office, office)
            }
        return ["scope": .string(level.rawValue), "of": .string(name)]
    }
}

extension CarryOver {
    fileprivate init?(_ value: JSONValue) {
        guard let members = value.object, let carry = try? CarryOver(FactFields(members)) else { return nil }
        self = carry
    }

    private init(_ fields: FactFields) throws(FactRejection) {
        self.init(
            months: try fields.value("months") { months in months.list { $0.integer(in: 1...12) } },
            minimum: try fields.optionalInteger("min_s"), maximum: try fields.optionalInteger("max_s"))
        if let minimum, let maximum, minimum > maximum { throw .badValue }
    }

    fileprivate var json: JSONValue {
        [
            "months": .array(months.map(JSONValue.integer)), "min_s": JSONValue(minimum), "max_s": JSONValue(maximum),
        ]
    }
}
