import NFCTag

/// What can be laid on the reader, by the words of commands: `ntag213` or `felica` with an address, `badge-a:04A1B2C3` without.
package enum TagName {
    private static let feliCa = "felica"

    /// All names, for help.
    package static var all: String {
        let badges = BadgeCard.Kind.allCases.map { "\($0.rawValue):UID" }
        return (TagModel.allCases.map(\.rawValue) + [feliCa] + badges).joined(separator: ", ")
    }

    /// - Parameter address: what a tag holds; nil for one that holds nothing, and for a badge. One address is one tag: its
    ///   UID is always the same.
    /// - Throws: `VirtualReaderError`.
    package static func tag(_ name: String, holding address: String?) throws -> any ContactlessTag {
        let words = name.split(separator: ":", maxSplits: 1).map(String.init)
        if words.count == 2, address == nil, let kind = BadgeCard.Kind(rawValue: words[0]) {
            return try BadgeCard(kind, uid: bytes(words[1]) ?? [])
        }
        let number = (address ?? "").utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }  // FNV-1a
        if name == feliCa {
            let message = try address.map(TagModel.message) ?? []
            return try FeliCaChip(uid: [0x01, 0x2E, 0x4C, 0xE1] + TagModel.serial(number), holding: message)
        }
        guard let model = TagModel(rawValue: name) else { throw VirtualReaderError.unknownTag(name) }
        return if let address { try model.tag(holding: address, number: number) } else { try model.blank(number: number) }
    }

    /// Pairs of hexadecimal digits, or nil where they are not.
    private static func bytes(_ digits: String) -> [UInt8]? {
        let digits = Array(digits)
        guard digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return bytes.contains(nil) ? nil : bytes.compactMap { $0 }
    }
}
