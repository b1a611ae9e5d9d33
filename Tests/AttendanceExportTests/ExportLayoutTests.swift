import Attendance
import Foundation
import TestOffice
import Testing

@testable import AttendanceExport

@Suite struct `Export layouts` {
    private static let folder = URL(filePath: TestOffice.checkout + "/web/export-layouts")

    private func csv(_ layout: ExportLayout, _ rows: [NamedDailyRow]) throws -> [String] {
        var format = try CSVFormat(.standard, layout)
        try format.begin(layout.header)
        try layout.write(rows, to: &format)
        try format.end()
        return String(decoding: format.takeBytes(), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    /// 32:59 on 31 October and 7:30 on the days after.
    private var rows: [NamedDailyRow] {
        (0..<3 as Range<Int64>).map { day in
            var row = `Export formats`.row("Aiko Aoyama")
            row.row.key.date = CivilDate(daysSince1970: 20_757 + day)
            if day > 0 { row.row.workedSeconds = 27_000 }
            row.workedRoundedSeconds = row.row.workedSeconds / 3600 * 3600
            if day > 0 { row.row.flags = [] }
            return row
        }
    }

    @Test func `A month's line of an export has the sums of its days`() throws {
        let layout = try ExportLayout(json: try Data(contentsOf: Self.folder.appending(path: "monthly-total.json")))
        #expect(
            try csv(layout, rows) == [
                "employee_id,employee_name,office,month,worked_seconds,worked_hhmm,worked_hours,pause_seconds,"
                    + "unconfirmed_seconds,sessions,flags,personnel_number",
                "aiko,Aiko Aoyama,Tokyo,2026-10,118740,32:59,32.9833,60,0,1,corrected;late,",
                "aiko,Aiko Aoyama,Tokyo,2026-11,54000,15:00,15.0000,120,0,2,,",
            ])
    }

    @Test func `A month's hours and minutes are those of its days on pages, which round each day`() throws {
        let layout = try ExportLayout(
            json: Data(#"{"rows": "month", "columns": [{"from": "worked_seconds"}, {"from": "worked_hhmm"}]}"#.utf8))
        let days = rows.suffix(2).map { day in
            var day = day
            day.row.workedSeconds += 45
            return day
        }
        #expect(try csv(layout, days) == ["worked_seconds,worked_hhmm", "54090,15:02"])
    }

    @Test func `A file for people keeps columns with a style`() throws {
        let columns =
            #"{"from": "worked_seconds", "style": "HH:MM"}, {"from": "worked_hhmm"}, {"from": "pause_seconds", "style": "0.00"}"#
        let layout = try ExportLayout(json: Data("{\"columns\": [\(columns)]}".utf8))
        #expect(layout.readable.columns == layout.columns)
    }

    @Test func `A long duration is split into thousands of lines`() throws {
        let layout = try ExportLayout(json: Data(#"{"longest": "00:01", "columns": [{"from": "worked_seconds"}]}"#.utf8))
        var row = rows[1]
        row.row.workedSeconds = 600_030
        let lines = try csv(layout, [row]).dropFirst()
        #expect(lines.count == 10_001 && lines.last == "30" && lines.dropLast().allSatisfy { $0 == "60" })
    }

    @Test func `A file for people has hours and minutes in place of seconds`() throws {
        #expect(
            try csv(ExportLayout.contract(isRounded: true).readable, Array(rows.prefix(1))) == [
                "employee_id,employee_name,personnel_number,office,time_zone,work_date,first_in,last_out,worked_hhmm,"
                    + "worked_hours,pause_hhmm,unconfirmed_hhmm,sessions,flags,worked_rounded_hhmm",
                "aiko,Aiko Aoyama,,Tokyo,Asia/Tokyo,2026-10-31,2026-10-31T22:00:00+09:00,2026-11-02T07:00:00+09:00,32:59,"
                    + "32.9833,00:01,00:00,1,corrected;late,32:00",
            ])
        #expect(ExportLayout.contract(isRounded: false).readable.columns.last?.name == "flags")
    }

    @Test func `A QuickBooks export has no line above 23:59 hours, and notes days without a clock-out`() throws {
        let layout = try ExportLayout(json: try Data(contentsOf: Self.folder.appending(path: "quickbooks-timeact.json")))
        #expect(layout.fileEnding == "iif")
        var rows = rows
        rows[0].row.flags.insert(.missingEnd)
        rows[2].row.flags.insert(.missingEnd)
        let lines = try csv(layout, rows)
        #expect(lines[0].hasPrefix("!TIMERHDR\tVER\tREL\t"))
        #expect(lines[2] == "!TIMEACT\tDATE\tJOB\tEMP\tITEM\tPITEM\tDURATION\tPROJ\tNOTE\tBILLINGSTATUS")
        #expect(
            lines[3...] == [
                "TIMEACT\t10/31/26\t\tAiko Aoyama\t\t\t23:59\t\tno clock-out\t0",
                "TIMEACT\t10/31/26\t\tAiko Aoyama\t\t\t9:00\t\tno clock-out\t0",
                "TIMEACT\t11/01/26\t\tAiko Aoyama\t\t\t7:30\t\t\t0",
                "TIMEACT\t11/02/26\t\tAiko Aoyama\t\t\t7:30\t\tno clock-out\t0",
            ])
    }

    @Test(
        arguments: [
            (29, ["0:00"]), (30, ["0:01"]), (28_859, ["8:01"]), (86_340, ["23:59"]), (86_371, ["23:59", "0:01"]),
        ] as [(Int64, [String])])
    func `A QuickBooks export rounds to the nearest minute`(seconds: Int64, durations: [String]) throws {
        let layout = try ExportLayout(json: try Data(contentsOf: Self.folder.appending(path: "quickbooks-timeact.json")))
        var row = rows[1]
        row.row.workedSeconds = seconds
        #expect(try csv(layout, [row]).dropFirst(3).map { String($0.split(separator: "\t")[3]) } == durations)
    }

    /// The cell of the first of ``rows`` in a layout of one column.
    private func cell(_ column: String, _ style: String) throws -> String {
        let json = #"{"columns": [{"from": "\#(column)", "style": "\#(style)"}]}"#
        return try csv(try ExportLayout(json: Data(json.utf8)), Array(rows.prefix(1)))[1]
    }

    @Test(
        arguments: [
            ("work_date", "MM/DD/YY", "10/31/26"), ("work_date", "MM/DD/YYYY", "10/31/2026"),
            ("work_date", "DD/MM/YYYY", "31/10/2026"), ("work_date", "DD.MM.YYYY", "31.10.2026"),
            ("work_date", "YYYY/MM/DD", "2026/10/31"), ("work_date", "YYYYMMDD", "20261031"),
            ("first_in", "HH:MM", "22:00"), ("last_out", "HH:MM", "07:00"), ("worked_hhmm", "H:MM", "32:59"),
            ("worked_hhmm", "HH:MM", "32:59"), ("pause_hhmm", "H:MM", "0:01"), ("pause_hhmm", "HH:MM", "00:01"),
            ("worked_rounded_seconds", "HH:MM", "32:00"), ("worked_hours", "0.00", "32.98"), ("pause_seconds", "0.00", "0.02"),
            // A style without effect.
            ("worked_seconds", "H:MM", "118740"), ("sessions", "0.00", "1"), ("sessions", "HH:MM", "1"),
            ("work_date", "HH:MM", "2026-10-31"), ("employee_id", "YYYYMMDD", "aiko"),
        ])
    func `A column of a layout has its style`(column: String, style: String, text: String) throws {
        #expect(try cell(column, style) == text)
    }

    @Test func `A layout with an encoding says how its CSV is written, whatever the preset is`() throws {
        let columns =
            #""columns": [{"from": "employee_name"}, {"from": "worked_hours", "style": "0.00"}, {"from": "worked_hours"}]"#
        func bytes(_ csv: String, _ preset: CSVPreset = .standard) throws -> [UInt8] {
            let layout = try ExportLayout(json: Data("{\(columns)\(csv)}".utf8))
            var format = try CSVFormat(preset, layout)
            try format.begin(layout.header)
            try layout.write([`Export formats`.row("青山")], to: &format)
            try format.end()
            return format.takeBytes()
        }
        let german = #", "encoding": "utf-8-bom", "separator": "semicolon", "decimal": "comma", "header": false"#
        #expect(try bytes(german) == [0xEF, 0xBB, 0xBF] + Array("青山;32,98;32,9833\r\n".utf8))
        let japanese = #", "encoding": "cp932", "separator": "tab", "header": false"#
        #expect(try bytes(japanese) == [0x90, 0xC2, 0x8E, 0x52] + Array("\t32.98\t32.9833\r\n".utf8))
        // Without an encoding, the preset decides, as before.
        #expect(
            try String(decoding: bytes(#", "separator": "comma""#, .excelSemicolon).dropFirst(3), as: UTF8.self)
                == "employee_name;worked_hours;worked_hours\r\n青山;32,98;32,9833\r\n")
    }

    @Test func `A form can have the monthly sum, but no layout with other parts`() throws {
        func draft(_ name: String) throws -> LayoutDraft? {
            LayoutDraft(json: try String(contentsOf: Self.folder.appending(path: name + ".json"), encoding: .utf8))
        }
        let monthly = try #require(try draft("monthly-total"))
        #expect(monthly.unit == .month && monthly.csv == nil && monthly.columns.count == 12 && monthly.problems == [])
        #expect(try draft("quickbooks-timeact") == nil)
        for part in [
            #""separator": "tab""#, #""ending": "txt""#, #""longest": "23:59""#, #""before": [["x"]]"#,
            #""columns": [{"from": "sessions", "style": "H:MM"}]"#, #""columns": [{"text": "x", "if": "missing_end"}]"#,
            #""columns": [{"from": "sessions", "as": " two\nlines"}]"#,
        ] {
            let columns = part.hasPrefix(#""columns""#) ? "" : #", "columns": [{"from": "sessions"}]"#
            #expect(LayoutDraft(json: "{\(part)\(columns)}") == nil, "\(part)")
        }
    }

    @Test(arguments: [ExportLayout.Unit.day, .hours])
    func `A form's layout is the same after it was saved, with every content`(unit: ExportLayout.Unit) throws {
        // One column is for a text.
        let contents = LayoutDraft.contents(of: unit).suffix(LayoutDraft.mostColumns - 1)
        var draft = LayoutDraft(
            unit, columns: contents.map { LayoutDraft.Column(content: $0.id, heading: "の \($0.id)") }, csv: nil)
        draft.columns.append(LayoutDraft.Column(content: LayoutDraft.Content.text, text: "REG"))
        draft.csv = LayoutCSV(encoding: .cp932, separator: .semicolon, decimalSign: .comma, hasHeader: false)
        #expect(draft.problems == [])
        #expect(Set(draft.columns.map(\.content)).count == contents.count)
        #expect(try LayoutDraft(json: draft.json()) == draft)
        draft.csv = nil
        #expect(try LayoutDraft(json: draft.json()) == draft)
        #expect(draft.example != nil)
    }

    @Test func `A form's heading can equal the key of its column`() throws {
        let columns = ["office", "month"].map { LayoutDraft.Column(content: $0, heading: $0) }
        let draft = LayoutDraft(.month, columns: columns, csv: nil)
        #expect(try LayoutDraft(json: draft.json()) == draft)
    }

    @Test func `A form's headings and texts have the letters of code page 932, if it is the encoding`() throws {
        var draft = LayoutDraft(
            .day,
            columns: [
                LayoutDraft.Column(content: "employee_id", heading: "Größe"), LayoutDraft.Column(content: "text", text: "é"),
                LayoutDraft.Column(content: "office", heading: "事業所"),
            ], csv: LayoutCSV(encoding: .cp932))
        #expect(draft.problems == [.unmappable(column: 0, isText: false), .unmappable(column: 1, isText: true)])
        // Saved layouts can have them, and the form can replace them.
        #expect(try LayoutDraft(json: draft.json()) == draft)
        draft.csv?.hasHeader = false
        #expect(draft.problems == [.unmappable(column: 1, isText: true)])
        draft.csv?.encoding = .utf8
        #expect(draft.problems == [])
    }

    @Test func `A form's layout names everything that is wrong at once`() {
        let long = String(repeating: "x", count: 65)
        let draft = LayoutDraft(
            .month,
            columns: [
                LayoutDraft.Column(content: "work_date:DD.MM.YYYY", heading: long), LayoutDraft.Column(content: "wages"),
                LayoutDraft.Column(content: "text", text: long), LayoutDraft.Column(content: "month"),
            ], csv: LayoutCSV(decimalSign: .comma))
        #expect(
            draft.problems == [
                .notMonthly(column: 0), .badHeading(column: 0), .unknownContent(column: 1), .badText(column: 2),
                .ambiguousSigns,
            ])
        #expect(draft.example == nil)
        #expect(LayoutDraft(.day, columns: [], csv: nil).problems == [.noColumns])
    }

    @Test func `A form's layout has an example`() {
        #expect(
            LayoutDraft.daily.example == """
                employee_id,employee_name,work_date,first_in,last_out,worked_hhmm,pause_hhmm\r
                aiko,Aiko Aoyama,2026-11-30,08:49,17:54,08:06,01:00\r\n
                """)
    }

    @Test(arguments: [
        (
            #"{"columns": [{"from": "employee_id"}, {"from": "wages"}]}"#,
            "Column 2: there is no column 'wages'. The columns are employee_id,"
        ),
        (#"{"rows": "month", "columns": [{"from": "first_in"}]}"#, "Column 1: 'first_in' exists only for days, not months."),
        (#"{"columns": [{"from": "flags", "text": "x"}]}"#, "Column 1 needs either 'from' or 'text'."),
        (
            #"{"columns": [{"text": "x", "style": "bold"}]}"#,
            "Column 1: 'style' must be one of as_it_is, MM/DD/YY, MM/DD/YYYY, "
        ),
        (#"{"columns": [{"text": "x", "if": "forgotten"}]}"#, "Column 1: 'if' needs a 'text' and one of the flags cont"),
        (#"{"columns": [{"from": "flags", "if": "missing_end"}]}"#, "Column 1: 'if' needs a 'text' and one of the flags "),
        (
            #"{"rows": "month", "columns": [{"from": "last_out"}, {"from": "employee_id"}, {"text": "x", "style": "y"}]}"#,
            "Column 1: 'last_out' exists only for days, not months. Column 3: 'style' must be one of as_it_is,"
        ),
        (#"{"columns": [{"text": "x"}], "encoding": "latin1"}"#, "'encoding' must be one of utf-8, utf-8-bom, cp932."),
        (#"{"columns": [{"text": "x"}], "header": false}"#, "'decimal', 'header' and a semicolon as 'separator' need an"),
        (#"{"columns": [{"text": "x"}], "separator": "semicolon"}"#, "'decimal', 'header' and a semicolon as 'separator'"),
        (#"{"columns": [{"text": "x"}], "encoding": "utf-8", "decimal": "comma"}"#, "With 'decimal' comma, 'separator' must"),
        (#"{"columns": []}"#, "The layout has no columns."),
        (#"{"columns": [{"text": "x"}], "longest": "25:00"}"#, "'longest' must be a duration such as 23:59."),
        (#"{"columns": [{"text": "x"}], "ending": "../iif"}"#, "'ending' must have 1 to 8 letters and digits, such as iif."),
        (#"{"columns": [{"text": "x"}], "separator": "|"}"#, "'separator' must be 'tab', 'comma' or 'semicolon'."),
        (
            "{\"columns\": [" + Array(repeating: "{\"text\": \"x\"}", count: 1_001).joined(separator: ",") + "]}",
            "The layout has more than 1000 columns."
        ), ("[]", "The layout is not a JSON object with a list 'columns'"),
    ])
    func `A wrong export layout is refused with the place of the error`(json: String, message: String) {
        let error = #expect(throws: ExportError.self) { try ExportLayout(json: Data(json.utf8)) }
        #expect(error?.sentence.hasPrefix(message) == true, "\(error?.sentence ?? "")")
    }
}
