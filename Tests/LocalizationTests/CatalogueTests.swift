@testable import Localization

import Foundation
import TestOffice
import Testing

@Suite struct `Catalogues` {
    private static let folder = TestOffice.checkout + "/web"

    /// The files below a folder, by their paths.
    private static func files(_ folder: String, _ ending: String) throws -> [String: String] {
        var files: [String: String] = [:]
        let names = try #require(FileManager.default.enumerator(atPath: folder))
        for case let name as String in names where name.hasSuffix(ending) {
            files[name] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        return files
    }

    @Test func `Catalogues have the same keys in each language, each once`() throws {
        let words = try Words(folder: Self.folder + "/words")
        let files = try Self.files(Self.folder + "/words", ".json")
        #expect(Set(files.keys.map { $0.prefix { $0 != "/" } }) == Set(Language.allCases.map { $0.rawValue[...] }))
        for language in Language.allCases {
            let lines = files.filter { $0.key.hasPrefix(language.rawValue) }.values.flatMap { $0.split(separator: "\n") }
            #expect(words[language].texts.count == lines.count { $0.hasPrefix("  \"") })
            #expect(words[language].text("language") == language.rawValue)
            for (key, text) in words[language].texts {
                for count in ["1", "2"] {
                    let said = words[language].text(key, ["count": count])
                    #expect(!said.isEmpty && said == said.trimmingCharacters(in: .whitespaces), "\(key)")
                }
                // Japanese has one form.
                #expect(text.one == nil || language == .en, "\(key)")
            }
        }
        // The texts of a group are together: its name is enough to find the file.
        let places = Dictionary(grouping: words[.en].texts, by: { $0.key.prefix { $0 != "." } })
        #expect(places.filter { Set($0.value.map(\.value.file)).count > 1 }.keys.sorted() == [])
    }

    @Test func `Japanese texts count people with one word`() throws {
        for file in try Self.files(Self.folder + "/words/ja", ".json").values {
            #expect(file.matches(of: /.*[0-9０-９}]名.*/).map { String($0.output) } == [])
        }
    }

    @Test func `Catalogues have each text that is used, and no other`() throws {
        let known = Set(try Words(folder: Self.folder + "/words")[.en].texts.keys)
        var used: Set<String> = []
        for (file, text) in try Self.files(Self.folder, ".mustache") {
            for mark in text.matches(of: /\[\[(.*?)\]\]/) {
                let (isKnown, key) = (known.contains(String(mark.1)), String(mark.1))
                #expect(isKnown, "\(file) names \(key)")
                used.insert(key)
            }
        }
        let groups = Set(known.map { $0.prefix { $0 != "." } })
        let rooms = ["AttendanceExport", "AttendanceWeb", "Localization"]
        for (file, text) in try rooms.flatMap({ try Self.files(TestOffice.checkout + "/Sources/Server/\($0)", ".swift") }) {
            // A key is a string literal. If a part of it is computed, each key with the same beginning counts as used.
            for literal in text.matches(of: /"([a-zA-Z]+(?:\.[a-zA-Z0-9_]+)+)"/)
            where groups.contains(literal.1.prefix { $0 != "." }) {
                let (isKnown, key) = (known.contains(String(literal.1)), String(literal.1))
                #expect(isKnown, "\(file) says \(key)")
                used.insert(key)
            }
            for literal in text.matches(of: /(?:localized|unfilled|HoursAmount)\(\s*"([a-zA-Z.]+\.)\\\([^"]*\)"/) {
                let meant = known.filter { $0.hasPrefix(literal.1) && !$0.dropFirst(literal.1.count).contains(".") }
                #expect(!meant.isEmpty, "\(file) says \(literal.1)…")
                used.formUnion(meant)
            }
        }
        #expect(known.subtracting(used) == [], "nobody says these")
    }

    /// Words that are the same in each language: names of formats and languages, and an example of a time zone.
    private static var sameEverywhere: Regex<Substring> { /DeskTap|JSON|CSV|English|日本語|Asia\/Tokyo/ }

    @Test func `Templates contain no text outside the catalogues`() throws {
        for (file, text) in try Self.files(Self.folder, ".mustache") {
            let attributes = text.matches(of: /(?:aria-label|placeholder|title|alt)="([^"]*)"/).map { String($0.1) }
            // A command is the same in each language.
            // The base pages place these blocks inside a tag.
            let plain = text.replacing(/\{\{\$(attributes|class|data)\}\}.*?\{\{\/\1\}\}/, with: " ")
                .replacing(/<code>.*?<\/code>/, with: " ").replacing(/<[^>]*>/, with: " ")
            for part in [plain] + attributes {
                let rest = part.replacing(/\[\[.*?\]\]|@@.*?@@/, with: " ").replacing(/\{\{.*?\}\}/, with: " ")
                    .replacing(Self.sameEverywhere, with: " ")
                let words = rest.matches(of: /\w*[^\W\d_]\w*/).map { String($0.0) }
                #expect(words == [], "\(file)")
            }
        }
    }

    struct Wrong: Sendable {
        let en: String
        let ja: String
        let sentence: String
    }

    @Test(arguments: [
        Wrong(
            en: #"{"a": "A", "b": "B"}"#, ja: #"{"a": "あ"}"#,
            sentence: "ja/Tags.json has no text for 'b', which the English file has."),
        Wrong(
            en: #"{"a": "A"}"#, ja: #"{"a": "あ", "c": "う"}"#,
            sentence: "names 'c': there is no English text of this name, or it has forms."),
        Wrong(
            en: #"{"a": "{x} of {y}"}"#, ja: #"{"a": "{y}の{z}"}"#,
            sentence: "the text for 'a' has other placeholders than the English one: {x}, {y}."),
        Wrong(
            en: #"{"a": "A"}"#, ja: #"{"a": "{x}"}"#,
            sentence: "the text for 'a' has other placeholders than the English one: none."),
        Wrong(en: #"{"a": "A {"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": "A} {b}"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": "{b c}"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": "{}"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": {"one": "{x} day", "other": "{count} days"}}"#, ja: #"{"a": "{count}日"}"#, sentence: "{count}, {x}."),
        Wrong(en: #"{"a": {"one": "}", "other": "A"}}"#, ja: "{}", sentence: "has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": {"one": "A"}}"#, ja: "{}", sentence: "en/Tags.json is not a JSON object of texts"),
        Wrong(en: #"{"a": {"other": "A", "few": "B"}}"#, ja: "{}", sentence: "en/Tags.json is not a JSON object of texts"),
        Wrong(en: "[]", ja: "{}", sentence: "en/Tags.json is not a JSON object of texts"),
        Wrong(en: #"{"a": 1}"#, ja: "{}", sentence: "en/Tags.json is not a JSON object of texts"),
        Wrong(en: #"{"z": "Z"}"#, ja: "{}", sentence: "en/Taps.json has a text for 'z', which Tags.json has, too."),
    ])
    func `Catalogues that differ or cannot be read stop the start`(wrong: Wrong) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (language, text, other) in [("en", wrong.en, #"{"z": "Z"}"#), ("ja", wrong.ja, #"{"z": "Z"}"#)] {
            let room = folder.appending(path: language)
            try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
            try text.write(to: room.appending(path: "Tags.json"), atomically: true, encoding: .utf8)
            try other.write(to: room.appending(path: "Taps.json"), atomically: true, encoding: .utf8)
        }
        let error = try #require(throws: WordsError.self) { try Words(folder: folder.path) }
        #expect("\(error)".contains(wrong.sentence), "\(error)")
    }

    @Test func `Catalogues fill values in once, wherever a language puts them`() throws {
        let words = try Words(folder: Self.folder + "/words")
        let values = ["verb": "{desk}", "desk": "6F-A1"]
        #expect(words[.en].text("tap.atDesk", values) == "{desk} at 6F-A1")
        #expect(words[.ja].text("tap.atDesk", values) == "6F-A1で{desk}")
        #expect(try words.filled("<p>[[tap.atDesk]]</p>", in: .ja, file: "x") == "<p>{{desk}}で{{verb}}</p>")
        #expect(try words.filled("[[error.unknownTap]", in: .en, file: "x") == "[[error.unknownTap]")
        // A template cannot choose between singular and plural.
        for key in ["no.such", "floors.desks"] {
            #expect(throws: WordsError.unknown(key: key, file: "x")) { try words.filled("[[\(key)]]", in: .en, file: "x") }
        }
    }

    @Test func `Texts with a number have a singular and a plural, for scripts too`() throws {
        let words = try Words(folder: Self.folder + "/words")
        let said = [0, 1, 2, 21].map { words[.en].text("floors.desks", ["count": "\($0)"]) }
        #expect(said == ["0 desks", "1 desk", "2 desks", "21 desks"])
        #expect(words[.ja].text("floors.desks", ["count": "1"]) == "1席")
        func json(_ language: Language, _ key: String) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(words[language].unfilled(key)), as: UTF8.self)
        }
        #expect(try json(.en, "tap.keptCount") == #"{"one":"1 waiting","other":"{count} waiting"}"#)
        #expect(try json(.ja, "tap.keptCount") == #""{count}件が送信待ち""#)
        #expect(try json(.en, "tap.atDesk") == #""{verb} at {desk}""#)
    }
}
