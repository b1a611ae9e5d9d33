import Attendance

/// The decoded content of a message or a tag's memory: the JSON output of `desktap-reader inspect`.
package struct TagInspection: Equatable, Sendable {
    /// The format of the input bytes.
    package enum Form: String, CaseIterable, Sendable {
        /// An NDEF message.
        case ndef
        /// The memory of a Type 2 tag, from page 0.
        case type2
        /// The memory of a Type 5 tag, from block 0.
        case type5
    }

    package enum State: String, Encodable, Sendable {
        case ndef, empty, unformatted, error
    }

    package let state: State
    /// The reason in English if the state is `error`, otherwise nil.
    package let error: String?
    /// The bytes of the message in the memory, valid or not.
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

    /// Invalid digits give the state `error`, like bytes that are not a valid tag.
    package init(hexadecimal digits: String, as form: Form) {
        if let bytes = Self.bytes(hexadecimal: digits) {
            self.init(bytes, as: form)
        } else {
            self.init(
                .error,
                error: "not hexadecimal: expected pairs of 0-9 and A-F, optionally separated by spaces, colons or hyphens")
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

    /// The content of a tag that was read.
    /// - Parameter message: the bytes of the message on the tag, valid or not.
    package init(of content: TagContent, message: [UInt8]? = nil) {
        switch content {
        case .unformatted: self.init(.unformatted)
        case .empty: self.init(.empty)
        case .message(let read): self.init(.ndef, message: message ?? read.bytes, records: read.records)
        case .damaged(let damage): self.init(.error, error: "\(damage)", message: message)
        }
    }

    private static func bytes(hexadecimal digits: String) -> [UInt8]? {
        let groups = digits.unicodeScalars.split { [" ", "\t", "\r", ":", "-"].contains($0) }
        let bytes = groups.map { [UInt8](hexadecimal: String($0)) }
        return bytes.contains(nil) ? nil : bytes.flatMap { $0 ?? [] }
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
        try object.encode(message?.hexadecimal.lowercased(), forKey: .ndef)
        try object.encode(records.map(Record.init), forKey: .records)
    }

    /// A record as JSON. `uri`, `text` and `language` are set if the record carries an address or a text.
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
            type = record.type.hexadecimal.lowercased()
            id = record.id.hexadecimal.lowercased()
            payload = record.payload.hexadecimal.lowercased()
            uri = try? URIRecord(record).uri
            let text = try? TextRecord(record)
            self.text = text?.text
            language = text?.language
        }
    }
}
