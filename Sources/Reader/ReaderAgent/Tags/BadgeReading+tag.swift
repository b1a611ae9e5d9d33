package import Attendance
package import NFCTag

extension BadgeReading {
    /// Derives the kind of badge.
    /// - Parameters:
    ///   - tag: the kind of tag.
    ///   - answerToReset: the answer to reset that the reader composed.
    package init(_ tag: TagKind, uid: UID, answerToReset: ATR) {
        let kind: BadgeKind =
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

    /// True for ISO 14443 type B. The reader composes an ISO 14443-4 card's answer to reset from its type A answer to
    /// select, or from eight bytes of its type B answer to request: application data, protocol info, and the buffer size in
    /// a high nibble (PC/SC part 3, 3.1.3.2.3.2).
    private static func isTypeB(_ answerToReset: ATR, _ uid: UID) -> Bool {
        guard uid.bytes.count == 4, let historical = answerToReset.historicalBytes, historical.count == 8 else { return false }
        return historical[7] & 0x0F == 0
    }
}
