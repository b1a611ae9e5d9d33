import JSON

/// Compares an answer of the command with what a case expects.
///
/// A row is named by its user (unless u1) and its day, week, period or account. What is expected of it is a text of names and
/// values, `target 28800 state open`, where `_s` may be left out. A list has the row's text first, then texts for all of its
/// absences or grants. An object has it as `is`, beside texts for `items` (some), `handed` and `delta` (all).
extension HoursCase {
    /// What names a row of each list.
    static let names = [
        "days": ["user", "date"], "weeks": ["user", "week"], "periods": ["user", "period"], "accounts": ["user", "account"],
        "obligations": ["user", "account", "grant"], "rejected": ["id", "reason"],
        "warnings": ["user", "date", "rule", "code", "value_s", "limit_s"], "batch": ["user", "period", "item", "value"],
    ]

    func differences(from answer: JSONValue) -> [String] {
        var differences: [String] = []
        for (list, names) in Self.names.sorted(by: { $0.key < $1.key }) {
            let rows = answer[list]?.array ?? []
            let keys = rows.map { Self.key($0, names) }
            let whole = expected["listed"]?[list] ?? (expected[list]?.array == nil ? nil : expected[list])
            if let whole = (whole ?? (list == "rejected" ? [] : nil))?.array {
                let wanted = whole.map { Self.expandWords($0.string ?? "") }
                if wanted != keys { differences.append("\(list) is \(keys), not \(wanted)") }
            }
            for (name, wanted) in (expected[list]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                let name = Self.expandWords(name)
                guard let index = keys.firstIndex(of: name) else {
                    differences.append("\(list) has no \(name)")
                    continue
                }
                differences += Self.differences(rows[index], wanted).map { "\(list), \(name): \($0)" }
            }
        }
        return differences
    }

    private static func expandWords(_ text: String) -> String {
        text.split(separator: " ").map { expand($0) }.joined(separator: " ")
    }

    /// The names of a row in one text, without the user u1.
    private static func key(_ row: JSONValue, _ names: [String]) -> String {
        let words = names.compactMap { row[$0].map(text) }
        return (words.first == "u1" && names.first == "user" ? words.dropFirst() : words[...]).joined(separator: " ")
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        default: "\(value)"
        }
    }

    private static func differences(_ row: JSONValue, _ wanted: JSONValue) -> [String] {
        switch wanted {
        case .string(let text): differences(row, text)
        case .array(let texts): differences(row, texts.compactMap(\.string))
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { name, text in
                let part = name == "is" ? row : row[name] ?? .null
                return differences(
                    part, text.string ?? "", missing: name == "items" ? "0" : nil, isWhole: name == "handed" || name == "delta"
                )
                .map { "\(name): \($0)" }
            }
        default: ["\(wanted) is no expectation"]
        }
    }

    private static func differences(_ row: JSONValue, _ texts: [String]) -> [String] {
        let parts = row["absences"]?.array ?? row["grants"]?.array ?? []
        guard parts.count == texts.count - 1 else { return ["\(parts) instead of \(texts.dropFirst())"] }
        return zip([row] + parts, texts).flatMap { differences($0, $1) }
    }

    /// - Parameter isWhole: whether the text names all members.
    private static func differences(
        _ row: JSONValue, _ wanted: String, missing: String? = nil, isWhole: Bool = false
    ) -> [String] {
        let words = wanted.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], expand(words[$0 + 1])) }
        let count = row.object?.count ?? 0
        let whole = isWhole && count != pairs.count ? ["has \(count) entries, not \(pairs.count): \(row)"] : []
        return whole
            + pairs.compactMap { name, value in
                let found = (row[name] ?? row[name + "_s"]).map(text) ?? missing
                return found == value ? nil : "\(name) is \(found ?? "missing"), not \(value)"
            }
    }
}
