import Attendance
import NFCTag
import Testing

@Suite struct `Tag preflight` {
    private func look(at tag: MemoryTag, for message: NDEFMessage) async throws -> TagPreflight {
        var writer = TagWriter(tag, atr: tag.atr)
        return try await writer.preflight(message)
    }

    @Test(arguments: [(46, 0), (47, 1), (100, 54)])
    func `A preflight of an unformatted Ultralight counts the missing bytes and writes nothing`(bytes: Int, missing: Int)
        async throws
    {
        let tag = type2Tag(pages: 16, container: "00000000", data: [])
        let before = tag.memory
        let preflight = try await look(at: tag, for: message(bytes: bytes))
        #expect(preflight.missing == missing && preflight.reading.content == .unformatted)
        #expect(preflight.reading.uid == UID(type2UID) && tag.memory == before)
    }

    @Test(arguments: [(137, 0), (138, 1)])
    func `A preflight of a formatted NTAG213 counts the space after its control TLV`(bytes: Int, missing: Int) async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: [0x01, 0x03, 0xA0, 0x0C, 0x34] + tlv(try deskMessage()))
        let preflight = try await look(at: tag, for: message(bytes: bytes))
        #expect(preflight.missing == missing && preflight.reading.uri == deskAddress)
    }

    @Test(arguments: [(102, 0), (103, 1)])
    func `A preflight of an unformatted Type 5 tag reads its size`(bytes: Int, missing: Int) async throws {
        let tag = type5Tag(blocks: 28, container: "00000000", data: [])
        let before = tag.memory
        let preflight = try await look(at: tag, for: message(bytes: bytes))
        #expect(preflight.missing == missing && preflight.reading.uid == UID(type5UID) && tag.memory == before)
    }

    @Test func `A preflight of a Type 4 tag counts the missing bytes of its file`() async throws {
        let tag = FileTag(message: nil)
        var writer = TagWriter(tag, atr: type4ATR)
        #expect(try await writer.preflight(deskMessage()).missing == 0)
        #expect(try await writer.preflight(message(bytes: 1000)).missing > 0)
    }
}
