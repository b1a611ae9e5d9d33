import Attendance
import NFCTag
import Testing
import VirtualReader

@Suite struct `Dump file` {
    private static let dump = TagDump(uid: UID(type5UID), kind: .type5, blockSize: 4, bytes: hex("E1400D01 0300FE00"))
    private static let header = "# desktap-tag-dump kind=type5 uid=E004015012345678 bytes=8 block=4"

    @Test func `A dump file has kind, UID and size in its first line, then one block per line`() throws {
        #expect(TagDumpFile(Self.dump).text == Self.header + "\nE1400D01\n0300FE00\n")
        #expect(
            TagDumpFile(Self.dump, reversed: true).text == Self.header + " order=reversed\n010D40E1\n00FE0003\n")
    }

    @Test(arguments: [false, true]) func `A dump file is parsed to the dump that it was written from`(isReversed: Bool) throws {
        let text = TagDumpFile(Self.dump, reversed: isReversed).text
        #expect(try TagDumpFile(text: text).dump == Self.dump)
        #expect(try TagDumpFile(text: text.replacing("\n", with: "\r\n") + "# the tag of 6F-A3\r\n").dump == Self.dump)
    }

    @Test(
        arguments: [
            ("E1400D01\n0300FE00\n", .noHeader),
            ("# a dump\nE1400D01\n", .noHeader),
            (header + "\nE1400D01\n", .size(header: 8, found: 4)),
            (header + "\nE1400D01\n0300FE00\n00\n", .size(header: 8, found: 9)),
            (
                "# desktap-tag-dump kind=type5 uid=E004015012345678 bytes=6 block=4\nE1400D01\n0300\n",
                .partialBlock(blockSize: 4)
            ),
            (header + "\n" + header + "\nE1400D01\n0300FE00\n", .header(line: 2)),
            ("# desktap-tag-dump kind=type9 uid=E004 bytes=8 block=4\nE1400D01\n", .header(line: 1)),
            ("# desktap-tag-dump kind=type5 uid= bytes=8 block=4\nE1400D01\n", .header(line: 1)),
            ("# desktap-tag-dump kind=type5 uid=E004 bytes=-8 block=4\nE1400D01\n", .header(line: 1)),
            ("# desktap-tag-dump kind=type5 uid=E004 bytes=8 block=0\nE1400D01\n", .header(line: 1)),
            ("# desktap-tag-dump kind=type5 kind=type2 uid=E004 bytes=8 block=4\nE1400D01\n", .header(line: 1)),
            ("# desktap-tag-dump kind=type5 uid=E004 bytes=8 block=4 order=other\nE1400D01\n", .header(line: 1)),
            (header + "\nE1400D0\n", .notHexadecimal(line: 2)),
            ("office,desk\nTokyo,6F-A3\n", .notHexadecimal(line: 1)),
            ("+1-1", .notHexadecimal(line: 1)),
            ("", .empty), (header + "\n\n", .empty),
        ] as [(String, TagDumpFileError)])
    func `An invalid or incomplete dump file is rejected with the reason`(text: String, error: TagDumpFileError) {
        #expect(throws: error) { try TagDumpFile(text: text).dump }
    }
}
