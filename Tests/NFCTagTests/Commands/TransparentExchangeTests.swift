import Attendance
import NFCTag
import Testing
import VirtualReader

@Suite struct `Transparent exchange` {
    @Test func `Each transparent command has its exact bytes`() {
        #expect(TransparentCommand.startSession == hex("FF C2 00 00 02 81 00"))
        #expect(TransparentCommand.endSession == hex("FF C2 00 00 02 82 00"))
        #expect(TransparentCommand.switchProtocol(.iso15693) == hex("FF C2 00 02 04 8F 02 02 03"))
        #expect(TransparentCommand.switchProtocol(.feliCa) == hex("FF C2 00 02 04 8F 02 03 00"))
        #expect(TransparentCommand.exchange(hex("02 20 05")) == hex("FF C2 00 01 0C 5F 46 04 50 C3 00 00 95 03 02 20 05 00"))
        let addressed = ISO15693Command.readMultipleBlocks(first: 0, count: 16).frame(to: UID(hex("E004011012345678")))
        #expect(
            TransparentCommand.exchange(addressed)
                == hex("FF C2 00 01 15 5F 46 04 50 C3 00 00 95 0C 22 23 78 56 34 12 10 01 04 E0 00 0F 00"))
        #expect(TransparentCommand.exchange(Array(repeating: 7, count: 0x80)).dropFirst(12).starts(with: hex("95 81 80 07")))
    }

    @Test(arguments: [
        ("C0 03 00 90 00", nil), ("C0 03 00 90 00 92 01 00 96 02 00 00 97 05 00 01020304", "00 01020304"),
        ("97 02 01 0F C0 03 00 90 00", "01 0F"), ("C0 03 00 90 00 97 81 03 00 01 02", "00 01 02"),
        ("C0 03 00 90 00 97 82 00 01 00", "00"), ("C0 03 00 90 00 5F 46 04 50 C3 00 00 97 01 00", "00"), ("", nil),
    ])
    func `A transparent response contains the tag's frame`(data: String, frame: String?) throws {
        #expect(try TransparentAnswer(data: hex(data)).frame == frame.map(hex))
    }

    @Test(
        arguments: [
            ("C0 03 01 64 01", .noAnswer), ("C0 03 01 6A 81", .refused(.functionNotSupported)),
            ("C0 03 02 62 82", .refused(.endReached)), ("C0 03 00 90 00 96 02 01 00", .transmission(1)),
            ("C0", .malformedAnswer),
            ("C0 03 00 90", .malformedAnswer), ("C0 02 90 00", .malformedAnswer), ("97 80", .malformedAnswer),
            ("97 83 00 00 01 00", .malformedAnswer), ("97 82 FF FF 00", .malformedAnswer), ("5F", .malformedAnswer),
        ] as [(String, TransparentError)])
    func `A transparent response without a frame gives the reason`(data: String, error: TransparentError) {
        #expect(throws: error) { try TransparentAnswer(data: hex(data)) }
    }
}
