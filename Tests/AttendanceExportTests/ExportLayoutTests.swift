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

    @Test(arguments: [
        (
            #"{"columns": [{"from": "employee_id"}, {"from": "wages"}]}"#,
            "Column 2: there is no column 'wages'. The columns are employee_id,"
        ),
        (#"{"rows": "month", "columns": [{"from": "first_in"}]}"#, "Column 1: 'first_in' exists only for days, not months."),
        (#"{"columns": [{"from": "flags", "text": "x"}]}"#, "Column 1 needs either 'from' or 'text'."),
        (#"{"columns": [{"text": "x", "style": "bold"}]}"#, "Column 1: 'style' must be one of as_it_is, MM/DD/YY, H:MM."),
        (#"{"columns": [{"text": "x", "if": "forgotten"}]}"#, "Column 1: 'if' needs a 'text' and one of the flags cont"),
        (#"{"columns": [{"from": "flags", "if": "missing_end"}]}"#, "Column 1: 'if' needs a 'text' and one of the flags "),
        (#"{"columns": []}"#, "The layout has no columns."),
        (#"{"columns": [{"text": "x"}], "longest": "25:00"}"#, "'longest' must be a duration such as 23:59."),
        (#"{"columns": [{"text": "x"}], "ending": "../iif"}"#, "'ending' must have 1 to 8 letters and digits, such as iif."),
        (#"{"columns": [{"text": "x"}], "separator": "|"}"#, "'separator' must be 'tab' or 'comma'."),
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
