import Attendance
import Testing

@Suite struct `Random UIDs` {
    @Test(
        arguments: [
            (.nfca, "08A1B2C3", true), (.nfca, "08A1B2C3D4E580", false), (.nfca, "04A1B2C3", false), (.nfcb, "08A1B2C3", false),
            (.felica, "01FE020304050607", true), (.felica, "02FE020304050607", true), (.felica, "0101020304050607", false),
            (.felica, "01FE0203", true), (.iso15693, "E0FE010203040506", false),
        ] as [(BadgeKind, String, Bool)])
    func `A random UID is recognised by its first bytes`(kind: BadgeKind, uid: String, isRandom: Bool) throws {
        #expect(BadgeReading(kind: kind, uid: try #require(UID(hex: uid))).isRandom == isRandom)
    }
}
