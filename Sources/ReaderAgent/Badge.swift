package import NFCTag

/// What a person carries: a card or token that is told apart by its number alone. Anybody can read that number and copy it;
/// it says who somebody claims to be.
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

    /// - Parameters:
    ///   - tag: which way the tag is read.
    ///   - answerToReset: what the reader made up for it.
    package init(_ tag: TagKind, uid: TagUID, answerToReset: ATR) {
        let kind: Kind =
            switch tag {
            case .type2, .classic: .nfca
            case .type3: .felica
            case .type4: Self.isTypeB(answerToReset, uid) ? .nfcb : .nfca
            case .type5: .iso15693
            case .otherStorage, .unknown:
                // SS of PC/SC part 3 supplement 2.01.08; where that says nothing, only ISO 15693 and FeliCa have eight bytes.
                switch (answerToReset.storageCard?.standard, uid.bytes.count) {
                case (0x05?, _), (0x06?, _), (0x07?, _): .nfcb
                case (_, 8): uid.bytes[0] == 0xE0 ? .iso15693 : .felica
                default: .nfca
                }
            }
        self.init(kind: kind, uid: uid)
    }

    /// Whether the number is made up anew at each tap, as phones do. ISO 14443-3, 6.5.4 for type A; JIS X 6319-4 for FeliCa. A
    /// PUPI may begin with any byte.
    package var isRandom: Bool { kind != .nfcb && uid.isRandom }

    /// A card that speaks ISO 14443-4 gets an answer to reset from its type A answer to select, or from eight bytes of its type
    /// B answer to request: application data, protocol info, and the buffer's size in a high nibble (PC/SC part 3, 3.1.3.2.3.2).
    private static func isTypeB(_ answerToReset: ATR, _ uid: TagUID) -> Bool {
        guard uid.bytes.count == 4, let historical = answerToReset.historicalBytes, historical.count == 8 else { return false }
        return historical[7] & 0x0F == 0
    }
}
