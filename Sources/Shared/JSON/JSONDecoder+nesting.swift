package import FoundationEssentials

extension JSONDecoder {
    /// Decodes a value from a text that ``JSONValue/init(parsing:nesting:lowercasingNames:repairingTexts:)`` accepts.
    /// - Parameter nesting: the deepest nesting that the type needs; 1 for an object of plain values.
    /// - Throws: ``JSONError``, and the errors of `decode(_:from:)`.
    package func decode<Value: Decodable>(_ type: Value.Type, from data: Data, nesting: Int) throws -> Value {
        _ = try JSONValue(parsing: data, nesting: nesting)
        return try decode(type, from: data)
    }
}
