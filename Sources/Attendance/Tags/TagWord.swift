import FoundationEssentials

/// The word in a tag's address (`k`): 64 random bits that no other site knows. With the right one a phone's page taps by itself.
package struct TagWord: Sendable {
    /// ``length`` bytes.
    package let bytes: [UInt8]

    package static let length = 8

    /// - Returns: nil for any other number of bytes.
    package init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.length else { return nil }
    }

    /// Reads eleven characters of base64url; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 11, let bytes = Data(base64URL: text) else { return nil }
        self.init(bytes)
    }

    /// A new one, from the system's random numbers.
    package init() {
        let bits = UInt64.random(in: .min ... .max)
        bytes = (0..<Self.length).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }

    /// As it stands in an address: eleven characters of base64url (RFC 4648, 5).
    package var text: String { Data(bytes).base64URL }
}

extension TagWord: Equatable {
    /// Takes equally long wherever the words differ.
    package static func == (one: TagWord, other: TagWord) -> Bool {
        zip(one.bytes, other.bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension TagWord: CustomStringConvertible {
    /// Nothing that a log could give away.
    package var description: String { "the word of a tag" }
}
