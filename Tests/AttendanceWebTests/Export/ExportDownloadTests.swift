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
struct `Export downloads` {
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
                    let made = try await web.office.command(
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

    @Test func `An export in code page 932 replaces characters on request and says how many`() async throws {
        try await October.with { (web) async throws in
            let address = "/api/export/daily.csv?\(October.period)&user=jg&preset=cp932"
            let refused = try await web.send(.get, address, as: "cy", headers: .page)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("<h1>Some characters do not fit in this file</h1>"))
            // On twenty days.
            #expect(refused.text.contains("Code page 932 lacks letters of Jürgen Groß (“üß”). Use another encoding"))
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
                replaced.headers[.contentDisposition] == "attachment; filename=\"daily-jg-2026-10-cp932-replaced-40.csv\"")
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
            #expect(plain.headers[.contentDisposition] == "attachment; filename=\"daily-cy-2026-10-cp932.csv\"")
            // With an answer the page does not ask.
            let kept = try await web.send(.get, address + "&replace=no", as: "cy", headers: .page)
            #expect(kept.status == .unprocessableContent && !kept.text.contains("replace=yes\""))
            #expect(kept.text.contains("keeps all letters</a>"))
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
            #expect(days.contains(",\(flag)\(query.isEmpty ? "," : "")\r\n"), "\(days)")
            let taps = String(decoding: try await web.exported("events.csv?" + period), as: UTF8.self)
            #expect(events.allSatisfy(taps.contains), "\(taps)")
        }
    }

    @Test func `An export that rounds down warns that it removes worked time`() async throws {
        try await October.with { (web) async throws in
            let address = "/api/export/daily.csv?\(October.period)&user=aoyama&rounding="
            let name = try #require(HTTPField.Name("DeskTap-Warning"))
            let down = try await web.send(.get, address + "down-15", as: "cy")
            #expect(down.headers[name]?.contains("removes worked time") == true)
            #expect(down.text.contains(",32430,09:00,9.0083,0,00:00,0,1,,32400,\r\n"))
            let up = try await web.send(.get, address + "up-15", as: "cy")
            #expect(up.headers[name] == nil && up.text.contains(",32430,09:00,9.0083,0,00:00,0,1,,33300,\r\n"))
        }
    }

    @Test(arguments: [
        ("cy", "user=bea", HTTPResponse.Status.forbidden, "forbidden"), ("cy", "office=Berlin", .forbidden, "forbidden"),
        ("cy", "user=ada&user=bea", .forbidden, "forbidden"), ("cy", "office=Berlin&team=Sales", .forbidden, "forbidden"),
        ("lea", "user=bea", .ok, ""), ("lea", "office=Berlin&team=Sales", .ok, ""), ("lea", "team=Sales", .ok, ""),
        ("cy", "user=nobody", .notFound, "unknown_person"), ("cy", "office=Nowhere", .notFound, "unknown_office"),
        ("cy", "team=Nobodies", .notFound, "unknown_team"), ("lea", "office=Berlin&user=ada", .badRequest, "nobody_meant"),
        ("cy", "head=1%3A\(String(repeating: "0", count: 64))", .notFound, "unknown_head"),
        ("cy", "layout=nothing", .notFound, "unknown_layout"), ("cy", "user=dai", .ok, ""),
        ("bo", "user=ada", .forbidden, "forbidden"),
    ])
    func `An export is limited to the people whom its exporter may export`(
        user: String, filter: String, status: HTTPResponse.Status, reason: String
    ) async throws {
        try await October.with { (web) async throws in
            let store = web.office.store
            let berlin = try await store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            let bea = try await store.people.addPerson(userName: "bea", displayName: "Bea", role: .employee, office: berlin)
            try await store.people.assign([bea], to: try await store.teams.addTeam("Sales", in: berlin))
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

    @Test func `An approved request is in a file with the person who asked`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID().uuidString.lowercased()
            let fields = ["id": id, "kind": "end", "date": "2026-11-18", "time": "17:30", "reason": "Forgot", "sure": "yes"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            #expect(try await web.sendForm(Address.approve(id), as: "cy", [:]).status == .seeOther)
            // Its commas put the text into quotation marks.
            let cells = try await Self.november(web).components(separatedBy: "\"")
            let text = try #require(cells.first { $0.contains("Ada Lindqvist requested") }, "\(cells)")
            #expect(text.hasPrefix("Cy Okonkwo added this, as Ada Lindqvist requested, 20 Nov 2026, 12:00:"), "\(text)")
            #expect(text.hasSuffix(" (Forgot)"))
        }
    }

    @Test func `A discarded tap has the same words in a file and on the record's page`() async throws {
        try await TestWeb.with { (web) async throws in
            let tap = UUID()
            _ = try await web.services.recorder.record([
                TestOffice.submission(
                    "ada", .start, at: TestOffice.noon, desk: "6F-A1", id: tap, receivedAt: TestOffice.noon - .seconds(3600))
            ])
            let why = Justification(author: "cy", reason: "double")
            let outcome = try await web.office.store.corrections.correct([
                CorrectionSubmission(
                    .correction(Correction(id: UUID(), target: tap, change: .void, justification: why)),
                    receivedAt: TestOffice.noon + .seconds(7200))
            ])
            try #require(outcome == [.accepted(notes: [])])
            #expect(try await Self.november(web).contains("Cy Okonkwo discarded this"))
            let page = try await web.send(.get, "/people/ada?month=2026-11&day=2026-11-20", as: "cy", headers: .page).text
            #expect(page.contains("Cy Okonkwo discarded this"))
        }
    }

    /// The file of Ada's taps in November for people.
    private static func november(_ web: TestWeb) async throws -> String {
        let address = "events.csv?from=2026-11-01&to=2026-11-30&user=ada&heads=readable"
        return String(decoding: try await web.exported(address), as: UTF8.self)
    }
}
