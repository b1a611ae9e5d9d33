import Attendance

extension ServerSecret {
    /// What the database knows a badge by. UIDs are short enough to be tried one by one, so the hash has a key (HMAC-SHA256).
    func hash(of badge: BadgeReading) -> [UInt8] {
        var bytes = CanonicalBytes("desktap badge 1")
        bytes.add(badge.kind.rawValue)
        bytes.add(bytes: badge.uid.bytes)
        return authentication(of: bytes.bytes)
    }
}
