/// Why a text cannot be read as JSON.
package enum JSONError: Error, Equatable, CustomStringConvertible {
    /// - Parameters:
    ///   - line: the line that does not fit, from 1.
    ///   - column: its first byte that does not fit, from 1.
    case malformed(line: Int, column: Int)
    /// - Parameter limit: the deepest nesting that the reader accepts.
    case nestedTooDeeply(limit: Int)
    /// A text has a long run of combining marks (``Swift/StringProtocol/hasLongRunOfMarks``).
    case combiningMarks

    /// The end of a sentence.
    package var description: String {
        switch self {
        case .malformed(let line, let column): "see line \(line), column \(column)"
        case .nestedTooDeeply(let limit): "it is nested deeper than \(limit) levels"
        case .combiningMarks: "a text has more than 30 combining marks in a row"
        }
    }
}
