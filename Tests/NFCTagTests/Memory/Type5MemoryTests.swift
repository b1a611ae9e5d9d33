import NFCTag
import Testing
import VirtualReader

@Suite struct `Type 5 memory` {
    static func memory(_ digits: String) -> TagMemory? {
        guard case .memory(let memory) = Type5Memory.scan(hex(digits), isWhole: true) else { return nil }
        return memory
    }

    @Test(arguments: ["00000000", "FFFFFFFF 0300FE00", "E3400D01 0300FE00", "E1400D01 FE000000", "E1400101 0000000000000000"])
    func `A Type 5 memory without a container or an NDEF TLV is unformatted`(image: String) {
        #expect(Self.memory(image)?.content == .unformatted)
    }

    @Test(arguments: [
        "E1400D01 0300FE00", "E2400001 000003FF 0300FE00", "E1400D01 03FF0000", "E1400D01 00000300", "E140FF05 0300FE00",
    ])
    func `A Type 5 memory with an NDEF TLV of length 0 is empty`(image: String) {
        #expect(Self.memory(image)?.content == .empty)
    }

    @Test(arguments: [
        ("SLIX", "E1400D01 0306D101 02550461 FE000000"), ("as met on SLIX", "E1400E01 0306D101 02550461 FE"),
        ("eight-byte container", "E2400001 000003FF 0306D101 02550461 FE"),
        ("eight-byte container, one-byte numbers", "E1400001 000001FF 0306D101 02550461 FE"),
        ("Android's long area", "E140FF05 0306D101 02550461 FE"),
        ("null without length", "E1400D01 00 0306D101 02550461 FE"),
        ("proprietary before", "E1400D01 FDFF0002 0300 0306D101 02550461 FE"),
        ("lock control of another tag type is skipped", "E1400D01 0103200110 0306D101 02550461 FE"),
        ("three-byte length", "E1400D01 03FF0006 D101 02550461 FE"),
        ("minor version 3", "E1700D01 0306D101 02550461 FE"), ("read only", "E1430D01 0306D101 02550461 FE"),
    ])
    func `A message in a Type 5 memory is found after any valid container`(what: String, image: String) throws {
        #expect(Self.memory(image)?.content == .message(try NDEFMessage(bytes: shortMessage)))
    }

    @Test(
        arguments: [
            ("version 2", "E1800D01 0300FE00", .unsupportedVersion(0x80)),
            ("version 0", "E1000D01 0300FE00", .unsupportedVersion(0)),
            ("no area", "E2400001 00000000 0300FE00", .noDataArea), ("not readable", "E1480D01 0300FE00", .readProtected),
            ("container cut", "E14000", .memoryEnds(at: 3)), ("long container cut", "E2400001 0000", .memoryEnds(at: 6)),
            ("nothing", "", .memoryEnds(at: 0)),
            ("value past the area", "E1400101 0307D101 02550461 00", .valuePastEnd(offset: 4, length: 7)),
            ("value past the chip", "E1400E01 0306D101", .memoryEnds(at: 8)),
            ("reserved length", "E1400D01 03FFFFFF", .reservedLength(offset: 4)),
            ("the block size as length", "E1403001 03040000", .memoryEnds(at: 8)),
            ("zeros as a message", "E1403001 03040000 00000000", .message(NDEFError(.truncated, at: 2))),
        ] as [(String, String, TagDamage)])
    func `A Type 5 memory with an invalid structure is damaged, with the exact defect`(
        what: String, image: String, damage: TagDamage
    ) {
        #expect(Self.memory(image)?.content == .damaged(damage))
    }

    @Test(
        arguments: [("40", .readWrite), ("43", .readOnly), ("42", .proprietary), ("41", .proprietary)] as [(String, TagAccess)])
    func `The write access to a Type 5 tag follows from its container`(version: String, access: TagAccess) {
        #expect(Self.memory("E1\(version)0D01 0300FE00")?.access == access)
    }

    @Test func `Scanning a Type 5 memory requests the missing bytes`() {
        #expect(Type5Memory.scan([]) == .incomplete(wants: 64))
        #expect(Type5Memory.scan(hex("E2400001")) == .incomplete(wants: 64))
        #expect(Type5Memory.scan(hex("E1400D01 0320")) == .incomplete(wants: 39))
        #expect(Type5Memory.scan(hex("E1400101 00")) == .incomplete(wants: 12))
    }
}
