/// A badge: a card with a UID and no data that a reader can read without a key.
package struct BadgeCard: ContactlessTag {
    package enum Kind: String, Sendable, CaseIterable {
        /// MIFARE Classic: ISO 14443-A, 4 or 7 bytes.
        case typeA = "badge-a"
        /// ISO 14443-A with ISO-DEP, such as MIFARE DESFire or a phone: 4, 7 or 10 bytes. Random UIDs have 4 bytes and begin
        /// with 08.
        case typeADEP = "badge-a-dep"
        /// ISO 14443-B with ISO-DEP: 4 bytes.
        case typeB = "badge-b"
        /// FeliCa, such as a transit card: 8 bytes.
        case feliCa = "badge-felica"
        /// ISO 15693 without a storage card name: 8 bytes, E0 first.
        case iso15693 = "badge-15693"

        /// The valid UID lengths in bytes.
        package var uidLengths: [Int] {
            switch self {
            case .typeA: [4, 7]
            case .typeADEP: [4, 7, 10]
            case .typeB: [4]
            case .feliCa, .iso15693: [8]
            }
        }
    }

    package let kind: Kind
    package let uid: [UInt8]
    package let memory: [UInt8] = []
    package let bytesRead: Set<Int> = []

    /// - Throws: `VirtualReaderError.invalidUID`.
    package init(_ kind: Kind, uid: [UInt8]) throws(VirtualReaderError) {
        guard kind.uidLengths.contains(uid.count), kind != .iso15693 || uid[0] == 0xE0 else {
            throw .invalidUID(kind: kind.rawValue, lengths: kind.uidLengths)
        }
        self.kind = kind
        self.uid = uid
    }

    package var technology: Technology {
        switch kind {
        case .typeA: .classic
        case .typeADEP, .typeB: .type4
        case .feliCa: .type3
        case .iso15693: .type5
        }
    }

    package var historicalBytes: [UInt8] {
        switch kind {
        case .typeA: Self.storageCard(standard: 0x03, name: 0x0001)
        // A phone has no historical bytes; DESFire has one.
        case .typeADEP: uid.count == 4 ? [] : [0x80]
        // Four bytes of application data, three of protocol information, and the maximum buffer index.
        case .typeB: [0x00, 0x00, 0x00, 0x00, 0x33, 0x81, 0x81, 0x00]
        case .feliCa: Self.storageCard(standard: 0x11, name: 0x003B)
        case .iso15693: Self.storageCard(standard: 0x0B, name: 0x0000)
        }
    }

    package mutating func powerUp() {}

    /// Refuses the NDEF application and the FeliCa service. Other kinds do not respond.
    package mutating func receive(_ frame: [UInt8]) -> [UInt8]? {
        switch technology {
        case .type4: StatusWord.notFound
        case .type3 where frame.count >= 10 && frame[1] == 0x06: [0x0C, 0x07] + uid + [0x01, 0xA6]
        default: nil
        }
    }
}
