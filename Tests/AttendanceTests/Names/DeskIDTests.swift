import Attendance
import Testing

@Suite struct `Desk id` {
    @Test(arguments: [
        ("6F-A3", "6F-A3"), ("6f-a3", "6F-A3"), (" 6F-A3\t", "6F-A3"), ("\0\u{0}6F-A3", "6F-A3"), ("\0 6f-A3\r\n", "6F-A3"),
        ("A", "A"), ("7", "7"), ("A-B-C-1", "A-B-C-1"), ("\u{3000}6F-A3\u{A0}", "6F-A3"),
        ("ABCDEFGH-ABCDEFGH-ABCDEFGH-ABCDE", "ABCDEFGH-ABCDEFGH-ABCDEFGH-ABCDE"),
    ])
    func `A desk id has one normal form`(text: String, normal: String) {
        #expect(DeskID(text)?.description == normal)
        #expect(DeskID(text[...]) == DeskID(normal))
        #expect(!DeskID.isBlank(text))
    }

    @Test(arguments: [
        "", " ", "\0", "-", "A-", "-A", "A--B", "A_B", "A B", "A\0B", "A\0", " \0A", "ß", "É1", "６F", "A-B-ı", "A/B", "A\n-B",
        "ABCDEFGH-ABCDEFGH-ABCDEFGH-ABCDEF",
    ])
    func `A desk id rejects malformed texts`(text: String) {
        #expect(DeskID(text) == nil)
    }

    @Test(arguments: ["", " ", "\0", "\0\0 \t\n", "\u{3000}"])
    func `A text of only padding names no desk`(text: String) {
        #expect(DeskID.isBlank(text))
    }
}
