import Attendance
import NFCTag
import Testing
import VirtualReader

@Suite struct `Answer to reset` {
    @Test(
        arguments: [
            ("NTAG, Ultralight", "3B8F8001804F0CA000000306 03 0003 0000000068", .type2),
            ("Classic 1K", "3B8F8001804F0CA000000306 03 0001 000000006A", .classic),
            ("Classic 4K", "3B8F8001804F0CA000000306 03 0002 0000000069", .classic),
            ("Classic Mini", "3B8F8001804F0CA000000306 03 0026 000000004D", .classic),
            ("type A without a name", "3B8F8001804F0CA000000306 03 0000 000000006B", .type2),
            ("ICODE", "3B8F8001804F0CA000000306 0B 0014 0000000077", .type5),
            ("ST25DV", "3B8F8001804F0CA000000306 0B 0013 0000000070", .type5),
            ("EM, without a name", "3B8F8001804F0CA000000306 0B 0000 0000000063", .type5),
            ("FeliCa", "3B8F8001804F0CA000000306 11 003B 0000000042", .type3),
            ("FeliCa on ACR122U", "3B8F8001804F0CA000000306 03 F011 0000000000", .type3),
            ("FeliCa on SCM3711", "3B8C8001 0443FD 0102030405060708 0B 7C", .type3),
            ("Topaz", "3B8F8001804F0CA000000306 03 F004 0000000000", .otherStorage),
            ("type B storage", "3B8F8001804F0CA000000306 07 0000 000000006F", .otherStorage),
            ("no standard given", "3B8F8001804F0CA000000306 00 0000 0000000068", .unknown),
            ("padded", "3B8F8001804F0CA000000306 03 0003 0000000068 0000000000", .type2),
            ("DESFire", "3B81800180 80", .type4), ("type B card", "3B888001 00000000 33818100 3A", .type4),
            ("no historical bytes", "3B80800101", .type4), ("contact card", "3B6500002063CBA000", .unknown),
            ("cut short", "3B8F8001804F0CA0000003", .unknown), ("endless interface bytes", "3BFFFFFFFFFF", .unknown),
            ("one byte", "3B", .unknown), ("nothing", "", .unknown),
        ] as [(String, String, TagKind)])
    func `The answer to reset determines the kind of tag`(what: String, atr: String, kind: TagKind) {
        #expect(TagKind(ATR(hex(atr))) == kind)
    }

    @Test(arguments: 0...20) func `A truncated answer to reset, or one without check byte, is parsed without a failure`(
        length: Int
    ) {
        let atr = ATR(Array(hex("3B8F8001804F0CA000000306 03 0003 0000000068").prefix(length)))
        #expect(TagKind(atr) == (length < 19 ? .unknown : .type2))
    }
}

@Suite struct `Tag UID` {
    @Test(arguments: [
        ("08112233", true), ("04112233", false), ("08112233445566", false), ("", false), ("01FE010203040506", true),
        ("02FE010203040506", true), ("0101010203040506", false), ("E004015012345678", false),
    ])
    func `A random UID is recognized by its length and first bytes`(uid: String, isRandom: Bool) {
        #expect(UID(hex(uid)).isRandom == isRandom)
    }

    @Test func `A UID is shown as hexadecimal digits`() { #expect(UID(hex("04 0A FF 00")).description == "040AFF00") }
}
