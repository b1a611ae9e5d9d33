/// Why an operation of the virtual reader failed.
package enum VirtualReaderError: Error, Sendable, Equatable {
    /// pcscd's virtual driver does not listen on this port.
    case noDriver(port: UInt16)
    case tagAlreadyThere
    case noTag
    /// The address is too long for the tag.
    case tooLong(bytes: Int, room: Int)
    case notAnAddress(String)
    /// The UID is not valid for this kind of badge.
    case invalidUID(kind: String, lengths: [Int])
    case unknownTag(String)
    /// The reader does not support ISO 15693, so the tag raises no event.
    case notDetected
    case system(call: String, reason: String)
}

extension VirtualReaderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDriver(let port):
            "No program listens on port \(port). Start pcscd with its virtual driver: 'virtual-reader pcscd'."
        case .tagAlreadyThere: "A tag is already on the virtual reader."
        case .noTag: "No tag is on the virtual reader."
        case .tooLong(let bytes, let room): "The address needs \(bytes) bytes, but the tag has room for \(room)."
        case .notAnAddress(let text): "This is not an address: '\(text)'."
        case .invalidUID(let kind, let lengths):
            "A \(kind) needs a UID of \(lengths.map(String.init).joined(separator: " or ")) bytes in hexadecimal digits"
                + (kind == BadgeCard.Kind.iso15693.rawValue ? " that begins with E0." : ".")
        case .unknownTag(let name): "Unknown kind of tag '\(name)'. Valid kinds: \(TagName.all)."
        case .notDetected: "This reader does not detect ISO 15693 tags."
        case .system(let call, let reason): "\(call) failed: \(reason)."
        }
    }
}
