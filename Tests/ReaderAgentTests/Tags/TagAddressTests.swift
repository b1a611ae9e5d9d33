import Attendance
import ReaderAgent
import Testing

@Suite struct `Tag address` {
    private static let hosts: Set<String> = ["desk.example.com", "10.0.0.5"]

    @Test(
        arguments: [
            ("https://desk.example.com/t?event=start&desk=6F-A3", .start, "6F-A3"),
            ("HTTPS://Desk.Example.COM/t?desk=6f-a3&event=start", .start, "6F-A3"),
            ("http://10.0.0.5:8080/t?event=pause", .pause, nil),
            ("https://desk.example.com/t?event=end&desk=", .end, nil),
            // Some tags have a NUL before the desk.
            ("https://desk.example.com/t?event=end&desk=%006F-A3", .end, "6F-A3"),
            ("https://desk.example.com/t?event=start&desk=%36F-A3&utm_source=x", .start, "6F-A3"),
            ("https://desk.example.com/t?e=start&d=6F-A3&k=AAECAwQFBv8", .start, "6F-A3"),
            ("https://desk.example.com/t?event=end&o=Harbour+Office&k=", .end, nil),
        ] as [(String, TapKind, String?)])
    func `An address contains the event and the desk`(text: String, kind: TapKind, desk: String?) throws {
        let address = try TagAddress(text, hosts: Self.hosts)
        #expect(address.kind == kind)
        #expect(address.desk?.description == desk)
    }

    @Test(
        arguments: [
            ("", .notAWebAddress("")),
            ("tel:+81312345678", .notAWebAddress("tel:+81312345678")),
            ("ftp://desk.example.com/t?event=start", .notAWebAddress("ftp://desk.example.com/t?event=start")),
            ("https:///t?event=start", .notAWebAddress("https:///t?event=start")),
            (
                "https://desk.example.com.evil.example/t?event=start&desk=A1",
                .otherServer(host: "desk.example.com.evil.example", ours: "10.0.0.5, desk.example.com")
            ),
            (
                "https://desk.example.com@evil.example/t?event=start&desk=A1",
                .otherServer(host: "evil.example", ours: "10.0.0.5, desk.example.com")
            ),
            ("https://desk.example.com/t", .eventMissing),
            ("https://desk.example.com/t?event&desk=A1", .eventMissing),
            ("https://desk.example.com/t?event=toggle&desk=A1", .eventUnknown("toggle")),
            ("https://desk.example.com/t?event=start", .deskMissing),
            ("https://desk.example.com/t?event=start&desk=6F--A3", .deskMalformed("6F--A3")),
            ("https://desk.example.com/t?event=pause&desk=%E2%98%83", .deskMalformed("☃")),
            // Not UTF-8: present but invalid.
            ("https://desk.example.com/t?event=end&desk=%ff", .valueMalformed("desk", "%ff")),
            ("https://desk.example.com/t?event=start&desk=%c0%80", .valueMalformed("desk", "%c0%80")),
            ("https://desk.example.com/t?event=end&office=%ff", .valueMalformed("office", "%ff")),
            ("https://desk.example.com/t?event=%ff", .valueMalformed("event", "%ff")),
            ("https://desk.example.com/t?event=end&desk=%zz", .deskMalformed("%zz")),
            ("https://desk.example.com/t?event=end&%64esk=6F--A3", .deskMalformed("6F--A3")),
            // Only the path /t is accepted.
            ("https://desk.example.com/admin?event=start&desk=6F-A3", .otherPath("/admin")),
            ("https://desk.example.com?event=start&desk=6F-A3", .otherPath("")),
            ("https://desk.example.com/t/?event=start&desk=6F-A3", .otherPath("/t/")),
            ("https://desk.example.com/x/t?event=start&desk=6F-A3", .otherPath("/x/t")),
            ("https://desk.example.com//t?event=start&desk=6F-A3", .otherPath("//t")),
            ("https://desk.example.com/t?event=start&event=end&desk=A1", .repeated("event")),
            ("https://desk.example.com/t?event=start&desk=A1&desk=A2", .repeated("desk")),
            ("https://desk.example.com/t?event=start&e=end&desk=A1", .repeated("event")),
        ] as [(String, TagAddressError)])
    func `An unsuitable address is refused with the reason`(text: String, error: TagAddressError) {
        #expect(throws: error) { try TagAddress(text, hosts: Self.hosts) }
    }

    @Test(arguments: [
        ("https://x/t?event=start&desk=6F-A3", "https://x/t?e=start&d=6F-A3&k=AAECAwQFBv8"),
        (
            "https://x/t?k=AAAAAAAAAAA&e=start&desk=%36F&office=T%C5%8D&event2=1",
            "https://x/t?e=start&d=%36F&o=T%C5%8D&event2=1&k=AAECAwQFBv8"
        ),
        ("https://x/t?event=end", "https://x/t?e=end&k=AAECAwQFBv8"),
    ])
    func `The address of a provisioned tag has its secret and short field names`(text: String, written: String) throws {
        let word = try #require(TagWord("AAECAwQFBv8"))
        #expect(TagAddress.address(text, with: word) == written)
        #expect(TagAddress.address(text, with: nil) == written.replacing("&k=AAECAwQFBv8", with: ""))
    }

    @Test func `An address is shown without terminal control characters`() {
        let sentence = TagAddressError.eventUnknown("\u{1B}[2J" + String(repeating: "x", count: 500)).description
        #expect(!sentence.contains("\u{1B}"))
        #expect(sentence.count < 200)
        let turned = TagAddressError.deskMalformed("6F\u{202E}3A-F6\u{200B}").description
        #expect(turned.contains("'6F\u{FFFD}3A-F6\u{FFFD}'"))
    }
}
