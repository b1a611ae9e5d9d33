import Attendance
import NFCTag
import Testing
import VirtualReader

/// `https://a` as a message of 6 bytes.
let shortMessage = hex("D1 01 02 55 04 61")

@Suite struct `Type 2 memory` {
    /// UID 04 01 02 03 04 05 06 with its check bytes, internal byte, clear lock bytes.
    static let header = hex("04 01 02 8F 03 04 05 06 04 48 00 00")

    static func content(_ container: String, _ data: String) -> TagMemory? {
        memory(header + hex(container) + hex(data))
    }

    static func memory(_ image: [UInt8]) -> TagMemory? {
        guard case .memory(let memory) = Type2Memory.scan(image, isWhole: true) else { return nil }
        return memory
    }

    @Test(arguments: [
        ("blank", "00000000", "00000000"), ("another container", "E2101200", "0300FE"),
        ("terminator first", "E1101200", "FE 03 00"), ("nulls to the end", "E1100600", String(repeating: "00", count: 48)),
        ("proprietary only", "E1101200", "FD 02 0102 FE"),
    ])
    func `A Type 2 memory without a container or an NDEF TLV is unformatted`(what: String, container: String, data: String) {
        #expect(Self.content(container, data)?.content == .unformatted)
    }

    @Test(arguments: [
        ("NTAG213 from the factory", "E1101200", "01 03 A0 0C 34 03 00 FE"), ("NTAG215", "E1103E00", "03 00 FE"),
        ("three-byte length", "E1101200", "03 FF 0000 FE"), ("nulls before", "E1101200", "00 00 00 03 00"),
    ])
    func `A Type 2 memory with an NDEF TLV of length 0 is empty`(what: String, container: String, data: String) {
        #expect(Self.content(container, data)?.content == .empty)
    }

    @Test(arguments: [
        ("plain", "03 06 D10102550461 FE"), ("no terminator", "03 06 D10102550461"),
        ("three-byte length below 255", "03 FF 0006 D10102550461 FE"),
        ("lock control first", "01 03 A0 0C 34 03 06 D10102550461 FE"),
        ("skipped TLV of three-byte length below 255", "FD FF 0002 0300 03 06 D10102550461 FE"),
        ("unknown TLVs", "04 01 03 FD 00 7F 02 0300 03 06 D10102550461 FE"),
        ("the first of two", "03 06 D10102550461 03 00 FE"),
        // Two bytes from byte 24: page address 1, offset 8 with 16 bytes per page.
        ("reserved bytes within the message", "02 03 18 02 04 03 06 D1 AAAA 0102550461 FE"),
        // Lock bits: 9 bits take 2 bytes; 3 pages of 8 bytes each, so byte 24.
        ("lock bytes within the message", "01 03 30 09 03 03 06 D1 AAAA 0102550461 FE"),
        // From byte 22: between the type and the length.
        ("reserved bytes before the length", "02 03 16 02 04 03 AAAA 06 D10102550461 FE"),
        ("two holes side by side", "02 03 1C 02 04 02 03 1A 02 04 AAAAAAAA 03 06 D10102550461 FE"),
    ])
    func `A message in a Type 2 memory is found between other TLVs and holes`(what: String, data: String) throws {
        let memory = Self.content("E1101200", data)
        #expect(memory?.content == .message(try NDEFMessage(bytes: shortMessage)))
        #expect(memory?.ndef?.bytes == shortMessage)
    }

    @Test func `A message of more than 254 bytes in a Type 2 memory is found`() throws {
        let message = NDEFMessage(try NDEFRecord(.unknown, payload: Array(repeating: 7, count: 300)))
        let image = Self.header + hex("E1103E00 03 FF 0132") + message.bytes + hex("FE")
        #expect(message.bytes.count == 0x132)
        #expect(Self.memory(image)?.content == .message(message))
    }

    @Test(
        arguments: [
            ("version 2", "E1201200", "0300FE", .unsupportedVersion(0x20)),
            ("no area", "E1100000", "0300FE", .noDataArea),
            ("not readable", "E11012F0", "0300FE", .readProtected),
            ("value past the area", "E1100100", "03 07 D1010255046100", .valuePastEnd(offset: 16, length: 7)),
            ("length past the area", "E1100100", "00000000000000 03", .valuePastEnd(offset: 23, length: 0)),
            ("long length past the area", "E1100100", "000000000000 03 FF", .valuePastEnd(offset: 22, length: 0)),
            ("skipped value past the area", "E1100100", "FD 40 00", .valuePastEnd(offset: 16, length: 64)),
            ("reserved length", "E1101200", "03 FF FFFF", .reservedLength(offset: 16)),
            ("huge length", "E110FF00", "03 FF FFFE", .valuePastEnd(offset: 16, length: 0xFFFE)),
            ("image ends in the value", "E1101200", "03 06 D101", .memoryEnds(at: 20)),
            ("image ends before the length", "E1101200", "03", .memoryEnds(at: 17)),
            ("short control", "E1101200", "01 02 A00C 0300", .controlLength(offset: 16)),
            ("long control", "E1101200", "02 04 A00C3400 0300", .controlLength(offset: 16)),
            ("broken message", "E1101200", "03 02 D101 FE", .message(NDEFError(.truncated, at: 2))),
        ] as [(String, String, String, TagDamage)])
    func `A Type 2 memory with an invalid structure is damaged, with the exact defect`(
        what: String, container: String, data: String, damage: TagDamage
    ) {
        #expect(Self.content(container, data)?.content == .damaged(damage))
    }

    @Test(arguments: 0..<16) func `A Type 2 memory that ends before its container is damaged`(length: Int) {
        let image = Array((Self.header + hex("E1101200")).prefix(length))
        #expect(Self.memory(image)?.content == .damaged(.memoryEnds(at: length)))
        #expect(Type2Memory.scan(image) == .incomplete(wants: 64))
    }

    @Test(
        arguments: [
            ("00 00", "00", .readWrite), ("00 00", "0F", .readOnly), ("00 00", "0A", .proprietary), ("10 00", "00", .readOnly),
            ("00 80", "00", .readOnly), ("0F 00", "00", .readWrite),
        ] as [(String, String, TagAccess)])
    func `The write access to a Type 2 tag follows from its container and lock bytes`(
        locks: String, container: String, access: TagAccess
    ) {
        let image = Array(Self.header.prefix(10)) + hex(locks) + hex("E11012\(container) 0300FE")
        #expect(Self.memory(image)?.access == access)
        #expect(Self.memory(image)?.content == .empty)
    }

    @Test func `Scanning a Type 2 memory requests the missing bytes, and none past the data area`() {
        let start = Self.header + hex("E1101200")
        #expect(Type2Memory.scan(start + hex("03 20")) == .incomplete(wants: 51))
        #expect(Type2Memory.scan(Self.header + hex("E1100600 03 2E")) == .incomplete(wants: 64))
        #expect(Type2Memory.scan(start + hex("03")) == .incomplete(wants: 81))
        #expect(Type2Memory.scan(Self.header + hex("E1100600 00")) == .incomplete(wants: 64))
    }

    @Test func `The UID in a Type 2 memory is read only with valid check bytes`() {
        #expect(Type2Memory.uid(Self.header) == UID(hex("04010203040506")))
        for position in [0, 1, 2, 3, 4, 5, 6, 7, 8] {
            var image = Self.header
            image[position] ^= 0x10
            #expect(Type2Memory.uid(image) == nil)
        }
        #expect(Type2Memory.uid(Array(Self.header.prefix(8))) == nil)
    }
}
