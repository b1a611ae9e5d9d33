/// How a badge is read.
package enum BadgeKind: String, Sendable, CaseIterable {
    /// ISO/IEC 14443 type A: UID of 4, 7 or 10 bytes.
    case nfca
    /// ISO/IEC 14443 type B: PUPI of 4 bytes.
    case nfcb
    /// FeliCa: IDm of 8 bytes.
    case felica
    /// UID of 8 bytes, E0 first.
    case iso15693
}

/// A person's card or token as a reader saw it, identified by its UID alone. The UID is not a proof of identity.
package struct BadgeReading: Sendable, Hashable {
    package var kind: BadgeKind
    package var uid: UID

    package init(kind: BadgeKind, uid: UID) {
        self.kind = kind
        self.uid = uid
    }

    /// True if the UID changes with every tap, as on phones. A type B PUPI may begin with any byte, so it never counts as random.
    package var isRandom: Bool {
        switch kind {
        case .nfca: uid.isRandomTypeA
        case .felica: uid.isRandomIDm
        case .nfcb, .iso15693: false
        }
    }
}
