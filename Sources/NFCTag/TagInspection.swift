/// What bytes mean, for support and for tests: the answer of `desktap-reader inspect`, as JSON.
package struct TagInspection: Equatable, Sendable {
    /// What the bytes are said to be.
    package enum Form: String, CaseIterable, Sendable {
        /// An NDEF message.
        case ndef
        /// The memory of a Type 2 tag from page 0 on.
        case type2
        /// The memory of a Type 5 tag from block 0 on.
        case type5
    }

    package enum State: String, Encodable, Sendable {
        case ndef, empty, unformatted, error
    }

    package let state: State
    /// What is wrong, in words; nil unless the state is `error`.
    package let error: String?
    /// The message as it stands in the memory.
    package let message: [UInt8]?
    package let records: [NDEFRecord]

    private init(_ state: State, error: String? = nil, message: [UInt8]? = nil, records: [NDEFRecord] = []) {
        self.state = state
        self.error = error
        self.message = message
        self.records = records
    }

    package init(_ bytes: [UInt8], as form: Form) {
        switch form {
        case .ndef: self.init(message: bytes)
        case .type2: self.init(Type2Memory.scan(bytes, isWhole: true))
        case .type5: self.init(Type5Memory.scan(bytes, isWhole: true))
        }
    }

    /// Digits that are no bytes are answered like bytes that are no tag.
    package init(hexadecimal digits: String, as form: Form) {
        if let bytes = Self.bytes(hexadecimal: digits) {
            self.init(bytes, as: form)
        } else {
            self.init(.error, error: "not hexadecimal: pairs of 0-9 and A-F, with spaces, colons or hyphens between")
        }
    }

    private init(message bytes: [UInt8]) {
        do {
            self.init(.ndef, message: bytes, records: try NDEFMessage(bytes: bytes).records)
        } catch {
            self.init(.error, error: "\(error)", message: bytes)
        }
    }

    private init(_ scan: MemoryScan) {
        guard case .memory(let memory) = scan else {
            self.init(.error, error: "the memory is incomplete")
            return
        }
        self.init(of: memory.content, message: memory.ndef?.bytes)
    }

    /// What was read from a tag.
    /// - Parameter message: the message as it stands there, sound or not.
    package init(of content: TagContent, message: [UInt8]? = nil) {
        switch content {
        case .unformatted: self.init(.unformatted)
        case .empty: self.init(.empty)
        case .message(let read): self.init(.ndef, message: message ?? read.bytes, records: read.records)
        case .damaged(let damage): self.init(.error, error: "\(damage)", message: message)
        }
    }

    private static func bytes(hexadecimal digits: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in digits.utf8 {
            switch character {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ":"), UInt8(ascii: "-"):
                guard high == nil else { return nil }
            default:
                guard let digit = value(character) else { return nil }
                if let first = high {
                    bytes.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            }
        }
        return high == nil ? bytes : nil
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension TagInspection: Encodable {
    private enum Key: CodingKey {
        case state, error, ndef, records
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(state, forKey: .state)
        try object.encode(error, forKey: .error)
        try object.encode(message.map { Self.hexadecimal($0) }, forKey: .ndef)
        try object.encode(records.map(Record.init), forKey: .records)
    }

    /// A record as JSON, with the address or text that it carries.
    package struct Record: Encodable, Sendable {
        let tnf: UInt8
        let type: String
        let id: String
        let payload: String
        let uri: String?
        let text: String?
        let language: String?

        package init(_ record: NDEFRecord) {
            tnf = record.typeNameFormat.rawValue
            type = hexadecimal(record.type)
            id = hexadecimal(record.id)
            payload = hexadecimal(record.payload)
            uri = try? URIRecord(record).uri
            let text = try? TextRecord(record)
            self.text = text?.text
            language = text?.language
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let characters = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
        return String(decoding: characters, as: UTF8.self)
    }
}
