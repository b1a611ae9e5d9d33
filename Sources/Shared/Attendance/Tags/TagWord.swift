import FoundationEssentials

/// The random word in a tag's address (parameter `k`): 64 bits that other sites do not know. With a valid word the phone's
/// page submits the tap without a button.
package struct TagWord: Sendable {
    /// ``length`` bytes.
    package let bytes: [UInt8]

    package static let length = 8

    /// - Returns: nil unless there are ``length`` bytes.
    package init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.length else { return nil }
    }

    /// Parses eleven characters of base64url; nil if malformed.
    package init?(_ text: String) {
        guard text.utf8.count == 11, let bytes = Data(base64URL: text) else { return nil }
        self.init(bytes)
    }

    /// A new random word from the system's generator.
    package init() {
        let bits = UInt64.random(in: .min ... .max)
        bytes = (0..<Self.length).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }

    /// The form used in addresses: eleven characters of base64url (RFC 4648, 5).
    package var text: String { Data(bytes).base64URL }
}

extension TagWord: Equatable {
    /// Compares in constant time.
    package static func == (one: TagWord, other: TagWord) -> Bool {
        zip(one.bytes, other.bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension TagWord: CustomStringConvertible {
    /// Hides the word from logs.
    package var description: String { "a tag's word (hidden)" }
}
