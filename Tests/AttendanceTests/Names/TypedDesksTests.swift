import Attendance
import Testing

@Suite struct `Typed desks` {
    private static let desks = TypedDesks(["6F-A3", "6F-A13", "6F-A1-3", "6FA-3X", "7F-1"].compactMap { DeskID($0) })

    @Test(
        arguments: [
            ("6F-A3", "6F-A3"), ("6f-a3", "6F-A3"), ("6f a3", "6F-A3"), ("6fa3", "6F-A3"), ("６Ｆ－Ａ３", "6F-A3"),
            ("６ｆ　ａ３", "6F-A3"),
            ("6F–A3", "6F-A3"), ("6Fー A3 ", "6F-A3"), (" 7f1", "7F-1"), ("6fa3x", "6FA-3X"),
            // An exact name counts, although another desk has the same letters.
            ("6f-a13", "6F-A13"), ("6F-A1-3", "6F-A1-3"),
            // Two desks fit, or none.
            ("6fa13", nil), ("6fa4", nil), ("6fa3!", nil), ("6F-A3…", nil), ("六Ｆ", nil), ("", nil), ("-", nil),
            // Two separators, or one at an end, are a slip.
            ("6F--A3", nil), ("6F - _A3", nil), ("-6FA3", nil), ("6F-A3-", nil),
        ] as [(String, String?)])
    func `A desk is found by its letters and digits if only one fits`(text: String, desk: String?) {
        #expect(Self.desks.desk(text)?.description == desk)
    }

    @Test func `Only an exact name is the name of a known desk`() throws {
        #expect(Self.desks.contains(try #require(DeskID("6f-a3"))))
        #expect(!Self.desks.contains(try #require(DeskID("6FA3"))))
    }

    @Test func `A long text is no desk`() {
        #expect(Self.desks.desk(String(repeating: " ", count: 100_000) + "6F-A3") == nil)
    }
}
