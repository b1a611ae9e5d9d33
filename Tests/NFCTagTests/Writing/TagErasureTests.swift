import NFCTag
import Testing
import VirtualReader

@Suite struct `Erasure` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The range of zeros, from the end of the empty TLV and its terminator.
        let zeros: Range<Int>
        let tag: @Sendable () throws -> MemoryTag
    }

    static let cases = [
        Case(testDescription: "NTAG213", zeros: 24..<160) {
            type2Tag(pages: 45, container: "E1101200", data: hex("01 03 A0 0C 34") + tlv(try deskMessage()))
        },
        Case(testDescription: "NTAG215, long message", zeros: 20..<520) {
            type2Tag(pages: 135, container: "E1103E00", data: hex("00") + tlv(try message(bytes: 300)))
        },
        Case(testDescription: "NTAG213 by frames", zeros: 19..<160) {
            let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
            (tag.takesBinary, tag.takesFrames) = (false, true)
            return tag
        },
        Case(testDescription: "SLIX", zeros: 7..<108) {
            type5Tag(blocks: 28, container: "E1400D01", data: tlv(try deskMessage()))
        },
        Case(testDescription: "SLIX by frames, with remains of a longer message", zeros: 7..<108) {
            let data = tlv(try deskMessage()) + Array(repeating: 0x55, count: 30)
            let tag = type5Tag(blocks: 28, container: "E1400D01", data: data)
            (tag.takesBinary, tag.takesFrames) = (false, true)
            return tag
        },
        Case(testDescription: "SLIX whose container claims more than the chip", zeros: 7..<108) {
            type5Tag(blocks: 28, container: "E1403001", data: tlv(try deskMessage()) + Array(repeating: 0x55, count: 40))
        },
        Case(testDescription: "blocks of 8 bytes", zeros: 7..<252) {
            type5Tag(blocks: 32, container: "E1401F00", data: tlv(try message(bytes: 200)), blockSize: 8)
        },
    ]

    @Test(arguments: cases) func `An erasure that is repeated after an interruption leaves zeros in the whole data area`(
        _ erasure: Case
    ) async throws {
        let whole = try erasure.tag()
        let old = whole.content
        var writer = TagWriter(whole, atr: whole.atr)
        #expect(try await writer.erase().writes > 0)
        #expect(whole.content == .empty)
        #expect(whole.memory[erasure.zeros].allSatisfy { $0 == 0 })
        #expect(try await writer.erase().writes == 0)
        for lastCommand in 0..<whole.commands.count {
            await Task.yield()
            for isLastDone in [false, true] {
                let tag = try erasure.tag()
                tag.leavesAt = lastCommand
                tag.doesLastCommand = isLastDone
                var cut = TagWriter(tag, atr: tag.atr)
                _ = try? await cut.erase()
                #expect([old, .empty].contains(tag.content))
                tag.comeBack()
                var again = TagWriter(tag, atr: tag.atr)
                _ = try await again.erase()
                #expect(tag.content == .empty)
                #expect(tag.memory[erasure.zeros].allSatisfy { $0 == 0 }, "after command \(lastCommand)")
            }
        }
    }

    /// An NTAG213 that declares an NTAG215's area, which includes lock bits, passwords and configuration.
    @Test func `Erasing a Type 2 tag that declares too much does not change the pages after its data area`() async throws {
        let tag = type2Tag(pages: 45, container: "E1103E00", data: tlv(try deskMessage()))
        tag.isHaltedByReadingPastEnd = false
        tag.memory.replaceSubrange(0x29 * 4..<0x29 * 4 + 8, with: [0x04, 0, 0, 0xFF, 0, 0x05, 0, 0])
        var writer = TagWriter(tag, atr: tag.atr)
        _ = try await writer.erase()
        #expect(tag.content == .empty)
        #expect(tag.memory[0x29 * 4..<0x29 * 4 + 8] == [0x04, 0, 0, 0xFF, 0, 0x05, 0, 0])
    }

    @Test func `An erasure of a Type 4 tag that is repeated after an interruption leaves zeros in the whole file`() async throws
    {
        func file() throws -> FileTag {
            let tag = FileTag(message: try deskMessage())
            tag.file.replaceSubrange(200..<204, with: [1, 2, 3, 4])
            return tag
        }
        let whole = try file()
        var writer = TagWriter(whole, atr: type4ATR)
        _ = try await writer.erase()
        #expect(whole.file.allSatisfy { $0 == 0 })
        #expect(try await writer.erase().writes == 0)
        for lastCommand in 0..<whole.commands.count {
            for isLastDone in [false, true] {
                let tag = try file()
                tag.leavesAt = lastCommand
                tag.doesLastCommand = isLastDone
                var cut = TagWriter(tag, atr: type4ATR)
                _ = try? await cut.erase()
                tag.comeBack()
                var again = TagWriter(tag, atr: type4ATR)
                _ = try await again.erase()
                #expect(tag.file.allSatisfy { $0 == 0 }, "after command \(lastCommand)")
            }
        }
    }
}
