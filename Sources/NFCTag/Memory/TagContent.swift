/// What a tag's memory holds.
package enum TagContent: Equatable, Sendable {
    /// No NDEF structure: fresh from the factory, a badge, or used for something else.
    case unformatted
    /// Made ready for a message, and holding none.
    case empty
    case message(NDEFMessage)
    /// An NDEF structure that cannot be believed.
    case damaged(TagDamage)

    package var message: NDEFMessage? {
        if case .message(let message) = self { message } else { nil }
    }
}

/// Who may change a tag's memory, by its capability container and lock bytes.
package enum TagAccess: Equatable, Sendable {
    case readWrite
    case readOnly
    /// Writing asks for something that no NDEF definition names, for example a password.
    case proprietary
}

/// What is wrong with an NDEF structure. Offsets count bytes from the beginning of the memory.
package enum TagDamage: Error, Equatable, Sendable {
    /// The capability container is of a version we do not know.
    case unsupportedVersion(UInt8)
    /// The capability container leaves no room for data.
    case noDataArea
    /// The capability container grants no reading.
    case readProtected
    /// The capability container breaks its definition in the field at this offset.
    case container(offset: Int)
    /// The memory ends before what its structure promises.
    case memoryEnds(at: Int)
    /// The TLV at this offset ends outside the data area.
    case valuePastEnd(offset: Int, length: Int)
    /// The TLV at this offset carries the length FFFF, which is reserved.
    case reservedLength(offset: Int)
    /// The lock or memory control TLV at this offset is not three bytes long.
    case controlLength(offset: Int)
    /// The structure is sound; the message in it is not.
    case message(NDEFError)
}

extension TagDamage {
    /// The damage is in a Type 4 tag's capability container, not in its NDEF file.
    var isOfContainer: Bool {
        switch self {
        case .unsupportedVersion, .noDataArea, .readProtected, .container, .memoryEnds: true
        case .valuePastEnd, .reservedLength, .controlLength, .message: false
        }
    }
}

extension TagDamage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupportedVersion(let version): "capability container of unknown version byte \(version)"
        case .noDataArea: "capability container without a data area"
        case .readProtected: "capability container grants no reading"
        case .container(let offset): "capability container malformed at \(offset)"
        case .memoryEnds(let offset): "memory ends at \(offset), before what its structure promises"
        case .valuePastEnd(let offset, let length): "the TLV at \(offset) of \(length) bytes ends outside the data area"
        case .reservedLength(let offset): "the TLV at \(offset) has the reserved length FFFF"
        case .controlLength(let offset): "the control TLV at \(offset) is not three bytes long"
        case .message(let error): "malformed NDEF message: \(error)"
        }
    }
}
