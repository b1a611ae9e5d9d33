import Attendance
import Testing

@Suite struct `The word of a tag` {
    @Test func `is eleven characters that can stand in an address, and another one each time`() throws {
        let words = (0..<100).map { _ in TagWord() }
        for word in words {
            #expect(word.text.wholeMatch(of: /[A-Za-z0-9_-]{11}/) != nil)
            #expect(TagWord(word.text) == word && TagWord(word.bytes) == word)
        }
        #expect(Set(words.map(\.text)).count == 100)
        #expect(try #require(TagWord([0, 1, 2, 3, 4, 5, 6, 255])).text == "AAECAwQFBv8")
    }

    @Test(arguments: ["", "AAECAwQFBv", "AAECAwQFBv8=", "AAECAwQFBv88", "AAECAwQFB v", "ＡAECAwQFBv8", "AAECAwQFBv!"])
    func `is no other text`(text: String) { #expect(TagWord(text) == nil) }

    @Test(arguments: 0..<8)
    func `differs where any byte differs`(place: Int) throws {
        var bytes = [UInt8](repeating: 7, count: 8)
        let word = try #require(TagWord(bytes))
        bytes[place] ^= 0x80
        #expect(TagWord(bytes) != word)
    }

    @Test func `is not printed by mistake`() {
        let word = TagWord()
        #expect(!"\(word)".contains(word.text))
    }
}
