import Attendance
import NFCTag
import Testing

@Suite struct `Type 4 tag` {
    @Test func `A Type 4 tag with 60 bytes is read in six commands`() async throws {
        let tag = FileTag(message: try deskMessage())
        var reader = TagReader(tag, atr: type4ATR)
        let reading = try await reader.read()
        #expect(reading.uri == deskAddress)
        #expect(reading.uid == UID(tag.uid))
        #expect(reading.access == .readWrite)
        #expect(tag.commands.count == 6)
    }

    @Test(arguments: [("000F 20 000F 0034 0406 E104 0800 00 00", 2), ("0011 30 003B 0034 0608 E104 00000800 00 00", 4)])
    func `A long message of a Type 4 tag is read in pieces`(container: String, lengthSize: Int) async throws {
        let tag = FileTag(container: container, message: nil)
        let bytes = try message(bytes: 700).bytes
        tag.file = padded(Array(repeating: 0, count: lengthSize - 2) + [0x02, 0xBC] + bytes, to: 0x800)
        var reader = TagReader(tag, atr: type4ATR)
        #expect(try await reader.read().content == .message(try message(bytes: 700)))
    }

    @Test func `A long message of a Type 4 tag is read at once if the reader passes long commands`() async throws {
        let tag = FileTag(container: "000F 20 0800 0800 0406 E104 0800 00 00", message: try message(bytes: 700))
        var reader = TagReader(tag, atr: type4ATR, capabilities: ReaderCapabilities(takesExtendedLength: true))
        #expect(try await reader.read().content == .message(try message(bytes: 700)))
        #expect(tag.commands.count == 7)
        var writer = TagWriter(tag, atr: type4ATR, capabilities: ReaderCapabilities(takesExtendedLength: true))
        #expect(try await writer.write(message(bytes: 600)).writes == 3)
        #expect(tag.content == .message(try message(bytes: 600)))
    }

    @Test func `A Type 4 tag that supports only the old form of SELECT is read`() async throws {
        let tag = FileTag(message: try deskMessage())
        tag.isOld = true
        var reader = TagReader(tag, atr: type4ATR)
        #expect(try await reader.read().uri == deskAddress)
    }

    @Test func `A card without the NDEF application is a badge`() async throws {
        let card = FileTag(message: nil)
        card.hasApplication = false
        var reader = TagReader(card, atr: type4ATR)
        #expect(try await reader.read().content == .unformatted)
        var writer = TagWriter(card, atr: type4ATR)
        await #expect(throws: TagError.noNDEF(.type4)) { try await writer.write(deskMessage()) }
        await #expect(throws: TagError.unsupported) { try await writer.format() }
        await #expect(throws: TagError.noNDEF(.type4)) { try await writer.dump() }
        await #expect(throws: TagError.noLock(.type4)) { try await writer.lock() }
    }

    @Test(arguments: [3, 14, 15, 59]) func `A Type 4 container is read in whatever lengths the tag returns`(length: Int)
        async throws
    {
        let tag = FileTag(message: try deskMessage())
        tag.containerGives = length
        var reader = TagReader(tag, atr: type4ATR)
        #expect(try await reader.read().uri == deskAddress)
    }

    @Test func `A Type 4 tag whose file is shorter than declared is damaged`() async throws {
        let tag = FileTag(message: nil)
        tag.file[0] = 0xFF
        var reader = TagReader(tag, atr: type4ATR)
        #expect(try await reader.read().content == .damaged(.valuePastEnd(offset: 0, length: 0xFF00)))
        var writer = TagWriter(tag, atr: type4ATR)
        await #expect(throws: TagError.damaged(.valuePastEnd(offset: 0, length: 0xFF00))) { try await writer.format() }
        #expect(try await writer.format(force: true).writes == 1)
        #expect(tag.content == .empty)
    }

    @Test func `Writing a Type 4 tag reports missing bytes and write protection`() async throws {
        let small = FileTag(container: "000F 20 003B 0034 0406 E104 0020 00 00", message: nil)
        var writer = TagWriter(small, atr: type4ATR)
        await #expect(throws: TagError.tooSmall(missing: 57 - 30)) { try await writer.write(deskMessage()) }
        let protected = FileTag(container: "000F 20 003B 0034 0406 E104 0100 00 FF", message: nil)
        writer = TagWriter(protected, atr: type4ATR)
        await #expect(throws: TagError.writeProtected) { try await writer.write(deskMessage()) }
    }

    @Test(arguments: [0x34, 0x10]) func `A Type 4 tag removed at any command holds the old message, none or the new one`(
        largestWrite: Int
    )
        async throws
    {
        let container = "000F 20 003B 00\(String(largestWrite, radix: 16)) 0406 E104 0100 00 00"
        let old = try message(bytes: 50)
        for new in [try deskMessage(), nil] {
            func act(_ tag: FileTag) async throws -> TagWriteResult {
                var writer = TagWriter(tag, atr: type4ATR)
                return if let new { try await writer.write(new) } else { try await writer.erase() }
            }
            let whole = FileTag(container: container, message: old)
            #expect(try await act(whole).writes > 0)
            #expect(try await act(whole).writes == 0)
            let wanted = new.map(TagContent.message) ?? .empty
            for lastCommand in 0..<whole.commands.count {
                for isLastDone in [false, true] {
                    let tag = FileTag(container: container, message: old)
                    tag.leavesAt = lastCommand
                    tag.doesLastCommand = isLastDone
                    _ = try? await act(tag)
                    let held = try #require(tag.content)
                    #expect([.message(old), .empty, wanted].contains(held))
                    tag.comeBack()
                    _ = try await act(tag)
                    #expect(tag.content == wanted)
                }
            }
        }
    }

    @Test func `Writing a Type 4 tag writes only bytes that differ`() async throws {
        let tag = FileTag(message: try deskMessage())
        var writer = TagWriter(tag, atr: type4ATR)
        let other = NDEFMessage(try URIRecord(String(deskAddress.dropLast(1)) + "s").record)
        #expect(try await writer.write(other).writes == 3)
        #expect(tag.commands.filter { $0[1] == 0xD6 }.map(\.count) == [7, 6, 7])
    }
}
