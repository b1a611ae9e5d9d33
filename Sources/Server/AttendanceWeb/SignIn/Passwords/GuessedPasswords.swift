/// Detects passwords that are easy to guess: common words, names, years, sequences and repetitions, also with letters replaced
/// by similar digits and symbols.
struct GuessedPasswords {
    private let words: [[Character]]

    /// - Parameter names: the person's names. Each word in them counts.
    init(names: [String]) {
        let own = names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }.filter { $0.count >= 2 }
        words = (Self.commonWords + own.map(String.init)).map(Array.init)
    }

    /// The number of different characters of a password outside all parts that are easy to guess.
    func unguessedCharacters(of password: String) -> Int {
        let typed = Array(password.lowercased())
        // Checks the password as typed, and with its digits and symbols read as letters.
        return min(left(of: typed), left(of: typed.map { Self.lookalikes[$0] ?? $0 }))
    }

    private func left(of text: [Character]) -> Int {
        var taken = [Bool](repeating: false, count: text.count)
        func take(_ range: Range<Int>) { for index in range { taken[index] = true } }
        for start in text.indices {
            for word in words where text[start...].starts(with: word) { take(start..<start + word.count) }
            take(start..<sequenceEnd(in: text, from: start))
        }
        takeNumbers(text, &taken)
        takeRepetitions(text, &taken)
        let left = Set(text.indices.filter { !taken[$0] }.map { text[$0] })
        // Symbols between words are easy to guess, too. Two count as one letter.
        let signs = left.count { !$0.isLetter && !$0.isNumber }
        return left.count - signs + signs / 2
    }

    /// The end of a sequence from `start`: three or more ascending, descending or equal characters, or four or more of a
    /// keyboard row; `start` if there is none.
    private func sequenceEnd(in text: [Character], from start: Int) -> Int {
        var longest = start
        for step in [-1, 0, 1] {
            var end = start
            while end + 1 < text.count, Self.follows(text[end], text[end + 1], step) { end += 1 }
            if end - start >= 2 { longest = max(longest, end + 1) }
        }
        for row in Self.keyboardRows {
            var end = start
            while end < text.count, row.firstRange(of: text[start...end]) != nil { end += 1 }
            if end - start >= 3 { longest = max(longest, end) }
        }
        return longest
    }

    private static func follows(_ first: Character, _ second: Character, _ step: Int) -> Bool {
        guard let first = first.unicodeScalars.first, let second = second.unicodeScalars.first else { return false }
        return Int(second.value) - Int(first.value) == step
    }

    /// Marks numbers of up to four digits, such as years.
    private func takeNumbers(_ text: [Character], _ taken: inout [Bool]) {
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end].isNumber { end += 1 }
            if (1...4).contains(end - start) { for index in start..<end { taken[index] = true } }
            start = max(end, start + 1)
        }
    }

    /// Marks the repetitions of a password that repeats a shorter text.
    private func takeRepetitions(_ text: [Character], _ taken: inout [Bool]) {
        for length in 1...max(1, text.count / 2)
        where text.indices.dropFirst(length).allSatisfy({ text[$0] == text[$0 - length] }) {
            for index in length..<text.count { taken[index] = true }
            return
        }
    }

    private static let lookalikes: [Character: Character] = [
        "0": "o", "1": "l", "!": "i", "3": "e", "4": "a", "@": "a", "5": "s", "$": "s", "7": "t", "8": "b", "|": "i", "+": "t",
    ]

    private static let keyboardRows: [[Character]] = [
        "qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "mnbvcxz", "qwertzuiop", "azertyuiop",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "qazwsxedcrfvtgbyhnujm", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
    ].map(Array.init)

    /// Words that are common in passwords, and those of this product and its use.
    private static let commonWords = """
        desktap password passwort passcode passphrase secret login logon signin access account admin administrator root user guest
        welcome willkommen hello hallo bonjour letmein open enter please change changeme default temporary temp test testing demo
        sample example office desk work company business employee manager team attendance badge server system network computer
        internet laptop phone mobile windows linux apple google
        love iloveyou loveyou lovely baby babe sweet sweetheart honey darling angel princess prince queen king kitty kitten happy
        sunshine smile friend friends forever family mother father sister brother mama papa mommy daddy
        monkey dragon tiger lion eagle bear wolf dog dogs cat cats puppy horse dolphin butterfly panda bunny chicken shark snake
        football baseball basketball soccer hockey tennis golf cricket rugby champion player winner ranger rangers yankees lakers
        master hunter killer shadow ninja warrior soldier hero superman batman spiderman pokemon naruto pikachu starwars matrix
        summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april may june
        july august september october november december today tomorrow
        red blue green black white yellow orange purple pink silver gold golden diamond flower rose jasmine ginger banana apple
        cherry peach lemon cookie chocolate cheese pepper coffee pizza sugar
        michael michelle jessica jennifer ashley daniel david andrew joshua robert thomas charlie george jordan matthew nicole
        amanda samantha william maria anna alex john james peter martin
        london paris berlin tokyo japan america germany france england london city home house garden ocean river mountain music
        guitar freedom liberty trust trustno one nothing whatever magic power money lucky jesus christ heaven god bless hell
        zero two three four five six seven eight nine ten hundred thousand first last the and for you your our this that is my me
        pass word qwerty asdf zxcv qwer abc abcd xyz sakura arigato nihon konnichiwa aishiteru
        """.split { $0.isWhitespace }.map(String.init)
}
