package import Attendance

/// What identifies one reading of an NTAG 424 DNA: the tag, and how often it was read.
package struct SDMReading: Sendable, Hashable {
    /// Seven bytes.
    package let uid: UID
    /// SDMReadCtr, 24 bits. Each reading raises it; some phones read a tag several times per tap.
    package let counter: UInt32

    package static let uidLength = 7
    package static let counters: ClosedRange<UInt32> = 0...0xFF_FFFF

    /// - Returns: nil for a UID of another length, or a counter with more than 24 bits.
    package init?(uid: UID, counter: UInt32) {
        guard uid.bytes.count == Self.uidLength, Self.counters.contains(counter) else { return nil }
        self.uid = uid
        self.counter = counter
    }

    /// The counter as it enters the cryptography: least significant byte first.
    var counterBytes: [UInt8] { [0, 8, 16].map { UInt8(truncatingIfNeeded: counter >> $0) } }

    /// The key that signs the address. NT4H2421Gx 9.3.9.1: SV2.
    func macKey(from fileKey: AESKey) -> AESKey { sessionKey([0x3C, 0xC3], fileKey) }

    /// The key that encrypts file data in the address. NT4H2421Gx 9.3.9.1: SV1.
    func encryptionKey(from fileKey: AESKey) -> AESKey { sessionKey([0xC3, 0x3C], fileKey) }

    private func sessionKey(_ purpose: [UInt8], _ fileKey: AESKey) -> AESKey {
        fileKey.sessionKey(purpose + [0x00, 0x01, 0x00, 0x80] + uid.bytes + counterBytes)
    }
}
