import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@testable import AttendanceExport

@Suite(
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"),
    .enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"),
    .timeLimit(.minutes(10)), .inEnglish)
struct `Look of a spreadsheet` {
    private struct Book {
        let sheets: [String: [[[Any]]]]
        let looks: [String: [String: Any]]

        init(_ office: TestOffice, _ address: String, as user: String = "cy") async throws {
            let read = try await ExportFile.read("xlsx", try await office.exported(address, as: user)) as? [String: Any]
            sheets = try #require(read?["sheets"] as? [String: [[[Any]]]])
            looks = try #require(read?["looks"] as? [String: [String: Any]])
        }

        func heads(_ sheet: String) -> [String] { (sheets[sheet]?.first ?? []).map { "\($0[1])" } }
    }

    @Test func `Each table has a bold head and a filter, and the sums are bold below the filter`() async throws {
        try await October.withOffice { (office) async throws in
            let days = try await Book(office, "daily.xlsx?\(October.period)&heads=readable")
            #expect(days.looks["Daily rows"]?["filter"] as? String == "A1:L65")
            #expect(days.looks["Daily rows"]?["bold"] as? [Int] == [1])
            #expect(days.looks["Totals"]?["filter"] as? String == "A1:I8")
            #expect(days.looks["Totals"]?["bold"] as? [Int] == [1, 9])
            let taps = try await Book(office, "events.xlsx?\(October.period)")
            #expect(taps.looks["Events"]?["filter"] as? String == "A1:Q121")
            // No row: no filter.
            let none = try await Book(office, "events.xlsx?from=2026-09-01&to=2026-09-30")
            #expect(none.looks["Events"]?["filter"] as? String == nil)
        }
    }

    @Test func `LibreOffice calculates the sums of the totals that programs without formulas show`() async throws {
        try await October.withOffice { (office) async throws in
            let bytes = try await office.exported("daily.xlsx?\(October.period)&user=aoyama&user=jg&heads=readable")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let formulas: [String] = "CDEFHI".map { "=SUM(\($0)2:\($0)3)" }
            #expect(book["formulas"] as? [String] == formulas)
            let total = try #require((book["sheets"] as? [String: [[[Any]]]])?["Totals"]?.last)
            // Twenty days of 9:00:30 each.
            let cells: [String] = total[2...3].map { "\($0[0]) \($0[1])" }
            #expect(cells == ["int 40", "duration 1297200"])
            try await TestFolder.with { folder in
                try Data(bytes).write(to: URL(filePath: folder + "/table.xlsx"))
                let shown = try await ExportFile.calculated(folder + "/table.xlsx", sheet: "Totals", in: folder)
                #expect(shown.split(separator: "\n").last?.hasPrefix("Total,,40,360:20:00,360.33") == true, "\(shown)")
            }
        }
    }

    @Test(arguments: [("", "Weekday", "Mon"), ("&language=ja", "曜日", "月")])
    func `A spreadsheet for people has the weekday beside the date`(language: String, head: String, monday: String) async throws
    {
        try await October.withOffice { (office) async throws in
            let book = try await Book(office, "daily.xlsx?\(October.period)&user=jg&heads=readable\(language)")
            let sheet = language.isEmpty ? "Daily rows" : "日次データ"
            #expect(book.heads(sheet)[3] == head)
            let first = try #require(book.sheets[sheet])[1]
            #expect(first[2][1] as? String == "2026-10-05T00:00:00" && first[3][1] as? String == monday)
            let forPrograms = try await Book(office, "daily.xlsx?\(October.period)&user=jg")
            #expect(!forPrograms.heads("Daily rows").contains("weekday"))
        }
    }

    @Test func `Hours are shown with two decimals and exact`() async throws {
        try await October.withOffice { (office) async throws in
            let book = try await Book(office, "daily.xlsx?\(October.period)&user=jg&heads=readable")
            let column = try #require(book.heads("Daily rows").firstIndex(of: "Worked (hours)"))
            #expect((book.looks["Daily rows"]?["formats"] as? [String])?[column] == "0.00")
            let hours = try #require(book.sheets["Daily rows"]?[1][column][1] as? Double)
            #expect(abs(hours - 32_430.0 / 3600) < 1e-12)
        }
    }

    @Test func `A column is as wide as its content, within bounds, and a long head is wrapped`() async throws {
        try await October.withOffice { (office) async throws in
            try await office.execute("update person set display_name = repeat('Long name ', 20) where user_name = 'jg'")
            let book = try await Book(office, "daily.xlsx?\(October.period)&heads=readable")
            let widths = try #require(book.looks["Daily rows"]?["widths"] as? [Double])
            let heads = book.heads("Daily rows")
            #expect(widths.allSatisfy { (8...52).contains($0) }, "\(widths)")
            #expect(widths[1] > 48)
            let open = try #require(heads.firstIndex(of: "Not counted (h:mm)"))
            #expect(widths[open] < 20)
        }
    }

    @Test func `A spreadsheet for people names its only office and zone once`() async throws {
        try await October.withOffice { (office) async throws in
            let berlin = try await office.store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            try await office.store.people.addPerson(userName: "bea", displayName: "Bea", role: .employee, office: berlin)
            for address in ["daily.xlsx?", "events.xlsx?"] {
                let sheet = address.hasPrefix("daily") ? "Daily rows" : "Events"
                let one = try await Book(office, address + October.period + "&heads=readable")
                #expect(!one.heads(sheet).contains("Office") && !one.heads(sheet).contains("Time zone"))
                let about: [String] = (one.sheets["About"] ?? []).map { "\($0[0][1]): \($0[1][1])" }
                #expect(about.contains("Office and time zone of all rows: Harbour Office (Asia/Tokyo)"))
                // Programs find each column.
                let forPrograms = try await Book(office, address + October.period)
                #expect(forPrograms.heads(sheet).contains("office") && forPrograms.heads(sheet).contains("time_zone"))
            }
            // Bea of Berlin is in the file of the administrator.
            let all = try await Book(office, "daily.xlsx?\(October.period)&heads=readable", as: "lea")
            #expect(Array(all.heads("Daily rows")[2...3]) == ["Office", "Time zone"])
        }
    }

    /// A zone that changes within the period is in each row.
    @Test func `A spreadsheet for people keeps the zone of each row if it changes`() async throws {
        try await October.withOffice { (office) async throws in
            var change = OfficeSettingsChange()
            change.timeZone = "Asia/Seoul"
            try await office.store.officeSettings.change(
                change, of: office.office, from: try #require(CivilDate(text: "2026-10-15")), allowsChangedRows: true,
                by: nil,
                now: TestOffice.noon, zones: .system())
            let book = try await Book(office, "daily.xlsx?\(October.period)&heads=readable")
            #expect(book.heads("Daily rows").contains("Time zone"))
        }
    }
}

@Suite struct `Rows and dates of a spreadsheet` {
    private func newFile(_ folder: String) throws -> XLSXFile {
        try XLSXFile(path: folder + "/a.xlsx", folder: folder, sheetName: "x", created: Instant(millisecondsSince1970: 0))
    }

    @Test func `A sheet has all rows that Excel has, and one more is an error`() async throws {
        try await TestFolder.with { folder in
            let file = try newFile(folder)
            try file.begin([ExportColumn(name: "n", kind: .integer)])
            for number in 1..<Int64(ExcelLimits.rows) {
                try file.write(.integer(number))
                try file.endRow()
            }
            #expect(throws: ExportError.tooManyRows(1_048_576)) { try file.write(.integer(0)) }
        }
    }

    @Test(
        .enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"),
        arguments: [
            ("0001-01-01T00:00:00+00:00", "str 0001-01-01T00:00:00+00:00"),
            ("1900-02-28T23:59:59+00:00", "str 1900-02-28T23:59:59+00:00"),
            ("1900-03-01T00:00:00+00:00", "datetime 1900-03-01T00:00:00"),
            ("1969-12-31T23:59:59+00:00", "datetime 1969-12-31T23:59:59"),
            ("9999-12-31T23:59:59+00:00", "datetime 9999-12-31T23:59:59"),
        ])
    func `A day that Excel's calendar lacks is a text`(instant: String, cell: String) async throws {
        let bytes = try await TestFolder.with { folder in
            let file = try newFile(folder)
            try file.begin([ExportColumn(name: "at", kind: .moment)])
            try file.write(.moment(try #require(Instant(rfc3339: instant)).seconds, offset: 0))
            try file.endRow()
            try file.end()
            return try Data(contentsOf: URL(filePath: folder + "/a.xlsx"))
        }
        let book = try #require(try await ExportFile.read("xlsx", [UInt8](bytes)) as? [String: Any])
        let rows = try #require((book["sheets"] as? [String: [[[Any]]]])?["x"])
        #expect("\(rows[1][0][0]) \(rows[1][0][1])" == cell)
    }
}
