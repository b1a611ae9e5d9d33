import NFCTag
import Testing
import VirtualReader

@Suite struct `Type 4 capability container` {
    @Test func `A Type 4 container of mapping version 2 contains limits, file and access`() throws {
        let container = try Type4Container(hex("0017 20 0100 00FF 0406 E104 0100 00 00 0506E10500808283"))
        #expect(container.largestRead == 256)
        #expect(container.largestWrite == 255)
        #expect(container.ndefFile == 0xE104)
        #expect(container.fileSize == 256)
        #expect(container.lengthSize == 2)
        #expect(container.access == .readWrite)
    }

    @Test func `A Type 4 container of mapping version 3 supports a file of more than 64 KiB`() throws {
        let container = try Type4Container(hex("0011 30 003B 0034 0608 E104 00012345 00 FF"))
        #expect(container.fileSize == 0x12345)
        #expect(container.lengthSize == 4)
        #expect(container.access == .readOnly)
    }

    @Test(arguments: [("00", .readWrite), ("FF", .readOnly), ("80", .proprietary)] as [(String, TagAccess)])
    func `The write access to a Type 4 tag follows from its container`(right: String, access: TagAccess) throws {
        #expect(try Type4Container(hex("000F 20 003B 0034 0406 E104 0100 00 \(right)")).access == access)
    }

    @Test(
        arguments: [
            ("", .memoryEnds(at: 0)), ("000F 20 003B 0034 0406 E104 0100 00", .memoryEnds(at: 14)),
            ("000E 20 003B 0034 0406 E104 0100 00 00", .container(offset: 0)),
            ("000F 10 003B 0034 0406 E104 0100 00 00", .unsupportedVersion(0x10)),
            ("000F 40 003B 0034 0406 E104 0100 00 00", .unsupportedVersion(0x40)),
            ("000F 20 000E 0034 0406 E104 0100 00 00", .container(offset: 3)),
            ("000F 20 003B 0000 0406 E104 0100 00 00", .container(offset: 5)),
            ("000F 20 003B 0034 0506 E104 0100 00 00", .container(offset: 7)),
            ("0011 20 003B 0034 0608 E104 00010000 00 00", .container(offset: 7)),
            ("000F 20 003B 0034 0405 E104 0100 00 00", .container(offset: 8)),
            ("0011 30 003B 0034 0608 E104 00010000", .memoryEnds(at: 15)),
            ("000F 20 003B 0034 0406 E103 0100 00 00", .container(offset: 9)),
            ("000F 20 003B 0034 0406 E104 0002 00 00", .noDataArea),
            ("000F 20 003B 0034 0406 E104 0100 80 00", .readProtected),
        ] as [(String, TagDamage)])
    func `An invalid Type 4 container is rejected with the exact defect`(bytes: String, damage: TagDamage) {
        #expect(throws: damage) { try Type4Container(hex(bytes)) }
    }
}
