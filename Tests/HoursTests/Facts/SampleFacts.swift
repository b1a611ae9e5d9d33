import Hours
import JSON

/// A valid fact of each type with all its fields, in the form that ``Fact/json`` writes.
enum SampleFacts {
    static func fact(_ type: FactType, id: String = "1", seq: Int64 = 1) -> [String: JSONValue] {
        content(type).merging(["type": .string(type.rawValue), "id": .string(id), "seq": .integer(seq)]) { $1 }
    }

    /// - Parameter fields: replace those of the sample; nil removes one.
    static func fact(
        _ type: FactType, id: String = "1", seq: Int64 = 1, with fields: KeyValuePairs<String, JSONValue?>
    ) -> JSONValue {
        var fact = fact(type, id: id, seq: seq)
        for (name, value) in fields { fact[name] = value }
        return .object(fact)
    }

    private static func content(_ type: FactType) -> [String: JSONValue] {
        switch type {
        case .employment: ["user": "mia", "from": "2026-01-01", "office": "berlin", "team": "sales"]
        case .schedule:
            [
                "name": "full", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 0], "period_s": 158400,
                "core": ["10:00", "15:30"], "rest_weekday": 7,
            ]
        case .terms:
            [
                "scope": "team", "of": "sales", "from": "2026-01-01", "schedule": "full", "calendars": ["de", "be"],
                "rules": ["de", "jp-flex"], "carry": ["months": [3, 9], "min_s": -3600, "max_s": 72000],
            ]
        case .holiday: ["calendar": "de", "date": "2026-12-24", "name": "Christmas Eve", "part": "afternoon"]
        case .kind:
            ["kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10, "account": "leave", "neutral": true]
        case .account: ["account": "leave", "day_s": 28800, "hour_s": 3600]
        case .grant:
            [
                "user": "mia", "account": "leave", "amount_s": 576000, "from": "2026-01-01", "expires": "2027-03-31",
                "must_take_halves": 10, "must_take_by": "2026-12-30", "debt_s": 7200,
            ]
        case .absence:
            [
                "user": "mia", "kind": "leave", "from": "2026-03-02", "to": "2026-03-06", "part": "hours", "s": 7200,
            ]
        case .adjustment: ["user": "mia", "date": "2026-01-01", "s": -3600, "reason": "payout"]
        case .confirm, .approve, .close: ["user": "mia", "period": "2026-03", "items": ["days": 22, "balance_s": -3600]]
        case .void: ["target": "0"]
        }
    }
}
