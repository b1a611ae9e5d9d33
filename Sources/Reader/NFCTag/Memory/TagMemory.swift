/// The decoded memory of a tag: its content, and where a message can be written. Created by `Type2Memory` and `Type5Memory`.
package struct TagMemory: Equatable, Sendable {
    package var content: TagContent
    package var access: TagAccess
    /// The data area; nil if the capability container defines none.
    package var area: DataArea?
    /// The NDEF TLV; nil if there is none.
    package var ndef: NDEFLocation?
    /// The offset for a new NDEF TLV if there is none: after the last readable TLV.
    package var insertion: Int?

    static let unformatted = TagMemory(content: .unformatted, access: .readWrite)

    static func damaged(
        _ damage: TagDamage, access: TagAccess = .readWrite, area: DataArea? = nil, insertion: Int? = nil
    ) -> TagMemory {
        TagMemory(content: .damaged(damage), access: access, area: area, insertion: insertion)
    }
}

/// The position of a message on a tag.
package struct NDEFLocation: Equatable, Sendable {
    /// Offset of the TLV's tag byte 03.
    package var offset: Int
    /// Length of the message in bytes.
    package var length: Int
    /// Offset after the message's last byte.
    package var end: Int
    /// The bytes of the message, valid or not.
    package var bytes: [UInt8]
}

/// The result of scanning a memory that is read piece by piece.
package enum MemoryScan: Equatable, Sendable {
    /// More bytes are needed. Reading up to the offset `wants` stays within the tag; reading less also makes progress.
    case incomplete(wants: Int)
    case memory(TagMemory)
}
