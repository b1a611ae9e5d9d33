/// Writes JSON in UTF-8 piece by piece, without spaces. Slashes and characters beyond ASCII are not escaped.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next element or member needs a comma before it.
    private var needsComma = false

    package init() {}

    package init(_ value: JSONValue) { put(value) }

    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        begin(with: UInt8(ascii: "{"))
        members(&self)
        end(with: UInt8(ascii: "}"))
    }

    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        begin(with: UInt8(ascii: "["))
        elements(&self)
        end(with: UInt8(ascii: "]"))
    }

    /// Writes the name of a member. Its value is written next.
    package mutating func name(_ name: String) {
        put(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func put(_ text: String?) {
        guard let text else { return put(plain: "null") }
        separate()
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.isEscaped) {
            for byte in text.utf8 { if Self.isEscaped(byte) { put(escaped: byte) } else { bytes.append(byte) } }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func put(_ number: Int64) { put(plain: String(number)) }

    package mutating func put(_ flag: Bool) { put(plain: flag ? "true" : "false") }

    /// Writes the members of an object in the order of the code points of their names.
    package mutating func put(_ value: JSONValue) {
        switch value {
        case .null: put(plain: "null")
        case .boolean(let flag): put(flag)
        case .integer(let number): put(number)
        case .number(let number): put(plain: number.description)
        case .string(let text): put(text)
        case .array(let values): array { for value in values { $0.put(value) } }
        case .object(let members):
            object {
                for (name, value) in members.sorted(by: { $0.key.precedesByCodePoint($1.key) }) {
                    $0.name(name)
                    $0.put(value)
                }
            }
        }
    }

    // MARK: Members

    package mutating func put(_ name: String, _ text: String?) {
        self.name(name)
        put(text)
    }

    package mutating func put(_ name: String, _ number: Int64) {
        self.name(name)
        put(number)
    }

    package mutating func put(_ name: String, _ flag: Bool) {
        self.name(name)
        put(flag)
    }

    // MARK: Bytes

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func begin(with bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(with bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func put(plain text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Whether a string must not contain the byte as it is (RFC 8259, 7).
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func put(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u00".utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
