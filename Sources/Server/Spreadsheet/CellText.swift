/// The text of a shared or inline string: of all its runs, without the reading aids of Japanese text.
struct CellText {
    private var text = ""
    private var (isText, isReading) = (false, false)

    mutating func take(_ part: XMLPart) {
        switch part {
        case .start("t", _): isText = true
        case .end("t"): isText = false
        case .start("rPh", _): isReading = true
        case .end("rPh"): isReading = false
        case .text(let more) where isText && !isReading: text += more
        default: break
        }
    }

    var result: String { Self.unescaped(text) }

    /// Reverts the escape of characters that XML cannot contain, such as `_x000D_` (ECMA-376 part 1, 22.4.2.4).
    static func unescaped(_ text: String) -> String {
        guard text.contains("_x") else { return text }
        return text.replacing(/_x([0-9A-Fa-f]{4})_/) { match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
        }
    }
}
