import Attendance
import JSON

/// Why the input of a command is invalid, as a sentence.
struct InvalidInput: Error {
    let sentence: String
}

/// The fields of a JSON object, read strictly.
struct InputFields {
    let values: [String: JSONValue]
    let place: String

    init(_ value: JSONValue, _ place: String) throws(InvalidInput) {
        guard case .object(let values) = value else { throw InvalidInput(sentence: "\(place) must be a JSON object.") }
        self.values = values
        self.place = place
    }

    /// Rejects unknown fields: a misspelt rule must not count as a missing one.
    func allow(_ names: Set<String>) throws(InvalidInput) {
        for name in values.keys.sorted() where !names.contains(name) {
            throw InvalidInput(sentence: "\(place) has no field '\(name)'.")
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    /// Whether the field is present, and not null.
    func hasValue(_ name: String) -> Bool { values[name].map { $0 != .null } ?? false }

    func text(_ name: String) throws(InvalidInput) -> String? {
        switch values[name] {
        case .string(let text): return text
        case nil, .null: return nil
        default: throw InvalidInput(sentence: "\(place): \(name) must be a string.")
        }
    }

    /// - Parameter range: by default up to about 3000 years in seconds: longer than any valid value, and safe from overflow.
    func number(_ name: String, in range: ClosedRange<Int64> = 0...100_000_000_000) throws(InvalidInput) -> Int64 {
        guard case .integer(let number) = values[name], range.contains(number) else {
            throw InvalidInput(
                sentence: "\(place): \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A date `YYYY-MM-DD`.
    func date(_ name: String) throws(InvalidInput) -> CivilDate {
        guard case .string(let text) = values[name], let date = CivilDate(text: text) else {
            throw InvalidInput(sentence: "\(place): \(name) must be a date, such as 2026-11-21.")
        }
        return date
    }

    func array(_ name: String) throws(InvalidInput) -> [JSONValue] {
        guard case .array(let values) = values[name] else {
            throw InvalidInput(sentence: "\(place): \(name) must be an array.")
        }
        return values
    }

    /// A number of seconds.
    func length(_ name: String) throws(InvalidInput) -> Duration { .seconds(try number(name)) }

    func lengthOrNull(_ name: String) throws(InvalidInput) -> Duration? { values[name] == .null ? nil : try length(name) }

    func flag(_ name: String) throws(InvalidInput) -> Bool {
        guard case .boolean(let flag) = values[name] else {
            throw InvalidInput(sentence: "\(place): \(name) must be true or false.")
        }
        return flag
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(InvalidInput) -> Choice {
        if case .string(let text) = values[name], let choice = Choice(rawValue: text) { return choice }
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw InvalidInput(sentence: "\(place): \(name) must be one of \(choices).")
    }
}
