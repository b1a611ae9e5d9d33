@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// A browser that reloads the answer of a form sends the same form again.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Forms that show a secret once` {
    /// The page, the address of its form, and a query for what the form creates.
    static let forms = [
        ("/admin/people?state=new", "/admin/people", "select count(*)::text from sign_in_link"),
        ("/admin/people/ada", "/admin/people/ada/sign-in-link", "select count(*)::text from sign_in_link"),
        ("/admin/readers", "/admin/readers/1/rotate", "select encode(key_hash, 'hex') from reader where id = 1"),
        ("/admin/displays", "/admin/displays/1/link", "select encode(link_hash, 'hex') from display where id = 1"),
        ("/me/devices", "/me/devices/phone", "select count(*)::text from sign_in_link"),
    ]

    private func withThings(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.office.store.readers.addReader(name: "front door")
            try await web.office.store.displays.addDisplay(name: "Hall", floor: "6F", of: web.office.office)
            try await body(web)
        }
    }

    /// The form as the page has it.
    private func fields(_ page: TestResponse) throws -> [String: String] {
        var fields = ["form": String(try #require(page.text.firstMatch(of: /name="form" value="([^"]+)"/)).1)]
        let people = page.text.matches(of: /name="(person-[0-9]+)" value="yes"[^>]* checked/).map { String($0.1) }
        if people.isEmpty { return fields }
        for person in people { fields[person] = "yes" }
        return fields.merging(["do": "links", "query": "state=new"]) { $1 }
    }

    @Test(arguments: forms)
    func `A reload of the answer creates nothing, and its page has a button for the second time`(
        address: String, action: String, made: String
    ) async throws {
        try await withThings { (web) async throws in
            let page = try fields(try await web.send(.get, address, as: "lea", headers: .page))
            let before = try await web.office.value(made)
            #expect(try await web.sendForm(action, as: "lea", page).status == .ok)
            let after = try await web.office.value(made)
            #expect(after != before)
            let reloaded = try await web.sendForm(action, as: "lea", page)
            #expect(reloaded.status == .conflict)
            #expect(reloaded.text.contains("This was already done. Links and keys are shown only once"))
            #expect(!reloaded.text.contains("data-once") && !reloaded.text.contains("data-copy"))
            #expect(try await web.office.value(made) == after)
            let next = try fields(reloaded)
            #expect(next["form"] != page["form"] && next["people"] == page["people"])
            #expect(try await web.sendForm(action, as: "lea", next).status == .ok)
            #expect(try await web.office.value(made) != after)
        }
    }

    @Test(arguments: forms)
    func `A form of a page that is more than a day old is refused`(address: String, action: String, made: String) async throws {
        try await withThings { (web) async throws in
            let page = try fields(try await web.send(.get, address, as: "lea", headers: .page))
            let before = try await web.office.value(made)
            web.clock.advance(by: FormToken.lifetime + .seconds(2))
            let refused = try await web.sendForm(action, as: "lea", page)
            #expect(refused.status == .conflict && refused.text.contains("This page was more than a day old."))
            #expect(try await web.office.value(made) == before)
            #expect(try await web.sendForm(action, as: "lea", try fields(refused)).status == .ok)
        }
    }

    @Test(arguments: ["x", "1", "1.", ".x", "99999999999999999999.x", "-1.x", String(repeating: "1", count: 101)])
    func `A text that is no token creates nothing`(token: String) async throws {
        try await withThings { (web) async throws in
            let refused = try await web.sendForm("/admin/people/ada/sign-in-link", as: "lea", ["form": token])
            #expect(refused.status == .conflict)
            #expect(try await web.office.value("select count(*)::text from sign_in_link") == "0")
        }
    }

    @Test func `A new reader or display is added once, and its name is free for a form that failed`() async throws {
        try await withThings { (web) async throws in
            let floor = try await web.office.value("select id::text from floor where name = '6F'") ?? ""
            for (address, name) in [("/admin/readers", "front door"), ("/admin/displays", "Hall")] {
                var form = try fields(try await web.send(.get, address, as: "lea", headers: .page))
                (form["name"], form["floor"]) = (name, floor)
                let taken = try await web.sendForm(address, as: "lea", form)
                #expect(taken.status == .conflict && taken.text.contains("“\(name)” already exists."))
                // The token of the failed form is still good.
                form["name"] = "Lobby"
                #expect(try await web.sendForm(address, as: "lea", form).text.contains("data-once"))
                let reloaded = try await web.sendForm(address, as: "lea", form)
                #expect(reloaded.status == .conflict && reloaded.text.contains("This was already done."))
            }
        }
    }

    @Test func `A reloaded invitation of one person offers a new link for that person only`() async throws {
        try await withThings { (web) async throws in
            let page = try fields(try await web.send(.get, Address.uninvited, as: "lea", headers: .page))
            let ada = "person-" + (try await web.office.value("select id::text from person where user_name = 'ada'") ?? "")
            let form = page.filter { !$0.key.hasPrefix("person-") || $0.key == ada }
            #expect(try await web.sendForm(Address.adminPeople, as: "lea", form).status == .ok)
            let reloaded = try await web.sendForm(Address.adminPeople, as: "lea", form)
            #expect(reloaded.status == .conflict && reloaded.text.contains("Create sign-in links"))
            #expect(reloaded.text.contains("Ada Lindqvist") && !reloaded.text.contains("Bo Nakamura"))
            #expect(try fields(reloaded).keys.filter { $0.hasPrefix("person-") } == [ada])
        }
    }
}
