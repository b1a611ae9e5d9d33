@testable import AttendanceStore

import Attendance
import Foundation
import Hours
import Testing

@Suite struct `Files of holidays` {
    /// A calendar with an event of these lines.
    private static func calendar(_ lines: String..., end: String = "\r\n") -> [UInt8] {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""]
        return Array(all.joined(separator: end).utf8)
    }

    private func days(_ bytes: [UInt8], from year: Int64 = 2026) throws -> [String] {
        try HolidayFile(bytes, from: year).days.map { day in
            "\(day.date) \(day.name)" + (day.part.map { " \($0)" } ?? "")
        }
    }

    private func problems(_ bytes: [UInt8]) -> [String] {
        do throws(ImportError) {
            _ = try HolidayFile(bytes, from: 2026)
            return []
        } catch {
            return switch error {
            case .lines(let problems): problems.map { "\($0.line) \($0.fault.kind)" }
            case .header(let fault): ["\(fault.kind)"]
            }
        }
    }

    @Test(arguments: [
        (["DTSTART;VALUE=DATE:20260101", "SUMMARY:Neujahr"], ["2026-01-01 Neujahr"]),
        (["dtstart:20260101", "summary;language=de:Neujahr"], ["2026-01-01 Neujahr"]),
        (["SUMMARY;X=\"a:b;c\":A\\, B\\; C\\\\D\\nE", "DTSTART:20260101"], ["2026-01-01 A, B; C\\D E"]),
        (["DTSTART:20260101", "DTEND;VALUE=DATE:20260103", "SUMMARY:X"], ["2026-01-01 X", "2026-01-02 X"]),
        (["DTSTART:20260101", "DTEND:20260101", "SUMMARY:X"], ["2026-01-01 X"]),
        (["DTSTART:20260101", "DURATION:P1W", "DTEND:20260103", "SUMMARY:X"], ["2026-01-01 X", "2026-01-02 X"]),
        (["DTSTART:20260101", "DURATION:P2D", "SUMMARY:X"], ["2026-01-01 X", "2026-01-02 X"]),
        (["DTSTART:20251231", "DTEND:20260102", "SUMMARY:X"], ["2026-01-01 X"]),
        (["DTSTART:20260101", "SUM", " MARY:New", "\t Year"], ["2026-01-01 New Year"]),
        (
            ["DTSTART:20260101", "SUMMARY:X", "BEGIN:VALARM", "DTSTART:20260202T100000", "RRULE:FREQ=DAILY", "END:VALARM"],
            ["2026-01-01 X"]
        ),
    ])
    func `An all-day event is a holiday on each of its days`(lines: [String], expected: [String]) throws {
        for end in ["\r\n", "\n"] {
            let text = (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR"]).joined(separator: end)
            #expect(try days(Array(text.utf8)) == expected)
        }
    }

    @Test(arguments: [
        ("FREQ=YEARLY", 20_260_501, (2026...2035).map { "\($0)-05-01" }),
        ("FREQ=YEARLY;WKST=MO", 19_700_501, (2026...2035).map { "\($0)-05-01" }),
        ("FREQ=YEARLY;INTERVAL=4", 20_240_501, ["2028-05-01", "2032-05-01"]),
        ("FREQ=YEARLY;COUNT=3", 20_250_501, ["2026-05-01", "2027-05-01"]),
        ("FREQ=YEARLY;UNTIL=20270501", 20_250_501, ["2026-05-01", "2027-05-01"]),
        ("FREQ=YEARLY;UNTIL=20270430T220000Z", 20_250_501, ["2026-05-01"]),
        ("FREQ=YEARLY", 20_240_229, ["2028-02-29", "2032-02-29"]),
    ])
    func `A yearly event repeats for ten years from the first year that counts`(
        rule: String, start: Int, expected: [String]
    ) throws {
        let file = Self.calendar("DTSTART;VALUE=DATE:\(start)", "RRULE:\(rule)", "SUMMARY:X")
        #expect(try HolidayFile(file, from: 2026).days.map(\.date.description) == expected)
    }

    @Test(arguments: [
        (["DTSTART:20260101T090000Z", "SUMMARY:X"], ["4 timedEvent"]),
        (["DTSTART;VALUE=DATE-TIME:20260101", "SUMMARY:X"], ["4 timedEvent"]),
        (["DTSTART:20260101", "DTEND:20260101T100000", "SUMMARY:X"], ["5 timedEvent"]),
        (["DTSTART:20260101", "DURATION:PT2H", "SUMMARY:X"], ["5 timedEvent"]),
        (["DTSTART:20260230", "SUMMARY:X"], ["4 badDate"]), (["DTSTART:1/2/26", "SUMMARY:X"], ["4 badDate"]),
        (["SUMMARY:X"], ["3 missing"]), (["DTSTART:20260101"], ["3 missing"]),
        (["DTSTART:20260101", "SUMMARY: \\n"], ["3 missing"]),
        (["DTSTART:20260101", "DTEND:20251231", "SUMMARY:X"], ["5 longEvent"]),
        (["DTSTART:20260101", "DTEND:99991231", "SUMMARY:X"], ["3 longEvent"]),
        (["DTSTART:20260101", "SUMMARY:X", "RRULE:FREQ=MONTHLY"], ["6 badRepetition"]),
        (["DTSTART:20260101", "SUMMARY:X", "RRULE:FREQ=YEARLY;BYMONTH=5"], ["6 badRepetition"]),
        (["DTSTART:20260101", "SUMMARY:X", "RRULE:FREQ=YEARLY;INTERVAL=0"], ["6 badRepetition"]),
        (["DTSTART:20260101", "SUMMARY:X", "RRULE:FREQ=YEARLY;COUNT=99999999999999999999"], ["6 badRepetition"]),
        (["DTSTART:20260101", "SUMMARY:X", "RRULE:"], ["6 badRepetition"]),
        (["DTSTART:20260101", "SUMMARY:X", "EXDATE:20270101", "RRULE:FREQ=YEARLY"], ["6 badRepetition"]),
        (["DTSTART:20260101", "SUMMARY:a\u{202E}b"], ["5 badText"]),
        (["DTSTART:20260101", "SUMMARY:" + String(repeating: "x", count: 101)], ["5 badText"]),
        (["DTSTART:20260101", "SUMMARY:X", "", "what"], ["7 badCalendarLine"]),
        (["DTSTART:20260101", "SUMMARY:X", "END:VTODO"], ["6 badCalendarLine"]),
        (["DTSTART:20250101", "SUMMARY:X"], ["noHoliday"]),
        (["DTSTART:20260101", "SUMMARY:X", "STATUS:CANCELLED"], ["noHoliday"]),
    ])
    func `A wrong line of a calendar is named`(lines: [String], expected: [String]) {
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR"])
            .joined(separator: "\r\n")
        #expect(problems(Array(text.utf8)) == expected)
    }

    @Test func `A calendar that ends within an event is refused, and all wrong lines are listed`() {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:X\nEND:VEVENT\nbad\nBEGIN:VEVENT\nDTSTART:20260101\nSUMMARY:X\n"
        #expect(problems(Array(text.utf8)) == ["2 missing", "5 badCalendarLine", "6 calendarCutOff"])
    }

    @Test func `A fold that divides a character is undone, also in a file that is read as text`() throws {
        let (head, tail) = (Array("SUMMARY:Buß".utf8.dropLast()), Array("Buß".utf8.suffix(1)) + Array(" und Bettag".utf8))
        let start = Array("BEGIN:VCALENDAR\r\nX-WR-CALNAME:Sachsen\r\nBEGIN:VEVENT\r\nDTSTART:20261118\r\n".utf8)
        let file = start + head + Array("\r\n ".utf8) + tail + Array("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        #expect(try days(file) == ["2026-11-18 Buß und Bettag"])
        let text = try TableFile.text(of: file).text
        #expect(try days(Array(text.utf8)) == ["2026-11-18 Buß und Bettag"])
        #expect(try HolidayFile(Array(text.utf8), from: 2026).name == "Sachsen")
    }

    @Test func `Time zones, other components and a byte order mark are no problem`() throws {
        let text = """
            \u{FEFF}BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            BEGIN:STANDARD
            DTSTART:19701025T030000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VTODO
            DTSTART:20260101T100000
            END:VTODO
            BEGIN:VEVENT
            DTSTART;VALUE=DATE:20260501
            SUMMARY:Tag der Arbeit
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;VALUE=DATE:20260501
            SUMMARY:Maifest
            END:VEVENT
            END:VCALENDAR
            """
        #expect(try days(Array(text.utf8)) == ["2026-05-01 Tag der Arbeit, Maifest"])
    }

    @Test(arguments: [
        ("2026-01-01,Neujahr", ["2026-01-01 Neujahr"]), ("2026/1/1;Neujahr;\r\n", ["2026-01-01 Neujahr"]),
        (
            "date,name,part\n2026-12-24,Heiligabend,afternoon\n2026-12-31,Silvester,Morning",
            [
                "2026-12-24 Heiligabend afternoon", "2026-12-31 Silvester morning",
            ]
        ), ("2026-12-24,休業,午後", ["2026-12-24 休業 afternoon"]),
        ("2026-12-26,B\n2026-12-25,A\n2026-12-26,B\n2026-12-26,C", ["2026-12-25 A", "2026-12-26 B, C"]),
        ("2026-12-24,A,morning\n2026-12-24,B,afternoon", ["2026-12-24 A, B full"]),
        ("1955/1/1,元日\n2026/1/1,元日\n", ["2026-01-01 元日"]),
    ])
    func `A table has a date, a name and a part of the day`(text: String, expected: [String]) throws {
        #expect(try days(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        ("", ["noHoliday"]), ("date,name", ["noHoliday"]), ("2026-13-01,X", ["1 badDate"]),
        ("date,name\n31.12.2026,X\n2026-12-31", ["2 badDate", "3 holidayFields"]),
        ("2026-12-31,X,noon", ["1 badDayPart"]), ("2026-12-31,X,full,Y", ["1 holidayFields"]),
        ("2026-12-31,,full", ["1 holidayFields"]),
        ("2026-12-31,\"X", ["1 openQuote"]), ("2026-12-31,a\u{7}b", ["1 badText"]), ("99999999999-1-1,X", ["1 badDate"]),
        ("2026-1-1-1,X", ["1 badDate"]), ("1955/1/1,元日", ["noHoliday"]),
    ])
    func `A wrong line of a table is named`(text: String, expected: [String]) {
        #expect(problems(Array(text.utf8)) == expected)
    }

    @Test func `The list of Japan's Cabinet Office is imported as it is`() throws {
        let text = "国民の祝日・休日月日,国民の祝日・休日名称\r\n1955/1/1,元日\r\n2026/5/3,憲法記念日\r\n2026/5/6,休日\r\n"
        let bytes = Array(try #require(text.data(using: .shiftJIS)))
        let file = try HolidayFile(bytes, from: 2026)
        #expect(file.days.map(\.name) == ["憲法記念日", "休日"] && file.earlier == 1)
        #expect(file.days.map(\.date.description) == ["2026-05-03", "2026-05-06"])
    }

    @Test(.timeLimit(.minutes(1))) func `A large file is read in linear time, and the number of its days is limited`() {
        let event = "BEGIN:VEVENT\nDTSTART:20260101\nDTEND:20270101\nRRULE:FREQ=YEARLY\nSUMMARY:X\nEND:VEVENT\n"
        let events = "BEGIN:VCALENDAR\n" + String(repeating: event, count: 12_000) + "END:VCALENDAR"
        #expect(problems(Array(events.utf8)) == ["tooManyLines"])
        #expect(problems([UInt8](repeating: 0x41, count: 2_000_000)) == ["tooLarge"])
        let names = (0..<20_000).map { "2026-01-01,\($0)\n" }.joined()
        #expect(problems(Array(names.utf8)).count > 10_000)
        for hostile in ["BEGIN:", "\n ", ";", "A:\n", "2026-01-01,", "\"\n"] {
            let text = "BEGIN:VCALENDAR\n" + String(repeating: hostile, count: 1_000_000 / hostile.utf8.count)
            #expect(!problems(Array(text.utf8)).isEmpty)
        }
    }
}
