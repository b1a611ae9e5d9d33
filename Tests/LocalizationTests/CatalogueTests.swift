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
        #expect(Set(files.keys) == Set(Language.allCases.map { "\($0).json" }))
        for language in Language.allCases {
            let file = try #require(files["\(language).json"])
            #expect(words[language].texts.count == file.split(separator: "\n").count { $0.hasPrefix("  \"") })
            #expect(words[language].text("language") == language.rawValue)
            for (key, text) in words[language].texts {
                let said = words[language].text(key)
                #expect(!text.pieces.isEmpty && said == said.trimmingCharacters(in: .whitespaces), "\(key)")
            }
        }
    }

    @Test func `Japanese texts count people with one word`() throws {
        let file = try String(contentsOfFile: Self.folder + "/words/ja.json", encoding: .utf8)
        #expect(file.matches(of: /.*[0-9０-９}]名.*/).map { String($0.output) } == [])
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
            for literal in text.matches(of: /localized\(\s*"([a-zA-Z.]+\.)\\\([^"]*\)"/) {
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
        Wrong(en: #"{"a": "A", "b": "B"}"#, ja: #"{"a": "あ"}"#, sentence: "has no text for 'b', which en.json has."),
        Wrong(en: #"{"a": "A"}"#, ja: #"{"a": "あ", "c": "う"}"#, sentence: "names 'c', for which en.json has no text."),
        Wrong(
            en: #"{"a": "{x} of {y}"}"#, ja: #"{"a": "{y}の{z}"}"#,
            sentence: "the text for 'a' has other placeholders than the one in en.json: {x}, {y}."),
        Wrong(
            en: #"{"a": "A"}"#, ja: #"{"a": "{x}"}"#,
            sentence: "the text for 'a' has other placeholders than the one in en.json: none."),
        Wrong(en: #"{"a": "A {"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": "A} {b}"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": "{b c}"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: #"{"a": "{}"}"#, ja: "{}", sentence: "the text for 'a' has a brace outside a placeholder {name}."),
        Wrong(en: "[]", ja: "{}", sentence: "en.json is not a JSON object of texts"),
        Wrong(en: #"{"a": 1}"#, ja: "{}", sentence: "en.json is not a JSON object of texts"),
    ])
    func `Catalogues that differ or cannot be read stop the start`(wrong: Wrong) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try wrong.en.write(to: folder.appending(path: "en.json"), atomically: true, encoding: .utf8)
        try wrong.ja.write(to: folder.appending(path: "ja.json"), atomically: true, encoding: .utf8)
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
        #expect(throws: WordsError.unknown(key: "no.such", file: "x")) {
            try words.filled("[[no.such]]", in: .en, file: "x")
        }
    }
}
