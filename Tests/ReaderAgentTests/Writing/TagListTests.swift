import Attendance
import Foundation
import Testing

@testable import ReaderAgent

@Suite struct `List of tags` {
    static let host = "https://desk.example.com/t?event="
    private static let good = "Tokyo,6F-A3,start,\(host)start&desk=6F-A3"

    static func list(_ lines: String..., header: String = "office,desk,event,address") -> [UInt8] {
        Array(([header] + lines).joined(separator: "\r\n").utf8)
    }

    @Test func `A list has one tag per line, with columns in any order`() throws {
        let list = try TagList(
            csv: Self.list(
                "#1,\"\(Self.host)start&desk=6F-A3\",\"Tokyo, east\",6f-a3,start", "",
                "#2,\(Self.host)end&office=Osaka,Osaka,,end", header: "\u{FEFF}note,Address,office,desk,event"))
        #expect(list.entries.map(\.line) == [2, 4])
        #expect(list.entries.map(\.office) == ["Tokyo, east", "Osaka"])
        #expect(list.entries.map(\.name) == ["6F-A3 start", "Osaka end"])
        #expect(list.entries[0].address == Self.host + "start&desk=6F-A3" && list.entries[1].desk == nil)
    }

    @Test(arguments: [
        ("Tokyo,,end,\(host)end&office=Tokyo", "Tokyo"), ("'=HQ,,end,\(host)end&office=%3DHQ", "=HQ"),
        ("New York,,end,\(host)end&office=New+York", "New York"), ("A+B,,end,\(host)end&office=A%2BB", "A+B"),
        (",,end,\(host)end", ""), ("\"Tower 2,' -1 OG\",,end,\(host)end&office=Tower+2%2C+-1+OG", "Tower 2, -1 OG"),
        ("'=HQ,,end,\(host)end", "=HQ"), ("'s-Gravenhage,,end,\(host)end&office=%27s-Gravenhage", "'s-Gravenhage"),
    ])
    func `An office with the apostrophes of a spreadsheet is read as in the address`(line: String, office: String) throws {
        #expect(try TagList(csv: Self.list(line)).entries.map(\.office) == [office])
    }

    @Test(arguments: [
        ("Tokyo,6F-A3,start", "3 fields, but the first line has 4"),
        ("Tokyo,6F-A3,begin,\(host)start&desk=6F-A3", "'begin' is not start, pause or end"),
        ("Tokyo,A--1,start,\(host)start&desk=A--1", "'A--1' is not a valid desk name"),
        ("Tokyo,,start,\(host)start", "needs a desk"),
        ("Tokyo,6F-A3,start,desk.example.com", "not the address"),
        ("Tokyo,6F-A3,start,https://desk.example.com/", "not the address"),
        ("Tokyo,6F-A3,start,\(host)pause&desk=6F-A3", "the event is pause in the address and start in the line"),
        ("Tokyo,6F-A3,start,\(host)start&desk=6F-A4", "the desk is 6F-A4 in the address and 6F-A3 in the line"),
        ("Tokyo,6F-A3,start,\(host)start&desk=6F-A3&office=Osaka", "the office is Osaka in the address and Tokyo in the line"),
        ("Tokyo,6F-A3,\"start\"x,\(host)start&desk=6F-A3", "follows a closing quotation mark"),
        ("Tokyo,6F\"A3,start,\(host)start&desk=6F-A3", "there is a quotation mark inside column 2"),
        ("Tokyo,\"6F-A3,start,\(host)start&desk=6F-A3", "is not closed"),
    ])
    func `Every invalid line of a list is reported`(line: String, sentence: String) {
        let bytes = Self.list("Tokyo,6F-B1,start,\(Self.host)start&desk=6F-B1", line, "x")
        #expect {
            try TagList(csv: bytes)
        } throws: { error in
            guard case .lines(let problems) = error as? TagListError else { return false }
            return problems.map(\.line) == [3, 4] && problems[0].sentence.contains(sentence)
        }
    }

    @Test func `A list that a spreadsheet saved with semicolons is read`() throws {
        let text = "sep=;\r\nOffice;Desk;Event;Address;Note;\r\nKöln;6F-A3;start;\(Self.host)start&desk=6F-A3\r\n;;;;;\r\n"
        let list = try TagList(csv: Array(try #require(text.data(using: .windowsCP1252))))
        #expect(list.entries.map(\.office) == ["Köln"] && list.entries.map(\.line) == [3])
    }

    @Test func `Lines that are not UTF-8 are reported with line numbers that count quoted line breaks`() {
        let bytes = Self.list("\"To\nkyo\",6F-A3,start,\(Self.host)start&desk=6F-A3") + [0x0A, 0x81, 0x2C, 0x0A, 0x78]
        #expect {
            try TagList(csv: bytes)
        } throws: { error in
            guard case .lines(let problems) = error as? TagListError else { return false }
            return problems.map(\.line) == [4, 5] && problems[0].sentence == "column 1 is not UTF-8"
        }
    }

    @Test func `A repeated place or address in a list is reported`() {
        let again = "Tokyo,6F-A3,start,https://desk.example.org/t?event=start&desk=6F-A3"
        let elsewhere = "Osaka,6F-A3,start,\(Self.host)start&desk=6F-A3"
        #expect {
            try TagList(csv: Self.list(Self.good, again, elsewhere))
        } throws: { error in
            "\(error)".contains("Line 3: 6F-A3 start is already on line 2")
                && "\(error)".contains("Line 4: the address is already on line 2")
        }
    }

    @Test(
        arguments: [
            (list(header: "desk|event|address|office"), .noHeader), (list(header: "desk;event;address;office"), .empty),
            (list(header: "office,desk,event"), .noHeader),
            ([], .noHeader), (list(), .empty),
        ] as [([UInt8], TagListError)])
    func `A list without its columns or lines is rejected`(bytes: [UInt8], error: TagListError) {
        #expect(throws: error) { try TagList(csv: bytes) }
    }

    @Test(arguments: [["a", "b,c", "d\"e", "f\ng", ""], ["=1+1", "é"]])
    func `A CSV line is written and parsed to the same fields`(fields: [String]) {
        let text = CSVText(Array((CSVText.line(fields) + "\r\n").utf8))
        #expect(text.records.map(\.fields) == [fields] && text.malformations.isEmpty)
    }
}
