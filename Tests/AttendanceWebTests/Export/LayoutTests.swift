@testable import AttendanceWeb

import AttendanceExport
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Pages of export layouts` {
    /// A layout of three columns.
    private static let payroll = [
        "name": "payroll", "rows": "day", "content-0": "employee_id", "heading-0": "Personnel no.", "content-1": "text",
        "text-1": "REG", "heading-1": "Code", "content-2": "worked_hours:0.00", "encoding": "utf-8-bom",
        "separator": "semicolon", "decimal": "comma", "header": "yes",
    ]

    private static let faulty = "aria-invalid=\"true\" aria-describedby=\"fault-0\""

    private func saved(_ web: TestWeb) async throws -> [String] {
        try await web.office.store.exportLayouts.layouts(of: web.office.office).map(\.name)
    }

    private func list(_ web: TestWeb) async throws -> String {
        try await web.send(.get, Address.layouts, as: "cy", headers: .page).text
    }

    /// The contents and headings of the columns of a form, in their order.
    private func columns(_ page: String) -> [String] {
        page.components(separatedBy: "<select name=\"content-").dropFirst().map { column in
            let content = column.firstMatch(of: /<option value="([^"]*)" selected>/).map { String($0.1) } ?? ""
            let heading = column.firstMatch(of: /<input name="heading-\d+" value="([^"]*)"/).map { String($0.1) } ?? ""
            return content + "=" + heading
        }
    }

    /// When the layout of a form was saved.
    private func shown(_ page: String) throws -> String {
        String(try #require(page.firstMatch(of: /name="shown" value="([^"]+)"/)).output.1)
    }

    private func form(_ web: TestWeb, _ query: String) async throws -> String {
        try await web.send(.get, Address.layout + query, as: "cy", headers: .page).text
    }

    @Test func `HR makes a layout on the page, and exports with it`() async throws {
        try await October.with { (web) async throws in
            let start = try await list(web)
            #expect(start.contains("This office has no layouts yet."))
            // The form cannot have the lines before the header of QuickBooks.
            #expect(start.contains("<option value=\"monthly-total\">") && !start.contains("quickbooks"))
            let form = try await web.send(.get, Address.layout + "?from=monthly-total", as: "cy", headers: .page).text
            #expect(columns(form).first == "employee_id=" && columns(form).count == 12)
            let made = try await web.sendForm(Address.layout, as: "cy", Self.payroll)
            #expect(made.headers[.location] == "/hr/layouts?office=Harbour%20Office")
            #expect(try await list(web).contains("One row per person and day · cy · "))
            // The export form offers it, with its own encoding.
            let page = try await web.send(.get, `Attendance page`.november, as: "cy", headers: .page).text
            #expect(page.contains("<a href=\"/hr/layouts?office=Harbour%20Office\">Export layouts</a>"))
            let address = try await web.chosenExport(on: page, ["what": "file:payroll", "preset": "cp932"])
            #expect(address.hasSuffix("daily.csv?from=2026-11-01&to=2026-11-30&office=Harbour%20Office&layout=payroll"))
            let file = try await web.exported("daily.csv?from=2026-10-01&to=2026-10-31&layout=payroll")
            let lines = String(decoding: file, as: UTF8.self).split(separator: "\r\n")
            #expect(lines[0] == "\u{FEFF}Personnel no.;Code;worked_hours")
            #expect(lines.count > 1)
            #expect(lines.dropFirst().allSatisfy { $0.wholeMatch(of: /[^;]+;REG;\d+,\d\d/) != nil }, "\(lines)")
            let refused = try await web.send(
                .get, "/api/export/daily.csv?from=2026-10-01&to=2026-10-31&layout=payroll&preset=cp932", as: "cy")
            #expect(refused.status == .badRequest && refused.json["reason"] == "bad_preset")
        }
    }

    @Test func `The buttons of a layout's form move, add and remove columns, and save nothing`() async throws {
        try await TestWeb.with { (web) async throws in
            func press(_ button: String) async throws -> [String] {
                let page = try await web.sendForm(Address.layout, as: "cy", Self.payroll.merging(["do": button]) { $1 })
                #expect(page.status == .ok)
                return columns(page.text)
            }
            let (user, code, hours) = ("employee_id=Personnel no.", "text=Code", "worked_hours:0.00=")
            #expect(try await press("show") == [user, code, hours])
            #expect(try await press("up-1") == [code, user, hours])
            #expect(try await press("down-1") == [user, hours, code])
            #expect(try await press("up-0") == [user, code, hours])
            #expect(try await press("remove-0") == [code, hours])
            #expect(try await press("add") == [user, code, hours, "employee_name="])
            let shown = try await web.sendForm(Address.layout, as: "cy", Self.payroll.merging(["do": "show"]) { $1 }).text
            #expect(
                shown.contains(
                    "<pre tabindex=\"0\" role=\"group\" aria-labelledby=\"example\">Personnel no.;Code;worked_hours\r\naiko;REG;8,10\r\n</pre>"
                ))
            #expect(try await saved(web) == [])
        }
    }

    @Test func `A layout's form says everything that is wrong at its fields`() async throws {
        try await TestWeb.with { (web) async throws in
            let wrong = [
                "name": "Pay roll", "rows": "month", "content-0": "first_in:HH:MM", "content-1": "wages",
                "heading-1": "Wages", "encoding": "utf-8", "separator": "comma", "decimal": "comma",
            ]
            let page = try await web.sendForm(Address.layout, as: "cy", wrong)
            #expect(page.status == .badRequest)
            #expect(page.text.contains("<select name=\"content-0\" \(Self.faulty)"))
            for text in [
                "value=\"Pay roll\"", "id=\"name-problem\">A name has", "id=\"fault-0\">A month has no such value.",
                "id=\"fault-1\">Choose a content.", "value=\"Wages\"", "id=\"sign-problem\">With decimal commas",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            let foreign = Self.payroll.merging(["name": "-payroll", "encoding": "cp932", "heading-0": "Größe"]) { $1 }
            let refused = try await web.sendForm(Address.layout, as: "cy", foreign).text
            #expect(refused.contains("no hyphen first") && refused.contains("id=\"fault-0\">Code page 932 lacks letters"))
            #expect(refused.count(of: Self.faulty) == 1)
            #expect(refused.contains(/name="heading-0" value="Größe"[^>]* aria-describedby="fault-0">/))
            let taken = Self.payroll.merging(["name": "monthly-total"]) { $1 }
            #expect(try await web.sendForm(Address.layout, as: "cy", taken).text.contains("This name is taken."))
            #expect(try await saved(web) == [])
        }
    }

    @Test func `A layout is changed, renamed, downloaded and deleted on its page`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.sendForm(Address.layout, as: "cy", Self.payroll)
            let page = try await form(web, "?name=payroll")
            #expect(columns(page) == ["employee_id=Personnel no.", "text=Code", "worked_hours:0.00="])
            let renamed = Self.payroll.merging(
                ["old": "payroll", "shown": try shown(page), "name": "wages", "heading-2": "Hours"]
            ) { $1 }
            #expect(try await web.sendForm(Address.layout, as: "cy", renamed).status == .seeOther)
            #expect(try await saved(web) == ["wages"])
            let file = try await web.send(.get, Address.layoutFile + "?name=wages", as: "cy")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"wages.json\"")
            #expect(LayoutDraft(json: file.text)?.columns[2].heading == "Hours")
            let deleted = try await web.sendForm(Address.removeLayout, as: "cy", ["name": "wages"])
            #expect(deleted.status == .seeOther)
            #expect(try await saved(web) == [])
            #expect(try await web.sendForm(Address.removeLayout, as: "cy", ["name": "wages"]).status == .notFound)
        }
    }

    @Test func `A layout that another person changed meanwhile is not replaced without a word`() async throws {
        try await TestWeb.with { (web) async throws in
            func json() async throws -> String? {
                try await web.office.store.exportLayouts.layouts(of: web.office.office).first?.json
            }
            _ = try await web.sendForm(Address.layout, as: "cy", Self.payroll)
            let mine = Self.payroll.merging(
                ["old": "payroll", "shown": try shown(try await form(web, "?name=payroll")), "heading-0": "Mine"]
            ) { $1 }
            web.clock.advance(by: .seconds(1))
            let theirs = mine.merging(["heading-0": "Theirs"]) { $1 }
            #expect(try await web.sendForm(Address.layout, as: "cy", theirs).status == .seeOther)
            let refused = try await web.sendForm(Address.layout, as: "cy", mine)
            #expect(refused.status == .conflict && refused.text.contains("changed meanwhile"))
            #expect(refused.text.contains("value=\"Mine\""))
            #expect(try await json()?.contains("Theirs") == true)
            let again = mine.merging(["shown": try shown(refused.text)]) { $1 }
            #expect(try await web.sendForm(Address.layout, as: "cy", again).status == .seeOther)
            #expect(try await json()?.contains("Mine") == true)
        }
    }

    @Test func `Of two new layouts with the same name, one is saved`() async throws {
        try await TestWeb.with { (web) async throws in
            let (layouts, office, now) = (web.office.store.exportLayouts, web.office.office, web.clock.now())
            let cy = try await web.office.store.people.person(userName: "cy").id
            func add(_ name: String) async throws {
                try await layouts.setLayout(
                    name, of: office, json: #"{"columns":[{"from":"employee_id"}]}"#, replaces: false, by: cy, now: now)
            }
            try await add("payroll")
            await #expect(throws: StoreError.alreadyExists(.layout("payroll"))) { try await add("payroll") }
            try await add("wages")
            await #expect(throws: StoreError.alreadyExists(.layout("wages"))) {
                try await layouts.changeLayout(
                    "payroll", savedAt: now, to: "wages", of: office, json: #"{"columns":[{"text":"x"}]}"#, by: cy, now: now)
            }
            #expect(try await saved(web) == ["payroll", "wages"])
        }
    }

    @Test func `A layout's form takes 50 columns with long Japanese texts, and no more`() async throws {
        try await TestWeb.with { (web) async throws in
            func form(_ count: Int) -> [String: String] {
                var form = ["name": "long"]
                for place in 0..<count {
                    form["content-\(place)"] = "text"
                    form["heading-\(place)"] = String(repeating: "見", count: 64)
                    form["text-\(place)"] = String(repeating: "出", count: 64)
                }
                return form
            }
            let refused = try await web.sendForm(Address.layout, as: "cy", form(51))
            #expect(refused.status == .badRequest && refused.text.contains("at most 50 columns"))
            #expect(try await web.sendForm(Address.layout, as: "cy", form(50)).status == .seeOther)
            #expect(try await saved(web) == ["long"])
        }
    }

    @Test func `A new layout starts from that of the office, also if an included one has the same name`() async throws {
        try await TestWeb.with { (web) async throws in
            let cy = try await web.office.store.people.person(userName: "cy")
            try await web.office.store.exportLayouts.setLayout(
                "monthly-total", of: web.office.office, json: #"{"columns":[{"from":"office","as":"office"}]}"#,
                replaces: false, by: cy.id, now: web.clock.now())
            #expect(try await list(web).count(of: "<option value=\"monthly-total\">") == 1)
            #expect(columns(try await form(web, "?from=monthly-total")) == ["office=office"])
        }
    }

    @Test func `A layout that only a file can have is listed and never changed by the form`() async throws {
        try await TestWeb.with { (web) async throws in
            let cy = try await web.office.store.people.person(userName: "cy")
            try await web.office.store.exportLayouts.setLayout(
                "books", of: web.office.office, json: #"{"before":[["x"]],"columns":[{"from":"employee_id"}]}"#,
                replaces: false, by: cy.id, now: web.clock.now())
            let page = try await list(web)
            #expect(page.contains("<strong>books</strong><span class=\"small\">from a file · cy · "))
            #expect(!page.contains("/hr/layout?name=books") && page.contains("/hr/layouts/file?name=books"))
            let opened = try await web.send(.get, Address.layout + "?name=books", as: "cy", headers: .page)
            #expect(opened.status == .seeOther)
            let forged = Self.payroll.merging(["old": "books", "name": "books"]) { $1 }
            #expect(try await web.sendForm(Address.layout, as: "cy", forged).status == .notFound)
            let kept = try await web.office.store.exportLayouts.layouts(of: web.office.office)
            #expect(kept.first?.json.contains("before") == true)
        }
    }

    @Test func `HR has the layouts of its office only`() async throws {
        try await TestWeb.with { (web) async throws in
            let other = try await web.office.store.offices.addOffice(name: "Pier", timeZone: "Europe/Berlin")
            for user in ["ada", "cy"] {
                let page = try await web.send(.get, Address.layouts + "?office=Pier", as: user, headers: .page)
                #expect(page.status == .forbidden, "\(user)")
            }
            let form = Self.payroll.merging(["office": "Pier"]) { $1 }
            #expect(try await web.sendForm(Address.layout, as: "cy", form).status == .forbidden)
            #expect(try await web.sendForm(Address.layout, as: "lea", form).status == .seeOther)
            #expect(try await web.office.store.exportLayouts.layouts(of: other).map(\.name) == ["payroll"])
        }
    }
}
