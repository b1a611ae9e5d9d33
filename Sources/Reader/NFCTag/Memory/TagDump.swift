package import Attendance

/// A copy of a tag's memory from page or block 0; for a Type 4 tag, of its NDEF file.
package struct TagDump: Equatable, Sendable {
    package var uid: UID
    package var kind: TagKind
    /// Bytes in a page or block. A Type 4 file has no blocks; there it is the number of bytes per line of the dump.
    package var blockSize: Int
    package var bytes: [UInt8]

    package init(uid: UID, kind: TagKind, blockSize: Int, bytes: [UInt8]) {
        self.uid = uid
        self.kind = kind
        self.blockSize = blockSize
        self.bytes = bytes
    }

    /// The dump with the bytes of every block in reverse order, as some industrial tags store them.
    package var withBlocksReversed: TagDump {
        var dump = self
        dump.bytes = stride(from: 0, to: bytes.count, by: blockSize).flatMap { start in
            bytes[start..<min(start + blockSize, bytes.count)].reversed()
        }
        return dump
    }
}

extension TagDump {
    /// The parts of the tag that the dump does not contain; nil if the dump is complete.
    package var omission: String? {
        switch kind {
        case .type2: "The dump does not contain the lock bits and configuration that some chips store after the data area."
        case .type4: "The dump contains the NDEF file, but not the capability container or other files."
        default: nil
        }
    }
}
