@testable import AttendanceWeb
@testable import Messaging

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Chosen people` {
    private func list(_ web: TestWeb, _ query: String = "state=new") async throws -> String {
        let response = try await web.send(.get, Address.adminPeople + "?" + query, as: "lea", headers: .page)
        #expect(response.status == .ok)
        return response.text
    }

    /// Sends the list's form for people.
    private func send(
        _ action: String, for users: [String], _ web: TestWeb, _ fields: [String: String] = [:]
    ) async throws -> TestResponse {
        var form = fields.merging(["do": action, "query": "state=new"]) { first, _ in first }
        for user in users {
            form["person-\(try await web.office.store.people.account(userName: user).account.person.id)"] = "yes"
        }
        return try await web.sendForm(Address.adminPeople, as: "lea", form)
    }

    @Test func `New links sign each chosen person in, and the list shows how far each one is`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await list(web)
            // Lea is signed in, Dai has left. All others are chosen already.
            #expect(page.count(of: "value=\"yes\" aria-label=") == 3 && page.count(of: "\" checked>") == 3)
            #expect(["Ada Lindqvist", "Bo Nakamura", "Cy Okonkwo"].allSatisfy(page.contains))
            let made = try await send("links", for: ["ada", "bo", "cy"], web)
            #expect(made.headers[.cacheControl] == "no-store" && made.text.contains("data-once"))
            #expect(
                made.text.contains("Shown only now: print or copy them.") && made.text.contains("A lost link can be withdrawn"))
            let links = made.text.matches(of: /<code id="link-\d+">https:\/\/[^\/]+([^<]+)<\/code>/).map { String($0.output.1) }
            #expect(Set(links).count == 3 && made.text.matches(of: /class="qr"/).count == 3)
            #expect(made.text.contains("<p class=\"small\">ada</p>") && made.text.contains("once, until 21 Nov 2026, 12:00."))
            // Three links and the list.
            #expect(made.text.matches(of: /data-refused="Not copied. The text is selected/).count == 4)
            #expect(made.text.contains("<a href=\"/admin/people?state=invited\">People</a>"))
            #expect(try await !list(web).contains("Ada Lindqvist"))
            func overview() async throws -> String { try await web.send(.get, Address.admin, as: "lea", headers: .page).text }
            #expect(try await overview().contains("Links not opened: 3."))
            // Everyone has a link, so there is nothing left to create.
            #expect(try await overview().contains("<h2>Wait for people to sign in: 1 of 4 signed in</h2>"))
            // The next step is one that can be done.
            #expect(try await overview().contains("Next: Set your password"))
            let lea = try await web.office.store.people.person(userName: "lea").id
            try await web.office.store.passwords.setPasswordHash("$scrypt$x", of: lea, now: web.clock.now())
            #expect(try await overview().contains("Next: Put codes on the desks"))
            #expect(try await overview().contains("href=\"/admin/people?state=invited\">Show who has not signed in"))
            #expect(try await !overview().contains(">Create sign-in links<"))
            let invited = try await list(web, "state=invited")
            #expect(invited.contains("<td>link until 21 Nov 2026, 12:00</td>") && !invited.contains("\" checked>"))

            #expect(try await web.send(.post, links[0]).status == .seeOther)
            #expect(try await overview().contains("Links not opened: 2."))
            #expect(try await list(web, "state=signed_in").count(of: "signed in, last used 20 Nov 2026") == 2)
            let ada = try await web.office.store.people.person(userName: "ada")
            #expect(try await web.office.store.audit.adminLog(of: ada.id).contains { $0.field == .signInLink })
        }
    }

    @Test func `Links are valid for the chosen days, and their cards are in the chosen language`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.office.store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            for days in ["0", "15", "x"] {
                let refused = try await send("links", for: ["ada"], web, ["days": days])
                #expect(refused.status == .badRequest && refused.text.contains("Enter 1 to 14 days."))
                #expect(refused.text.contains("name=\"days\" value=\"\(days)\"") && refused.text.count(of: "\" checked>") == 1)
            }
            let made = try await send("links", for: ["ada"], web, ["days": "14", "language": "ja"])
            #expect(made.text.contains("<p class=\"small\" lang=\"ja\">") && made.text.contains("1回だけ、2026年12月4日"))
            #expect(made.text.contains("ada · Harbour Office") && made.text.contains("<h1 id=\"made\">Sign-in links created"))
            let until = "select expires_at::date::text from sign_in_link"
            #expect(try await web.office.value(until) == "2026-12-04")
        }
    }

    @Test func `Only the people of an import are listed and chosen to be invited`() async throws {
        try await TestWeb.with { (web) async throws in
            let query = String(AccountSearch.invite(["ada", "cy"]).drop { $0 != "?" }.dropFirst())
            let page = try await list(web, query)
            #expect(page.count(of: "\" checked>") == 2 && !page.contains("Bo Nakamura"))
            #expect(page.contains("name=\"query\" value=\"state=new&amp;user=ada&amp;user=cy\""))
            #expect(try await send("links", for: ["ada"], web, ["query": query]).status == .ok)
            let rest = try await list(web, query)
            #expect(rest.contains("Cy Okonkwo") && !rest.contains("Ada Lindqvist"))
            #expect(AccountSearch.invite((1...51).map { "user\($0)" }) == Address.uninvited)
        }
    }

    @Test func `The lifetime of a link counts from the first day, if that is to come`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute(
                """
                update person set first_day = case user_name when 'ada' then date '2026-12-01' else date '2026-11-02' end
                 where user_name in ('ada', 'bo')
                """)
            let page = try await web.send(.get, "/admin/people/ada", as: "lea", headers: .page).text
            #expect(page.contains("signs one device in, once, until 2 Dec 2026, 00:00."))
            let link = try await web.sendForm("/admin/people/ada/sign-in-link", as: "lea", [:])
            #expect(link.text.contains("Signs one device in, once, until 2 Dec 2026, 00:00."))
            let made = try await send("links", for: ["ada", "bo"], web, ["days": "2"]).text
            #expect(made.contains("once, until 3 Dec 2026, 00:00.") && made.contains("once, until 22 Nov 2026, 12:00."))
            let expiries = try await web.office.value(
                "select string_agg(date_trunc('second', expires_at)::text, ', ' order by expires_at) from sign_in_link")
            #expect(expiries == "2026-11-22 03:00:00+00, 2026-12-01 15:00:00+00, 2026-12-02 15:00:00+00")
            // A mistyped year makes no link that is valid for decades.
            try await web.office.execute("update person set first_day = '2062-12-01' where user_name = 'ada'")
            let far = try await web.send(.get, "/admin/people/ada", as: "lea", headers: .page).text
            #expect(far.contains("signs one device in, once, until 19 Jan 2027, 12:00."))
            // Beside the button, not among the rarer fields.
            let form = try #require(
                try await list(web).split(separator: "id=\"chosen\"").last?.split(separator: "<details").first)
            #expect(form.contains("name=\"days\""))
        }
    }

    @Test func `A person who was signed out is not invited again`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            _ = try await web.cookie("ada")
            let ada = try await store.people.person(userName: "ada").id
            try await store.sessions.endSessions(of: ada, now: web.clock.now())
            #expect(try await !list(web).contains("Ada Lindqvist"))
            let page = try await list(web, "state=signed_out")
            #expect(page.contains("<td>signed out</td>") && page.contains("name=\"person-\(ada)\""))
            #expect(!page.contains("Bo Nakamura"))
            let overview = try await web.send(.get, Address.admin, as: "lea", headers: .page).text
            #expect(overview.contains("2 of 4 people have signed in."))
        }
    }

    @Test func `Former employees and unknown people get no link, and cannot be chosen`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await !list(web, "state=left").contains("type=\"checkbox\" form"))
            let made = try await send("links", for: ["dai"], web, ["person-999": "yes", "person-x": "yes"])
            #expect(made.status == .badRequest && made.text.contains("Choose people first"))
            #expect(try await web.office.value("select count(*)::text from sign_in_link") == "0")
        }
    }

    @Test func `A team and an office are set for all chosen people or none`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let hill = try await store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            let design = try await store.teams.addTeam("Design", in: web.office.office)
            let moved = try await send("team", for: ["ada", "bo"], web, ["team": "\(design)"])
            #expect(moved.status == .seeOther && moved.headers[.location] == "/admin/people?state=new")
            #expect(try await store.teams.team(named: "Design").members == ["ada", "bo"])
            #expect(try await send("office", for: ["cy"], web, ["office": "\(hill)"]).status == .seeOther)
            #expect(try await store.people.person(userName: "cy").office == hill)
            // Another office ends the membership in a team.
            #expect(try await send("team", for: ["lea"], web, ["team": "\(design)"]).status == .seeOther)
            #expect(try await send("office", for: ["lea"], web, ["office": "\(hill)"]).status == .seeOther)
            #expect(try await store.teams.team(named: "Design").members == ["ada", "bo"])
            #expect(try await send("office", for: ["lea"], web, ["office": "\(web.office.office)"]).status == .seeOther)
            // Cy works at another office than the team.
            let refused = try await send("team", for: ["lea", "cy"], web, ["team": "\(design)"])
            #expect(refused.status == .conflict && refused.text.contains("\" checked>"))
            #expect(try await store.teams.team(named: "Design").members == ["ada", "bo"])
            #expect(try await send("team", for: ["ada", "bo"], web, ["team": "-"]).status == .seeOther)
            #expect(try await store.teams.team(named: "Design").members.isEmpty)
            let log = try await store.audit.adminLog(of: try await store.people.person(userName: "bo").id)
            #expect(log.prefix(2).map(\.field) == [.team, .team])
        }
    }

    @Test func `Chosen people leave at the end of a day, but not oneself`() async throws {
        try await TestWeb.with { (web) async throws in
            let day = ["last_day": "2026-11-19"]
            #expect(try await send("leave", for: ["ada", "lea"], web, day).status.kind == .clientError)
            #expect(try await web.office.value("select count(*)::text from person where left_at is not null") == "1")
            #expect(try await send("leave", for: ["ada", "bo"], web, day).status == .seeOther)
            let left = "select string_agg(left_at::text, ' ') from person where user_name in ('ada', 'bo')"
            #expect(try await web.office.value(left) == "2026-11-19 15:00:00+00 2026-11-19 15:00:00+00")
            #expect(try await list(web, "state=left").count(of: "left 19 Nov 2026") == 2)
        }
    }

    @Test func `A last day to come is listed, and can be withdrawn`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await send("leave", for: ["cy"], web, ["last_day": "2026-11-21"]).status == .seeOther)
            #expect(try await list(web).contains("<td>until 21 Nov 2026, not invited</td>"))
            func page() async throws -> String {
                try await web.send(.get, "/admin/people/cy", as: "lea", headers: .page).text
            }
            #expect(try await page().contains("<strong>Last day: 21 Nov 2026</strong>"))
            #expect(try await page().contains("Last day: none → 21 Nov 2026"))
            let withdrawn = try await web.sendForm("/admin/people/cy/return", as: "lea", [:])
            #expect(withdrawn.status == .seeOther)
            #expect(try await !page().contains("<strong>Last day"))
            let own = try await web.sendForm("/admin/people/lea/leave", as: "lea", ["last_day": "2026-11-21"])
            #expect(own.status == .conflict)
        }
    }

    @Test func `Links go by e-mail to people with an address, and the others are shown`() async throws {
        let mailbox = Mailbox()
        try await TestWeb.with(reminders: mailbox.channels) { (web) async throws in
            #expect(try await list(web).contains("Send links by e-mail"))
            let nowhere = try await send("mail", for: ["ada", "bo"], web)
            #expect(nowhere.status == .badRequest && nowhere.text.contains("None of the chosen people has an e-mail"))
            let form = ["display_name": "Ada Lindqvist", "email": "ada@example.com"]
            #expect(try await web.sendForm("/admin/people/ada", as: "lea", form).status == .seeOther)
            let mixed = try await send("mail", for: ["ada", "bo"], web, ["language": "ja", "days": "3"])
            #expect(mixed.text.contains("Sent by e-mail: 1.") && mixed.text.contains("Bo Nakamura"))
            #expect(!mixed.text.contains("Ada Lindqvist") && mixed.text.matches(of: /class="qr"/).count == 1)
            let mail = try #require(mailbox.messages.last)
            #expect(mail.to.text == "ada@example.com" && mail.text.contains("2026年11月23日") && mail.text.contains("ada"))
            #expect(try await web.send(.post, try mailbox.link()).status == .seeOther)
            let all = try await send("mail", for: ["ada"], web)
            #expect(all.status == .seeOther && mailbox.messages.count == 2)
        }
        try await TestWeb.with(reminders: Mailbox(failing: .unavailable("away")).channels) { (web) async throws in
            try await web.office.execute("update person set email = user_name || '@example.com', email_since = now()")
            let shown = try await send("mail", for: ["ada", "bo"], web)
            #expect(shown.status == .ok && shown.text.matches(of: /class="qr"/).count == 2)
        }
    }

    @Test func `The personnel files' values are found, sorted, logged, and erased with the name`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            func save(_ user: String, _ name: String, _ fields: [String: String]) async throws -> TestResponse {
                try await web.sendForm(
                    "/admin/people/\(user)", as: "lea", fields.merging(["display_name": name]) { first, _ in first })
            }
            let files = [
                "email": "cy@example.com", "personnel_number": "0042", "reading": "Aaron Cy", "first_day": "2026-12-01",
            ]
            #expect(try await save("cy", "Cy Okonkwo", files).status == .seeOther)
            let found = try await list(web, "q=0042")
            #expect(found.contains("Cy Okonkwo") && !found.contains("Bo Nakamura"))
            #expect(found.contains("<td>from 1 Dec 2026, not invited</td>"))
            let names = try await list(web, "").matches(of: /aria-label="([^"]+)"(?: checked)?> <a/).map { String($0.1) }
            #expect(names == ["Cy Okonkwo", "Ada Lindqvist", "Bo Nakamura", "Lea Root"])
            let taken = try await save("bo", "Bo Nakamura", ["email": "", "personnel_number": "0042"])
            #expect(taken.status == .conflict && taken.text.contains("Another person of the office has this personnel number."))
            #expect(taken.text.contains("name=\"personnel_number\" value=\"0042\""))
            // A form without the fields changes none of them.
            #expect(try await save("cy", "Cy O.", [:]).status == .seeOther)
            let page = try await web.send(.get, "/admin/people/cy", as: "lea", headers: .page).text
            #expect(page.contains("name=\"email\" value=\"cy@example.com\"") && page.contains("First day: none → 1 Dec 2026"))
            let cy = try await store.people.person(userName: "cy").id
            try await store.people.setLeft(userName: "cy", at: web.clock.now())
            _ = try await store.retention.eraseName(of: cy, now: web.clock.now() + .seconds(1))
            let erased = "select concat(personnel_number, email, reading) from person where id = \(cy)"
            #expect(try await web.office.value(erased) == "")
            let logged =
                "select count(*)::text from admin_log where field in ('email', 'reading', 'personnel_number') and new <> ''"
            #expect(try await web.office.value(logged) == "0")
        }
    }

    @Test func `Reminders go to the account's address until the person confirms another one`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            try await web.office.execute(
                "update person set email = 'ada@office.example', email_since = now() where user_name = 'ada'")
            let ada = try await web.office.store.people.person(userName: "ada").id
            func page() async throws -> String { try await web.send(.get, Address.myReminders, as: "ada", headers: .page).text }
            #expect(try await page().contains("<strong>ada@office.example</strong> From your account"))
            let reminders = web.office.store.reminders
            #expect(try await reminders.preference(of: ada).recipient == "ada@office.example")
            try await reminders.set(email: "ada@example.com", isConfirmed: true, of: ada, now: web.clock.now())
            #expect(try await reminders.preference(of: ada).recipient == "ada@example.com")
            #expect(try await !page().contains("ada@office.example"))
        }
    }

    @Test func `Without chosen people the list says what to do, and does nothing`() async throws {
        try await TestWeb.with { (web) async throws in
            for action in ["links", "team", "office", "leave", "fly"] {
                let refused = try await send(action, for: [], web, ["team": "-", "office": "1", "last_day": "2026-11-19"])
                #expect(refused.status == .badRequest && refused.text.contains("Choose people first"), "\(action)")
            }
        }
    }

    @Test func `An account's user name is changed on its page, which moves to its new address`() async throws {
        try await TestWeb.with { (web) async throws in
            let form = ["display_name": "Ada Berg", "user_name": "aberg", "team": "-"]
            let saved = try await web.sendForm("/admin/people/ada", as: "lea", form)
            #expect(saved.status == .seeOther && saved.headers[.location] == "/admin/people/aberg")
            let page = try await web.send(.get, "/admin/people/aberg", as: "lea", headers: .page).text
            #expect(page.contains("User name: ada → aberg") && page.contains("name=\"user_name\" value=\"aberg\""))
            let refused = try await web.sendForm("/admin/people/aberg", as: "lea", form.merging(["user_name": "bo"]) { $1 })
            #expect(refused.status == .conflict && refused.text.contains("name=\"user_name\" value=\"bo\""))
            let blank = try await web.sendForm("/admin/people/aberg", as: "lea", form.merging(["user_name": " "]) { $1 })
            #expect(blank.status == .badRequest)
            // A provider's name that could not be typed stays while other fields change.
            try await web.office.execute("update person set user_name = 'Mia Novak' where user_name = 'aberg'")
            let other = form.merging(["user_name": "Mia Novak", "display_name": "Mia N."]) { $1 }
            #expect(try await web.sendForm("/admin/people/Mia%20Novak", as: "lea", other).status == .seeOther)
            #expect(try await web.office.store.people.person(userName: "Mia Novak").displayName == "Mia N.")
        }
    }
}
