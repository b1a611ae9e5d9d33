import Attendance
import Testing

@Suite struct `Typed text` {
    @Test(
        arguments: [
            ("Ada", "Ada"), (" \u{3000}Ada\t", "Ada"), ("Andre\u{301}", "Andr\u{E9}"), ("Ada\u{200E}", "Ada"),
            ("\u{2068}Ada\u{2069}", "Ada"), ("\u{200F}دانا\u{200F}", "دانا"), ("葛\u{E0100}城", "葛\u{E0100}城"),
            // Persian, Sinhala, and a Malayalam chillu at the end of a word.
            ("علی\u{200C}رضا ن.", "علی\u{200C}رضا ن."), ("ශ්\u{200D}රී ප.", "ශ්\u{200D}රී ප."),
            ("ലക്ഷ്\u{200D}മി ക.", "ലക്ഷ്\u{200D}മി ക."), ("രാജന്\u{200D}", "രാജന്\u{200D}"),
            ("", nil), (" \u{200E} ", nil), ("A\u{200B}da", nil), ("\u{200C}", nil),
            // Joiners that join no letters: in Kurdish spelling, in emoji.
            ("A \u{200C}da", "A da"), ("Ada\u{200C}", "Ada"), ("\u{200D}Ada", "Ada"), ("ژیلە\u{200C}", "ژیلە"),
            ("ژیلە\u{200C} \u{200C}", "ژیلە"), ("👩\u{200D}💻 Ada", "👩💻 Ada"), ("A\u{200C}\u{200D}da", "Ada"),
            ("12345678901234567890\u{200C}", "12345678901234567890"), ("1\u{200C}\u{301}", "1\u{301}"),
            ("Ada\u{202E}", nil), ("A\u{200E}da", nil), ("Ada\nBerg", nil), ("A\u{7F}da", nil), ("A\u{9B}da", nil),
            ("A\u{85}da", nil), ("Net\u{FFFE}work", nil),
            ("Net\u{FFFF}work", nil), ("\u{1FFFE}", nil), ("\u{10FFFF}", nil), ("Ada\u{2028}Berg", nil), ("\u{3164}", nil),
            ("12345678901234567890", "12345678901234567890"), ("123456789012345678901", nil),
            (String(repeating: "e\u{301}", count: 20), String(repeating: "\u{E9}", count: 20)),
        ] as [(String, String?)])
    func `A name in one line has one composition and only visible characters`(typed: String, kept: String?) {
        let line = TypedText.line(typed, upTo: 20)
        #expect(line.map { Array($0.unicodeScalars) } == kept.map { Array($0.unicodeScalars) })
    }

    @Test(
        arguments: [
            (" A\u{202E}da\n ", "Ada"), ("Net\u{FFFF}work", "Network"), ("علی\u{200C}رضا\u{200E}", "علی\u{200C}رضا"),
            ("\u{200B}", nil),
            ("A\u{200D} B", "A B"), ("രാജന്\u{200D}", "രാജന്\u{200D}"), ("A\u{200C}\u{202E}", "A"),
            ("1234567890123456789A\u{200C}B", "1234567890123456789A"), ("12345678901234567890 more", "12345678901234567890"),
        ] as [(String, String?)])
    func `A name that cannot be refused loses what is not allowed`(sent: String, kept: String?) {
        #expect(TypedText.line(cleaning: sent, upTo: 20) == kept)
    }

    @Test(
        arguments: [
            (" I forgot.\r\nSorry!\n", "I forgot.\nSorry!"), ("a\tb", "a\tb"), ("a\u{1}b\u{FFFF}c", "a b c"),
            ("\u{FFFE}\u{1B}", nil), ("a\u{9B}b\u{85}c", "a b c"),
            ("Cafe\u{301}\u{200F}", "Caf\u{E9}"), ("  ", nil), ("👩\u{200D}💻", "👩\u{200D}💻"),
        ] as [(String, String?)])
    func `A reason keeps its lines and loses controls and noncharacters`(typed: String, kept: String?) {
        let reason = TypedText.sentences(typed)
        #expect(reason.map { Array($0.unicodeScalars) } == kept.map { Array($0.unicodeScalars) })
    }

    @Test(arguments: [
        ("ada", "ADA", true), ("andr\u{E9}", "ANDRE\u{301}", true), ("ａｄａ", "Ada", true), ("ΣΊΣΥΦΟΣ", "Σίσυφος", true),
        ("ada", "ada ", false), ("ılgaz", "ilgaz", false), ("ada", "ąda", false), ("straße", "strasse", false),
    ])
    func `User names are equal in any case, composition and width`(one: String, other: String, areEqual: Bool) {
        #expect(UserName.isSame(one, other) == areEqual)
    }
}
