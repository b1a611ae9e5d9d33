@testable import AttendanceExport

import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Whole exports` {
    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export says what it was made from, and its durations sum past 24 hours`() async throws {
        try await October.withOffice { (office) async throws in
            let bytes = try await office.exported("daily.xlsx?\(October.period)&user=aoyama&user=evil&user=jg&purpose=%3Dpay")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            #expect(book["formulas"] as? [String] == [])
            let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
            let names = Set(try #require(sheets["Daily rows"]).dropFirst().compactMap { $0[1][1] as? String })
            #expect(names == ["青山 愛子", "Jürgen Groß", "'=HYPERLINK(\"http://x\")"])
            let about = Dictionary(
                try #require(sheets["About"]).map { ("\($0[0][1])", "\($0[1][1])") }, uniquingKeysWith: { first, _ in first })
            #expect(about["people"] == "of office Harbour Office; aoyama, evil, jg")
            #expect(about["from"] == "2026-10-01" && about["to"] == "2026-10-31" && about["rounding"] == "none")
            #expect(about["ledger_head"] == (try await office.store.ledger.ledgerHead().text))
            #expect(about["time_zone_database"] == (try TimeZoneDatabase.system().version))
            // The end of October in Tokyo, plus the maximum session length of 16 hours, plus five minutes in which an end can be
            // repeated, plus a second.
            #expect(about["as_of"] == "2026-11-01T07:05:01.000+00:00")
            #expect(about["exporter"] == "Cy Okonkwo (cy)" && about["purpose"] == "'=pay")
            #expect(about["office"]?.contains("time_zone: Asia/Tokyo; day_boundary: 00:00; attribution: session_start") == true)
            try await TestFolder.with { folder in
                try Data(try await office.exported("daily.xlsx?\(October.period)&user=aoyama"))
                    .write(to: URL(filePath: folder + "/table.xlsx"))
                // worked_hhmm is the eleventh column, because the two instants before it take two columns each.
                let shown = try await ExportFile.inLibreOffice(folder + "/table.xlsx", summing: "K", in: folder)
                #expect(shown.contains("青山 愛子") && shown.contains(",180:10:00,"))
            }
        }
    }

    @Test(
        .enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"),
        arguments: CSVPreset.allCases)
    func `An export keeps each name in each preset, or says which character it cannot write`(preset: CSVPreset) async throws {
        try await October.withOffice { (office) async throws in
            for subject in ["daily", "events"] {
                let address = "\(subject).csv?\(October.period)&preset=\(preset.rawValue)"
                let column = subject == "daily" ? 1 : 12
                var expected = Set(["青山 愛子", "'=HYPERLINK(\"http://x\")", "Jürgen Groß"])
                if subject == "daily" { expected.formUnion(October.othersByName) }
                var users = ""
                if preset == .cp932 {
                    let refused = await #expect(throws: ExportError.self) { try await office.exported(address) }
                    #expect(refused?.sentence.contains("Code page 932 lacks letters of Jürgen Groß (“üß”).") == true)
                    expected.remove("Jürgen Groß")
                    expected.subtract(October.othersByName)
                    users = "&user=aoyama&user=evil"
                }
                let rows = try #require(
                    try await ExportFile.read(preset.rawValue, try await office.exported(address + users)) as? [[String]])
                #expect(Set(rows.dropFirst().map { $0[column] }) == expected)
            }
        }
    }

    @Test func `An export of raw events has the columns of the contract`() async throws {
        try await October.withOffice { (office) async throws in
            let text = try await office.text("events.csv?from=2026-10-05&to=2026-10-05&user=aoyama")
            let lines = text.components(separatedBy: "\r\n")
            #expect(
                lines[0] == "seq,id,type,employee_id,kind,at_original,at_effective,received_at,office,desk,status,corrections,"
                    + "employee_name,time_zone,reader")
            #expect(lines.count == 4)
            #expect(
                lines[1].hasSuffix(
                    ",tap,aoyama,start,2026-10-05T09:00:00.000+09:00,2026-10-05T09:00:00.000+09:00,"
                        + "2026-10-05T00:00:00.000+00:00,Harbour Office,6F-A1,effective,,青山 愛子,Asia/Tokyo,"))
        }
    }

    @Test func `An export of raw events for Excel has the office's local time in each column`() async throws {
        try await October.withOffice { (office) async throws in
            let text = try await office.text("events.csv?from=2026-10-05&to=2026-10-05&user=aoyama&preset=excel")
            let lines = text.components(separatedBy: "\r\n")
            #expect(lines.count == 4)
            #expect(
                lines[1].hasSuffix(
                    ",tap,aoyama,start,2026-10-05T09:00:00.000+09:00,2026-10-05 09:00:00,2026-10-05 09:00:00,Harbour Office,"
                        + "6F-A1,effective,,青山 愛子,Asia/Tokyo,"))
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export for people has no seconds, ids and UTC offsets`() async throws {
        try await October.withOffice { (office) async throws in
            for (subject, sheet, expected, instant) in [
                (
                    "daily", "Daily rows",
                    [
                        "User name", "Name", "Date", "Weekday", "First in", "Last out", "Worked (h:mm)",
                        "Worked (hours)", "Breaks (h:mm)", "Not counted (h:mm)", "Work periods",
                        "Issues",
                    ], "First in"
                ),
                (
                    "events", "Events",
                    [
                        "Number", "Type", "User name", "Event", "Time as sent", "Time", "Received at", "Desk", "Status",
                        "Corrections", "Name", "Reader",
                    ], "Received at"
                ),
            ] {
                let bytes = try await office.exported("\(subject).xlsx?\(October.period)&user=aoyama&heads=readable")
                let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
                let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
                let rows = try #require(sheets[sheet])
                let heads = rows[0].map { "\($0[1])" } as [String]
                #expect(heads == expected)
                // The office's local time.
                let cell = rows[1][try #require(heads.firstIndex(of: instant))]
                #expect("\(cell[0]) \(cell[1])" == "datetime 2026-10-05T09:00:00")
                let about = try #require(sheets["About"]).map { "\($0[0][1]) \($0[1][1])" } as [String]
                #expect(about.contains("Column heads readable") && about.contains("Language English"))
                let until = "Work counted until 1 Nov 2026, 16:05:01 (Asia/Tokyo)"
                #expect(about.contains { $0.hasPrefix(until + (subject == "daily" ? ". Work" : "")) }, "\(about)")
                #expect(
                    about.contains {
                        $0.hasPrefix("Reference ") && $0.hasSuffix("(an administrator can check the record with it)")
                    })
                let open = about.first { $0.hasPrefix("Not counted ") }
                #expect(open?.hasSuffix("It is not worked time.") == (subject == "daily" ? true : nil))
            }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export for people has a sheet with the totals of each person`() async throws {
        try await October.withOffice { (office) async throws in
            let people = "\(October.period)&user=aoyama&user=jg"
            let bytes = try await office.exported("daily.xlsx?\(people)&rounding=up-15&heads=readable")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
            let totals = try #require(sheets["Totals"]).map { (row: [[Any]]) -> [String] in row.map { "\($0[0]) \($0[1])" } }
            let heads = [
                "User name", "Name", "Days with work", "Worked (h:mm)", "Worked (hours)", "Worked, rounded (h:mm)",
                "Breaks (h:mm)", "Not counted (h:mm)", "Days with corrections", "Days to fix",
            ]
            #expect(totals.first == heads.map { "str " + $0 })
            // Twenty days of 9:00:30, each rounded up to 9:15.
            #expect(totals.count == 4)
            #expect(totals[3].joined(separator: ", ").hasPrefix("str Total, empty "))
            #expect(totals[3].dropFirst(2).joined(separator: ", ").hasPrefix("int 40, duration 1297200, float 360.33333"))
            for (line, name) in zip(totals.dropFirst(), ["str aoyama, str 青山 愛子", "str jg, str Jürgen Groß"]) {
                #expect(line.joined(separator: ", ").hasPrefix("\(name), int 20, duration 648600, float 180.166666"))
                #expect(line.dropFirst(5).joined(separator: ", ") == "duration 666000, duration 0, duration 0, int 0, int 0")
            }
            for address in ["daily.xlsx?\(people)", "events.xlsx?\(people)&heads=readable"] {
                let other = try #require(
                    try await ExportFile.read("xlsx", try await office.exported(address)) as? [String: Any])
                #expect((other["sheets"] as? [String: Any])?.keys.contains("Totals") == false, "\(address)")
            }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export with Japanese heads has a Japanese sheet about itself`() async throws {
        try await October.withOffice { (office) async throws in
            let bytes = try await office.exported("daily.xlsx?\(October.period)&user=aoyama&heads=readable&language=ja")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
            #expect(Set(sheets.keys) == ["日次データ", "集計", "この書き出しについて"])
            let about = try #require(sheets["この書き出しについて"]).map { "\($0[0][1]) \($0[1][1])" } as [String]
            for line in [
                "対象者 オフィス：Harbour Office; aoyama", "レイアウト 標準の列", "言語 日本語", "開始日 2026-10-01", "書き出した人 Cy Okonkwo (cy)",
                "データ 日次データ", "端数処理 なし", "目的 日次データの書き出し",
            ] {
                #expect(about.contains(line), "\(about)")
            }
            let names = about.compactMap { $0.split(separator: " ").first }
            #expect(names.allSatisfy { $0.contains { !$0.isASCII } }, "\(names)")
            let rules = try #require(about.first { $0.hasPrefix("オフィス ") })
            #expect(rules.contains("タイムゾーン: Asia/Tokyo; 1日の開始時刻: 00:00; 開始時刻をまたぐ勤務の日付: 勤務を開始した日;"))
            #expect(rules.contains("退勤を忘れた勤務を終了するまで（時:分）: 16:00;") && rules.contains("適用開始日: 最初から;"))
            #expect(rules.contains("送信遅れとみなす時間（分）: 15;") && rules.contains("これより古い打刻を保留（日）: 31"))
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `Monthly totals in a spreadsheet for people have heads, values and a sheet name for people`() async throws {
        try await October.withOffice { (office) async throws in
            let bytes = try await office.exported(
                "daily.xlsx?\(October.period)&user=jg&layout=monthly-total&heads=readable")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
            #expect(Set(sheets.keys) == ["Monthly totals", "About"])
            let rows = try #require(sheets["Monthly totals"])
            let heads: [String] = rows[0].map { "\($0[1])" }
            #expect(
                heads == [
                    "User name", "Name", "Office", "Month", "Worked (h:mm)", "Worked (hours)", "Breaks (h:mm)",
                    "Not counted (h:mm)", "Work periods", "Issues",
                ])
            let cells: [String] = rows[1].prefix(5).map { "\($0[0]) \($0[1])" }
            #expect(cells == ["str jg", "str Jürgen Groß", "str Harbour Office", "str 2026-10", "duration 648600"])
            let look = try #require((book["looks"] as? [String: [String: Any]])?["Monthly totals"])
            #expect((look["formats"] as? [String])?[5] == "0.00")
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `Daily rows, totals and monthly totals have personnel numbers, for people beside the name`() async throws {
        try await October.withOffice { (office) async throws in
            try await office.execute("update person set personnel_number = '007' where user_name = 'jg'")
            let people = "\(October.period)&user=aoyama&user=jg"
            func sheet(_ name: String, _ query: String) async throws -> [[String]] {
                let bytes = try await office.exported("daily.xlsx?\(people)&heads=readable\(query)")
                let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
                let rows = try #require((book["sheets"] as? [String: [[[Any]]]])?[name])
                return rows.map { (row: [[Any]]) -> [String] in row.map { "\($0[0]) \($0[1])" } }
            }
            for (name, query) in [("Daily rows", ""), ("Totals", ""), ("Monthly totals", "&layout=monthly-total")] {
                let rows = try await sheet(name, query)
                #expect(rows[0][2] == "str Personnel number")
                #expect(rows[1][2].hasPrefix("empty") && rows.first { $0[0] == "str jg" }?[2] == "str 007")
            }
            let csv = try await office.text("daily.csv?\(people)&rounding=nearest-15").components(separatedBy: "\r\n")
            #expect(csv[0].hasSuffix(",flags,worked_rounded_seconds,personnel_number"))
            #expect(csv[1].hasSuffix(",") && csv[csv.count - 2].hasSuffix(",007"))
            let months = try await office.text("daily.json?\(people)&layout=monthly-total")
            #expect(months.contains("\"personnel_number\":\"007\"") && months.contains("\"personnel_number\":null"))
        }
    }

    @Test func `Columns that a layout names keep their names in a file for people`() async throws {
        try await October.withOffice { (office) async throws in
            let cy = try await office.store.people.person(userName: "cy")
            try await office.store.exportLayouts.setLayout(
                "payroll", of: office.office,
                json:
                    #"{"columns":[{"from":"employee_id","as":"No."},{"from":"worked_seconds"},"#
                    + #"{"from":"pause_seconds","as":"P"}]}"#,
                replaces: false, by: cy.id, now: TestOffice.noon)
            let text = try await office.text(
                "daily.csv?from=2026-10-05&to=2026-10-05&user=jg&layout=payroll&heads=readable")
            #expect(text == "No.,Worked (h:mm),P\r\njg,09:01,0\r\n")
        }
    }

    @Test func `An export prefers an office's own layout to a built-in one of the same name`() async throws {
        try await October.withOffice { (office) async throws in
            let address = "daily.csv?from=2026-10-05&to=2026-10-05&user=aoyama&layout=monthly-total"
            func header() async throws -> String? {
                try await office.text(address).split(separator: "\r\n").first.map(String.init)
            }
            #expect(try await header()?.hasPrefix("employee_id,employee_name,office,month") == true)
            let cy = try await office.store.people.person(userName: "cy")
            try await office.store.exportLayouts.setLayout(
                "monthly-total", of: office.office, json: #"{"columns":[{"from":"employee_id","as":"No."}]}"#,
                replaces: false, by: cy.id, now: TestOffice.noon)
            #expect(try await header() == "No.")
            let unknown = await #expect(throws: ExportError.self) { try await office.exported(address + "-2") }
            #expect(unknown?.sentence.contains("quickbooks-timeact") == true)
        }
    }

    @Test func `An export is in the list of accesses of each person in it`() async throws {
        try await October.withOffice { (office) async throws in
            _ = try await office.exported("daily.csv?\(October.period)&user=aoyama&user=jg&purpose=payroll")
            for (user, purposes) in [("aoyama", ["payroll"]), ("jg", ["payroll"]), ("evil", [])] {
                let person = try await office.store.people.person(userName: user)
                #expect(try await office.store.audit.accesses(to: person.id).map(\.purpose) == purposes)
            }
        }
    }
}
