package import NIOCore

/// A flat JSON object, written without an encoder: for responses that are sent often. The keys are sorted, as in
/// ``Hummingbird/Response/json(_:status:type:)``.
package struct JSONObject: Sendable {
    package enum Value: Sendable {
        case text(String)
        case number(Int)
        case texts([String])
    }

    private var members: [(name: String, value: Value?)]

    /// - Parameter members: nil is omitted.
    package init(_ members: [(name: String, value: Value?)]) {
        self.members = members
        self.members.sort { $0.name < $1.name }
    }

    package func write(to buffer: inout ByteBuffer) {
        var separator = "{"
        for case (let name, let value?) in members {
            buffer.writeString(separator)
            buffer.writeJSON(name)
            buffer.writeString(":")
            switch value {
            case .text(let text): buffer.writeJSON(text)
            case .number(let number): buffer.writeString("\(number)")
            case .texts(let texts): buffer.writeJSON(texts) { $1.writeJSON($0) }
            }
            separator = ","
        }
        buffer.writeString(separator == "{" ? "{}" : "}")
    }
}

extension ByteBuffer {
    mutating func writeJSON<Element>(_ list: [Element], _ write: (Element, inout ByteBuffer) -> Void) {
        writeString("[")
        for (index, element) in list.enumerated() {
            if index > 0 { writeString(",") }
            write(element, &self)
        }
        writeString("]")
    }

    /// Writes a string with the escapes of RFC 8259, 7.
    fileprivate mutating func writeJSON(_ text: String) {
        writeString("\"")
        if text.utf8.contains(where: \.needsEscape) {
            for byte in text.utf8 { if byte.needsEscape { writeString(byte.escaped) } else { writeInteger(byte) } }
        } else {
            writeString(text)
        }
        writeString("\"")
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }

    fileprivate var escaped: String {
        switch self {
        case UInt8(ascii: "\""): #"\""#
        case UInt8(ascii: "\\"): #"\\"#
        case 0x08: #"\b"#
        case 0x09: #"\t"#
        case 0x0A: #"\n"#
        case 0x0C: #"\f"#
        case 0x0D: #"\r"#
        default: #"\u00"# + (self < 0x10 ? "0" : "") + String(self, radix: 16)
        }
    }
}
