@testable import AttendanceExport
@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Whole exports` {
    /// Every subject and format, as an address and as a command.
    private static let kinds: [(name: String, query: String, options: [String])] = [
        ("daily.csv", "", []), ("daily.csv", "&preset=excel-semicolon", ["--preset", "excel-semicolon"]),
        ("daily.csv", "&preset=cp932&user=aoyama", ["--preset", "cp932", "--user", "aoyama"]),
        ("daily.csv", "&layout=monthly-total&rounding=nearest-15", ["--layout", "monthly-total", "--rounding", "nearest-15"]),
        ("daily.xlsx", "", []), ("daily.json", "&office=Harbour%20Office", ["--office", "Harbour Office"]),
        ("daily.xlsx", "&heads=readable&language=ja", ["--heads", "readable", "--language", "ja"]),
        ("daily.ndjson", "", []), ("events.csv", "", []), ("events.xlsx", "", []), ("events.json", "", []),
        ("events.ndjson", "&user=jg&user=evil", ["--user", "evil", "--user", "jg"]),
    ]

    @Test func `An export has the same bytes by HTTP and by command, now and later`() async throws {
        try await October.with { (web) async throws in
            try await TestFolder.with { (folder) async throws in
                for (number, kind) in Self.kinds.enumerated() {
                    let address = "\(kind.name)?\(October.period)\(kind.query)&purpose=payroll"
                    let first = try await web.exported(address)
                    #expect(first.count > 300, "\(address)")
                    web.clock.advance(by: .seconds(3600))
                    #expect(try await web.exported(address) == first, "\(address)")
                    let parts = kind.name.split(separator: ".").map(String.init)
                    let path = "\(folder)/\(number).\(parts[1])"
                    let made = try await web.command(
                        [
                            "export", parts[0], "--from", "2026-10-01", "--to", "2026-10-31", "--format", parts[1], "--as",
                            "cy",
                            "--purpose", "payroll", "--output", path,
                        ] + kind.options, in: folder)
                    #expect(made.status == 0, "\(made.output)")
                    #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == first, "\(address)")
                }
            }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export says what it was made from, and its durations sum past 24 hours`() async throws {
        try await October.with { (web) async throws in
            let bytes = try await web.exported("daily.xlsx?\(October.period)&user=aoyama&user=evil&user=jg&purpose=%3Dpay")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            #expect(book["formulas"] as? [String] == [])
            let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
            let names = Set(try #require(sheets["Daily rows"]).dropFirst().compactMap { $0[1][1] as? String })
            #expect(names == ["青山 愛子", "Jürgen Groß", "'=HYPERLINK(\"http://x\")"])
            let about = Dictionary(
                try #require(sheets["About"]).map { ("\($0[0][1])", "\($0[1][1])") }, uniquingKeysWith: { first, _ in first })
            #expect(about["people"] == "of office Harbour Office; aoyama, evil, jg")
            #expect(about["from"] == "2026-10-01" && about["to"] == "2026-10-31" && about["rounding"] == "none")
            #expect(about["ledger_head"] == (try await web.office.store.ledger.ledgerHead().text))
            #expect(about["time_zone_database"] == (try TimeZoneDatabase.system().version))
            // The end of October in Tokyo, plus the maximum session length of 16 hours, plus five minutes in which an end can be
            // repeated, plus a second.
            #expect(about["as_of"] == "2026-11-01T07:05:01.000+00:00")
            #expect(about["exporter"] == "Cy Okonkwo (cy)" && about["purpose"] == "'=pay")
            #expect(about["office"]?.contains("time_zone: Asia/Tokyo; day_boundary: 00:00; attribution: session_start") == true)
            try await TestFolder.with { folder in
                try Data(try await web.exported("daily.xlsx?\(October.period)&user=aoyama"))
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
        try await October.with { (web) async throws in
            for subject in ["daily", "events"] {
                let address = "\(subject).csv?\(October.period)&preset=\(preset.rawValue)"
                let column = subject == "daily" ? 1 : 12
                var expected = Set(["青山 愛子", "'=HYPERLINK(\"http://x\")", "Jürgen Groß"])
                if subject == "daily" { expected.formUnion(October.othersByName) }
                var users = ""
                if preset == .cp932 {
                    let refused = try await web.send(.get, "/api/export/" + address, as: "cy")
                    #expect(refused.status == .unprocessableContent)
                    #expect(refused.json["detail"]?.contains("Code page 932 lacks letters of Jürgen Groß (“üß”).") == true)
                    expected.remove("Jürgen Groß")
                    expected.subtract(October.othersByName)
                    users = "&user=aoyama&user=evil"
                }
                let rows = try #require(
                    try await ExportFile.read(preset.rawValue, try await web.exported(address + users)) as? [[String]])
                #expect(Set(rows.dropFirst().map { $0[column] }) == expected)
            }
        }
    }

    @Test func `An export in code page 932 replaces characters on request and says how many`() async throws {
        try await October.with { (web) async throws in
            let address = "/api/export/daily.csv?\(October.period)&user=jg&preset=cp932"
            let refused = try await web.send(.get, address, as: "cy", headers: .page)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("<h1>Some characters do not fit in this file</h1>"))
            // On twenty days.
            #expect(refused.text.contains("Code page 932 lacks letters of Jürgen Groß (“üß”). Choose another format"))
            let back = "href=\"\(Address.hr)?\(October.period)&user=jg#take\"".replacing("&", with: "&amp;")
            #expect(refused.text.contains(back) && !refused.text.contains("replace=yes)"))
            let again = try #require(refused.text.split(separator: "href=\"").first { $0.hasPrefix("/api/export/daily.csv?") })
            let link = again.prefix { $0 != "\"" }.replacing("&amp;", with: "&")
            #expect(link == address + "&replace=yes")
            let inUTF8 = address.replacing("cp932", with: "excel")
            #expect(
                refused.text.contains(
                    "href=\"\(inUTF8.replacing("&", with: "&amp;"))\">CSV for Excel (UTF-8) keeps all letters</a>"))
            #expect(try await web.send(.get, inUTF8, as: "cy", headers: .page).text.contains("Jürgen Groß"))
            let replaced = try await web.send(.get, String(link), as: "cy", headers: .page)
            #expect(replaced.status == .ok)
            #expect(
                replaced.headers[.contentDisposition] == "attachment; filename=\"daily-2026-10-cp932-replaced-40.csv\"")
            let warning = try #require(HTTPField.Name("DeskTap-Warning"))
            #expect(
                replaced.headers[warning]
                    == "Characters that code page 932 lacks were replaced by U+3013: 40. The preset excel keeps all letters.")
            let geta = CodePage932.replacement
            #expect(Array(replaced.body.readableBytesView).count { $0 == geta[0] } == 40)
            // A file without such characters has no warning.
            let plain = try await web.send(
                .get, "/api/export/daily.csv?\(October.period)&user=cy&preset=cp932&replace=yes", as: "cy")
            #expect(plain.headers[warning] == nil)
            #expect(plain.headers[.contentDisposition] == "attachment; filename=\"daily-2026-10-cp932.csv\"")
            // With an answer the page does not ask.
            let kept = try await web.send(.get, address + "&replace=no", as: "cy", headers: .page)
            #expect(kept.status == .unprocessableContent && !kept.text.contains("replace=yes\""))
            #expect(kept.text.contains("keeps all letters</a>"))
        }
    }

    @Test func `An export of raw events has the columns of the contract`() async throws {
        try await October.with { (web) async throws in
            let text = String(
                decoding: try await web.exported("events.csv?from=2026-10-05&to=2026-10-05&user=aoyama"), as: UTF8.self)
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
        try await October.with { (web) async throws in
            let text = String(
                decoding: try await web.exported("events.csv?from=2026-10-05&to=2026-10-05&user=aoyama&preset=excel"),
                as: UTF8.self)
            let lines = text.components(separatedBy: "\r\n")
            #expect(lines.count == 4)
            #expect(
                lines[1].hasSuffix(
                    ",tap,aoyama,start,2026-10-05T09:00:00.000+09:00,2026-10-05 09:00:00,2026-10-05 09:00:00,Harbour Office,"
                        + "6F-A1,effective,,青山 愛子,Asia/Tokyo,"))
        }
    }

    @Test(
        arguments: [
            ("", nil, "employee_id,employee_name,office,"), ("", "ja", "employee_id,employee_name,office,"),
            ("&heads=keys", "ja", "employee_id,employee_name,office,"),
            ("&heads=readable", nil, "User name,Name,Office,Time zone,Date,First in,Last out,Worked (h:mm),"),
            ("&heads=readable", "ja", "ユーザー名,氏名,オフィス,タイムゾーン,勤務日,出勤,退勤,勤務時間（時:分）,"),
            ("&heads=readable&language=en", "ja", "User name,Name,Office,"),
            ("&heads=readable&language=ja&preset=excel", nil, "\u{FEFF}ユーザー名,氏名,"),
        ] as [(String, String?, String)])
    func `An export has heads for people if they are asked for, in the language of the request`(
        query: String, language: String?, heads: String
    ) async throws {
        try await October.with { (web) async throws in
            var headers: HTTPFields = [:]
            headers[.acceptLanguage] = language
            let address = "/api/export/daily.csv?\(October.period)&user=aoyama\(query)"
            let text = try await web.send(.get, address, as: "cy", headers: headers).text
            #expect(text.hasPrefix(heads), "\(text.prefix(200))")
            #expect(text.contains("aoyama,青山 愛子,Harbour Office"))
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export for people has no seconds, ids and UTC offsets`() async throws {
        try await October.with { (web) async throws in
            for (subject, sheet, expected, instant) in [
                (
                    "daily", "Daily rows",
                    [
                        "User name", "Name", "Date", "Weekday", "First in", "Last out", "Worked (h:mm)",
                        "Worked (hours)", "Breaks (h:mm)", "Open until automatic end, not counted (h:mm)", "Work periods",
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
                let bytes = try await web.exported("\(subject).xlsx?\(October.period)&user=aoyama&heads=readable")
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
                #expect(about.contains { $0.hasPrefix("Reference ") && $0.hasSuffix("an administrator can check it)") })
                let open = about.first { $0.hasPrefix("Open until automatic end ") }
                #expect(open?.hasSuffix("It is not worked time.") == (subject == "daily" ? true : nil))
            }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export for people has a sheet with the totals of each person, exact to the second`() async throws {
        try await October.with { (web) async throws in
            let people = "\(October.period)&user=aoyama&user=jg"
            let bytes = try await web.exported("daily.xlsx?\(people)&rounding=up-15&heads=readable")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
            let totals = try #require(sheets["Totals"]).map { (row: [[Any]]) -> [String] in row.map { "\($0[0]) \($0[1])" } }
            let heads = [
                "User name", "Name", "Days with work", "Worked (h:mm)", "Worked (hours)", "Worked, rounded (h:mm)",
                "Breaks (h:mm)", "Open until automatic end, not counted (h:mm)", "Days with corrections", "Days to fix",
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
                let other = try #require(try await ExportFile.read("xlsx", try await web.exported(address)) as? [String: Any])
                #expect((other["sheets"] as? [String: Any])?.keys.contains("Totals") == false, "\(address)")
            }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A spreadsheet export with Japanese heads has a Japanese sheet about itself`() async throws {
        try await October.with { (web) async throws in
            let bytes = try await web.exported("daily.xlsx?\(October.period)&user=aoyama&heads=readable&language=ja")
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
            let office = try #require(about.first { $0.hasPrefix("オフィス ") })
            #expect(office.contains("タイムゾーン: Asia/Tokyo; 1日の開始時刻: 00:00; 開始時刻をまたぐ勤務の日付: 勤務を開始した日;"))
            #expect(office.contains("最長の勤務（時:分）: 16:00;") && office.contains("適用開始日: 最初から;"))
            #expect(office.contains("送信遅れとみなす時間（分）: 15;") && office.contains("受け付ける打刻の古さ（日）: 31"))
        }
    }

    @Test(
        arguments: [
            ("", "missing_end", [",tap,ada,start,", ",effective,"]),
            (
                "&heads=readable&language=en", "clock-out missing",
                [",Tap,ada,Clock in or back to work,", ",Tap,ada,Clock out,", ",counts,"]
            ), ("&heads=readable&language=ja", "退勤打刻なし", [",打刻,ada,出勤または休憩終了,", ",打刻,ada,退勤,", ",有効,"]),
        ] as [(String, String, [String])])
    func `An export with heads for people has words for people as values, too`(
        query: String, flag: String, events: [String]
    ) async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let period = "from=2026-11-01&to=2026-11-19&user=ada" + query
            let days = String(decoding: try await web.exported("daily.csv?" + period), as: UTF8.self)
            #expect(days.contains(",\(flag)\r\n"), "\(days)")
            let taps = String(decoding: try await web.exported("events.csv?" + period), as: UTF8.self)
            #expect(events.allSatisfy(taps.contains), "\(taps)")
        }
    }

    @Test func `An export prefers an office's own layout to a built-in one of the same name`() async throws {
        try await October.with { (web) async throws in
            let address = "daily.csv?from=2026-10-05&to=2026-10-05&user=aoyama&layout=monthly-total"
            func header() async throws -> String? {
                String(decoding: try await web.exported(address), as: UTF8.self).split(separator: "\r\n").first.map(String.init)
            }
            #expect(try await header()?.hasPrefix("employee_id,employee_name,office,month") == true)
            let cy = try await web.office.store.people.person(userName: "cy")
            try await web.office.store.exportLayouts.setLayout(
                "monthly-total", of: web.office.office, json: #"{"columns":[{"from":"employee_id","as":"No."}]}"#, by: cy.id,
                now: web.clock.now())
            #expect(try await header() == "No.")
            let unknown = try await web.send(.get, "/api/export/" + address + "-2", as: "cy")
            #expect(unknown.status == .notFound && unknown.json["detail"]?.contains("quickbooks-timeact") == true)
        }
    }

    @Test func `An export that rounds down warns that it removes worked time`() async throws {
        try await October.with { (web) async throws in
            let address = "/api/export/daily.csv?\(October.period)&user=aoyama&rounding="
            let name = try #require(HTTPField.Name("DeskTap-Warning"))
            let down = try await web.send(.get, address + "down-15", as: "cy")
            #expect(down.headers[name]?.contains("removes worked time") == true)
            #expect(down.text.contains(",32430,09:00,9.0083,0,00:00,0,1,,32400\r\n"))
            let up = try await web.send(.get, address + "up-15", as: "cy")
            #expect(up.headers[name] == nil && up.text.contains(",32430,09:00,9.0083,0,00:00,0,1,,33300\r\n"))
        }
    }

    @Test(arguments: [
        ("cy", "user=bea", HTTPResponse.Status.forbidden, "forbidden"), ("cy", "office=Berlin", .forbidden, "forbidden"),
        ("cy", "user=ada&user=bea", .forbidden, "forbidden"), ("cy", "office=Berlin&team=Sales", .forbidden, "forbidden"),
        ("lea", "user=bea", .ok, ""), ("lea", "office=Berlin&team=Sales", .ok, ""), ("lea", "team=Sales", .ok, ""),
        ("cy", "user=nobody", .notFound, "unknown_person"), ("cy", "office=Nowhere", .notFound, "unknown_office"),
        ("cy", "team=Nobodies", .notFound, "unknown_team"), ("lea", "office=Berlin&user=ada", .badRequest, "nobody_meant"),
        ("cy", "head=1%3A\(String(repeating: "0", count: 64))", .notFound, "unknown_head"),
        ("cy", "user=dai", .ok, ""), ("bo", "user=ada", .forbidden, "forbidden"),
    ])
    func `An export is limited to the people whom its exporter may export`(
        user: String, filter: String, status: HTTPResponse.Status, reason: String
    ) async throws {
        try await October.with { (web) async throws in
            let store = web.office.store
            let berlin = try await store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            let bea = try await store.people.addPerson(userName: "bea", displayName: "Bea", role: .employee, office: berlin)
            try await store.teams.assign([bea], to: try await store.teams.addTeam("Sales", in: berlin))
            let response = try await web.send(.get, "/api/export/daily.csv?\(October.period)&" + filter, as: user)
            #expect(response.status == status && response.json["reason"] ?? "" == reason, "\(response.text)")
            let all = try await web.send(.get, "/api/export/events.ndjson?\(October.period)", as: "cy")
            #expect(all.text.contains(#""people":"of office Harbour Office""#))
        }
    }

    @Test func `An export is refused while the maximum number of exports is running`() async throws {
        try await October.with { (web) async throws in
            let address = "/api/export/daily.csv?\(October.period)"
            var slots = [web.services.exportLimiter.slot(), web.services.exportLimiter.slot()]
            let refused = try await web.send(.get, address, as: "cy")
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "10")
            slots.removeLast()
            for _ in 0..<5 { #expect(try await web.send(.get, address, as: "cy").status == .ok) }
            #expect(slots.count { $0 != nil } == 1)
        }
    }

    @Test func `A person has one export at a time, and the next one when it ends`() throws {
        let slots = ExportSlots(limiter: ConcurrencyLimiter(limit: 2))
        let first = try slots.begin(for: 1)
        #expect(throws: WebError.self) { try slots.begin(for: 1) }
        let other = try slots.begin(for: 2)
        #expect(throws: WebError.self) { try slots.begin(for: 3) }
        first.end()
        // What was refused keeps nothing.
        let third = try slots.begin(for: 3)
        #expect(throws: WebError.self) { try slots.begin(for: 1) }
        other.end()
        let again = try slots.begin(for: 1)
        withExtendedLifetime((first, third, again)) {}
    }

    @Test func `An export is in the list of accesses of each person in it`() async throws {
        try await October.with { (web) async throws in
            _ = try await web.exported("daily.csv?\(October.period)&user=aoyama&user=jg&purpose=payroll")
            for (user, purposes) in [("aoyama", ["payroll"]), ("jg", ["payroll"]), ("evil", [])] {
                let person = try await web.office.store.people.person(userName: user)
                #expect(try await web.office.store.audit.accesses(to: person.id).map(\.purpose) == purposes)
            }
        }
    }
}

@Suite struct `Spooled file` {
    @Test func `A spooled file leaves no name behind, whether written or failed`() async throws {
        var folders: [String] = []
        let file = try await SpooledFile { path, folder in
            folders.append(folder)
            try OutputFile(path: path).write([1, 2, 3])
        }
        struct Failed: Error {}
        await #expect(throws: Failed.self) {
            _ = try await SpooledFile { path, folder in
                folders.append(folder)
                try OutputFile(path: path).write([1])
                throw Failed()
            }
        }
        #expect(folders.count == 2 && folders.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        var bytes: [UInt8] = []
        try await file.pieces { bytes += $0 }
        #expect(bytes == [1, 2, 3] && file.size == 3)
    }
}
