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
struct `Administration pages` {
    /// Sends a form as Lea's browser does.
    private func post(_ web: TestWeb, _ address: String, _ fields: [String: String] = [:]) async throws -> TestResponse {
        var headers = HTTPFields.page
        headers[.contentType] = "application/x-www-form-urlencoded"
        let body = fields.map { "\($0.key)=\(Address.percentEncoded($0.value))" }.joined(separator: "&")
        return try await web.send(.post, address, as: "lea", headers: headers, body: body)
    }

    private func get(_ web: TestWeb, _ address: String) async throws -> String {
        let response = try await web.send(.get, address, as: "lea", headers: .page)
        #expect(response.status == .ok, "\(address)")
        return response.text
    }

    @Test func `The administration pages add, change, remove and reinstate a person and log each step`() async throws {
        try await TestWeb.with { web in
            let store = web.office.store
            let team = try await store.teams.addTeam("Design", in: web.office.office)
            let added = try await post(
                web, Address.adminPeople,
                ["user_name": "emi", "display_name": "Emi <Sato>", "role": "employee", "team": "\(team)"])
            #expect(added.headers[.location] == "/admin/people/emi")
            #expect(try await get(web, "/admin/people?q=SATO").contains("Emi &lt;Sato&gt;"))
            let changed = try await post(
                web, "/admin/people/emi", ["display_name": "Emi Sato", "role": "auditor", "team": "-"])
            #expect(changed.status == .seeOther)
            let page = try await get(web, "/admin/people/emi")
            for trace in ["Role: employee → auditor", "Team: Design → none", "Added as employee", "by Lea Root"] {
                #expect(page.contains(trace), "\(trace)")
            }
            #expect(try await post(web, "/admin/people/emi/leave", ["last_day": "2026-11-20"]).status == .seeOther)
            #expect(
                try await get(web, "/admin/people/emi").contains("The record continues. Badges and API keys are made again.")
            )
            #expect(try await get(web, Address.adminPeople).contains("Emi Sato") == false)
            #expect(try await get(web, "/admin/people?state=left").contains("Emi Sato"))
            #expect(try await post(web, "/admin/people/emi/return").status == .seeOther)
            #expect(try await store.people.person(userName: "emi").role == .auditor)
        }
    }

    @Test(
        arguments: [
            (
                "/admin/people", ["user_name": "ada", "display_name": "Ada"], 409,
                "The user name “ada” is taken."
            ),
            ("/admin/people", ["user_name": " Ada ", "display_name": "Ada"], 409, "is taken."),
            ("/admin/people", ["user_name": "former-12", "display_name": "Ada"], 400, "A user name has"),
            (
                "/admin/people", ["user_name": " Mia Novak", "display_name": "Mia"], 400,
                "aria-describedby=\"user-problem\" autofocus"
            ),
            ("/admin/people", ["user_name": "Mia Novák", "display_name": "Mia"], 400, "You could use mia.novak."),
            ("/admin/people", ["user_name": "emi"], 400, "A name is one line"),
            ("/admin/people", ["user_name": "emi", "display_name": "Emi", "role": "king"], 400, "no such role"),
            (
                "/admin/people", ["user_name": "emi", "display_name": "Emi", "office": "99"], 404,
                "This office no longer exists."
            ),
            ("/admin/people/ada", ["display_name": "A\nB"], 400, "A name is one line"),
            ("/admin/people/ada", ["display_name": "Ada", "team": "99"], 404, "This team no longer exists."),
            ("/admin/people/ada/leave", ["last_day": "soon"], 400, "id=\"last-day-problem\">Enter a day, such as"),
            ("/admin/people/ada/leave", ["last_day": "0026-11-20"], 400, "id=\"last-day-problem\">Enter a day, such as"),
            ("/admin/people/ada", ["display_name": "Ada", "email": "ada at work"], 400, "Enter an e-mail address, such as"),
            (
                "/admin/people/ada", ["display_name": "Ada", "email": "", "first_day": "soon"], 400,
                "id=\"first-day-problem\">Enter a day, such as"
            ),
            (
                "/admin/people/ada", ["display_name": "Ada", "email": "", "first_day": "1969-12-31"], 400,
                "id=\"first-day-problem\">Enter a day, such as"
            ),
            (
                "/admin/people/ada", ["display_name": "Ada", "email": "", "first_day": "2200-01-01"], 400,
                "id=\"first-day-problem\">Enter a day, such as"
            ),
            (
                "/admin/people/ada", ["display_name": "Ada", "email": "", "personnel_number": "a\u{7}"], 400,
                "A name is one line"
            ),
            ("/admin/people/ada/badges", ["reader": "no door"], 404, "“no door” does not exist"),
            ("/admin/people/ada/badges/7/remove", [:], 404, "no such badge"),
            ("/admin/people/ada/devices/x/end", [:], 404, "No longer signed in on this device."),
            ("/admin/people/nobody/devices/end-all", [:], 404, "There is no person with this user name"),
            ("/admin/people/dai/sign-in-link", [:], 409, "Former employee: reactivate the account first."),
            (
                "/admin/people/lea", ["display_name": "Lea Root", "role": "employee"], 409,
                "You cannot change your own role or set your own last day."
            ),
            ("/admin/people/lea/leave", ["last_day": "2026-11-20"], 409, "your own role or set your own last day"),
            ("/admin/people/nobody/leave", ["last_day": "2026-11-20"], 404, "There is no person with this user name"),
            ("/admin/teams", ["name": "  "], 400, "A name is one line of 1 to 64"),
            ("/admin/teams/99/name", ["name": "Sales"], 404, "This team no longer exists."),
            ("/admin/readers", ["name": "a\u{1}b"], 400, "A name is one line of 1 to 64"),
            ("/admin/readers", ["name": "x", "scope": "person"], 400, "the person who owns this reader"),
            ("/admin/readers", ["name": "x", "scope": "person", "user": "nobody"], 404, "There is no active person"),
            ("/admin/readers", ["name": "x", "scope": "badges", "desks": "6F-A1 a_b"], 400, "“a_b” is not a desk name"),
            ("/admin/readers", ["name": "x", "scope": "badges", "desks": "9F-A1"], 404, "“9F-A1” does not exist"),
            ("/admin/readers", ["name": "x", "scope": "office-99"], 404, "This office no longer exists."),
            ("/admin/readers/99/rotate", [:], 404, "no such reader"),
            ("/admin/readers/99/revoke", [:], 404, "no such reader"),
            ("/admin/displays", ["name": "a\u{1}b", "floor": "1"], 400, "A name is one line of 1 to 64"),
            ("/admin/displays", ["name": "Lobby"], 400, "Choose the floor"),
            ("/admin/displays", ["name": "Lobby", "floor": "99"], 404, "This floor no longer exists"),
            ("/admin/displays", ["name": "Lobby", "floor": "1", "code": "AAAAAA"], 404, "No screen shows this code."),
            ("/admin/displays/99/link", [:], 404, "no such display"),
            ("/admin/displays/99/revoke", [:], 404, "no such display"),
        ] as [(String, [String: String], Int, String)])
    func `A wrong form of the administration pages is refused with a sentence and changes nothing`(
        address: String, fields: [String: String], status: Int, sentence: String
    ) async throws {
        try await TestWeb.with { web in
            let response = try await post(web, address, fields)
            #expect(response.status.code == status)
            let text = response.text.replacing("&#39;", with: "’").replacing("'", with: "’").replacing("&#x27;", with: "’")
            #expect(text.contains(sentence.replacing("'", with: "’")), "\(response.text)")
            #expect(try await web.office.value("select count(*)::text from admin_log") == "0")
            #expect(try await web.office.value("select count(*)::text from person") == "5")
        }
    }

    @Test func `A new sign-in link and a new reader key are shown only once`() async throws {
        try await TestWeb.with { web in
            let made = try await post(web, "/admin/people/ada/sign-in-link")
            let link = try #require(made.text.split(separator: "<code>").dropFirst().first?.split(separator: "</code>").first)
            let token = try #require(link.split(separator: "/").last.map(String.init))
            #expect(made.headers[.cacheControl] == "no-store")
            #expect(made.text.contains("data-once") && made.text.contains("/base/once.js"))
            #expect(made.text.contains("Shown only now: copy it"))
            #expect(made.text.contains("<svg class=\"qr\"") && !made.text.contains("local-address"))
            #expect(try await web.office.store.signInLinks.owner(ofSignInLink: token, now: web.clock.now())?.userName == "ada")
            let page = try await get(web, "/admin/people/ada")
            #expect(!page.contains(token) && page.contains("Sign-in link created"))
            #expect(!page.contains("once.js") && page.contains("It is shown only once"))
            let reader = try await post(web, Address.adminReaders, ["name": "front door"])
            let key = try #require(reader.text.split(separator: "<code>").dropFirst().first?.split(separator: "</code>").first)
            #expect(try await web.send(.post, "/api/taps", key: String(key), body: "[]").status == .ok)
            #expect(try await !get(web, Address.adminReaders).contains(key))
            let id = try await web.office.value("select id::text from reader") ?? ""
            #expect(try await post(web, "/admin/readers/\(id)/revoke").status == .seeOther)
            #expect(try await web.send(.post, "/api/taps", key: String(key), body: "[]").status == .unauthorized)
        }
    }

    @Test(
        arguments: [
            (-3700, "clock 3700 s slow"), (31, "clock 31 s fast"), (-30, "clock correct"), (nil, nil),
        ] as [(Int64?, String?)])
    func `The list of readers shows the clock difference that a reader reported`(
        ahead: Int64?, words: String?
    ) async throws {
        try await TestWeb.with { web in
            let key = try await web.office.store.readers.addReader(name: "front door")
            var headers: HTTPFields = [:]
            if let ahead {
                let name = try #require(HTTPField.Name("Desktap-Time"))
                headers[name] = (web.clock.now() + .seconds(ahead)).rfc3339(precision: .milliseconds)
            }
            #expect(try await web.send(.post, "/api/taps", key: key, headers: headers, body: "[]").status == .ok)
            await LastUseWriter(access: web.services.access, store: web.office.store, logger: TestOffice.logger).write()
            #expect(try await web.office.store.readers.readers().map(\.status.clockAhead) == [ahead.map { .seconds($0) }])
            let page = try await get(web, Address.adminReaders)
            #expect(page.contains(words ?? "clock") == (words != nil), "\(page)")
        }
    }

    @Test func `A malformed time in a reader's request is not stored as a clock difference`() async throws {
        try await TestWeb.with { web in
            let key = try await web.office.store.readers.addReader(name: "front door")
            let name = try #require(HTTPField.Name("Desktap-Time"))
            for text in ["now", "", "2026-13-01T00:00:00Z", "1795143600"] {
                #expect(try await web.send(.post, "/api/taps", key: key, headers: [name: text], body: "[]").status == .ok)
            }
            await LastUseWriter(access: web.services.access, store: web.office.store, logger: TestOffice.logger).write()
            #expect(try await web.office.store.readers.readers().map(\.status.clockAhead) == [nil])
        }
    }

    @Test func `The administration pages start a badge enrolment and revoke badges and keys`() async throws {
        try await TestWeb.with { web in
            let (store, ada) = (web.office.store, try await web.office.store.people.person(userName: "ada").id)
            _ = try await store.readers.addReader(name: "front door")
            _ = try await store.personalKeys.addKey(for: ada, now: web.clock.now())
            #expect(try await post(web, "/admin/people/ada/badges", ["reader": "front door"]).status == .seeOther)
            #expect(try await get(web, "/admin/people/ada").contains("The next new badge tapped at front door before"))
            #expect(try await post(web, "/admin/people/bo/badges", ["reader": "front door"]).status == .conflict)
            try await web.office.execute(
                """
                insert into badge (hash, kind, person_id, tap_id, enrolled_at)
                values (sha256('a'), 'felica', \(ada), gen_random_uuid(), now())
                """)
            let badge = try #require(try await store.badges.badges(of: ada).first?.id)
            #expect(try await get(web, "/admin/people/ada").contains("FeliCa card"))
            #expect(try await post(web, "/admin/people/bo/badges/\(badge)/remove").status == .notFound)
            #expect(try await post(web, "/admin/people/ada/badges/\(badge)/remove").status == .seeOther)
            #expect(try await store.badges.badges(of: ada).isEmpty)
            #expect(try await get(web, "/admin/people/ada").contains("API keys: 1"))
            #expect(try await post(web, "/admin/people/ada/keys/revoke").status == .seeOther)
            #expect(try await get(web, "/admin/people/ada").contains("No API keys."))
        }
    }

    @Test func `A new sign-in link that phones cannot open says so`() async throws {
        try await TestWeb.with(publicURL: "http://127.0.0.1:8080") { (web) async throws in
            let made = try await post(web, "/admin/people/ada/sign-in-link")
            #expect(made.text.contains("Phones cannot open the links and codes of this server"))
            #expect(try await !get(web, "/admin/people/ada").contains("local-address"))
        }
    }

    @Test func `An administrator signs out a lost phone or all devices of a person, and the change log names it`() async throws
    {
        try await TestWeb.with { (web) async throws in
            let (store, address) = (web.office.store, "/admin/people/ada")
            let ada = try await store.people.person(userName: "ada").id
            func signIn(_ device: String) async throws -> HTTPFields {
                let token = try #require(
                    try await store.sessions.beginSession(for: ada, on: device, by: .password, now: web.clock.now()))
                return [.cookie: "\(web.services.cookies.session.name)=\(token)"]
            }
            func isSignedIn(_ device: HTTPFields) async throws -> Bool {
                web.services.access.invalidate()
                return try await web.send(.get, Address.map, headers: device).status == .ok
            }
            let (phone, computer) = (try await signIn("Chrome on Android"), try await signIn("Firefox on Linux"))
            let page = try await get(web, address)
            let use = "last used 12:00 · signed in on 20 Nov 2026 with a password"
            for device in ["Chrome on Android", "Firefox on Linux"] {
                #expect(page.contains("<span>\(device)<span class=\"small\">\(use)</span>"), "\(device)")
            }
            let form = page.firstMatch(of: /<span>Chrome on Android<.*?action="\/admin\/people\/ada(\/devices\/\d+\/end)"/)
            let lost = String(try #require(form).1)
            #expect(try await post(web, "/admin/people/bo" + lost).status == .notFound)
            #expect(try await isSignedIn(phone))
            let ended = try await post(web, address + lost)
            #expect(ended.status == .seeOther && ended.headers[.location] == address)
            #expect(ended.headers[values: .setCookie].contains { $0.contains("desktap-done=deviceSignedOut;") })
            #expect(try await !isSignedIn(phone))
            #expect(try await isSignedIn(computer))
            #expect(try await post(web, address + lost).status == .notFound)

            let link = try await store.signInLinks.addSignInLink(for: ada, now: web.clock.now())
            let allEnded = try await post(web, address + "/devices/end-all")
            #expect(allEnded.headers[values: .setCookie].contains { $0.contains("desktap-done=personSignedOut;") })
            #expect(try await !isSignedIn(computer))
            #expect(try await store.signInLinks.owner(ofSignInLink: link.text, now: web.clock.now()) == nil)
            let after = try await get(web, address)
            #expect(after.contains("Not signed in on any device.") && !after.contains("Sign out all devices"))
            for words in ["Signed out: Chrome on Android", "All devices signed out"] {
                #expect(after.contains("<li><span>\(words)</span>"), "\(words)")
            }
            #expect(after.count(of: ", by Lea Root") == 2)
            // The own devices have a page of their own.
            let own = try await get(web, "/admin/people/lea")
            #expect(own.contains("<a class=\"act\" href=\"/me/devices\">") && !own.contains("Sign out all devices"))
        }
    }

    @Test func `A person's page shows unused sign-in links and withdraws them, also without a signed-in device`() async throws {
        try await TestWeb.with { (web) async throws in
            let (links, address) = (web.office.store.signInLinks, "/admin/people/ada")
            let ada = try await web.office.store.people.person(userName: "ada").id
            let secret = try await links.addSignInLink(for: ada, now: web.clock.now())
            let page = try await get(web, address)
            #expect(page.contains("Unused sign-in links: 1, valid until 21 Nov 2026, 12:00 at the latest."))
            #expect(page.contains(">Withdraw</button>") && !page.contains("Sign out all devices"))
            _ = try await links.addSignInLink(for: ada, now: web.clock.now())
            #expect(try await get(web, address).contains("Unused sign-in links: 2, valid until 21 Nov 2026, 12:00"))
            // A signed-in device stays signed in.
            let device: HTTPFields = [.cookie: try await web.cookie("ada")]
            #expect(try await get(web, address).contains(">Withdraw</button>"))
            func withdraw() async throws -> TestResponse { try await post(web, address + "/sign-in-link/withdraw") }
            func message(_ response: TestResponse) -> String? {
                response.headers[values: .setCookie].first { $0.contains("desktap-done=") }
            }
            #expect(try await message(withdraw())?.contains("=linksWithdrawn;") == true)
            #expect(try await links.owner(ofSignInLink: secret.text, now: web.clock.now()) == nil)
            #expect(try await web.send(.get, Address.map, headers: device).status == .ok)
            let after = try await get(web, address)
            #expect(!after.contains(">Withdraw</button>") && after.contains("Unused sign-in links withdrawn: 2"))
            #expect(
                try await web.send(.get, Address.myDevices, as: "ada", headers: .page).text.contains(
                    "Lea Root withdrew your unused sign-in links. <span class=\"where\">20 Nov 2026, 12:00</span>"))
            let none = try await withdraw()
            #expect(none.status == .notFound && none.text.contains("This person has no unused sign-in link any more."))
            _ = try await links.addSignInLink(for: ada, now: web.clock.now())
            #expect(try await message(withdraw())?.contains("=linksWithdrawn;") == true)
        }
    }

    @Test(arguments: ["ada", "emi", "bo", "cy", "ned"])
    func `Only administrators sign out devices on a person's page`(user: String) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let store = web.office.store
            let device: HTTPFields = [.cookie: try await web.cookie("ada")]
            let ada = try await store.people.person(userName: "ada").id
            let session = try #require(try await store.sessions.devices(of: ada, now: web.clock.now()).first).id
            for form in ["\(session)/end", "end-all"] {
                let refused = try await web.sendForm("/admin/people/ada/devices/\(form)", as: user, [:])
                #expect(refused.status == .forbidden, "\(form)")
            }
            web.services.access.invalidate()
            #expect(try await web.send(.get, Address.map, headers: device).status == .ok)
        }
    }

    @Test func `Before and after the deactivation of an account, its page says that the person is clocked in`() async throws {
        try await TestWeb.with { (web) async throws in
            let sentence = "Ada Lindqvist has been clocked in since 12:00."
            #expect(try await !get(web, "/admin/people/ada").contains(sentence))
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada").status == .ok)
            #expect(try await get(web, "/admin/people/ada").contains(sentence))
            for (user, message) in [("ada", "personDeactivatedClockedIn"), ("bo", "personDeactivated")] {
                let left = try await post(web, "/admin/people/\(user)/leave", ["last_day": "2026-11-20"])
                #expect(
                    left.headers[values: .setCookie].contains { $0.contains("desktap-done=\(message).2026-11-20;") }, "\(user)")
            }
            #expect(try await !get(web, "/admin/people/ada").contains(sentence))
        }
    }

    @Test(arguments: [("2026-11-20", "20 Nov 2026"), ("2026-11-18", "18 Nov 2026")])
    func `The last day of a former employee is shown as a day`(day: String, shown: String) async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await get(web, "/admin/people/ada").contains("Access ends at once, or at the end of a later day."))
            #expect(try await post(web, "/admin/people/ada/leave", ["last_day": day]).status == .seeOther)
            let page = try await get(web, "/admin/people/ada")
            #expect(page.contains(">Last day: \(shown)<") && page.contains("left \(shown)<"))
            #expect(try await get(web, "/admin/people?state=left&q=ada").contains("left \(shown)<"))
            #expect(try await get(web, Address.person("ada")).contains("left \(shown)<"))
        }
    }

    @Test func `A person can join only a team of their own office`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let other = try await store.offices.addOffice(name: "Hill", timeZone: TestOffice.timeZone)
            let team = try await store.teams.addTeam("Sales", in: other)
            func refuses(_ address: String, _ fields: [String: String]) async throws {
                let answer = try await post(web, address, fields)
                #expect(answer.status == .conflict, "\(address)")
                #expect(answer.text.contains("The team “Sales” is of the office “Hill”."), "\(address)")
            }
            try await refuses("/admin/teams/\(team)/members", ["user": "ada"])
            try await refuses("/admin/people/ada", ["display_name": "Ada", "team": "\(team)"])
            try await refuses(
                "/admin/people",
                [
                    "user_name": "emi", "display_name": "Emi", "role": "employee", "office": "\(web.office.office)",
                    "team": "\(team)",
                ])
            #expect(try await store.teams.teams().flatMap(\.members) == [])
            await #expect(throws: StoreError.unknownPerson("emi")) { _ = try await store.people.person(userName: "emi") }
            // With the office, the team fits; a member who was there before may stay.
            let moved = ["display_name": "Ada", "office": "\(other)", "team": "\(team)"]
            #expect(try await post(web, "/admin/people/ada", moved).status == .seeOther)
            #expect(try await store.teams.teams().flatMap(\.members) == ["ada"])
        }
    }

    @Test func `The administration pages add and rename teams and set their managers`() async throws {
        try await TestWeb.with { web in
            #expect(try await post(web, Address.adminTeams, ["name": "Design"]).status == .seeOther)
            #expect(try await post(web, Address.adminTeams, ["name": "Design"]).status == .conflict)
            let team = try await web.office.store.teams.team(named: "Design").id
            #expect(try await post(web, "/admin/teams/\(team)/managers", ["user": "bo"]).status == .seeOther)
            #expect(try await post(web, "/admin/teams/\(team)/managers", ["user": "dai"]).status == .notFound)
            #expect(try await post(web, "/admin/teams/\(team)/name", ["name": "Drawing"]).status == .seeOther)
            let page = try await get(web, Address.adminTeams)
            #expect(page.contains("Drawing") && page.contains("/admin/teams/\(team)/managers/bo/remove"))
            #expect(try await post(web, "/admin/teams/\(team)/managers/bo/remove").status == .seeOther)
            #expect(try await web.office.store.teams.team(named: "Drawing").managers.isEmpty)
            #expect(try await get(web, "/admin/people/bo").contains("No longer manages the team Drawing"))
        }
    }

    @Test func `The list of people and a person's page name the teams that the person manages`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, ada) = (web.office.store, try await web.office.store.people.person(userName: "ada").id)
            #expect(try await get(web, "/admin/people?q=ada").contains("<td>Employee</td>"))
            for name in ["Design", "Sales"] {
                let team = try await store.teams.addTeam(name, in: web.office.office)
                try await store.people.setManager(ada, of: team, to: true)
            }
            #expect(try await get(web, "/admin/people?q=ada").contains("<td>Employee, manager of Design, Sales</td>"))
            #expect(try await get(web, "/admin/people/ada").contains("<a href=\"/admin/teams\">Manages: Design, Sales</a>"))
            #expect(try await get(web, "/admin/people/ada").contains("Manages: Design, Sales"))
            #expect(try await !get(web, "/admin/people/cy").contains("Manages:"))
        }
    }

    @Test func `A member is removed from a team, but not from the team that the member has joined meanwhile`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let design = try await store.teams.addTeam("Design", in: web.office.office)
            let sales = try await store.teams.addTeam("Sales", in: web.office.office)
            try await store.people.assign([try await store.people.person(userName: "ada").id], to: design)
            let remove = "/admin/teams/\(design)/members/ada/remove"
            #expect(try await get(web, Address.adminTeams).contains("action=\"\(remove)\""))
            #expect(try await post(web, remove).status == .seeOther)
            #expect(try await store.teams.teams().flatMap(\.members).isEmpty)
            #expect(try await get(web, "/admin/people/ada").contains("Team: Design → none"))
            try await store.people.assign([try await store.people.person(userName: "ada").id], to: sales)
            #expect(try await post(web, remove).status == .seeOther)
            #expect(try await store.teams.team(named: "Sales").members == ["ada"])
        }
    }

    @Test func `The forms of a team stay open after an addition and after a name that is not one person's`() async throws {
        try await TestWeb.with { (web) async throws in
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            #expect(try await get(web, Address.adminTeams).contains("href=\"/admin/teams?open=\(team)#team-\(team)\""))
            let added = try await post(web, "/admin/teams/\(team)/members", ["user": "ada lindqvist"])
            #expect(added.headers[.location] == "/admin/teams?open=\(team)#team-\(team)")
            let page = try await get(web, "/admin/teams?open=\(team)")
            #expect(page.contains("<details open>") && page.contains("<a href=\"/admin/people/ada\">Ada Lindqvist</a>"))
            #expect(try await !get(web, Address.adminTeams).contains("<details open>"))
            #expect(page.contains("Add a person, by name or user name"))
            for (form, name) in [("members", "k"), ("managers", "K")] {
                let refused = try await post(web, "/admin/teams/\(team)/\(form)", ["user": name])
                #expect(refused.status == .notFound && refused.text.contains("<details open>"))
                #expect(refused.text.contains("value=\"\(name)\" aria-invalid=\"true\""))
                #expect(refused.text.contains("Enter a full name or a user name, such as Bo Nakamura (bo), Cy Okonkwo (cy)."))
            }
            let unknown = try await post(web, "/admin/teams/\(team)/members", ["user": "Zoe"])
            #expect(unknown.text.contains("There is no active person with the name “Zoe”."))
        }
    }

    @Test func `A part of a name that only one person has is enough to add the person to a team`() async throws {
        try await TestWeb.with { (web) async throws in
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            for (form, name) in [("members", "naka"), ("managers", "OKON")] {
                #expect(try await post(web, "/admin/teams/\(team)/\(form)", ["user": name]).status == .seeOther)
            }
            let design = try await web.office.store.teams.team(named: "Design")
            #expect(design.members == ["bo"] && design.managers == ["cy"])
        }
    }

    @Test func `The access log page lists accesses, and a search by person is itself logged`() async throws {
        try await TestWeb.with { web in
            #expect(try await web.send(.get, Address.person("ada"), as: "cy", headers: .page).status == .ok)
            let log = try await get(web, Address.adminAccess)
            #expect(log.contains("Ada Lindqvist"))
            // Phones have no heads of columns.
            for label in ["Viewed by", "Whose record", "Period", "Purpose"] {
                #expect(log.contains("<td data-label=\"\(label)\">"), "\(label)")
            }
            #expect(try await web.office.value("select count(*)::text from access_log") == "1")
            #expect(try await get(web, "/admin/access?viewer=cy&from=2026-11-01&to=2126-11-30").contains("Ada Lindqvist"))
            #expect(try await !get(web, "/admin/access?viewer=bo").contains("Ada Lindqvist"))
            #expect(try await web.office.value("select count(*)::text from access_log") == "1")
            #expect(try await get(web, "/admin/access?subject=ada").contains("searched the access log for this person"))
            #expect(try await web.office.value("select count(*)::text from access_log") == "2")
            for query in ["subject=nobody", "from=yesterday"] {
                let wrong = try await web.send(.get, "/admin/access?" + query, as: "lea", headers: .page)
                #expect((400...404).contains(wrong.status.code) && wrong.text.contains("data-problem"))
                #expect(!wrong.text.contains("No entries match."))
            }
            let swapped = try await web.send(
                .get, "/admin/access?from=2026-11-30&to=2026-11-01", as: "lea", headers: .page)
            #expect(swapped.status == .badRequest)
            #expect(swapped.text.contains("The period ends before it begins. Swap its dates."))
            #expect(try await get(web, "/admin/access?viewer=Cy%20Okonkwo").contains("Ada Lindqvist"))
            // As in other lists: without accents and in any order of the words.
            #expect(try await get(web, "/admin/access?viewer=ok%C3%B3nkwo,%20cy").contains("Ada Lindqvist"))
            #expect(try await get(web, "/admin/access?subject=lindqvist").contains("searched the access log for this person"))
        }
    }

    @Test func `A reload after an import does not import again`() async throws {
        try await TestWeb.with { web in
            let table = [
                "kind": "people", "csv": "user_name,display_name,team\nada,Ada Lindqvist,Design\n", "update": "yes",
                "do": "check",
            ]
            let checked = try await post(web, Address.adminImport, table).text
            let token = try #require(checked.firstMatch(of: /name="form" value="([^"]+)"/)).1
            let fields = table.merging(["do": "import", "form": String(token)]) { $1 }
            #expect(try await post(web, Address.adminImport, fields).status == .ok)
            try await web.office.execute("update person set team_id = null where user_name = 'ada'")
            let again = try await post(web, Address.adminImport, fields)
            #expect(again.status == .unprocessableContent && again.text.contains("This was already imported."))
            #expect(try await web.office.value("select team_id::text from person where user_name = 'ada'") == nil)
        }
    }

    @Test func `A refused form keeps what was chosen and typed`() async throws {
        try await TestWeb.with { web in
            let berlin = try await web.office.store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            let chosen = "<option value=\"\(berlin)\" selected>Berlin</option>"
            let longName = String(repeating: "x", count: 201)
            for address in [Address.adminFloors, Address.adminTeams] {
                let refused = try await post(web, address, ["name": longName, "office": "\(berlin)"])
                #expect(refused.status.kind == .clientError && refused.text.contains(chosen), "\(address)")
            }
            let account = try await post(
                web, "/admin/people/ada",
                ["display_name": longName, "role": "auditor", "office": "\(berlin)", "team": "-"])
            #expect(account.status.kind == .clientError && account.text.contains(chosen))
            #expect(account.text.contains("<option value=\"auditor\" selected>") && account.text.contains(longName + "\""))
        }
    }

    @Test func `The import page checks a file and imports all of it or nothing`() async throws {
        try await TestWeb.with { web in
            let wrong = "user_name,display_name,role\nemi,Emi Sato,\nada,Somebody Else,\nflo,Flo,king\n"
            let refused = try await post(web, Address.adminImport, ["kind": "people", "csv": wrong, "do": "import"])
            #expect(refused.status == .unprocessableContent)
            #expect(
                refused.text.contains("Line 3:") && refused.text.contains("Line 4:")
                    && refused.text.contains("Wrong lines: 2. Nothing was imported."))
            // The input is kept.
            #expect(refused.text.contains("emi,Emi Sato,"))
            let right = "user_name,display_name,team\nemi,Emi Sato,Design\n"
            let checked = try await post(web, Address.adminImport, ["kind": "people", "csv": right, "do": "check"])
            #expect(checked.text.contains("1 person and 1 team would be added.") && checked.text.contains(">Import</button>"))
            #expect(try await web.office.value("select count(*)::text from person") == "5")
            let imported = try await post(web, Address.adminImport, ["kind": "people", "csv": right, "do": "import"])
            #expect(imported.text.contains("1 person and 1 team added.") && !imported.text.contains("emi,Emi"))
            #expect(imported.text.contains("<li><a href=\"/admin/people/emi\">Emi Sato</a></li>"))
            #expect(!checked.text.contains("href=\"/admin/people/emi\""))
            let renamed = [
                "kind": "people", "csv": "user_name,display_name\nada,Ada Lovelace\n", "update": "yes", "do": "import",
            ]
            let changed = try await post(web, Address.adminImport, renamed).text
            #expect(changed.contains("<li><a href=\"/admin/people/ada\">Ada Lovelace</a></li>"))
            #expect(try await web.office.store.people.person(userName: "emi").displayName == "Emi Sato")
            let account = try await get(web, "/admin/people/emi")
            #expect(account.contains("Added as employee") && account.contains("by Lea Root"))
            let attendance = ["kind": "people", "csv": "user,kind,at\nada,end,2026-11-01T18:00:00+09:00\n", "do": "check"]
            #expect(try await post(web, Address.adminImport, attendance).text.contains("This is a file of attendance."))
            let header = ["kind": "people", "csv": "user_name\nada\n", "do": "check"]
            #expect(
                try await post(web, Address.adminImport, header).text.contains(
                    "The first line has no column “display_name”. Columns: user_name, display_name; optional: "))
        }
    }

    @Test func `A list of names goes to the administrator's office by default, and a table says where its office is chosen`()
        async throws
    {
        try await TestWeb.with { web in
            _ = try await web.office.store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            let page = try await get(web, Address.adminImport)
            let preset = try #require(
                page.split(separator: "name=\"office_of_names\"").last?.split(separator: "</select>").first)
            #expect(preset.contains("<option value=\"Harbour Office\" selected>") && !preset.contains("value=\"\""))
            let names = ["kind": "names", "csv": "Emi Sato", "office_of_names": "Hill", "office": "", "do": "import"]
            #expect(try await post(web, Address.adminImport, names).text.contains("1 person added."))
            let hill = try await web.office.store.offices.office(named: "Hill").id
            #expect(try await web.office.store.people.person(userName: "emi.sato").office == hill)
            let table = [
                "kind": "people", "csv": "user_name,display_name\nmia,Mia\n", "office_of_names": "Hill", "do": "check",
            ]
            let refused = try await post(web, Address.adminImport, table).text
            #expect(refused.contains("Line 2: no office is named: choose one in “Office for lines without one”"))
        }
    }

    @Test func `Attendance of another system is imported with a reason, which the record shows`() async throws {
        try await TestWeb.with { web in
            let file = "user,kind,at,desk\nada,start,2026-11-19T09:00:00+09:00,6F-A1\nada,end,2026-11-19T17:00:00+09:00,\n"
            func send(_ fields: [String: String]) async throws -> TestResponse {
                try await post(
                    web, Address.adminImport, ["kind": "attendance", "csv": file, "do": "check"].merging(fields) { $1 })
            }
            let refused = try await send([:])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Enter a reason."))
            #expect(refused.text.contains("ada,start,2026") && refused.text.contains("value=\"attendance\" checked"))
            let checked = try await send(["reason": "Old system"])
            #expect(
                checked.text.contains("2 taps would be added.") && checked.text.contains("name=\"reason\" value=\"Old system\"")
            )
            #expect(try await send(["reason": "Old system", "do": "import"]).text.contains("2 taps added."))
            #expect(try await send(["reason": "Old system", "do": "import"]).text.contains("Nothing was added"))
            let record = try await web.send(.get, "/people/ada?month=2026-11&day=2026-11-19", as: "cy", headers: .page).text
            #expect(record.contains("09:00") && record.contains("Old system") && record.contains("Lea Root"))
            let line = "ada,pause,2026-11-18T09:00:00+09:00\n"
            let long = try await send(["csv": "user,kind,at\n" + String(repeating: line, count: 5001), "reason": "x"])
            #expect(long.status == .unprocessableContent && long.text.contains("at most 5000 taps at once"))
        }
    }

    @Test func `The import page refuses a list with too many names, and names the limit`() async throws {
        try await TestWeb.with { web in
            let names = String(repeating: "Mia Novak\n", count: 50_001)
            let refused = try await post(web, Address.adminImport, ["kind": "names", "csv": names, "do": "check"])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("The file has more than 50000 lines. Split it into several files."))
        }
    }

    @Test func `The import page says how it understood a file that is not plain`() async throws {
        try await TestWeb.with { (web) async throws in
            func checked(_ text: String, _ read: String = "") async throws -> String {
                try await post(web, Address.adminImport, ["kind": "people", "csv": text, "read": read, "do": "check"]).text
            }
            let plain = "user_name,display_name\nemi,Emi Sato\n"
            #expect(try await !checked(plain).contains("<p class=\"small\">Semi"))
            #expect(try await checked(plain.replacing(",", with: ";")).contains("<p class=\"small\">Semicolons</p>"))
            #expect(try await checked(plain.replacing(",", with: "\t")).contains("<p class=\"small\">Tabs</p>"))
            #expect(
                try await checked("sep=|\n" + plain.replacing(",", with: "|")).contains("<p class=\"small\">Separator “|”</p>"))
            let german = try await checked(plain.replacing(",", with: ";"), "Windows-1252")
            #expect(german.contains("<p class=\"small\">Semicolons, Windows-1252</p>"))
            #expect(german.contains("name=\"read\" value=\"Windows-1252\""))
            #expect(try await checked(plain, "xlsx").contains("<p class=\"small\">Excel, first sheet</p>"))
            #expect(try await !checked(plain, "<b>").contains("&lt;b&gt;"))
        }
    }

    @Test func `A chosen file is read as text, in whichever encoding it is`() async throws {
        try await TestWeb.with { (web) async throws in
            func read(_ bytes: [UInt8], as user: String = "lea") async throws -> TestResponse {
                try await web.send(
                    .post, Address.adminImportFile, as: user, headers: [.contentType: "application/octet-stream"], bytes: bytes)
            }
            let text = "user_name;display_name\r\nsato;佐藤 恵\r\n"
            let answer = try await read(Array(try #require(text.data(using: .shiftJIS))))
            #expect(answer.json["text"] == text && answer.json["read"] == "Shift_JIS (CP932)")
            #expect(try await read(Array(text.utf8)).json["read"] == "UTF-8")
            let broken = try await read([0x50, 0x4B, 3, 4])
            #expect(broken.status == .unprocessableContent && broken.json["reason"] == "bad_file")
            let bytes = try await read(Array("a,b\n1,".utf8) + [0xE9, 0x81, 0x20])
            #expect(bytes.json["detail"]?.hasPrefix("Line 2, column 2: this is not text") == true)
            #expect(try await read(Array(text.utf8), as: "cy").status == .forbidden)
        }
    }

    @Test func `Several parts of a sentence are joined by “and”`() async throws {
        try await TestWeb.with { (web) async throws in
            func checked(_ kind: String, _ text: String) async throws -> String {
                try await post(web, Address.adminImport, ["kind": kind, "csv": text, "do": "check"]).text
            }
            #expect(
                try await checked("teams", "team,manager\nA,bo\nB,lea\n").contains(
                    "2 teams and 2 team managers would be added."))
            #expect(try await checked("teams", "team,manager\nA,bo\n").contains("1 team and 1 team manager would be added."))
        }
    }

    @Test func `The list of people has pages of 50`() async throws {
        try await TestWeb.with { web in
            try await web.office.execute(
                """
                insert into person (user_name, display_name, office_id)
                select 'user' || n, 'Nobody ' || lpad(n::text, 3, '0'), 1 from generate_series(1, 120) as n
                """)
            let first = try await get(web, "/admin/people?q=nobody")
            #expect(first.count(of: "<tr>") == 51 && first.contains("q=nobody&amp;page=1") && !first.contains("rel=\"prev\""))
            let last = try await get(web, "/admin/people?q=nobody&page=2")
            #expect(last.count(of: "<tr>") == 21 && last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""))
        }
    }
}
