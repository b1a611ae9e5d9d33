/// Why the virtual reader cannot do what it was asked.
package enum VirtualReaderError: Error, Sendable, Equatable {
    /// pcscd's virtual driver does not listen there.
    case noDriver(port: UInt16)
    case tagAlreadyThere
    case noTag
    /// The address does not fit into the tag.
    case tooLong(bytes: Int, room: Int)
    case notAnAddress(String)
    /// A badge's number of another length than its kind has.
    case notAUID(kind: String, lengths: [Int])
    case unknownTag(String)
    /// The reader knows no ISO 15693: the tag raises no event at all.
    case unseen
    case system(call: String, reason: String)
}

extension VirtualReaderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDriver(let port):
            "Nothing listens on port \(port): is pcscd running with its virtual driver ('virtual-reader pcscd')?"
        case .tagAlreadyThere: "There is a tag on the virtual reader already."
        case .noTag: "There is no tag on the virtual reader."
        case .tooLong(let bytes, let room): "The address needs \(bytes) bytes, and the tag has room for \(room)."
        case .notAnAddress(let text): "This is not an address: '\(text)'."
        case .notAUID(let kind, let lengths):
            "A \(kind) has a number of \(lengths.map(String.init).joined(separator: " or ")) bytes in hexadecimal digits"
                + (kind == BadgeCard.Kind.iso15693.rawValue ? " from E0 on." : ".")
        case .unknownTag(let name): "There is no tag '\(name)'; there are \(TagName.all)."
        case .unseen: "This reader sees no ISO 15693 tag: nothing happens."
        case .system(let call, let reason): "\(call) failed: \(reason)."
        }
    }
}
