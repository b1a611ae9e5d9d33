extension JSONValue {
    /// The usual limit for nesting: no message to the server needs more.
    package static let usualNesting = 8

    /// Reads a JSON text in UTF-8, in one pass. A byte order mark before it is skipped.
    /// - Parameters:
    ///   - nesting: the deepest nesting to accept; 1 for an array or object of plain values. What is deeper is not read.
    ///   - lowercasingNames: whether the names in objects become lowercase.
    ///   - repairingTexts: whether texts are read that are otherwise refused: with U+FFFD in place of what is no Unicode, and with
    ///     long runs of combining marks. For a list whose items fail alone.
    package init(
        parsing bytes: some Sequence<UInt8>, nesting: Int = usualNesting, lowercasingNames: Bool = false,
        repairingTexts: Bool = false
    ) throws(JSONError) {
        var parser = JSONParser(
            bytes: Array(bytes), maximumNesting: nesting, lowercasesNames: lowercasingNames, repairsTexts: repairingTexts)
        self = try parser.document()
    }
}

/// A parser by recursive descent. Each byte is looked at a constant number of times, and the recursion ends at the limit.
private struct JSONParser {
    let bytes: [UInt8]
    let maximumNesting: Int
    let lowercasesNames: Bool
    let repairsTexts: Bool
    var position = 0

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try value(nesting: 0)
        skipSpace()
        guard position == bytes.count else { throw malformed }
        return value
    }

    private var malformed: JSONError { malformed(at: position) }

    private func malformed(at position: Int) -> JSONError {
        let lines = bytes[..<position].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return .malformed(line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }

    /// The byte at the position; nil at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips `byte`, if it is next.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// - Parameter nesting: the number of arrays and objects around the value.
    private mutating func value(nesting: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard nesting < maximumNesting else { throw .nestedTooDeeply(limit: maximumNesting) }
            return next == UInt8(ascii: "{") ? .object(try members(nesting + 1)) : .array(try elements(nesting + 1))
        case UInt8(ascii: "\""):
            let text = try string()
            guard repairsTexts || !text.hasLongRunOfMarks else { throw .combiningMarks }
            return .string(text)
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func elements(_ nesting: Int) throws(JSONError) -> [JSONValue] {
        position += 1
        var values: [JSONValue] = []
        while try hasNext(before: UInt8(ascii: "]"), isFirst: values.isEmpty) { values.append(try value(nesting: nesting)) }
        return values
    }

    private mutating func members(_ nesting: Int) throws(JSONError) -> [String: JSONValue] {
        position += 1
        var members: [String: JSONValue] = [:]
        while try hasNext(before: UInt8(ascii: "}"), isFirst: members.isEmpty) {
            guard next == UInt8(ascii: "\"") else { throw malformed }
            let name = try string()
            // Also with repaired texts: a dictionary hashes its names.
            guard !name.hasLongRunOfMarks else { throw .combiningMarks }
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw malformed }
            members[lowercasesNames ? name.lowercased() : name] = try value(nesting: nesting)
        }
        return members
    }

    /// Moves to the next element, or past the closing bracket. A comma may precede the bracket, as in Foundation's decoders:
    /// settings files may have one.
    private mutating func hasNext(before bracket: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        skipSpace()
        if !isFirst, next != bracket {
            guard skip(UInt8(ascii: ",")) else { throw malformed }
            skipSpace()
        }
        return !skip(bracket)
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else { throw malformed }
        position = end
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { throw malformed(at: start) }
        // Larger ones may be rounded.
        return abs(number) < 0x1p53 ? Int64(exactly: number).map { .integer($0) } ?? .number(number) : .number(number)
    }

    /// Skips one digit or more.
    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        guard position > start else { throw malformed }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var (start, text) = (position, [UInt8]())
        while let byte = next, byte >= 0x20 {
            switch byte {
            case UInt8(ascii: "\""):
                text += bytes[start..<position]
                position += 1
                if repairsTexts { return String(decoding: text, as: UTF8.self) }
                guard let text = String(validating: text, as: UTF8.self) else { throw malformed(at: start) }
                return text
            case UInt8(ascii: "\\"):
                text += bytes[start..<position]
                position += 1
                text += String(try escaped()).utf8
                start = position
            default: position += 1
            }
        }
        throw malformed
    }

    /// The character of an escape sequence, after its backslash.
    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        guard let byte = next else { throw malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A character beyond U+FFFF is a pair of surrogates (RFC 8259, 7). One alone is no character.
            let end = position
            if UTF16.isLeadSurrogate(unit), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
                let low = try codeUnit()
                if UTF16.isTrailSurrogate(low),
                    let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
                {
                    return scalar
                }
            }
            position = end
            guard repairsTexts else { throw malformed }
            return "\u{FFFD}"
        default:
            position -= 1
            throw malformed
        }
    }

    /// Four hexadecimal digits.
    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { throw malformed }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
