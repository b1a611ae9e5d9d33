/// Why the virtual reader cannot do what it was asked.
package enum VirtualReaderError: Error, Sendable, Equatable {
    /// pcscd's virtual driver does not listen there.
    case noDriver(port: UInt16)
    case tagAlreadyThere
    case noTag
    /// The address does not fit into the tag.
    case tooLong(bytes: Int, room: Int)
    case notAnAddress(String)
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
        case .system(let call, let reason): "\(call) failed: \(reason)."
        }
    }
}
