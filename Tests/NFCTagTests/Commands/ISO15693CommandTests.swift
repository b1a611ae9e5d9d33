import Attendance
import NFCTag
import Testing
import VirtualReader

private let uid = UID(hex("E004011012345678"))

@Suite struct `ISO 15693 command` {
    @Test(
        arguments: [
            (.readSingleBlock(5), "02 20 05"), (.readMultipleBlocks(first: 0, count: 16), "02 23 00 0F"),
            (.writeSingleBlock(4, hex("D1010255")), "02 21 04 D1010255"),
            (.writeMultipleBlocks(first: 1, count: 2, data: hex("0102030405060708")), "02 24 01 01 0102030405060708"),
            (.lockBlock(27), "02 22 1B"), (.getSystemInformation, "02 2B"), (.extendedGetSystemInformation, "02 3B 0F"),
            (.getMultipleBlockSecurityStatus(first: 0, count: 28), "02 2C 00 1B"),
            (.readSingleBlock(255), "02 20 FF"), (.readMultipleBlocks(first: 240, count: 16), "02 23 F0 0F"),
            (.readSingleBlock(256), "02 30 0001"), (.readMultipleBlocks(first: 240, count: 17), "02 33 F000 1000"),
            (.writeSingleBlock(2047, hex("00000000")), "02 31 FF07 00000000"),
            (.writeMultipleBlocks(first: 256, count: 1, data: hex("01020304")), "02 34 0001 0000 01020304"),
            (.lockBlock(0x0102), "02 32 0201"), (.getMultipleBlockSecurityStatus(first: 255, count: 2), "02 3C FF00 0100"),
        ] as [(ISO15693Command, String)])
    func `Each ISO 15693 command has its exact frame`(command: ISO15693Command, frame: String) {
        #expect(command.frame(to: nil) == hex(frame))
        #expect(command.frame(to: uid) == hex("22") + [hex(frame)[1]] + hex("78563412100104E0") + hex(frame).dropFirst(2))
    }

    @Test func `The option flag of an ISO 15693 read requests security bytes`() {
        #expect(ISO15693Command.readSingleBlock(0).frame(to: nil, flags: [.highDataRate, .option]) == hex("42 20 00"))
        #expect(ISO15693Command.readSingleBlock(0).frame(to: uid, flags: [.highDataRate, .option])[0] == 0x62)
    }

    @Test(
        arguments: [
            (.readSingleBlock(0), "00 E1400D01", "E1400D01"),
            (.readMultipleBlocks(first: 0, count: 2), "00 E1400D01 0300FE00", "E1400D01 0300FE00"),
            (.writeSingleBlock(0, []), "00", ""), (.lockBlock(0), "00", ""),
            (.getMultipleBlockSecurityStatus(first: 0, count: 3), "00 010001", "010001"),
        ] as [(ISO15693Command, String, String)])
    func `An ISO 15693 response is reduced to its data`(command: ISO15693Command, answer: String, data: String) throws {
        #expect(try command.data(of: hex(answer)) == hex(data))
    }

    @Test(
        arguments: [
            (0x01, .commandNotSupported), (0x02, .commandNotRecognised), (0x03, .optionNotSupported), (0x0F, .unknown),
            (0x10, .blockNotAvailable), (0x11, .blockAlreadyLocked), (0x12, .blockLocked), (0x13, .blockNotProgrammed),
            (0x14, .blockNotLocked), (0x15, .blockProtected), (0xA0, .custom(0xA0)), (0xDF, .custom(0xDF)),
            (0xE0, .reserved(0xE0)), (0x00, .reserved(0x00)),
        ] as [(UInt8, ISO15693Error)])
    func `Each ISO 15693 error code has its case`(code: UInt8, error: ISO15693Error) {
        #expect(throws: error) { try ISO15693Command.readSingleBlock(0).data(of: [0x01, code]) }
    }

    @Test(
        arguments: [
            (.readSingleBlock(0), ""), (.readSingleBlock(0), "00"), (.readSingleBlock(0), "01"),
            (.readMultipleBlocks(first: 0, count: 3), "00 01020304"), (.writeSingleBlock(0, []), "00 00"),
            (.lockBlock(0), "00 01"),
            (.getMultipleBlockSecurityStatus(first: 0, count: 2), "00 01"), (.getSystemInformation, "00 04 0102030405"),
        ] as [(ISO15693Command, String)])
    func `An ISO 15693 response whose length does not match the command is malformed`(command: ISO15693Command, answer: String)
    {
        #expect(throws: ISO15693Error.malformedAnswer) { try command.data(of: hex(answer)) }
    }

    @Test func `Security bytes are separated from the blocks of an ISO 15693 response`() throws {
        let command = ISO15693Command.readMultipleBlocks(first: 0, count: 2)
        let blocks = try command.securedBlocks(of: hex("00 01 E1400D01 00 0300FE00"))
        #expect(blocks.map(\.isLocked) == [true, false])
        #expect(blocks.map(\.bytes) == [hex("E1400D01"), hex("0300FE00")])
        #expect(throws: ISO15693Error.malformedAnswer) { try command.securedBlocks(of: hex("00 01 00")) }
        #expect(throws: ISO15693Error.malformedAnswer) { try ISO15693Command.lockBlock(0).securedBlocks(of: hex("00")) }
    }
}

@Suite struct `ISO 15693 system information` {
    @Test func `ISO 15693 system information contains the chip and its size`() throws {
        let slix = try ISO15693SystemInformation(data: hex("0F 78563412100104E0 00 00 1B03 01"))
        #expect(slix.uid == uid)
        #expect(slix.blockCount == 28)
        #expect(slix.blockSize == 4)
        #expect(slix.icReference == 0x01)
    }

    @Test func `ISO 15693 system information of a large chip has its size in the extended form only`() throws {
        let short = try ISO15693SystemInformation(data: hex("0B 78563412100104E0 00 00 26"))
        #expect(short.blockCount == nil)
        #expect(short.icReference == 0x26)
        let long = try ISO15693SystemInformation(data: hex("04 78563412100104E0 FF07 03"), isExtended: true)
        #expect(long.blockCount == 2048)
        #expect(long.blockSize == 4)
    }

    @Test(arguments: ["", "00 78563412100104", "04 78563412100104E0 1B", "01 78563412100104E0", "0C 78563412100104E0 1B03"])
    func `ISO 15693 system information that is shorter than its flags announce is malformed`(data: String) {
        #expect(throws: ISO15693Error.malformedAnswer) { try ISO15693SystemInformation(data: hex(data)) }
    }
}
