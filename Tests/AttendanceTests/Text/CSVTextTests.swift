import Attendance
import Foundation
import Testing

@Suite struct `Files of separated values` {
    private static let japanese = "user_name,display_name\r\nsato,佐藤 恵\r\nito,伊藤 澤子\r\n"
    private static let german = "user_name;display_name\r\nmia;Mia Müller\r\nzoe;Zoë Groß\r\n"

    private static func utf16(_ text: String, isLittleEndian: Bool = true, hasMark: Bool = true) -> [UInt8] {
        (hasMark ? "\u{FEFF}" + text : text).utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittleEndian ? bytes : bytes.reversed()
        }
    }

    private static func encoded(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
        text.data(using: encoding).map(Array.init) ?? []
    }

    @Test(arguments: [
        ("a,b\r\n1,2\r\n", [1, 2]), ("a,b\n1,2", [1, 2]), ("a,b\r1,2\r", [1, 2]), ("a;b\r\n1;2\r\n", [1, 2]),
        ("a\tb\n1\t2\n", [1, 2]), ("sep=,\r\na,b\r\n1,2\r\n", [2, 3]), ("sep=;\na;b\n1;2\n", [2, 3]),
        ("SEP=\t\ra\tb\r1\t2", [2, 3]),
        ("\"sep=|\"\na|b\n1|2\n", [2, 3]), ("sep=,,,\na,b\n1,2\n", [2, 3]), ("\u{FEFF}a;b\n1;2\n", [1, 2]),
        (",,\n\n  \na,b\n,\n\n1,2\n,,,\n", [4, 7]), ("\"a\";\"b\"\n\"1\";\"2\"", [1, 2]), ("\r\r\na,b\n\r1,2", [3, 5]),
        ("\u{FEFF}sep=;\r\na;b\r\n1;2\r\n", [2, 3]),
    ])
    func `A file is read with its separator, its line ends and its own line numbers`(text: String, lines: [Int]) {
        let file = CSVText(Array(text.utf8))
        #expect(file.malformations.isEmpty && file.records.count == 2)
        #expect(file.records.first == CSVText.Record(line: lines[0], fields: ["a", "b"]))
        #expect(file.records.last == CSVText.Record(line: lines[1], fields: ["1", "2"]))
    }

    @Test func `Line numbers count the line ends inside quotation marks`() {
        let file = CSVText(Array("a,b\r\n\"1\r\n2\r3\n4\",5\r\n6,7\r\n".utf8))
        #expect(file.records.map(\.line) == [1, 2, 6])
        #expect(file.records[1].fields == ["1\r\n2\r3\n4", "5"])
    }

    @Test func `A written line is read back, also with a combining mark after a quotation mark`() {
        let fields = ["Ada \"\u{301}x", "\"", ",\u{301}", "a\r\nb", "\u{301}"]
        let file = CSVText(Array((CSVText.line(fields) + "\r\n").utf8))
        #expect(file.malformations.isEmpty && file.records.map(\.fields) == [fields])
    }

    @Test func `Cells copied with tabs may have quotation marks`() {
        let file = CSVText(Array("a\tb\n1\tBo \"B\" Lee\n2\t\"x\ty\"\n".utf8))
        #expect(file.records.map(\.fields) == [["a", "b"], ["1", "Bo \"B\" Lee"], ["2", "x\ty"]])
    }

    @Test(arguments: [
        (encoded(german, .windowsCP1252), TextEncoding.windows1252, german), (encoded(german, .utf8), .utf8, german),
        (encoded(japanese, .shiftJIS), .cp932, japanese), (utf16(japanese), .utf16, japanese),
        (utf16(japanese, isLittleEndian: false), .utf16, japanese), (utf16(german, hasMark: false), .utf16, german),
        ([0xEF, 0xBB, 0xBF] + encoded(japanese, .utf8), .utf8, japanese),
    ])
    func `The encoding of a file is recognised`(bytes: [UInt8], encoding: TextEncoding, text: String) {
        let file = CSVText(bytes)
        #expect(file.encoding == encoding && file.malformations.isEmpty)
        #expect(file.records == CSVText(Array(text.utf8)).records && file.records.count == 3)
    }

    @Test(arguments: [
        "Hélène", "Bär", "Löwe", "O’Neil", "D’Angelo", "Åsa Ö", "Ñ", "Élise", "Çelik", "Größe", "Jörg Bäcker", "Ærø", "“Bo”",
        "François Lefèvre",
        "Œuvre – été", "MÜßIG", "5 €", "2 × 3", "20 °C", "L'Haÿ",
    ])
    func `A name in Windows-1252 is not taken for Japanese`(name: String) {
        let file = CSVText(Self.encoded("user_name,display_name\nx,\(name)\n", .windowsCP1252))
        #expect(file.encoding == .windows1252 && file.records.last?.fields == ["x", name])
    }

    @Test(arguments: ["佐藤 恵", "ﾔﾏﾀﾞ ﾀﾛｳ", "ﾀﾅｶ ﾀﾛｳ", "山田太郎", "Aチーム", "①髙橋", "東京3階", "澤田", "さくら", "アンナ", "表ソ能"])
    func `A name in CP932 is taken for Japanese`(name: String) {
        let file = CSVText(Self.encoded("user_name,display_name\r\nx,\(name)\r\n", .shiftJIS))
        #expect(file.encoding == .cp932 && file.records.last?.fields == ["x", name])
    }

    @Test(arguments: [
        ("a,b\n1,\"2\n", 2, 2, "a quotation mark in column 2 is not closed"),
        ("a,b\n1,\"2\"3\n", 2, 2, "text follows a closing quotation mark in column 2"),
        ("a,b\n1\"2,3\n", 2, 1, "there is a quotation mark inside column 1"),
        ("a,b\n1,2\r3,\0\n", 3, 2, "column 2 has a NUL character"),
        ("sep=;\na;b\n1;2;\"3", 3, 3, "a quotation mark in column 3 is not closed"),
    ])
    func `A malformed line is reported with its line and column`(text: String, line: Int, column: Int, sentence: String) {
        let malformed = CSVText(Array(text.utf8)).malformations
        #expect(malformed.map(\.line) == [line] && malformed.map(\.column) == [column])
        #expect(malformed.first?.sentence.hasPrefix(sentence) == true)
    }

    @Test func `A damaged file in UTF-8 is not taken for another encoding`() {
        let file = CSVText(Array("a,b\n1,Müller äöü\n2,".utf8) + [0xC3] + Array("\n3,佐藤\n".utf8))
        #expect(file.encoding == .utf8 && file.records.map(\.line) == [1, 2, 4])
        #expect(file.malformations.map(\.line) == [3] && file.malformations.map(\.column) == [2])
    }
}
