import NFCTag
import ReaderAgent
import Testing

@Suite struct `What is written to a tag` {
    @Test(
        arguments: [
            "https://desk.example.com/t?event=start&desk=6F-A3", "HTTP://10.0.0.5:8080", "https://user@[::1]/",
            "https://例え.example/席?x=%E5%B8%AD#a",
        ])
    func `may be a web address`(address: String) throws {
        let text = try TagText(webAddress: address)
        #expect(try URIRecord(text.record).uri == address && text.uri == address)
    }

    @Test(
        arguments: [
            ("", .notAWebAddress("")), ("x", .notAWebAddress("x")), ("Hello", .notAWebAddress("Hello")),
            ("https://", .notAWebAddress("https://")), ("https:///t", .notAWebAddress("https:///t")),
            ("javascript:alert(1)", .notAWebAddress("javascript:alert(1)")),
            ("file:///etc/passwd", .notAWebAddress("file:///etc/passwd")),
            ("https://x/ y", .forbiddenCharacter("https://x/ y")), ("https://x/<y>", .forbiddenCharacter("https://x/<y>")),
            ("https://x/\u{202E}y", .forbiddenCharacter("https://x/\u{202E}y")),
            ("https://x/\u{200B}", .forbiddenCharacter("https://x/\u{200B}")),
        ] as [(String, TagTextError)])
    func `is no address where it is none of http with a host`(address: String, error: TagTextError) {
        #expect(throws: error) { try TagText(webAddress: address) }
    }

    @Test(
        arguments: [
            ("tel:+81312345678", nil), ("mailto:ada@example.com", nil), ("javascript:alert(1)", nil), ("urn:nfc:sn:1", nil),
            ("Hello", .notAURI("Hello")), (":x", .notAURI(":x")), ("tel:", .notAURI("tel:")), ("1x:y", .notAURI("1x:y")),
            ("te l:1", .notAURI("te l:1")), ("tel:1\n", .forbiddenCharacter("tel:1\n")),
        ] as [(String, TagTextError?)])
    func `may be any other URI`(uri: String, error: TagTextError?) throws {
        if let error {
            #expect(throws: error) { try TagText(uri: uri) }
        } else {
            #expect(try URIRecord(TagText(uri: uri).record).uri == uri)
        }
    }

    @Test func `may be a text in a language`() throws {
        let text = try TagText(text: "Hello", language: "en")
        #expect(try TextRecord(text.record) == TextRecord("Hello", language: "en"))
        #expect(text.uri == nil && text.text == "Hello" && text.language == "en")
        #expect(throws: TagTextError.emptyText) { try TagText(text: "", language: "en") }
        for language in ["", "d e", "日本", String(repeating: "x", count: 64)] {
            #expect(throws: TagTextError.language(language)) { try TagText(text: "Hello", language: language) }
        }
    }
}

@Suite struct `Text for a terminal` {
    @Test(
        arguments: [
            ("6F-A3 席 é 🙂", "6F-A3 席 é 🙂"), ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\nb\tc", "a\u{FFFD}b\u{FFFD}c"),
            ("\u{202E}x\u{2066}y\u{200F}", "\u{FFFD}x\u{FFFD}y\u{FFFD}"),
            ("zero\u{200B}width\u{FEFF}", "zero\u{FFFD}width\u{FFFD}"),
            ("a\u{2028}b\u{2029}", "a\u{FFFD}b\u{FFFD}"), ("\u{9B}31m", "\u{FFFD}31m"),
        ])
    func `holds nothing that moves, colours, turns or hides it`(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test func `is what a server's message becomes`() {
        let outcome = CertificateServerError.refused(sentence: "No\u{202E}.")
        #expect("\(outcome)" == "No\u{FFFD}.")
    }
}

@Suite struct `The sentence after an error` {
    @Test(
        arguments: [
            (.noNDEF(.classic), "Use another tag."),
            (.refused(.transparentSession, .functionNotSupported), "Use another reader."),
            (.refused(.updateBinary(block: 5), .failed), "locked"), (.tagGone, "Lay it down again."),
            (.unformatted, "'desktap-reader tag format' prepares it."), (.noLock(.type4), "can be written as before"),
            (.dumpDoesNotFit(.kind(dump: .type5, tag: .type2)), "--force"),
        ] as [(TagError, String)])
    func `ends with what helps`(error: TagError, advice: String) {
        #expect(error.sentence.contains(advice), "\(error.sentence)")
        #expect(error.sentence.first?.isUppercase == true)
    }
}
