@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Bo manages Design, where Ada, Dai (who has left), Ines and Jun are; Flo manages Sales, where Emi is. It is Friday noon.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Team page` {
    private static let nine = TestOffice.noon - .seconds(3 * 3600)

    private func withTeams(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let store = web.office.store
            for (user, name) in [("ines", "Ines Carvalho"), ("jun", "高橋 純")] {
                try await store.people.addPerson(userName: user, displayName: name, role: .employee, office: web.office.office)
            }
            let design = try await store.teams.team(named: "Design")
            let members = try await store.exports.people(PeopleFilter(users: ["ada", "dai", "ines", "jun"]))
            try await store.people.assign(members.map(\.id), to: design.id)
            _ = try await web.services.recorder.record([
                // Ada forgot to end on Wednesday.
                TestOffice.submission("ada", .start, at: Self.nine - .seconds(2 * 86_400), desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A1"),
                TestOffice.submission("ines", .start, at: Self.nine, desk: "6F-A2"),
                TestOffice.submission("ines", .pause, at: Self.nine + .seconds(2 * 3600)),
                TestOffice.submission("jun", .start, at: Self.nine, desk: "6F-A3"),
                TestOffice.submission("jun", .end, at: Self.nine + .seconds(3600)),
                TestOffice.submission("emi", .start, at: Self.nine - .seconds(2 * 86_400), desk: "6F-A4"),
            ])
            try await web.office.execute("truncate access_log")
            try await body(web)
        }
    }

    /// A person's row in the list of members.
    private func row(of user: String, in page: String) throws -> String {
        let list = try #require(page.split(separator: "<table class=\"members\"").last?.split(separator: "</table>").first)
        return String(try #require(list.split(separator: "<tr>").first { $0.contains("href=\"/people/\(user)\">") }))
    }

    private func noted(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            """
            select string_agg(reader.user_name || ' of ' || person.user_name || ': ' || purpose || ' ' || period_from || ' '
                              || period_to, '; ' order by access_log.id)
              from access_log join person as reader on reader.id = reader_id join person on person.id = person_id
            """)
    }

    @Test(arguments: [
        ("bo", HTTPResponse.Status.ok), ("flo", .ok), ("ada", .forbidden), ("cy", .forbidden), ("lea", .forbidden),
        ("ned", .forbidden),
    ])
    func `The team page is for managers of a team`(user: String, status: HTTPResponse.Status) async throws {
        try await withTeams { web in
            let answer = try await web.send(.get, Address.team, as: user, headers: .page)
            #expect(answer.status == status)
        }
    }

    @Test func `The team page shows who of the team is here and at which desk`() async throws {
        try await withTeams { web in
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("My team <span class=\"office\">Design</span>"))
            let ada = try row(of: "ada", in: page)
            #expect(ada.contains("data-state=\"work\"") && ada.contains("href=\"/people/ada\">Ada Lindqvist</a></th>"))
            #expect(ada.contains("<a href=\"/map/6F?desk=6F-A1\">at work, 6F-A1, since 09:00</a>"))
            let ines = try row(of: "ines", in: page)
            #expect(ines.contains("data-state=\"pause\"") && ines.contains("on a break, 6F-A2, since 11:00</a>"))
            let jun = try row(of: "jun", in: page)
            #expect(jun.contains("data-state=\"off\"") && jun.contains("高橋 純") && jun.contains("clocked out at 10:00"))
            #expect(page.contains("1 at work, 1 on a break, 1 not here"))
            // Dai has left.
            #expect(page.count(of: "<th scope=\"row\"><a href=\"/people/") == 3 + 2 && !page.contains("Emi"))
            #expect(page.contains("<summary>Former members <span class=\"count\">1</span></summary>"))
            #expect(page.contains("<li><a href=\"/people/dai\">"))
            let sales = try await web.send(.get, Address.team, as: "flo", headers: .page).text
            #expect(sales.contains("/people/emi") && !sales.contains("Ada") && !sales.contains("Ines"))
        }
    }

    @Test func `The team page shows each member's hours of this week and of the last one, of today, and the days to correct`()
        async throws
    {
        try await withTeams { web in
            let lastFriday = Self.nine - .seconds(7 * 86_400)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ines", .start, at: lastFriday, desk: "6F-A2"),
                TestOffice.submission("ines", .end, at: lastFriday + .seconds(8 * 3600)),
            ])
            func hours(_ user: String, _ query: String = "") async throws -> [String] {
                let page = try await web.send(.get, Address.team + query, as: "bo", headers: .page).text
                let line = try row(of: user, in: page).replacing(/<span class="phone-only">[^<]*<\/span>/, with: "")
                let cells = line.matches(
                    of: /<td class="(?:in-out|time)"[^>]*>([^<]*)(?: <span class="where">(\+ [0-9:]+)<\/span>)?<\/td>/)
                return cells.map { String($0.1) + ($0.2.map { " \($0)" } ?? "") }
            }
            // The three hours since her clock-in are those of an open session. Wednesday has no clock-out, and a tap is held.
            let ada = try await hours("ada")
            #expect(ada == ["09:00 –", "0:00 + 3:00", "2"])
            #expect(try await hours("ines") == ["09:00 –", "2:00", ""])
            #expect(try await hours("jun") == ["09:00 – 10:00", "1:00", ""])
            #expect(try await hours("ines", "?week=last") == ["09:00 –", "8:00", ""])
            #expect(try await hours("jun", "?week=last") == ["09:00 – 10:00", "0:00", ""])
            #expect(try await hours("ada", "?part=now") == ["", "", ""])
            let page = try await web.send(.get, Address.team + "?week=last", as: "bo", headers: .page).text
            #expect(page.contains("<th scope=\"col\" class=\"time\">Last week</th>"))
            #expect(page.contains("<a href=\"/my-team\">This week</a>"))
            #expect(page.contains("<a href=\"/my-team?week=last\" aria-current=\"true\">Last week</a>"))
            #expect(page.contains("<a href=\"/hr/sheet/ines?month=2026-11\" aria-label=\"Timesheet of Ines Carvalho\">"))
        }
    }

    @Test func `The team page tells two people of one name apart by their user names`() async throws {
        try await withTeams { web in
            let store = web.office.store
            let design = try await store.teams.team(named: "Design")
            try await store.people.addPerson(
                userName: "ada2", displayName: "Ada Lindqvist", role: .employee, office: web.office.office)
            try await store.people.assign([try await store.people.person(userName: "ada2").id], to: design.id)
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            for user in ["ada", "ada2"] {
                #expect(try row(of: user, in: page).contains("Ada Lindqvist</a> <span class=\"where\">\(user)</span>"))
            }
            #expect(try !row(of: "ines", in: page).contains("class=\"where\""))
        }
    }

    @Test func `A search on the team page lists the people with the name, also those who left`() async throws {
        try await withTeams { web in
            let all = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            // A small team is seen at a glance.
            #expect(!all.contains("type=\"search\" name=\"name\""))
            try await web.office.execute("truncate access_log")
            let page = try await web.send(.get, Address.team + "?name=ines", as: "bo", headers: .page).text
            #expect(page.contains("name=\"name\" value=\"ines\""))
            #expect(page.contains("href=\"/people/ines\">") && !page.contains("href=\"/people/jun\">"))
            #expect(try await noted(web)?.contains("of jun") == false)
            let former = try await web.send(.get, Address.team + "?name=dai", as: "bo", headers: .page).text
            #expect(former.contains("<details open><summary>Former members") && former.contains("href=\"/people/dai\">"))
        }
    }

    @Test func `A manager prints the timesheets of the own teams, and each of the people sees the access`() async throws {
        try await withTeams { web in
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("<a class=\"act\" href=\"/my-team/sheets?month=2026-10\">Timesheets, October</a>"))
            #expect(page.contains("<a class=\"act\" href=\"/my-team/sheets?month=2026-11\">Timesheets, November</a>"))
            try await web.office.execute("truncate access_log")
            let sheets = try await web.send(.get, "/my-team/sheets?month=2026-11", as: "bo", headers: .page)
            #expect(sheets.status == .ok)
            #expect(sheets.text.contains("<h1>Timesheets, November 2026 <span class=\"office\">Design</span></h1>"))
            #expect(sheets.text.contains("<a href=\"/people/ada?month=2026-11\">Ada Lindqvist (1 day)</a>"))
            for person in ["Ada Lindqvist", "Ines Carvalho", "高橋 純"] {
                #expect(sheets.text.contains("<dd>\(person)</dd>"), "\(person)")
            }
            // Dai has left without a tap in November. Emi is in Flo's team.
            #expect(sheets.text.count(of: "<section class=\"month-sheet\">") == 3)
            #expect(sheets.text.contains("<a href=\"/my-team\">My team</a>"))
            let purposes = try await web.office.value(
                """
                select string_agg(person.user_name || ' ' || purpose, ';' order by person.user_name)
                  from access_log join person on person.id = person_id
                """)
            #expect(purposes == "ada monthly sheet;ines monthly sheet;jun monthly sheet")
            #expect(try await web.send(.get, "/my-team/sheets?month=2026-11", as: "ada").status == .forbidden)
            #expect(try await web.send(.get, "/my-team/sheets?month=November", as: "bo").status == .badRequest)
        }
    }

    @Test func `The team page shows no desk of a person who is unnamed on the map`() async throws {
        try await withTeams { web in
            let store = web.office.store
            try await store.mapPrivacy.setPrivate(try await store.people.person(userName: "ada").id, to: true)
            let page = try await web.send(.get, Address.team + "?part=now", as: "bo", headers: .page).text
            let ada = try row(of: "ada", in: page)
            #expect(ada.contains("data-state=\"unnamed\"") && ada.contains("name hidden on the map"))
            #expect(!page.contains("6F-A1") && page.contains("on a break, 6F-A2, since 11:00"))
            // The numbers are those of all members.
            let count = try #require(page.firstMatch(of: /id="count" data-live>([^<]+)</)).1
            #expect(count.hasSuffix(", 1 hidden on the map"), "\(count)")
            let members = count.matches(of: /[0-9]+/).compactMap { Int($0.output) }.reduce(0, +)
            #expect(members == page.count(of: "id=\"state-"))
        }
    }

    /// Ines belongs to Bo's team, and sits in the other office today.
    @Test(arguments: [(NamesShown.office, "not here now"), (.everybody, "at work, B-1")])
    func `The team page shows of another office what its map shows`(names: NamesShown, sentence: String) async throws {
        try await withTeams { web in
            let store = web.office.store
            let other = try await store.offices.office(named: "Other Office")
            try await store.floors.addFloor(
                Floor(name: "B", width: 400, height: 400), position: 0, rooms: [],
                desks: [(try #require(DeskID("B-1")), 40, 40)], to: other.id)
            try await store.offices.change(other.id, OfficeChange(names: names))
            _ = try await web.services.recorder.record([
                TestOffice.submission("ines", .start, at: Self.nine + .seconds(9000), desk: "B-1", office: "Other Office")
            ])
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            let line = try row(of: "ines", in: page)
            #expect(line.contains(sentence), "\(line)")
            #expect(line.contains("/map/B?desk=B-1&amp;office=Other%20Office") == (names == .everybody))
        }
    }

    @Test func `The team page has the days to correct, and the requests that wait`() async throws {
        try await withTeams { web in
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            // An open day needs no correction. For the quarantined tap there is a request already.
            #expect(page.count(of: "class=\"span\"") == 2)
            #expect(page.count(of: "Correction requested") == 1)
            func counts(_ requested: Int, in page: String) -> Bool {
                page.contains("Needs attention <span class=\"count\">2 (\(requested) requested)</span>")
            }
            // No date of this year has its year.
            #expect(page.contains(">Wed 18 Nov</a>"))
            #expect(counts(1, in: page))
            let card = try #require(page.firstMatch(of: /href="\/my-team#([-a-z0-9]+)">Correction requested<\/a>/)).1
            #expect(page.contains("<article class=\"request\" data-state=\"open\" id=\"\(card)\">"))
            #expect(page.contains("href=\"/people/ada?month=2026-11&amp;day=2026-11-18#day-2026-11-18\""))
            #expect(
                page.contains("<form method=\"post\" action=\"/people/ada/ask\"") && page.contains(">Send request</button>"))
            #expect(page.contains("name=\"back\" value=\"/my-team#attention\""))
            #expect(!page.contains("/quarantine"))
            #expect(page.contains("<h3>Ada Lindqvist") && page.contains("A slip"))
            #expect(page.contains("name=\"back\" value=\"/my-team\""))
            // A request by the manager is shown, too, and another person decides it.
            let form: HTTPFields = [.contentType: "application/json"]
            let wish = #"{"type":"add","user":"ada","kind":"end","at":"2026-11-18T18:00:00+09:00","reason":"She left at six"}"#
            let sent = try await web.send(.post, Address.requestList, as: "bo", headers: form, body: wish)
            #expect(sent.status == .created)
            let id = try #require(sent.json["id"])
            let own = "/people/ada?month=2026-11&amp;day=2026-11-18#request-\(id)"
            let after = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(after.count(of: "class=\"span\"") == 2 && counts(2, in: after))
            #expect(after.count(of: "Correction requested") == 2 && !after.contains("She left at six"))
            #expect(after.contains("href=\"\(own)\">Correction requested</a>"))
            let link = "<a href=\"/me#request-\(id)\">Ada Lindqvist, 18 Nov</a>"
            let sentLine = "Your waiting requests for other people (1): \(link)"
            #expect(after.contains(sentLine) && !page.contains("Your waiting requests"))
            #expect(try await web.send(.get, Address.me, as: "bo", headers: .page).text.contains("id=\"request-\(id)\""))
        }
    }

    @Test func `The team page has the days to correct of last month, too`() async throws {
        try await withTeams { web in
            // 30 September and 1 October.
            _ = try await web.services.recorder.record([
                TestOffice.submission("ines", .start, at: Self.nine - .seconds(51 * 86_400), desk: "6F-A5"),
                TestOffice.submission("ines", .start, at: Self.nine - .seconds(50 * 86_400), desk: "6F-A6"),
            ])
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("end-person-ines-2026-10-01\"") && !page.contains("end-person-ines-2026-09"))
            let rows = page.count(of: "class=\"span\"")
            #expect(page.contains("Needs attention <span class=\"count\">\(rows) (1 requested)</span>"))
        }
    }

    @Test func `The team page lets HR correct, for their own team only`() async throws {
        try await withTeams { web in
            let store = web.office.store
            let sales = try await store.teams.team(named: "Sales")
            try await store.people.setManager(try await store.people.person(userName: "cy").id, of: sales.id, to: true)
            let page = try await web.send(.get, Address.team, as: "cy", headers: .page).text
            #expect(page.contains("<form method=\"post\" action=\"/people/emi/correct\"") && page.contains(">Save</button>"))
            #expect(page.contains("Needs attention <span class=\"count\">1</span>"))
            #expect(!page.contains("Ada") && !page.contains("id=\"requests\""))
        }
    }

    @Test func `The team page logs an access for the days that it shows, and none for the states alone`() async throws {
        try await withTeams { web in
            _ = try await web.send(.get, Address.team, as: "bo", headers: .page)
            func seen(_ period: String) -> String {
                ["ada", "ines", "jun"].map { "bo of \($0): viewed on the team's page \(period)" }.joined(separator: "; ")
            }
            #expect(try await noted(web) == seen("2026-11-16 2026-11-20"))
            try await web.office.execute("truncate access_log")
            _ = try await web.send(.get, Address.team + "?week=last", as: "bo", headers: .page)
            #expect(try await noted(web) == seen("2026-11-09 2026-11-20"))
            try await web.office.execute("truncate access_log")
            _ = try await web.send(.get, Address.team + "?part=now", as: "bo", headers: .page)
            #expect(try await noted(web) == nil)
            // If the access cannot be logged, nothing is shown.
            try await web.office.execute("alter table access_log add check (purpose = 'none') not valid")
            let refused = try await web.send(.get, Address.team, as: "bo", headers: .page)
            #expect(refused.status == .internalServerError && !refused.text.contains("Ada"))
        }
    }

    @Test func `A decision on the team page returns to it, and to no other site`() async throws {
        try await withTeams { web in
            let request = try #require(try await web.office.value("select id::text from correction_request"))
            let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .accept: "text/html"]
            func refuse(_ back: String) async throws -> TestResponse {
                try await web.send(
                    .post, Address.refuse(request), as: "bo", headers: form, body: "comment=It+stays&back=\(back)")
            }
            #expect(try await refuse("https%3A%2F%2Fevil.example").headers[.location] == Address.team + "#requests")
            let again = try await refuse("%2Fmy-team")
            #expect(again.status == .seeOther && again.headers[.location] == Address.team + "#requests")
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(!page.contains("id=\"requests\""))
            // HR decides on quarantined taps, not the manager.
            #expect(page.contains("HR reviews the held tap") && !page.contains("/quarantine"))
        }
    }

    @Test func `A decision that fails on the team page stays there and says why at its field`() async throws {
        try await withTeams { web in
            let request = try #require(try await web.office.value("select id::text from correction_request"))
            let team = ["back": Address.team, "comment": ""]
            let silent = try await web.sendForm(Address.refuse(request), as: "bo", team)
            #expect(silent.status == .badRequest && silent.text.contains("<h1>My team"))
            #expect(silent.text.contains("id=\"problem-\(request)\">Add a comment to reject: Ada Lindqvist will read it."))
            #expect(silent.text.count(of: "aria-invalid=\"true\" aria-describedby=\"problem-\(request)\"") == 1)
            #expect(silent.text.contains("name=\"back\" value=\"/my-team\""))
            // HR was faster: the request is no longer listed.
            #expect(try await web.sendForm(Address.refuse(request), as: "cy", ["comment": "No"]).status == .seeOther)
            let late = try await web.sendForm(Address.approve(request), as: "bo", team)
            #expect(late.status == .conflict && late.text.contains("<h1>My team"))
            #expect(late.text.contains("role=\"alert\">Cy Okonkwo has already rejected this request.</p>"))
        }
    }

    @Test func `The team page is the list of records and of requests of a manager, and HR has its own`() async throws {
        try await withTeams { web in
            for (address, target) in [
                (Address.people, "/my-team"), ("/people?name=ines", "/my-team?name=ines"),
                (Address.requests, "/my-team#requests"),
            ] {
                let answer = try await web.send(.get, address, as: "bo", headers: .page)
                #expect(answer.status == .seeOther && answer.headers[.location] == target, "\(address)")
                #expect(try await web.send(.get, address, as: "cy", headers: .page).status == .ok, "\(address)")
            }
            // The pages that stay marked as the team's.
            for address in [Address.decidedRequests, Address.requests + "?page=1", Address.person("ada"), "/hr/sheet/ada"] {
                let page = try await web.send(.get, address, as: "bo", headers: .page).text
                #expect(page.contains("href=\"/my-team\" aria-current=\"page\""), "\(address)")
            }
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("<a class=\"act\" href=\"/requests/decided\">Decided requests</a>"))
        }
    }

    @Test func `The team page says so if there is nothing to do`() async throws {
        try await TestWeb.with { (web) async throws in
            let team = try await web.office.store.teams.addTeam("Quiet", in: web.office.office)
            try await web.office.store.people.setManager(
                try await web.office.store.people.person(userName: "bo").id, of: team, to: true)
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(
                page.contains("Your team has no members yet.") && page.contains("Nothing to fix in last month and this month."))
        }
    }
}
