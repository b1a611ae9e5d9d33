import Attendance
import JSON
import Testing

/// A case of hours: an input of the command, and what matters of its answer.
///
/// `03-02` is that date in 2026, and `days` is the range `03-02..03-06` or one day. `through` is its last day by default. Facts
/// are objects; what they leave out is:
/// - `seq`: the position, `id`: `f` and the position, `user`: u1
/// - `from`: the first day of the case (schedules, kinds: 2020-01-01), `to` of an absence: its `from`
/// - `office`: main, terms: the office main, `calendar`: cal, `anchor`: Monday, 2024-01-01, kinds: credit full, rank 10, not neutral.
///
/// Work is a line `u2 03-02 30600 n3600 08:30-12:00 12:20-17:20`: user (default u1), day or `03-02..03-06` without weekends,
/// seconds (default: the sum of the stretches), seconds at night, stretches at UTC+1. A stretch that begins before the end of the
/// one before, or ends before it begins, passes midnight.
struct HoursCase {
    let sentence: String
    let input: JSONValue
    let expected: JSONValue

    init(_ source: JSONValue, common: [String: JSONValue]) throws {
        let sentence = try #require(source["case"]?.string)
        self.sentence = sentence
        expected = try #require(source["expect"], "\(sentence)")
        let names = Set(Self.names.keys)
        for name in Set(expected.object?.keys ?? [:].keys).union(expected["listed"]?.object?.keys ?? [:].keys) {
            try #require(name == "listed" || names.contains(name), "\(sentence): \(name)")
        }
        let range = try Self.range(#require(source["days"]?.string, "\(sentence)"))
        let building = try (source["with"]?.array ?? []).flatMap { name in
            try #require(common[name.string ?? ""]?.array, "\(sentence): \(name)")
        }
        let facts = building + (source["facts"]?.array ?? [])
        var input: [String: JSONValue] = [
            "from": .string("\(range.lowerBound)"), "to": .string("\(range.upperBound)"),
            "through": Self.expand(source["through"] ?? .string("\(range.upperBound)")),
            "facts": .array(facts.enumerated().map { Self.fact($1, position: $0 + 1, first: range.lowerBound) }),
            "work": .array(try (source["work"]?.array ?? []).flatMap { try Self.work(#require($0.string)) }),
        ]
        for name in ["period_day", "batch"] { input[name] = source[name] }
        self.input = .object(input)
    }

    /// Adds the year to a date without one, in all texts of a value.
    private static func expand(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(expand(text))
        case .array(let values): .array(values.map(expand))
        case .object(let members): .object(members.mapValues(expand))
        default: value
        }
    }

    static func expand(_ word: some StringProtocol) -> String {
        Substring(word).wholeMatch(of: /\d\d-\d\d/) == nil ? String(word) : "2026-\(word)"
    }

    private static func range(_ text: some StringProtocol) throws -> ClosedRange<CivilDate> {
        let ends = try text.split(separator: "..").map { try #require(CivilDate(text: expand($0)), "\(text)") }
        let (first, last) = (try #require(ends.first), try #require(ends.last))
        try #require(first <= last, "\(text)")
        return first...last
    }

    private static func fact(_ source: JSONValue, position: Int, first: CivilDate) -> JSONValue {
        guard case .object(let own) = expand(source) else { return source }
        var fact: [String: JSONValue] = ["seq": .integer(Int64(position)), "id": .string("f\(position)")]
        let first = JSONValue.string("\(first)")
        switch own["type"]?.string {
        case "employment": fact.merge(["user": "u1", "from": first, "office": "main"]) { $1 }
        case "schedule": fact.merge(["from": "2020-01-01", "anchor": "2024-01-01"]) { $1 }
        case "terms": fact.merge(["scope": "office", "of": "main", "from": first]) { $1 }
        case "holiday": fact["calendar"] = "cal"
        case "kind": fact.merge(["from": "2020-01-01", "credit": "full", "rank": 10, "neutral": false]) { $1 }
        case "grant": fact.merge(["user": "u1", "from": first]) { $1 }
        case "absence": fact.merge(["user": "u1", "from": first, "to": own["from"] ?? first]) { $1 }
        case "adjustment", "confirm", "approve", "close": fact["user"] = "u1"
        default: break
        }
        return .object(fact.merging(own) { $1 })
    }

    private static func work(_ line: String) throws -> [JSONValue] {
        var words = line.split(separator: " ")[...]
        let user = words.first?.hasPrefix("u") == true ? String(words.removeFirst()) : "u1"
        let day = words.removeFirst()
        var entry: [String: JSONValue] = ["user": .string(user)]
        let stretches = words.filter { $0.contains(":") }
        for word in words where !word.contains(":") {
            let isNight = word.hasPrefix("n")
            entry[isNight ? "night_s" : "worked_s"] = .integer(
                try #require(Int64(isNight ? word.dropFirst() : word), "\(line)"))
        }
        let days = try range(day)
        return try days.lowerBound.daysSince1970 == days.upperBound.daysSince1970
            ? [work(on: days.lowerBound, stretches: stretches, entry)]
            : (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).map(CivilDate.init(daysSince1970:))
                .filter { $0.daysAfterMonday < 5 }.map { try work(on: $0, stretches: stretches, entry) }
    }

    private static func work(
        on date: CivilDate, stretches: [Substring], _ entry: [String: JSONValue]
    ) throws -> JSONValue {
        var entry = entry
        entry["date"] = .string("\(date)")
        var (end, sum): (Int64, Int64) = (0, 0)
        var list: [JSONValue] = []
        for stretch in stretches {
            let minutes = try stretch.split(separator: "-").map { time in
                let parts = try time.split(separator: ":").map { try #require(Int64($0), "\(stretch)") }
                return parts[0] * 60 + parts[1]
            }
            let start = minutes[0] < end ? minutes[0] + 1440 * ((end - minutes[0] + 1439) / 1440) : minutes[0]
            end = minutes[1] < start ? minutes[1] + 1440 * ((start - minutes[1] + 1439) / 1440) : minutes[1]
            sum += end - start
            list.append(.array([start, end].map { .string(instant(date, minutes: $0)) }))
        }
        if !list.isEmpty {
            entry["stretches"] = .array(list)
            entry["worked_s"] = entry["worked_s"] ?? .integer(sum * 60)
        }
        return .object(entry)
    }

    private static func instant(_ date: CivilDate, minutes: Int64) -> String {
        let time = [minutes / 60 % 24, minutes % 60, 0].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(date.adding(days: minutes / 1440))T\(time)+01:00"
    }
}
