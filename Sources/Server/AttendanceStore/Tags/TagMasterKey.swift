package import Attendance
import SecureMessaging

/// A key from which the keys of tags that sign their addresses are derived.
package struct TagMasterKey: Sendable, Equatable {
    package let number: Int64
    package let madeAt: Instant
    package let retiredAt: Instant?
    /// The number of tags that may sign with keys derived from it.
    package let tags: Int64
}

extension AESKey {
    /// The keys of one tag, derived from this master key. NXP AN10922; the input is the number of the key, the UID, the generation
    /// (four bytes, big-endian) and a name.
    /// - Parameter generation: counts the sets of keys of the tag. The version that the tag states follows from it.
    func tagKeys(of uid: UID, generation: Int64) -> NTAG424Keys? {
        NTAG424Keys(
            (0..<NTAG424Keys.count).map { tagKey($0, of: uid, generation: generation) },
            version: UInt8(1 + (generation - 1) % 255))
    }

    /// The key that signs the tag's address.
    func tagFileKey(of uid: UID, generation: Int64) -> AESKey {
        tagKey(NTAG424Keys.fileNumber, of: uid, generation: generation)
    }

    private func tagKey(_ number: UInt8, of uid: UID, generation: Int64) -> AESKey {
        let generation = withUnsafeBytes(of: UInt32(truncatingIfNeeded: generation).bigEndian, Array.init)
        return diversified(by: [number] + uid.bytes + generation + Array("desktap".utf8))
    }
}
