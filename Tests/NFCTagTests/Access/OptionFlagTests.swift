import NFCTag
import Testing
import VirtualReader

@Suite struct `Type 5 tag that needs the option flag` {
    /// The tag's error without the flag, whether it responds with the flag, and whether the reader supports UPDATE BINARY.
    static let cases: [(UInt8, Bool, Bool)] = [0x03, 0x0F].flatMap { code in
        [(code, false, false), (code, true, false), (code, false, true), (code, true, true)]
    }

    @Test(arguments: cases) func `A Type 5 tag that needs the option flag is written and locked by frames`(
        refusal: UInt8, isSilent: Bool, hasBinary: Bool
    ) async throws {
        let tag = OptionTag.tag(refusal, isSilent: isSilent, hasBinary: hasBinary)
        var writer = TagWriter(tag, atr: tag.atr)
        _ = try await writer.write(deskMessage())
        #expect(tag.content == .message(try deskMessage()))
        _ = try await writer.lock()
        #expect(tag.memory.starts(with: hex("E1430D01")))
        #expect(tag.locked == Set(0..<27))
        #expect(!tag.isInSession)
    }

    @Test(arguments: [0x03, 0x0F, 0x12] as [UInt8], [false, true])
    func `A locked Type 5 tag that needs the option flag is reported as locked`(code: UInt8, hasBinary: Bool) async throws {
        let tag = OptionTag.tag(code, isSilent: false, hasBinary: hasBinary)
        tag.locked = Set(0..<28)
        var writer = TagWriter(tag, atr: tag.atr)
        await #expect(throws: TagError.refusedByTag(.updateBinary(block: 2), .blockLocked)) {
            try await writer.write(deskMessage())
        }
        #expect(!tag.isInSession)
    }

    private enum OptionTag {
        static func tag(_ refusal: UInt8, isSilent: Bool, hasBinary: Bool) -> MemoryTag {
            let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("0300FE00"))
            tag.refusalWithoutOption = refusal
            tag.isSilentWithOption = isSilent
            (tag.takesBinary, tag.takesFrames) = (hasBinary, true)
            return tag
        }
    }
}
