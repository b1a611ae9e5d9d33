import NFCTag
import Testing
import VirtualReader

/// The initial state of a tag, and the operation on it.
struct WritingCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let tag: @Sendable () throws -> MemoryTag
    let new: TagContent
    let act: @Sendable (inout TagWriter<MemoryTag>) async throws -> TagWriteResult

    /// Writes a message, and formats the tag first if necessary.
    static func write(_ name: String, _ new: NDEFMessage, tag: @escaping @Sendable () throws -> MemoryTag) -> WritingCase {
        WritingCase(testDescription: name, tag: tag, new: .message(new)) { try await $0.write(new, formatting: true) }
    }

    static func format(_ name: String, tag: @escaping @Sendable () throws -> MemoryTag) -> WritingCase {
        WritingCase(testDescription: name, tag: tag, new: .empty) { try await $0.format() }
    }

    static func erase(_ name: String, tag: @escaping @Sendable () throws -> MemoryTag) -> WritingCase {
        WritingCase(testDescription: name, tag: tag, new: .empty) { try await $0.erase() }
    }
}

@Suite struct `A tag removed at any command` {
    static func cases() throws -> [WritingCase] {
        let old = try message(bytes: 40)
        let new = try deskMessage()
        let long = try message(bytes: 300)
        let longer = try message(bytes: 310)
        let ntagLocks = hex("01 03 A0 0C 34")
        return [
            .write("NTAG213, other address", new) { type2Tag(pages: 45, container: "E1101200", data: ntagLocks + tlv(old)) },
            .write("NTAG213, from the factory", new) {
                type2Tag(pages: 45, container: "E1101200", data: ntagLocks + hex("0300FE"))
            },
            .write("NTAG213, without a TLV", new) { type2Tag(pages: 45, container: "E1101200", data: []) },
            .write("NTAG213, type and length on two pages", new) {
                type2Tag(pages: 45, container: "E1101200", data: hex("000000") + tlv(old))
            },
            .write("NTAG213, terminator before the page's end", new) {
                type2Tag(pages: 45, container: "E1101200", data: hex("FD0100 FE D101") + padded([], to: 70))
            },
            .write("NTAG213, null before the page's end", new) {
                type2Tag(pages: 45, container: "E1101200", data: hex("FD0100 00") + padded([], to: 70))
            },
            .write("NTAG213, holes in the message", new) {
                type2Tag(pages: 45, container: "E1101200", data: hex("02 03 1C 05 04 03 00 FE"))
            },
            .write("NTAG215, long after short", long) { type2Tag(pages: 135, container: "E1103E00", data: tlv(old)) },
            .write("NTAG215, long after long", longer) { type2Tag(pages: 135, container: "E1103E00", data: tlv(long)) },
            .write("NTAG215, short after long", new) { type2Tag(pages: 135, container: "E1103E00", data: tlv(long)) },
            .write("NTAG215, long length over two pages", long) {
                type2Tag(pages: 135, container: "E1103E00", data: hex("0000") + tlv(old))
            },
            .write("NTAG215, long length over two pages, other", long) {
                type2Tag(pages: 135, container: "E1103E00", data: hex("00") + tlv(longer))
            },
            .write("Ultralight from the factory", try message(bytes: 45)) {
                type2Tag(pages: 16, container: "00000000", data: [])
            },
            .write("NTAG213 by frames", new) {
                let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(old))
                (tag.takesBinary, tag.takesFrames) = (false, true)
                return tag
            },
            .write("SLIX, other address", new) { type5Tag(blocks: 28, container: "E1400D01", data: tlv(old)) },
            .write("SLIX from the factory", new) { type5Tag(blocks: 28, container: "", data: []) },
            .write("SLIX with old bytes, asked for its size", new) {
                let tag = type5Tag(blocks: 28, container: "00000000 03FFFF55", data: Array(repeating: 3, count: 100))
                tag.takesFrames = true
                return tag
            },
            .write("SLIX by frames", new) {
                let tag = type5Tag(blocks: 28, container: "E1400E01", data: tlv(old))
                (tag.takesBinary, tag.takesFrames) = (false, true)
                return tag
            },
            .write("SLIX, writing by frames alone", new) {
                let tag = type5Tag(blocks: 28, container: "E1400E01", data: tlv(old))
                (tag.takesUpdate, tag.takesFrames) = (false, true)
                return tag
            },
            .write("SLIX, 16 bytes at a time", new) {
                let tag = type5Tag(blocks: 28, container: "E1400D01", data: tlv(old))
                tag.largestRead = 16
                return tag
            },
            .write("ST25DV64K, other address", new) { type5Tag(blocks: 2048, container: "E2400001 000003FF", data: tlv(long)) },
            .write("ST25DV64K from the factory", long) {
                let tag = type5Tag(blocks: 2048, container: "", data: [])
                (tag.takesBinary, tag.takesFrames) = (false, true)
                return tag
            },
            .write("blocks of 8 bytes", new) { type5Tag(blocks: 32, container: "E1401F00", data: tlv(old), blockSize: 8) },
            .write("blocks of 32 bytes, unformatted", new) {
                let tag = type5Tag(blocks: 8, container: "", data: [], blockSize: 32)
                tag.takesFrames = true
                return tag
            },
            .format("format NTAG213 without a TLV") { type2Tag(pages: 45, container: "E1101200", data: ntagLocks) },
            .format("format Ultralight") { type2Tag(pages: 16, container: "00000000", data: hex("03 10 D1")) },
            .format("format SLIX") { type5Tag(blocks: 28, container: "", data: hex("00000000 03100000")) },
            .format("format blocks of 8 bytes") {
                let tag = type5Tag(blocks: 32, container: "", data: [], blockSize: 8)
                (tag.takesBinary, tag.takesFrames) = (false, true)
                return tag
            },
            .erase("erase NTAG213") { type2Tag(pages: 45, container: "E1101200", data: ntagLocks + tlv(new)) },
            .erase("erase NTAG215, long") { type2Tag(pages: 135, container: "E1103E00", data: hex("00") + tlv(long)) },
            .erase("erase SLIX") { type5Tag(blocks: 28, container: "E1400D01", data: tlv(new)) },
        ]
    }

    @Test(arguments: try cases())
    func `A tag removed at any command holds its old content, nothing or the new message, and a retry completes it`(
        _ writing: WritingCase
    ) async throws {
        let whole = try writing.tag()
        let old = try #require(whole.content)
        var writer = TagWriter(whole, atr: whole.atr)
        #expect(try await writing.act(&writer).writes > 0)
        #expect(whole.content == writing.new)
        #expect(!whole.isInSession)

        for lastCommand in 0..<whole.commands.count {
            // Yields, because nothing here suspends and other tests need the same threads.
            await Task.yield()
            for isLastDone in [false, true] {
                let tag = try writing.tag()
                tag.leavesAt = lastCommand
                tag.doesLastCommand = isLastDone
                do {
                    var writer = TagWriter(tag, atr: tag.atr)
                    _ = try await writing.act(&writer)
                    // The tag was complete. Only the reader's session was still open.
                    #expect(tag.content == writing.new)
                } catch {
                    #expect(error as? TagError == .tagGone)
                }
                let held = try #require(tag.content)
                #expect(
                    [old, .empty, .unformatted, writing.new].contains(held) && (held != .unformatted || old == .unformatted),
                    "after command \(lastCommand), done: \(isLastDone)")
                tag.comeBack()
                var again = TagWriter(tag, atr: tag.atr)
                _ = try await writing.act(&again)
                #expect(tag.content == writing.new)
            }
        }
    }

    @Test(arguments: try cases()) func `Repeating a completed write sends no write command`(_ writing: WritingCase) async throws
    {
        let tag = try writing.tag()
        var writer = TagWriter(tag, atr: tag.atr)
        _ = try await writing.act(&writer)
        #expect(try await writing.act(&writer).writes == 0)
    }

    @Test(arguments: try cases()) func `A tag that is swapped during a write stays unchanged`(_ writing: WritingCase)
        async throws
    {
        let whole = try writing.tag()
        var writer = TagWriter(whole, atr: whole.atr)
        _ = try await writing.act(&writer)
        for swapsBefore in 1..<whole.commands.count {
            let tag = try writing.tag()
            tag.swapsBefore = swapsBefore
            var writer = TagWriter(tag, atr: tag.atr)
            _ = try? await writing.act(&writer)
            // At most one write that immediately follows a UID check may reach the other tag, and only if the command
            // carries no UID. With a real reader the connection ends with its tag, so no write reaches it.
            let isWrite = tag.commands[swapsBefore].starts(with: hex("FFD6")) || tag.commands[swapsBefore].contains(0xA2)
            #expect(tag.writesToOther <= (isWrite ? 1 : 0), "swapped before \(swapsBefore)")
        }
    }
}
