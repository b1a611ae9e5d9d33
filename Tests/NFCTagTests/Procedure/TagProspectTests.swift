import NFCTag
import Testing

@Suite struct `Tag prospect` {
    private func look(at tag: MemoryTag, for message: NDEFMessage) async throws -> TagProspect {
        var writer = TagWriter(tag, atr: tag.atr)
        return try await writer.look(for: message)
    }

    @Test(arguments: [(46, 0), (47, 1), (100, 54)])
    func `counts the bytes that an unprepared Ultralight lacks, and writes nothing`(bytes: Int, missing: Int) async throws {
        let tag = type2Tag(pages: 16, container: "00000000", data: [])
        let before = tag.memory
        let prospect = try await look(at: tag, for: message(bytes: bytes))
        #expect(prospect.missing == missing && prospect.reading.content == .unformatted)
        #expect(prospect.reading.uid == TagUID(type2UID) && tag.memory == before)
    }

    @Test(arguments: [(137, 0), (138, 1)])
    func `counts what is left of a prepared NTAG213 behind its control TLV`(bytes: Int, missing: Int) async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: [0x01, 0x03, 0xA0, 0x0C, 0x34] + tlv(try deskMessage()))
        let prospect = try await look(at: tag, for: message(bytes: bytes))
        #expect(prospect.missing == missing && prospect.reading.uri == deskAddress)
    }

    @Test(arguments: [(102, 0), (103, 1)])
    func `measures a Type 5 tag that was never written`(bytes: Int, missing: Int) async throws {
        let tag = type5Tag(blocks: 28, container: "00000000", data: [])
        let before = tag.memory
        let prospect = try await look(at: tag, for: message(bytes: bytes))
        #expect(prospect.missing == missing && prospect.reading.uid == TagUID(type5UID) && tag.memory == before)
    }

    @Test func `counts what a Type 4 file lacks`() async throws {
        let tag = FileTag(message: nil)
        var writer = TagWriter(tag, atr: type4ATR)
        #expect(try await writer.look(for: deskMessage()).missing == 0)
        #expect(try await writer.look(for: message(bytes: 1000)).missing > 0)
    }
}
