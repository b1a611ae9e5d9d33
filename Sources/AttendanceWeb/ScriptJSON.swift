import Attendance
import FoundationEssentials

/// JSON for a script element of a page. Templates contain it as it is (`{{{words}}}`).
struct ScriptJSON: Sendable {
    /// Safe inside a script element, because `<` is escaped.
    let text: String

    init(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        text = Escapes(["<": "\\u003c"]).escape(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
