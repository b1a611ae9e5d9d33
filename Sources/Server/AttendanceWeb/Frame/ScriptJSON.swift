import Attendance
import FoundationEssentials

/// JSON for a script element of a page. Templates contain it as it is (`{{{words}}}`).
struct ScriptJSON: Sendable {
    /// Safe inside a script element, because `<` is escaped.
    let text: String

    private static let escapes = Escapes(["<": "\\u003c"])

    init(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        text = Self.escapes.escape(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
