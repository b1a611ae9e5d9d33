import Attendance
import NFCTag
import Testing
import VirtualReader

private let idm = UID(hex("0102030405060708"))
private let feliCaATR = ATR(hex("3B8F8001804F0CA000000306 11 003B 0000000042"))

/// Version 1.0, four blocks per read, one per write, 13 blocks, then the flags, the length and the checksum.
private func attributes(length: Int, isBeingWritten: Bool = false, access: UInt8 = 1) -> [UInt8] {
    let flags: [UInt8] = [isBeingWritten ? 0x0F : 0x00, access]
    let block = hex("10 04 01 000D 00000000") + flags + [0, UInt8(length >> 8), UInt8(length & 0xFF)]
    let sum = block.reduce(0) { $0 + Int($1) }
    return block + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
}

/// A FeliCa card on a reader that supports one of the two methods, or none.
private final class FeliCaTag: APDUTransport {
    enum Way { case service, frames, none }
    let way: Way
    var blocks: [UInt8]
    var commands: [[UInt8]] = []

    init(_ way: Way, attributes: [UInt8], message: [UInt8]) {
        self.way = way
        blocks = padded(attributes + message, to: 14 * 16)
    }

    func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        commands.append(command)
        let good: [UInt8] = [0xC0, 0x03, 0x00, 0x90, 0x00]
        switch command[1] {
        case 0xCA: return idm.bytes + [0x90, 0x00]
        case 0xA4 where way == .service: return [0x90, 0x00]
        case 0xB0 where way == .service: return block(Int(command[3])) + [0x90, 0x00]
        case 0xC2 where way == .frames && command[3] != 0x01: return good + [0x90, 0x00]
        case 0xC2 where way == .frames:
            // After the timer and its own length: length, 06, IDm, one service, block count, two bytes per block.
            let frame = command.dropFirst(14).dropLast()
            let numbers = stride(from: frame.startIndex + 14, to: frame.endIndex, by: 2).map { Int(command[$0 + 1]) }
            let body = hex("07") + idm.bytes + [0x00, 0x00, UInt8(numbers.count)] + numbers.flatMap(block)
            return good + [0x97, UInt8(body.count + 1), UInt8(body.count + 1)] + body + [0x90, 0x00]
        default: return [0x6A, 0x81]
        }
    }

    private func block(_ number: Int) -> [UInt8] { Array(blocks[number * 16..<number * 16 + 16]) }
}

@Suite struct `Type 3 tag` {
    @Test func `A Type 3 tag is read by a selected service or by frames`() async throws {
        let bytes = try deskMessage().bytes
        for (way, commands) in [(FeliCaTag.Way.service, 7), (.frames, 7)] {
            let tag = FeliCaTag(way, attributes: attributes(length: bytes.count), message: bytes)
            var reader = TagReader(tag, atr: feliCaATR)
            let reading = try await reader.read()
            #expect(reading.uri == deskAddress)
            #expect(reading.uid == idm)
            #expect(tag.commands.count == commands)
        }
    }

    @Test func `Reading a Type 3 tag restarts the field if the reader needs it`() async throws {
        let bytes = try deskMessage().bytes
        let tag = FeliCaTag(.frames, attributes: attributes(length: bytes.count), message: bytes)
        var reader = TagReader(tag, atr: feliCaATR, capabilities: ReaderCapabilities(restartsField: true))
        #expect(try await reader.read().uri == deskAddress)
        #expect(tag.commands[2...4] == [hex("FFC20000028100"), hex("FFC20000028300"), hex("FFC20000028400")])
    }

    @Test func `A FeliCa card on a reader without FeliCa commands is a badge`() async throws {
        let tag = FeliCaTag(.none, attributes: [], message: [])
        var reader = TagReader(tag, atr: feliCaATR)
        #expect(try await reader.read() == TagReading(uid: idm, kind: .type3, content: .unformatted, access: .proprietary))
    }

    @Test func `A Type 3 tag without a message, or with an unfinished one, is empty`() async throws {
        for block in [attributes(length: 0), attributes(length: 57, isBeingWritten: true)] {
            let tag = FeliCaTag(.service, attributes: block, message: try deskMessage().bytes)
            var reader = TagReader(tag, atr: feliCaATR)
            #expect(try await reader.read().content == .empty)
        }
    }

    @Test(
        arguments: [
            ("10 04 01 000D 00000000 00 01 000000 0024", .container(offset: 14)),
            ("20 04 01 000D 00000000 00 01 000000 0033", .unsupportedVersion(0x20)),
            ("10 00 01 000D 00000000 00 01 000000 001F", .container(offset: 1)),
            ("10 04 01 0001 00000000 00 01 000011 0028", .valuePastEnd(offset: 0, length: 17)), ("10 04", .memoryEnds(at: 2)),
        ] as [(String, TagDamage)])
    func `Invalid Type 3 attributes are rejected with the exact defect`(block: String, damage: TagDamage) {
        #expect(throws: damage) { try Type3Attributes(hex(block)) }
    }

    @Test func `Type 3 attributes are parsed`() throws {
        let open = try Type3Attributes(attributes(length: 57))
        #expect(open.access == .readWrite)
        #expect(open.blockCount == 13)
        #expect(open.largestRead == 4)
        #expect(try Type3Attributes(attributes(length: 57, access: 0)).access == .readOnly)
    }
}

@Suite struct `FeliCa command` {
    @Test func `Each FeliCa command has its exact frame`() {
        #expect(FeliCaCommand.polling(system: 0x12FC).frame == hex("06 00 12FC 01 00"))
        let read = FeliCaCommand.readWithoutEncryption(idm, service: 0x000B, blocks: 1..<3)
        #expect(read.frame == hex("12 06 0102030405060708 01 0B00 02 8001 8002"))
        let far = FeliCaCommand.readWithoutEncryption(idm, service: 0x000B, blocks: 256..<257)
        #expect(far.frame == hex("11 06 0102030405060708 01 0B00 01 000001"))
    }

    @Test(arguments: [
        "", "1D", "1D 07 0102030405060708 01 A6 00", "1D 07 0102030405060709 00 00 01 00000000000000000000000000000000",
        "1D 07 0102030405060708 00 00 02 00000000000000000000000000000000",
        "1C 07 0102030405060708 00 00 01 00000000000000000000000000000000",
    ])
    func `A FeliCa response that does not match the command is rejected`(answer: String) {
        #expect(FeliCaCommand.readWithoutEncryption(idm, service: 0x000B, blocks: 0..<1).blocks(of: hex(answer)) == nil)
    }
}
