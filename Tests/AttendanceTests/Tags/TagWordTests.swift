import Attendance
import Testing

@Suite struct `Tag word` {
    @Test func `A tag word is eleven characters of base64url, different each time`() throws {
        let words = (0..<100).map { _ in TagWord() }
        for word in words {
            #expect(word.text.wholeMatch(of: /[A-Za-z0-9_-]{11}/) != nil)
            #expect(TagWord(word.text) == word && TagWord(word.bytes) == word)
        }
        #expect(Set(words.map(\.text)).count == 100)
        #expect(try #require(TagWord([0, 1, 2, 3, 4, 5, 6, 255])).text == "AAECAwQFBv8")
    }

    @Test(arguments: ["", "AAECAwQFBv", "AAECAwQFBv8=", "AAECAwQFBv88", "AAECAwQFB v", "ＡAECAwQFBv8", "AAECAwQFBv!"])
    func `A tag word rejects other texts`(text: String) { #expect(TagWord(text) == nil) }

    @Test(arguments: 0..<8)
    func `Tag words differ if any byte differs`(place: Int) throws {
        var bytes = [UInt8](repeating: 7, count: 8)
        let word = try #require(TagWord(bytes))
        bytes[place] ^= 0x80
        #expect(TagWord(bytes) != word)
    }

    @Test func `A tag word does not appear in its description`() {
        let word = TagWord()
        #expect(!"\(word)".contains(word.text))
    }
}
