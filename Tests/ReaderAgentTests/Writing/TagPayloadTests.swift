import NFCTag
import ReaderAgent
import Testing

@Suite struct `Tag payload` {
    @Test(
        arguments: [
            "https://desk.example.com/t?event=start&desk=6F-A3", "HTTP://10.0.0.5:8080", "https://user@[::1]/",
            "https://例え.example/席?x=%E5%B8%AD#a",
        ])
    func `A web address is a valid payload`(address: String) throws {
        let text = try TagPayload(webAddress: address)
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
        ] as [(String, TagPayloadError)])
    func `Only an http or https address with a host is a web address`(address: String, error: TagPayloadError) {
        #expect(throws: error) { try TagPayload(webAddress: address) }
    }

    @Test(
        arguments: [
            ("tel:+81312345678", nil), ("mailto:ada@example.com", nil), ("javascript:alert(1)", nil), ("urn:nfc:sn:1", nil),
            ("Hello", .notAURI("Hello")), (":x", .notAURI(":x")), ("tel:", .notAURI("tel:")), ("1x:y", .notAURI("1x:y")),
            ("te l:1", .notAURI("te l:1")), ("tel:1\n", .forbiddenCharacter("tel:1\n")),
        ] as [(String, TagPayloadError?)])
    func `Any other URI is a valid payload`(uri: String, error: TagPayloadError?) throws {
        if let error {
            #expect(throws: error) { try TagPayload(uri: uri) }
        } else {
            #expect(try URIRecord(TagPayload(uri: uri).record).uri == uri)
        }
    }

    @Test func `A text with a language is a valid payload`() throws {
        let text = try TagPayload(text: "Hello", language: "en")
        #expect(try TextRecord(text.record) == TextRecord("Hello", language: "en"))
        #expect(text.uri == nil && text.text == "Hello" && text.language == "en")
        #expect(throws: TagPayloadError.emptyText) { try TagPayload(text: "", language: "en") }
        for language in ["", "d e", "日本", String(repeating: "x", count: 64)] {
            #expect(throws: TagPayloadError.language(language)) { try TagPayload(text: "Hello", language: language) }
        }
    }
}

@Suite struct `Terminal text` {
    @Test(
        arguments: [
            ("6F-A3 席 é 🙂", "6F-A3 席 é 🙂"), ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\nb\tc", "a\u{FFFD}b\u{FFFD}c"),
            ("\u{202E}x\u{2066}y\u{200F}", "\u{FFFD}x\u{FFFD}y\u{FFFD}"),
            ("zero\u{200B}width\u{FEFF}", "zero\u{FFFD}width\u{FFFD}"),
            ("a\u{2028}b\u{2029}", "a\u{FFFD}b\u{FFFD}"), ("\u{9B}31m", "\u{FFFD}31m"),
        ])
    func `Printable text contains no control, format or line separator characters`(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test func `A server's message is made printable`() {
        let outcome = TagRegistryError.refused(reason: nil, sentence: "No\u{202E}.")
        #expect("\(outcome)" == "No\u{FFFD}.")
    }
}

@Suite struct `Sentence of a tag error` {
    @Test(
        arguments: [
            (.noNDEF(.classic), "Use another tag."),
            (.refused(.transparentSession, .functionNotSupported), "Use another reader."),
            (.refused(.updateBinary(block: 5), .failed), "locked"), (.tagGone, "Place it on the reader again."),
            (.unformatted, "'desktap-reader tag format' prepares it."), (.noLock(.type4), "can still be written"),
            (.dumpDoesNotFit(.kind(dump: .type5, tag: .type2)), "--force"),
        ] as [(TagError, String)])
    func `The sentence of a tag error ends with the remedy`(error: TagError, advice: String) {
        #expect(error.sentence.contains(advice), "\(error.sentence)")
        #expect(error.sentence.first?.isUppercase == true)
    }
}
