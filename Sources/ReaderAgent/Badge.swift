package import NFCTag

/// A person's card or token, identified by its UID alone. The UID is not a proof of identity: any reader can read and copy
/// it.
package struct Badge: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// ISO 14443 type A: UID of 4, 7 or 10 bytes.
        case nfca
        /// ISO 14443 type B: PUPI of 4 bytes.
        case nfcb
        /// FeliCa: IDm of 8 bytes.
        case felica
        /// UID of 8 bytes, E0 first.
        case iso15693
    }

    package var kind: Kind
    package var uid: TagUID

    package init(kind: Kind, uid: TagUID) {
        self.kind = kind
        self.uid = uid
    }

    /// Derives the kind of badge.
    /// - Parameters:
    ///   - tag: the kind of tag.
    ///   - answerToReset: the answer to reset that the reader composed.
    package init(_ tag: TagKind, uid: TagUID, answerToReset: ATR) {
        let kind: Kind =
            switch tag {
            case .type2, .classic: .nfca
            case .type3: .felica
            case .type4: Self.isTypeB(answerToReset, uid) ? .nfcb : .nfca
            case .type5: .iso15693
            case .otherStorage, .unknown:
                // SS of PC/SC part 3 supplement 2.01.08. Without it, eight bytes mean ISO 15693 or FeliCa.
                switch (answerToReset.storageCard?.standard, uid.bytes.count) {
                case (0x05?, _), (0x06?, _), (0x07?, _): .nfcb
                case (_, 8): uid.bytes[0] == 0xE0 ? .iso15693 : .felica
                default: .nfca
                }
            }
        self.init(kind: kind, uid: uid)
    }

    /// True if the UID changes with every tap, as on phones: ``TagUID/isRandom``. A type B PUPI may begin with any byte, so
    /// it never counts as random.
    package var isRandom: Bool { kind != .nfcb && uid.isRandom }

    /// True for ISO 14443 type B. The reader composes an ISO 14443-4 card's answer to reset from its type A answer to
    /// select, or from eight bytes of its type B answer to request: application data, protocol info, and the buffer size in
    /// a high nibble (PC/SC part 3, 3.1.3.2.3.2).
    private static func isTypeB(_ answerToReset: ATR, _ uid: TagUID) -> Bool {
        guard uid.bytes.count == 4, let historical = answerToReset.historicalBytes, historical.count == 8 else { return false }
        return historical[7] & 0x0F == 0
    }
}
