package import Attendance

/// Why a dump does not fit a tag.
package enum DumpMismatch: Equatable, Hashable, Sendable {
    case kind(dump: TagKind, tag: TagKind)
    case uid(dump: UID, tag: UID)
    /// Sizes of the memory in bytes.
    case size(dump: Int, tag: Int)
    case blockSize(dump: Int, tag: Int)
}

extension DumpMismatch: CustomStringConvertible {
    package var description: String {
        switch self {
        case .kind(let dump, let tag): "it was read from a tag of kind \(dump), but this tag is of kind \(tag)"
        case .uid(let dump, let tag): "it was read from the tag \(dump), but this is the tag \(tag)"
        case .size(let dump, let tag): "it has \(dump) bytes, but this tag has \(tag)"
        case .blockSize(let dump, let tag): "its blocks have \(dump) bytes, but the blocks of this tag have \(tag)"
        }
    }
}
