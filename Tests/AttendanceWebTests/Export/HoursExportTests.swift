@testable import AttendanceWeb

import AttendanceExport
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Targets and balances as a file` {
    private static let file = "/api/export/hours.csv?\(October.period)"

    private func withSchedule(_ body: (TestWeb) async throws -> Void) async throws {
        try await October.with { (web) async throws in
            try await October.addSchedule(to: web.office)
            try await body(web)
        }
    }

    @Test(arguments: [("cy", HTTPResponse.Status.ok), ("lea", .ok), ("jg", .forbidden), ("bo", .forbidden)])
    func `HR and administrators export targets and balances, and it is logged`(
        user: String, status: HTTPResponse.Status
    ) async throws {
        try await withSchedule { (web) async throws in
            let response = try await web.send(.get, Self.file, as: user)
            #expect(response.status == status)
            #expect(response.text.contains("jg,Jürgen Groß,,Harbour Office,,2026-10-05,full,yes") == (status == .ok))
            let jg = try await web.office.store.people.person(userName: "jg").id
            let purposes = try await web.office.store.audit.accesses(to: jg).map(\.purpose)
            #expect(purposes == (status == .ok ? ["export of targets and balances"] : []))
            if status == .ok {
                #expect(response.headers[.contentDisposition] == "attachment; filename=\"hours-2026-10.csv\"")
            }
        }
    }

    @Test func `Attendance and the layouts offer targets and balances only if a schedule exists`() async throws {
        try await October.with { (web) async throws in
            func pages() async throws -> [String] {
                var texts: [String] = []
                for address in ["/hr?" + October.period, Address.layouts, Address.layout, Address.mySettings] {
                    texts.append(try await web.send(.get, address, as: "cy", headers: .page).text)
                }
                return texts
            }
            let before = try await pages()
            for page in before { #expect(!page.contains("alances") && !page.contains("value=\"hours\"")) }
            let all = try await web.send(.get, Self.file, as: "cy")
            #expect(all.status == .ok && all.text.count(of: "\r\n") == 1)
            try await October.addSchedule(to: web.office)
            let after = try await pages()
            #expect(after[0].contains("<option value=\"hours\">Targets and balances</option>"))
            #expect(after[1].contains("<option value=\".hours\">Targets and balances</option>"))
            #expect(after[2].contains("<option value=\"hours\">One row per person and day, with target and balance</option>"))
            // No schedule applies to Cy.
            #expect(!after[3].contains(Address.myHoursCSV))
            let own = try await web.send(.get, Address.mySettings, as: "jg", headers: .page).text
            #expect(own.contains("formaction=\"/me/export/hours.xlsx\"") && own.contains("formaction=\"/me/export/hours.csv\""))
        }
    }

    @Test func `The export form leads to targets and balances, and shows their beginning`() async throws {
        try await withSchedule { (web) async throws in
            let cy = try await web.office.store.people.person(userName: "cy").id
            for (name, more) in [("balances", ""), ("bookings", #","before":[["x"]]"#), ("wages", #","encoding":"cp932""#)] {
                try await web.office.store.exportLayouts.setLayout(
                    name, of: web.office.office, json: #"{"rows":"hours","columns":[{"from":"balance_s"}]\#(more)}"#,
                    replaces: false, by: cy, now: web.clock.now())
            }
            let page = try await web.send(.get, "/hr?" + October.period, as: "cy", headers: .page).text
            #expect(page.contains("balances (targets and balances)"))
            let files: [([String: String], String, String)] = [
                (["what": "hours"], "hours.xlsx", "&heads=readable"), (["what": "hours", "format": "csv"], "hours.csv", ""),
                (["what": "hours", "format": "json", "rounding": "up-5"], "hours.json", ""),
                (["what": "layout:balances.hours"], "hours.xlsx", "&layout=balances"),
                (["what": "csv:bookings.hours", "preset": "excel"], "hours.csv", "&preset=excel&layout=bookings"),
                (["what": "file:wages.hours", "preset": "excel"], "hours.csv", "&layout=wages"),
            ]
            for (choices, file, end) in files {
                let address = try await web.chosenExport(on: page, choices)
                #expect(address == "/api/export/\(file)?\(October.period)&office=Harbour%20Office\(end)", "\(choices)")
                web.clock.advance(by: .seconds(1))
                #expect(try await web.send(.get, address, as: "cy").status == .ok, "\(choices)")
            }
            let preview = try await web.send(
                .get, "/hr/export?\(October.period)&what=hours&preview=yes", as: "cy", headers: .page)
            #expect(preview.status == .ok && preview.text.contains("<th scope=\"col\">Balance (hours)</th>"))
            #expect(preview.text.contains("<option value=\"hours\" selected>"))
        }
    }

    @Test func `A layout of targets and balances is made on the page`() async throws {
        try await withSchedule { (web) async throws in
            let start = try await web.send(.get, Address.layout + "?from=.hours", as: "cy", headers: .page).text
            #expect(start.contains("<option value=\"hours\" selected>") && start.contains("value=\"target_s:HH:MM\" selected"))
            #expect(
                start.contains("<pre tabindex=\"0\"")
                    && start.contains("aiko,Aiko Aoyama,2026-11-30,08:00,08:05,00:00,00:05,-00:14"))
        }
    }

    @Test(arguments: [
        ("as_of=2100-01-01T00:00:00Z", "bad_as_of"), ("rounding=up-5", "bad_rounding"), ("layout=monthly-total", "bad_layout"),
    ])
    func `A wrong export of targets and balances has a reason`(field: String, reason: String) async throws {
        try await withSchedule { (web) async throws in
            let response = try await web.send(.get, Self.file + "&" + field, as: "cy")
            #expect(response.status == .badRequest && response.json["reason"] == reason)
        }
    }

    @Test func `A download of targets and balances is no export with which Attendance compares`() async throws {
        try await withSchedule { (web) async throws in
            #expect(try await web.send(.get, Self.file, as: "cy").status == .ok)
            #expect(try await web.office.value("select count(*)::text from export_log") == "0")
        }
    }

    @Test func `An own export has the same bytes as HR's export of that person, and is logged`() async throws {
        try await withSchedule { (web) async throws in
            let own = try await web.send(.get, "/me/export/hours.csv?" + October.period, as: "jg")
            let bytes = try await web.exported("hours.csv?user=jg&" + October.period)
            #expect(own.status == .ok && Array(own.body.readableBytesView) == bytes && own.text.count(of: "\r\n") == 32)
            let jg = try await web.office.store.people.person(userName: "jg").id
            let purposes = try await web.office.store.audit.accesses(to: jg).map(\.purpose)
            #expect(Set(purposes) == ["export of targets and balances", "export of own targets and balances"])
            #expect(try await web.send(.get, "/me/export/hours.xlsx?" + October.period, as: "jg").status == .ok)
            #expect(try await web.send(.get, "/me/export/hours.csv?user=ada&" + October.period, as: "jg").status == .badRequest)
            // No schedule applies to Ada.
            let none = try await web.send(.get, "/me/export/hours.csv?" + October.period, as: "ada")
            #expect(none.status == .ok && none.text.count(of: "\r\n") == 1)
        }
    }
}
