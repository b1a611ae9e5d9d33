package import Attendance
package import FoundationEssentials

/// How a badge is read.
package enum BadgeKind: String, Sendable, CaseIterable {
    /// ISO/IEC 14443-3 type A.
    case nfca
    /// ISO/IEC 14443-3 type B.
    case nfcb
    case felica
    case iso15693
}

/// A badge as a reader saw it.
package struct BadgeReading: Sendable, Hashable {
    package var kind: BadgeKind
    package var uid: UID

    package init(kind: BadgeKind, uid: UID) {
        self.kind = kind
        self.uid = uid
    }

    /// Whether it makes up another UID at every tap, as phones do: type A with 4 bytes and 08 first (ISO/IEC 14443-3, 6.5.4),
    /// FeliCa with 01 FE or 02 FE first (JIS X 6319-4).
    package var isRandom: Bool {
        switch kind {
        case .nfca: uid.bytes.count == 4 && uid.bytes[0] == 0x08
        case .felica: uid.bytes[1] == 0xFE && (uid.bytes[0] == 0x01 || uid.bytes[0] == 0x02)
        case .nfcb, .iso15693: false
        }
    }
}

/// A tap by a badge, before it is known whose it is.
package struct BadgeTap: Sendable {
    package var id: UUID
    package var reading: BadgeReading
    package var at: Instant
    package var reader: Int64

    package init(id: UUID, reading: BadgeReading, at: Instant, reader: Int64) {
        self.id = id
        self.reading = reading
        self.at = at
        self.reader = reader
    }
}

/// Whose a badge is.
package enum BadgeOwner: Sendable, Equatable {
    /// The user name.
    case person(String)
    /// The user name of whoever had it first after the tap. Nobody had it then.
    case laterOwner(String)
    /// By this very tap it became somebody's, of whom this is the name as others read it.
    case enrolled(String)
    case nobody
}

extension ServerSecret {
    /// What the database knows a badge by. UIDs are short enough to be tried one by one, so the hash has a key (HMAC-SHA256).
    func hash(of badge: BadgeReading) -> [UInt8] {
        var bytes = CanonicalBytes("desktap badge 1")
        bytes.add(badge.kind.rawValue)
        bytes.add(bytes: badge.uid.bytes)
        return authentication(of: bytes.bytes)
    }
}
