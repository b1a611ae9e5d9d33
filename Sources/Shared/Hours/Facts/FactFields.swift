import Attendance
import JSON

/// The fields of a fact in JSON. A field that is null counts as missing, except in ``setting(_:_:)``.
///
/// A fact's dates are read before its values, because ``FactRejection/badDate`` counts before ``FactRejection/badValue``.
struct FactFields {
    private let members: [String: JSONValue]

    /// No sum of nine million numbers within this range overflows.
    static let integers: ClosedRange<Int64> = -1_000_000_000_000...1_000_000_000_000
    static let naturals: ClosedRange<Int64> = 0...integers.upperBound

    init(_ members: [String: JSONValue]) { self.members = members }

    private subscript(name: String) -> JSONValue? {
        if let value = members[name], value != .null { value } else { nil }
    }

    func date(_ name: String) throws(FactRejection) -> CivilDate {
        guard let date = try optionalDate(name) else { throw .badDate }
        return date
    }

    /// nil: missing.
    func optionalDate(_ name: String) throws(FactRejection) -> CivilDate? {
        guard let value = self[name] else { return nil }
        guard let date = value.string.flatMap({ CivilDate(text: $0) }) else { throw .badDate }
        return date
    }

    func period(_ name: String) throws(FactRejection) -> PeriodName {
        guard let period = self[name]?.string.flatMap({ PeriodName(text: $0) }) else { throw .badDate }
        return period
    }

    /// A text that is not blank.
    func text(_ name: String) throws(FactRejection) -> String { try required(optionalText(name)) }

    func optionalText(_ name: String) throws(FactRejection) -> String? { try optional(name) { $0.nonBlankText } }

    func integer(_ name: String, in range: ClosedRange<Int64> = integers) throws(FactRejection) -> Int64 {
        try required(optionalInteger(name, in: range))
    }

    func optionalInteger(_ name: String, in range: ClosedRange<Int64> = integers) throws(FactRejection) -> Int64? {
        try optional(name) { $0.integer(in: range) }
    }

    /// A value of a list of words.
    func word<Word: RawRepresentable<String>>(_ name: String, default word: Word? = nil) throws(FactRejection) -> Word {
        let own: Word? = try optional(name) { $0.string.flatMap(Word.init) }
        return try required(own ?? word)
    }

    /// A field of terms: missing, `"inherit"`, or a value, which can be null.
    func setting<Value>(
        _ name: String, _ read: (JSONValue) -> Value?
    ) throws(FactRejection) -> Terms.Setting<Value>? {
        switch members[name] {
        case nil: return nil
        case Terms.inherit: return .inherit
        case let value?: return .own(try required(read(value)))
        }
    }

    func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(FactRejection) -> Value {
        try required(optional(name, read))
    }

    /// - Parameter read: returns nil if the value is malformed.
    /// - Returns: nil if the field is missing.
    func optional<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(FactRejection) -> Value? {
        guard let value = self[name] else { return nil }
        return try required(read(value))
    }

    private func required<Value>(_ value: Value?) throws(FactRejection) -> Value {
        guard let value else { throw .badValue }
        return value
    }
}

extension JSONValue {
    var nonBlankText: String? {
        guard let text = string, !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return nil }
        return text
    }

    func integer(in range: ClosedRange<Int64>) -> Int64? {
        guard let integer, range.contains(integer) else { return nil }
        return integer
    }

    /// The elements of an array. nil if `read` cannot read one of them.
    func list<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
        guard let values = array else { return nil }
        let elements = values.compactMap(read)
        return elements.count == values.count ? elements : nil
    }

    /// The value in the inner optional, nil for null. The outer one is nil if `read` cannot read it.
    func nullable<Value>(_ read: (JSONValue) -> Value?) -> Value?? {
        if self == .null { return .some(nil) }
        guard let value = read(self) else { return .none }
        return .some(value)
    }

    /// A text; null without one.
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// An integer; null without one.
    init(_ integer: Int64?) { self = integer.map(JSONValue.integer) ?? .null }

    /// A date as `YYYY-MM-DD`; null without one.
    init(_ date: CivilDate?) { self.init(date?.description) }
}
