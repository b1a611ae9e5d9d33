import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import TestOffice
import TestServers
import HummingbirdTesting
import Testing

@testable import AttendanceWeb

/// Hal of the other office is HR for it and for the harbour office. Ivo belongs to a third one. All have tapped at the harbour.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Offices of HR` {
    static let november = "from=2026-11-01&to=2026-11-30"

    private func withHal(_ body: (TestWeb, _ tap: UUID, _ request: UUID) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, tap, request) async throws in
            let store = web.office.store
            let other = try await store.offices.office(named: "Other Office").id
            let third = try await store.offices.addOffice(name: "Third Office", timeZone: "Europe/Berlin")
            try await store.people.addPerson(userName: "ivo", displayName: "Ivo", role: .employee, office: third)
            try await Authorization.addHal(for: [web.office.office, other], web)
            let wednesday = TestOffice.noon - .seconds(2 * 86_400)
            _ = try await web.services.recorder.record(
                ["ada", "gus", "ivo"].enumerated().map { number, user in
                    TestOffice.submission(
                        user, .start, at: wednesday + .seconds(Int64(number)), desk: "6F-A\(number + 1)",
                        office: "Harbour Office")
                })
            try await body(web, tap, request)
        }
    }

    @Test(
        arguments: [
            ("/hr?\(november)", ["Ada Lindqvist", "Gus"]), ("/hr?\(november)&office=Harbour%20Office", ["Ada Lindqvist"]),
            ("/hr?\(november)&office=Other%20Office", ["Gus"]), ("/hr/sheets?month=2026-11", ["Ada Lindqvist", "Gus"]),
            ("/hr/sheets?month=2026-11&office=Other%20Office", ["Gus"]), ("/hr/sheet/ada?month=2026-11", ["Ada Lindqvist"]),
            ("/hr/sheet/gus?month=2026-11", ["Gus"]), (Address.people, ["Ada Lindqvist", "Gus"]),
            (Address.person("ada"), ["Ada Lindqvist"]), (Address.person("gus"), ["Gus"]), (Address.requests, ["Ada Lindqvist"]),
            (Address.quarantine, ["Ada Lindqvist"]), (Address.hrRetention, ["Harbour Office", "Other Office"]),
            (Address.charts, ["Harbour Office", "Other Office"]), ("/hr/charts?office=Harbour%20Office", ["Harbour Office"]),
        ] as [(String, [String])])
    func `HR of two offices sees the people of both and of no third one`(address: String, shown: [String]) async throws {
        try await withHal { (web, _, _) async throws in
            let page = try await web.send(.get, address, as: "hal", headers: .page)
            #expect(page.status == .ok)
            for text in shown { #expect(page.text.contains(text), "\(text)") }
            #expect(!page.text.contains("Ivo") && !page.text.contains("Third Office"))
        }
    }

    @Test(
        arguments: [
            ("/hr?\(november)&office=Third%20Office", .forbidden), ("/hr?\(november)&user=ivo", .notFound),
            ("/hr/sheets?month=2026-11&office=Third%20Office", .forbidden), ("/hr/sheet/ivo?month=2026-11", .notFound),
            (Address.person("ivo"), .notFound), ("/hr/charts?office=Third%20Office", .forbidden),
            (Address.occupancyChart + "?office=Third%20Office", .forbidden),
        ] as [(String, HTTPResponse.Status)])
    func `HR of two offices is refused a third one`(address: String, status: HTTPResponse.Status) async throws {
        try await withHal { (web, _, _) async throws in
            let page = try await web.send(.get, address, as: "hal", headers: .page)
            #expect(page.status == status && !page.text.contains("Ivo</"))
        }
    }

    @Test(arguments: ["daily", "events"])
    func `A program of HR of two offices exports both or one of them, and each access is logged`(
        subject: String
    ) async throws {
        try await withHal { (web, _, _) async throws in
            let store = web.office.store
            let hal = try await store.people.person(userName: "hal").id
            let key = try await store.personalKeys.addKey(for: hal, now: web.clock.now())
            let address = Address.export(subject, "json") + "?" + Self.november
            func users(_ more: String = "") async throws -> [Bool] {
                let file = try await web.send(.get, address + more, key: key)
                #expect(file.status == .ok)
                return ["ada", "gus", "ivo"].map { file.text.contains("\"\($0)\"") }
            }
            #expect(try await users() == [true, true, false])
            let logged = "select string_agg(office_id::text, ' ' order by office_id) from access_log where reader_id = \(hal)"
            let offices = try await store.people.person(userName: "hal").hrOffices
            #expect(try await web.office.value(logged) == offices.map(\.description).joined(separator: " "))
            #expect(try await users("&office=Harbour%20Office") == [true, false, false])
            #expect(try await users("&office=Other%20Office") == [false, true, false])
            #expect(try await users("&user=ada&user=gus") == [true, true, false])
            for more in ["&office=Third%20Office", "&user=ivo", "&user=ada&user=ivo"] {
                #expect(try await web.send(.get, address + more, key: key).status == .forbidden, "\(more)")
            }
        }
    }

    /// Hal's own office is Other Office. A former name of an office selects it, too.
    @Test(arguments: [
        (false, "", "payroll", "November 2026"), (false, "&office=Harbour%20Office", "payroll", "November 2026"),
        (true, "", "wages", "November 2026"), (true, "&office=Pier", "payroll", "November 2026 · Pier"),
        (true, "&office=Harbour%20Office", "payroll", "November 2026 · Harbour Office"),
    ])
    func `A preview offers the layouts of the office whose layout the file has`(
        isOfSeveral: Bool, query: String, layout: String, title: String
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let (store, office, now) = (web.office.store, web.office.office, web.clock.now())
            let other = try await store.offices.office(named: "Other Office").id
            let cy = try await store.people.person(userName: "cy").id
            for (name, office) in [("payroll", office), ("wages", other)] {
                try await store.exportLayouts.setLayout(
                    name, of: office, json: #"{"columns":[{"from":"employee_id"}]}"#, replaces: false, by: cy, now: now)
            }
            try await Authorization.addHal(for: isOfSeveral ? [office, other] : [office], web)
            try await store.offices.change(office, OfficeChange(name: "Pier"))
            let address = "/hr/export?\(Self.november)&preview=yes&what=layout:\(layout)&format=csv\(query)"
            let page = try await web.send(.get, address, as: "hal", headers: .page)
            #expect(page.status == .ok && page.text.contains("<option value=\"layout:\(layout)\" selected>"))
            #expect(page.text.contains("<span class=\"office\">\(title)</span>"))
        }
    }

    @Test func `HR of two offices corrects and decides for people of both, and of no third one`() async throws {
        try await withHal { (web, tap, request) async throws in
            func correct(_ user: String) async throws -> TestResponse {
                let body = #"{"type":"add","user":"\#(user)","kind":"end","at":"2026-11-18T12:30:00+09:00","reason":"A slip"}"#
                return try await web.send(
                    .post, Address.corrections, as: "hal", headers: [.contentType: "application/json"], body: body)
            }
            for user in ["ada", "gus"] { #expect(try await correct(user).status == .created, "\(user)") }
            #expect(try await correct("ivo").status == .notFound)
            #expect(try await web.sendForm(Address.void("\(tap)"), as: "gus", ["reason": "A slip"]).status == .notFound)
            #expect(try await web.sendForm(Address.refuse("\(request)"), as: "hal", ["comment": "No"]).status == .seeOther)
            #expect(try await web.sendForm(Address.void("\(tap)"), as: "hal", ["reason": "A slip"]).status == .seeOther)
        }
    }

    @Test func `HR of two offices reads all names on the maps of both`() async throws {
        try await withHal { (web, _, _) async throws in
            let store = web.office.store
            let hal = try await store.people.person(userName: "hal")
            for office in try await store.offices.offices() {
                let names = try await MapAccess.names(on: office.id, for: hal, store)
                #expect((names == .all) == (office.name != "Third Office"), "\(office.name)")
            }
        }
    }

    @Test func `A request of a person without a manager is announced to HR for the person's office`() async throws {
        try await withHal { (web, _, _) async throws in
            let ada = try await web.office.store.people.person(userName: "ada").id
            try await web.office.store.people.assign([ada], to: nil)
            let deciders = """
                select string_agg(user_name, ' ' order by user_name)
                  from request_decider join person on person.id = request_decider.person_id
                """
            #expect(try await web.office.value(deciders) == "cy hal")
        }
    }

    @Test func `An administrator chooses the offices on the person's page, at least one`() async throws {
        try await withHal { (web, _, _) async throws in
            let store = web.office.store
            let other = try await store.offices.office(named: "Other Office").id
            let (here, there) = ("hr-office-\(web.office.office)", "hr-office-\(other)")
            func page(_ user: String) async throws -> String {
                try await web.send(.get, Address.adminPerson(user), as: "lea", headers: .page).text
            }
            func choose(_ offices: [String]) async throws -> TestResponse {
                var fields = ["display_name": "Gus", "role": "hr", "chooses_offices": "yes"]
                for office in offices { fields[office] = "yes" }
                return try await web.sendForm(Address.adminPerson("gus"), as: "lea", fields)
            }
            #expect(try await page("gus").contains("name=\"\(there)\" value=\"yes\" checked"))
            #expect(try await page("gus").contains("name=\"\(here)\" value=\"yes\">"))
            // Shown for the role HR, and the own office is chosen already.
            #expect(try await page("ada").contains("name=\"\(here)\" value=\"yes\" checked"))
            #expect(try await !page("lea").contains("hr-office-"))
            #expect(try await web.send(.get, Address.person("ada"), as: "gus").status == .notFound)
            #expect(try await choose([here, there]).status == .seeOther)
            #expect(try await page("gus").contains("HR for: own office → Harbour Office, Other Office"))
            #expect(try await web.send(.get, Address.person("ada"), as: "gus").status == .ok)
            let refused = try await choose([])
            #expect(refused.status == .badRequest && refused.text.contains("Choose an office."))
            #expect(!refused.text.contains("value=\"yes\" checked"))
            #expect(try await choose([here]).status == .seeOther)
            #expect(try await store.people.person(userName: "gus").hrOffices == [web.office.office])
            #expect(try await web.send(.get, Address.person("hal"), as: "gus").status == .notFound)
        }
    }

    @Test func `The role HR and its offices are set together`() async throws {
        try await withHal { (web, _, _) async throws in
            let people = web.office.store.people
            let other = try await web.office.store.offices.office(named: "Other Office").id
            var fields = ["display_name": "Ada", "role": "hr", "chooses_offices": "yes", "hr-office-\(other)": "yes"]
            #expect(try await web.sendForm(Address.adminPerson("ada"), as: "lea", fields).status == .seeOther)
            let ada = try await people.person(userName: "ada")
            #expect(ada.role == .hr && ada.hrOffices == [other])
            fields["role"] = "employee"
            #expect(try await web.sendForm(Address.adminPerson("ada"), as: "lea", fields).status == .seeOther)
            #expect(try await people.person(userName: "ada").role == .employee)
        }
    }

    @Test func `HR that moves to another office remains responsible for the offices that the form shows`() async throws {
        try await withHal { (web, _, _) async throws in
            let people = web.office.store.people
            let other = try await people.person(userName: "gus").office
            let moved = [
                "display_name": "Gus", "role": "hr", "office": "\(web.office.office)", "chooses_offices": "yes",
                "hr-office-\(other)": "yes",
            ]
            #expect(try await web.sendForm(Address.adminPerson("gus"), as: "lea", moved).status == .seeOther)
            let gus = try await people.person(userName: "gus")
            #expect(gus.office == web.office.office && gus.hrOffices == [other])
        }
    }

    @Test func `A choice of offices needs a fresh sign-in`() async throws {
        try await withHal { (web, _, _) async throws in
            let people = web.office.store.people
            let other = try await people.person(userName: "gus").office
            let (old, address) = (try await web.cookie("lea"), Address.adminPerson("gus"))
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(1))
            var fields = ["display_name": "Gus", "role": "hr", "chooses_offices": "yes", "hr-office-\(other)": "yes"]
            #expect(try await web.sendForm(address, cookie: old, fields).headers[.location] == address)
            fields["hr-office-\(web.office.office)"] = "yes"
            let refused = try await web.sendForm(address, cookie: old, fields)
            #expect(refused.status == .seeOther && refused.headers[.location]?.hasPrefix("/sign-in?") == true)
            #expect(try await people.person(userName: "gus").hrOffices == [other])
        }
    }
}
