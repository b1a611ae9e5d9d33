@testable import AttendanceWeb

import AttendanceExport
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Export form` {
    private static let november = "from=2026-11-01&to=2026-11-30"

    /// The choices, the file, and the end of its query.
    private static let files: [([String: String], String, String)] = [
        ([:], "daily.xlsx", "&heads=readable"),
        (["rounding": "up-5", "preset": "cp932"], "daily.xlsx", "&rounding=up-5&heads=readable"),
        (["format": "csv", "company": "Kaigan"], "daily.csv", ""),
        (["format": "csv", "preset": "cp932"], "daily.csv", "&preset=cp932"),
        (["format": "csv", "preset": "excel"], "daily.csv", "&preset=excel&heads=readable"),
        (
            ["format": "csv", "preset": "excel-semicolon", "rounding": "nearest-15"], "daily.csv",
            "&preset=excel-semicolon&rounding=nearest-15&heads=readable"
        ),
        (["format": "json", "preset": "excel"], "daily.json", ""), (["what": "events"], "events.xlsx", "&heads=readable"),
        (["what": "events", "format": "json", "rounding": "down-30"], "events.json", ""),
        (["what": "included:monthly-total"], "daily.xlsx", "&layout=monthly-total&heads=readable"),
        (["what": "included:monthly-total", "format": "csv"], "daily.csv", "&layout=monthly-total"),
        (["what": "included:monthly-total", "format": "json"], "daily.json", "&layout=monthly-total"),
        (
            ["what": "included:monthly-total", "format": "csv", "preset": "excel-semicolon"], "daily.csv",
            "&preset=excel-semicolon&layout=monthly-total&heads=readable"
        ),
        // QuickBooks reads only its own format.
        (["what": "csv:quickbooks-timeact"], "daily.csv", "&layout=quickbooks-timeact"),
        (
            ["what": "csv:quickbooks-timeact", "format": "json", "preset": "cp932", "company": "Kaigan"], "daily.csv",
            "&preset=cp932&layout=quickbooks-timeact&company=Kaigan"
        ),
    ]

    @Test func `The export form leads to the file of the chosen content, format, encoding and rounding`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, `Attendance page`.november, as: "cy", headers: .page).text
            for (choices, file, end) in Self.files {
                let address = try await web.chosenExport(on: page, choices)
                #expect(address == "/api/export/\(file)?\(Self.november)&office=Harbour%20Office\(end)", "\(choices)")
                web.clock.advance(by: .seconds(1))
                #expect(try await web.send(.get, address, as: "cy").status == .ok, "\(choices)")
            }
        }
    }

    @Test func `The export form offers the layouts of the office with what a row is, and the included ones`() async throws {
        try await TestWeb.with { (web) async throws in
            let cy = try await web.office.store.people.person(userName: "cy")
            let fields = [("payroll", "day", ""), ("quickbooks-timeact", "month", #","ending":"txt""#)]
            for (name, unit, other) in fields {
                try await web.office.store.exportLayouts.setLayout(
                    name, of: web.office.office, json: #"{"rows":"\#(unit)","columns":[{"from":"employee_id"}]\#(other)}"#,
                    replaces: false, by: cy.id, now: web.clock.now())
            }
            func page() async throws -> String {
                try await web.send(.get, `Attendance page`.november, as: "cy", headers: .page).text
            }
            let saved = try await page()
            for option in [
                "<option value=\"daily\" selected>Daily hours</option>",
                "<option value=\"included:monthly-total\">Monthly totals for payroll</option>",
                "<option value=\"layout:payroll\">payroll (one row per day)</option>",
                "<option value=\"csv:quickbooks-timeact\">quickbooks-timeact (one row per month)</option>",
                "<option value=\"events\">Taps and corrections</option>",
            ] {
                #expect(saved.contains(option), "\(option)")
            }
            #expect(
                try await web.office.store.exportLayouts.removeLayout(
                    "quickbooks-timeact", of: web.office.office, by: .command, now: web.clock.now()))
            let included = "<option value=\"csv:quickbooks-timeact\">QuickBooks Desktop time activities (.iif)</option>"
            #expect(!saved.contains(included))
            #expect(try await page().contains(included))
        }
    }

    @Test func `A preview shows the first rows and keeps the choices, and people see that it was opened`() async throws {
        try await October.with { (web) async throws in
            let query =
                October.period + "&user=jg&user=aoyama&what=daily&format=csv&preset=excel&company=Kaigan&rounding=up-15"
            let response = try await web.send(.get, "/hr/export?\(query)&preview=yes", as: "cy", headers: .page)
            let page = response.text
            #expect(response.status == .ok && page.contains("<th scope=\"col\">User name</th>"))
            #expect(page.count(of: "<td>aoyama</td>") == 5)
            for kept in [
                "<input type=\"hidden\" name=\"user\" value=\"jg\">", "<option value=\"csv\" selected>",
                "<option value=\"excel\" selected>", "<option value=\"up-15\" selected>", "<details open>", "value=\"Kaigan\"",
                "href=\"/hr?from=2026-10-01&amp;to=2026-10-31&amp;user=jg&amp;user=aoyama#take\"",
            ] {
                #expect(page.contains(kept), "\(kept)")
            }
            let jg = try await web.office.store.people.person(userName: "jg")
            #expect(try await web.office.store.audit.accesses(to: jg.id).map(\.purpose) == ["preview of an export"])
            #expect(
                try await web.chosenExport(on: page)
                    == "/api/export/daily.csv?\(October.period)&user=aoyama&user=jg&preset=excel&rounding=up-15&heads=readable")
        }
    }

    @Test func `A preview says why there is no such file, beside the form`() async throws {
        try await October.with { (web) async throws in
            let query = October.period + "&user=jg&format=csv&preset=cp932&preview=yes"
            let response = try await web.send(.get, "/hr/export?" + query, as: "cy", headers: .page)
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("role=\"alert\">Code page 932 lacks letters of Jürgen Groß (“üß”)."))
            #expect(response.text.contains("<option value=\"cp932\" selected>"))
            let other = try await web.send(.get, "/hr/export?\(October.period)&preview=yes", as: "ada", headers: .page)
            #expect(other.status == .forbidden)
        }
    }

    @Test(arguments: [
        ("", "The period needs “from” and “to”"), (november + "&what=wages", "There is no what “wages”."),
        (november + "&format=pdf", "There is no format “pdf”."),
        (november + "&format=csv&preset=latin1", "There is no preset “latin1”."),
        (november + "&head=1", "There is no field “head”. Known fields: from, to, office,"),
    ])
    func `A wrong query of the export form says what is wrong`(query: String, sentence: String) throws {
        let error = try #require(throws: ExportError.self) { try ExportRequest(form: query) }
        #expect(error.sentence.hasPrefix(sentence), "\(error.sentence)")
    }
}
