import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@testable import AttendanceExport

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Export of targets and balances` {
    private static let head = HoursColumn.allCases.map(\.rawValue).joined(separator: ",")

    /// October, with Jürgen's schedule.
    private func withOffice(_ body: (TestOffice) async throws -> Void) async throws {
        try await October.withOffice { (office) async throws in
            try await October.addSchedule(to: office)
            try await body(office)
        }
    }

    private func lines(_ office: TestOffice, _ address: String) async throws -> [String] {
        try await office.text(address).components(separatedBy: "\r\n").dropLast()
    }

    @Test func `A person to whom a schedule applies has a row for each day, with targets, credits and balances`() async throws {
        try await withOffice { office in
            let lines = try await lines(office, "hours.csv?\(October.period)")
            #expect(lines.count == 32 && lines[0] == Self.head)
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("jg,Jürgen Groß,,Harbour Office,,2026-10-") })
            /// From the day on.
            func line(_ day: Int) -> String { String(lines[day].dropFirst("jg,Jürgen Groß,,Harbour Office,,2026-10-".count)) }
            let none = "0,00:00,0,00:00,0,00:00"
            #expect(line(1) == "01,,no,0,00:00,0,00:00,\(none),,0,00:00,0,00:00,0,0.0000,0,0.0000,0,0.0000,0,0.0000")
            #expect(
                line(5)
                    == "05,full,yes,28800,08:00,32430,09:00,\(none),,0,00:00,0,00:00,0,0.0000,0,0.0000,3630,1.0083,3630,1.0083")
            #expect(
                line(12)
                    == "12,full,yes,28800,08:00,32430,09:00,\(none),Sports Day,28800,08:00,0,00:00,0,0.0000,0,0.0000,32430,"
                    + "9.0083,115440,32.0667")
            #expect(
                line(26)
                    == "26,full,yes,28800,08:00,0,00:00,\(none),,0,00:00,0,00:00,0,0.0000,0,0.0000,-28800,-8.0000,216600,60.1667"
            )
            #expect(
                line(27)
                    == "27,full,yes,28800,08:00,0,00:00,\(none),,0,00:00,28800,08:00,0,0.0000,0,0.0000,0,0.0000,216600,60.1667")
            #expect(
                line(30)
                    == "30,full,yes,28800,08:00,0,00:00,\(none),,0,00:00,0,00:00,-5400,-1.5000,0,0.0000,-34200,-9.5000,124800,"
                    + "34.6667")
        }
    }

    @Test func `The rows follow each other by person, in the order in which people were added, then by day`() async throws {
        try await withOffice { office in
            try await October.addTerms(of: "evil", in: office)
            let rows = try await lines(office, "hours.csv?\(October.period)").dropFirst()
            let keys = rows.map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(line.hasPrefix("evil") ? 0 : 1) \(cells.first { $0.hasPrefix("2026-") } ?? "")"
            }
            #expect(keys == keys.sorted() && Set(keys.map { $0.prefix(1) }) == ["0", "1"])
            let one = try await lines(office, "hours.csv?\(October.period)&user=jg").dropFirst()
            #expect(Array(one) == rows.filter { $0.hasPrefix("jg,") })
        }
    }

    @Test func `JSON has exact seconds, and nothing in place of what is missing`() async throws {
        try await withOffice { office in
            let day = "from=2026-10-30&to=2026-10-30"
            let text = try await office.text("hours.json?\(day)")
            let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let row = try #require((file["rows"] as? [[String: Any]])?.first)
            #expect(row["balance_s"] as? Int == -34200 && row["carried_s"] as? Int == 124_800)
            #expect(row["adjustment_hours"] as? String == "-1.5000" && row["target_hhmm"] as? String == "08:00")
            #expect(row["counted"] as? String == "yes" && row["holiday"] is NSNull && row["team"] is NSNull)
            #expect((file["about"] as? [String: Any])?["rows"] as? String == "hours")
            #expect(try await office.text("hours.ndjson?\(October.period)").count(of: "\n") == 32)
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet has exact durations, and balances as hours, because Excel shows no negative durations`() async throws {
        try await withOffice { office in
            let address = "hours.xlsx?from=2026-10-30&to=2026-10-30"
            func cells(_ query: String, _ sheet: String) async throws -> [[String]] {
                let bytes = try await office.exported(address + query)
                let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
                let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
                #expect(sheets.count == 2)
                return try #require(sheets[sheet]).map { (row: [[Any]]) -> [String] in row.map { "\($0[0]) \($0[1])" } }
            }
            let programs = try await cells("", "Targets and balances")
            #expect(programs[0] == HoursColumn.allCases.map { "str \($0.rawValue)" })
            #expect(
                programs[1][5...9] == [
                    "datetime 2026-10-30T00:00:00", "str full", "str yes", "int 28800", "duration 28800",
                ])
            #expect(programs[1].suffix(4).dropLast() == ["int -34200", "float -9.5", "int 124800"])
            #expect(programs[1].last?.hasPrefix("float 34.666666") == true)
            let people = try await cells("&heads=readable", "Targets and balances")
            #expect(
                people[0]
                    == [
                        "User name", "Name", "Office", "Team", "Date", "Weekday", "Schedule", "Counts", "Target (h:mm)",
                        "Worked (h:mm)",
                        "Night work (h:mm)", "Overtime (h:mm)", "Work on rest days (h:mm)", "Holiday",
                        "Credited for holidays (h:mm)",
                        "Credited for absences (h:mm)", "Adjustment (hours)", "Carry-over cut (hours)",
                        "Change of the balance (hours)",
                        "Balance (hours)",
                    ].map { "str \($0)" })
            #expect(people[1][5...8] == ["str Fri", "str full", "str yes", "duration 28800"])
            let japanese = try await cells("&heads=readable&language=ja", "所定時間と過不足時間")
            #expect(japanese[1][7] == "str はい")
        }
    }

    @Test func `A repeated export has the same bytes after work came in late, and one without its head the new balance`()
        async throws
    {
        try await withOffice { office in
            let address = "hours.csv?\(October.period)"
            let first = try await office.export(address)
            let bytes = try await TestOffice.Written(first).bytes
            #expect(try await office.exported(address) == bytes)
            let nine = TestOffice.noon + .seconds((-25 * 24 - 3) * 3600)
            let late = [
                TestOffice.submission("jg", .start, at: nine, desk: "6F-A1", receivedAt: TestOffice.noon),
                TestOffice.submission("jg", .end, at: nine + .seconds(8 * 3600), receivedAt: TestOffice.noon),
            ]
            _ = try await TapRecorder.recordAlone(late, pool: office.pool)
            let now = try await lines(office, address)
            #expect(now[26].contains("2026-10-26,full,yes,28800,08:00,28800,08:00") && now[31].hasSuffix(",153600,42.6667"))
            let stamp = first.stamp
            let again = address + "&head=\(stamp.head.text)&as_of=\(stamp.asOf.rfc3339(precision: .milliseconds))"
            #expect(try await office.exported(again.replacing("+", with: "%2B")) == bytes)
        }
    }

    @Test func `An export without a schedule, or of people without one, has only the head`() async throws {
        try await October.withOffice { (office) async throws in
            #expect(try await office.text("hours.csv?\(October.period)") == Self.head + "\r\n")
            #expect(try await office.text("hours.json?\(October.period)").hasSuffix("\"rows\":[]}\n"))
            try await October.addSchedule(to: office)
            #expect(try await lines(office, "hours.csv?\(October.period)&user=aoyama&user=cy") == [Self.head])
        }
    }

    @Test func `Days that are not over are planned: they have a target and change no balance`() async throws {
        try await withOffice { office in
            let lines = try await lines(office, "hours.csv?from=2026-11-19&to=2026-11-20")
            #expect(lines[1].contains(",2026-11-19,full,yes,28800,08:00,") && lines[1].contains(",-28800,-8.0000,"))
            #expect(lines[2].contains(",2026-11-20,full,no,28800,08:00,") && lines[2].contains(",0,0.0000,0,0.0000,0,0.0000,"))
            let future = await #expect(throws: ExportError.self) {
                try await office.exported("hours.csv?\(October.period)&as_of=2026-11-20T12:00:01%2B09:00")
            }
            #expect(future == .futureInstant)
        }
    }

    @Test func `Planned days end two years after the export, and days before all records have no rows`() async throws {
        try await withOffice { office in
            let all = try await lines(office, "hours.csv?from=0001-01-01&to=9999-12-31&user=jg")
            #expect(all.last?.contains(",2028-11-20,full,no,") == true)
            let ancient = "hours.csv?from=0001-01-01&to=0001-01-02"
            #expect(try await lines(office, ancient + "&as_of=0001-01-01T00:00:00Z") == [Self.head])
            #expect(try await lines(office, ancient) == [Self.head])
        }
    }

    @Test func `A layout of targets and balances has its columns, with balances as signed hours and minutes`() async throws {
        try await withOffice { office in
            let cy = try await office.store.people.person(userName: "cy").id
            let json = """
                {"rows": "hours", "columns": [{"from": "employee_id", "as": "No."}, {"from": "work_date", "style": "DD.MM.YYYY"},
                {"from": "balance_s", "style": "HH:MM"}, {"from": "balance_s", "style": "H:MM"},
                {"from": "balance_s", "style": "0.00"}, {"from": "carried_s"}, {"from": "target_s", "style": "HH:MM"},
                {"from": "month"}, {"text": "REG", "as": "Code"}]}
                """
            try await office.store.exportLayouts.setLayout(
                "balances", of: office.office, json: json, replaces: false, by: cy, now: TestOffice.noon)
            let address = "csv?from=2026-10-30&to=2026-10-30&layout=balances"
            #expect(
                try await lines(office, "hours.\(address)") == [
                    "No.,work_date,balance_s,balance_s,balance_s,carried_s,target_s,month,Code",
                    "jg,30.10.2026,-09:30,-9:30,-9.50,124800,08:00,2026-10,REG",
                ])
            for (wrong, subject) in [
                ("daily.\(address)", ExportRequest.Subject.hours), ("hours.csv?\(October.period)&layout=monthly-total", .daily),
            ] {
                let error = await #expect(throws: ExportError.self) { try await office.exported(wrong) }
                #expect(error == .layoutOfOtherRows(subject))
            }
        }
    }

    @Test(arguments: [
        (#"{"rows": "hours", "columns": [{"from": "flags"}]}"#, "there is no column 'flags'"),
        (#"{"columns": [{"from": "target_s"}]}"#, "there is no column 'target_s'"),
        (#"{"rows": "hours", "columns": [{"text": "x", "if": "late"}]}"#, "'if' exists only for rows with flags"),
        (#"{"rows": "hours", "longest": "23:59", "columns": [{"from": "target_s"}]}"#, "'longest' exists only"),
    ])
    func `A layout names what its rows do not have`(json: String, sentence: String) {
        let error = #expect(throws: ExportError.self) { try ExportLayout(json: Data(json.utf8)) }
        #expect(error?.sentence.contains(sentence) == true)
    }

    @Test func `Targets and balances have no rounding`() {
        #expect(throws: ExportError.dailyRowsOnly(field: "rounding")) {
            try ExportRequest(.hours, .csv, [.from: "2026-10-01", .to: "2026-10-31", .rounding: "up-15"])
        }
    }

    @Test func `A preview has the first rows`() async throws {
        try await withOffice { office in
            let preview = try await office.export("hours.xlsx?\(October.period)&user=jg&heads=readable").preview()
            #expect(preview.rows.count == 5 && preview.head.count == 20)
            #expect(
                preview.rows[4].prefix(8) == [
                    "jg", "Jürgen Groß", "Harbour Office", "", "2026-10-05", "Mon", "full", "yes",
                ])
            #expect(preview.rows[4].suffix(1) == ["1.01"])
        }
    }

    @Test func `An own export has the same rows as HR's`() async throws {
        try await withOffice { office in
            let request = try ExportRequest(.hours, .csv, [.from: "2026-10-01", .to: "2026-10-31"], users: ["jg"])
            let jg = try await office.store.people.person(userName: "jg")
            let own = try await office.exporter().ownExport(request, of: jg, now: TestOffice.noon)
            #expect(
                try await TestOffice.Written(own).bytes == (try await office.exported("hours.csv?\(October.period)&user=jg")))
        }
    }
}
