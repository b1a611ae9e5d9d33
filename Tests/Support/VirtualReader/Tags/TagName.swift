import Attendance
import NFCTag

/// The names of tags in commands: `ntag213` or `felica` with an address, `badge-a:04A1B2C3` without.
package enum TagName {
    private static let feliCa = "felica"

    /// All names, for help texts.
    package static var all: String {
        let badges = BadgeCard.Kind.allCases.map { "\($0.rawValue):UID" }
        return (TagModel.allCases.map(\.rawValue) + [feliCa] + badges).joined(separator: ", ")
    }

    /// Creates a tag by its name.
    /// - Parameter address: the address on the tag; nil for an empty tag and for a badge. The UID is derived from the
    ///   address, so the same address always gives the same tag.
    /// - Throws: `VirtualReaderError`.
    package static func tag(_ name: String, holding address: String?) throws -> any ContactlessTag {
        let words = name.split(separator: ":", maxSplits: 1).map(String.init)
        if words.count == 2, address == nil, let kind = BadgeCard.Kind(rawValue: words[0]) {
            return try BadgeCard(kind, uid: [UInt8](hexadecimal: words[1]) ?? [])
        }
        let number = (address ?? "").utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }  // FNV-1a
        if name == feliCa {
            let message = try address.map(TagModel.message) ?? []
            return try FeliCaChip(uid: [0x01, 0x2E, 0x4C, 0xE1] + TagModel.serial(number), holding: message)
        }
        guard let model = TagModel(rawValue: name) else { throw VirtualReaderError.unknownTag(name) }
        return if let address { try model.tag(holding: address, number: number) } else { try model.blank(number: number) }
    }
}
