@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hours
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

/// It is noon on Tuesday 10 March 2026 in the Harbour Office. Cy is HR, Lea an administrator.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Hours of a person` {
    static let noon = TestOffice.noon - .seconds(255 * 86_400)
    private static let page = "/hr/people/ada/hours"

    /// Full time for the office from 2026 on, and an employment of Ada's and Bo's from 2020 on.
    static func withSchedule(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with(clock: TickingClock(noon)) { (web) async throws in
            try await record(
                web,
                [
                    #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
                    #"{"type": "schedule", "name": "Half time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [14400, 14400, 14400, 14400, 14400, 0, 0]}"#,
                    #"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "schedule": "Full time", "rules": ["jp"]}"#,
                    #"{"type": "employment", "user": "1", "from": "2026-03-09", "office": "1"}"#,
                    #"{"type": "employment", "user": "2", "from": "2026-03-09", "office": "1"}"#,
                ])
            try await body(web)
        }
    }

    static func record(_ web: TestWeb, _ facts: [String]) async throws {
        let new = try facts.map { NewFact(try JSONValue(parsing: $0.utf8)) }
        #expect(try await web.office.store.hours.append(new, by: nil) == .appended)
    }

    private func show(_ web: TestWeb, as user: String = "cy") async throws -> String {
        let answer = try await web.send(.get, Self.page, as: user, headers: .page)
        #expect(answer.status == .ok)
        return answer.text
    }

    private func send(
        _ web: TestWeb, _ form: String, as user: String = "cy", _ fields: [String: String], id: UUID = UUID()
    ) async throws -> TestResponse {
        try await web.sendForm(
            "\(Self.page)/\(form)", as: user, ["id": id.uuidString, "reason": "As agreed"].merging(fields) { $1 })
    }

    private func facts(_ web: TestWeb, _ type: FactType) async throws -> [HoursFact] {
        try await web.office.store.hours.facts(of: 1).filter { $0.fact.content.type == type }
    }

    @Test func `Without a schedule there is no page, no link and no form`() async throws {
        try await TestWeb.with { (web) async throws in
            for user in ["cy", "lea"] {
                for address in [Self.page, "/hr/opening-balances"] {
                    #expect(try await web.send(.get, address, as: user, headers: .page).status == .notFound)
                }
                for address in ["/people/ada", "/hr"] {
                    let page = try await web.send(.get, address, as: user, headers: .page).text
                    #expect(!page.contains("/hours\"") && !page.contains("opening-balances"), "\(address)")
                }
                #expect(try await send(web, "adjustments", as: user, ["amount": "1:00"]).status == .notFound)
            }
            #expect(try await !web.send(.get, "/admin/people/ada", as: "lea", headers: .page).text.contains("/hours\""))
            #expect(try await web.office.value("select count(*)::text from access_log where purpose like '%terms%'") == "0")
        }
    }

    @Test func `With a schedule, HR and administrators get to the page from the record, and each view is logged`() async throws
    {
        try await Self.withSchedule { web in
            let link = "href=\"\(Self.page)\""
            for (user, address) in [("cy", "/people/ada"), ("lea", "/people/ada"), ("lea", "/admin/people/ada")] {
                #expect(try await web.send(.get, address, as: user, headers: .page).text.contains(link), "\(address)")
            }
            #expect(try await !web.send(.get, "/admin/people/lea", as: "lea", headers: .page).text.contains("/hours\""))
            #expect(try await !web.send(.get, "/me", as: "cy", headers: .page).text.contains("/hours\""))
            let ada = try await web.office.store.people.person(userName: "ada").id
            let before = try await web.office.store.audit.accesses(to: ada).count
            let page = try await show(web)
            #expect(page.contains("<strong>Full time (40:00 a week)</strong>"))
            #expect(page.contains("Office Harbour Office · since 9 Mar 2026") && page.contains("Nothing set"))
            #expect(page.contains("<strong>Japan</strong>") && page.contains("Target in March 2026: 136:00"))
            #expect(page.contains("<strong>-8:00</strong> until 9 Mar 2026"))
            let accesses = try await web.office.store.audit.accesses(to: ada)
            #expect(accesses.count == before + 1 && accesses.first?.purpose == AccessPurpose.hours.rawValue)
        }
    }

    @Test(arguments: [
        ("ada", HTTPResponse.Status.forbidden), ("bo", .forbidden), ("cy", .seeOther), ("lea", .seeOther),
    ])
    func `Only HR and administrators change the hours of others`(user: String, status: HTTPResponse.Status) async throws {
        try await Self.withSchedule { web in
            let adjusted = try await send(
                web, "adjustments", as: user, ["amount": "1:00", "date": "2026-03-09", "kind": "opening"])
            #expect(adjusted.status == status)
            let changed = try await send(web, "terms", as: user, ["from": "2026-03-16", "schedule": "=Half time"])
            #expect(changed.status == status)
            #expect(try await facts(web, .terms).count == (status == .seeOther ? 1 : 0))
        }
    }

    @Test(arguments: ["cy", "lea"]) func `Nobody sees or changes the own hours there`(user: String) async throws {
        try await Self.withSchedule { web in
            let own = "/hr/people/\(user)/hours"
            let page = try await web.send(.get, own, as: user, headers: .page)
            #expect(page.status == .seeOther && page.headers[.location] == Address.me)
            #expect(try await web.send(.get, own, as: user).status == .notFound)
            for (form, fields) in [
                ("terms", ["from": "2026-03-16", "schedule": "none"]),
                ("schedule", ["from": "2026-03-16", "hours": "20", "day-1": "yes"]),
                ("adjustments", ["date": "2026-03-09", "amount": "1:00", "kind": "opening"]),
                ("transfers", ["from": "2026-03-16", "place": "1"]),
                ("remove", ["fact": UUID().uuidString]),
            ] {
                let all = fields.merging(["id": UUID().uuidString, "reason": "x"]) { $1 }
                let status = try await web.sendForm("\(own)/\(form)", as: user, all).status
                #expect([.notFound, .forbidden].contains(status), "\(form)")
            }
            // The own row is not among the opening balances.
            let openings = try await web.send(.get, "/hr/opening-balances", as: user, headers: .page).text
            #expect(!openings.contains(own))
            #expect(try await web.office.value("select count(*)::text from hours_fact where author_id is not null") == "0")
        }
    }

    @Test func `No time is owed on a holiday of the month`() async throws {
        try await Self.withSchedule { web in
            try await Self.record(
                web,
                [
                    #"{"type": "holiday", "calendar": "fairs", "date": "2026-03-17", "name": "Fair"}"#,
                    #"{"type": "holiday", "calendar": "fairs", "date": "2026-03-18", "name": "Eve", "part": "afternoon"}"#,
                    #"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "calendars": ["fairs"]}"#,
                ])
            #expect(try await show(web).contains("Target in March 2026: 124:00"))
        }
    }

    @Test func `A contract that changes from 8 to 4 hours on 16 March gives 128 hours in March`() async throws {
        try await Self.withSchedule { web in
            try await Self.record(web, [#"{"type": "employment", "user": "1", "from": "2020-01-01", "office": "1"}"#])
            #expect(try await show(web).contains("Target in March 2026: 176:00"))
            let id = UUID()
            for _ in 0..<2 {
                let answer = try await send(web, "terms", ["from": "2026-03-16", "schedule": "=Half time"], id: id)
                #expect(answer.status == .seeOther && answer.headers[.location] == Self.page)
            }
            let page = try await show(web)
            #expect(page.contains("Target in March 2026: 128:00"))
            #expect(page.contains("From 16 Mar 2026: Half time (20:00 a week) · Own value"))
            #expect(page.contains("<strong>Schedule: Half time</strong>") && page.contains("From 16 Mar 2026 · As agreed"))
            #expect(page.contains("Cy Okonkwo, "))
            #expect(try await facts(web, .terms).count == 1)
        }
    }

    @Test(arguments: ["cy", "lea"])
    func `HR and administrators give a part-timer a schedule in one step`(user: String) async throws {
        try await Self.withSchedule { web in
            let week = ["from": "2026-03-16", "hours": "20"].merging((1...5).map { ("day-\($0)", "yes") }) { $1 }
            #expect(try await show(web, as: user).contains("action=\"\(Self.page)/schedule\""))
            #expect(try await send(web, "schedule", as: "bo", week).status == .forbidden)
            // An equal schedule is used.
            #expect(try await send(web, "schedule", as: user, week).status == .seeOther)
            #expect(try await facts(web, .terms).map { $0.fields["schedule"] } == ["Half time"])
            var part = week
            for day in 4...5 { part["day-\(day)"] = nil }
            #expect(try await send(web, "schedule", as: user, part).status == .seeOther)
            let page = try await show(web)
            #expect(page.contains("From 16 Mar 2026: 20 h, Mon Tue Wed (20:00 a week) · Own value"))
            #expect(page.contains("<option value=\"=20 h, Mon Tue Wed\">"))
            // 17 weekdays from 9 March on: five of 8 h, then eight of 6:40.
            #expect(page.contains("Target in March 2026: 93:20"))
        }
    }

    @Test func `An adjustment changes the balance once, and its removal with a reason undoes it`() async throws {
        try await Self.withSchedule { web in
            let (id, fields) = (UUID(), ["date": "2026-03-09", "amount": "+12:30", "kind": "opening"])
            for _ in 0..<2 { #expect(try await send(web, "adjustments", fields, id: id).status == .seeOther) }
            // The same form with another amount.
            let other = try await send(web, "adjustments", fields.merging(["amount": "1:00"]) { $1 }, id: id)
            #expect(other.status == .conflict && other.text.contains("This form was already sent with other values."))
            var page = try await show(web)
            #expect(
                page.contains("<strong>+4:30</strong> until 9 Mar 2026")
                    && page.contains("<strong>Opening balance +12:30</strong>"))
            let fact = try #require(try await facts(web, .adjustment).first)
            let reasonless = try await send(web, "remove", ["fact": fact.fact.id, "reason": " "])
            #expect(reasonless.status == .unprocessableContent && reasonless.text.contains("Enter a reason."))
            for _ in 0..<2 {
                #expect(try await send(web, "remove", ["fact": fact.fact.id, "reason": "Counted twice"]).status == .seeOther)
            }
            page = try await show(web)
            #expect(page.contains("<strong>-8:00</strong> until 9 Mar 2026") && page.contains("<s>Opening balance +12:30</s>"))
            #expect(page.contains("removed by Cy Okonkwo, ") && page.contains(" · Counted twice"))
            #expect(try await facts(web, .void).count == 1)
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `Only own terms and adjustments of this person can be removed`() async throws {
        try await Self.withSchedule { web in
            try await Self.record(
                web,
                [
                    #"{"type": "adjustment", "user": "1", "date": "2026-03-09", "s": 60, "reason": "retention"}"#,
                    #"{"type": "adjustment", "user": "2", "date": "2026-03-09", "s": 60}"#,
                ])
            let common = try await web.office.store.hours.commonFacts().facts.map(\.fact.id)
            let own = try await web.office.store.hours.facts(of: 1).map(\.fact.id)
            let other = try await web.office.store.hours.facts(of: 2).map(\.fact.id)
            for id in common + own + other + [UUID().uuidString, "x"] {
                #expect(try await send(web, "remove", ["fact": id]).status == .notFound)
            }
            #expect(try await !show(web).contains("/hours/remove"))
        }
    }

    @Test func `HR plans a transfer to a team, once, and removes it`() async throws {
        try await Self.withSchedule { web in
            #expect(try await !show(web).contains("/hours/transfers"))
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            let page = try await show(web)
            #expect(page.contains("<option value=\"\"></option><option value=\"1\">Harbour Office</option>"))
            #expect(page.contains("<option value=\"1/\(team)\">Design, Harbour Office</option>"))
            // Changes are proposed for the next month.
            #expect(page.components(separatedBy: "name=\"from\" value=\"2026-04-01\"").count == 4)
            #expect(try await send(web, "transfers", ["from": "2026-04-01", "place": ""]).text.contains("place-problem"))
            #expect(!page.contains("/hours/remove"))
            let (id, fields) = (UUID(), ["from": "2026-04-01", "place": "1/\(team)"])
            for _ in 0..<2 { #expect(try await send(web, "transfers", fields, id: id).status == .seeOther) }
            let other = try await send(web, "transfers", fields.merging(["place": "1"]) { $1 }, id: id)
            #expect(other.status == .conflict && other.text.contains("This form was already sent with other values."))
            let planned = try await facts(web, .employment).filter { $0.author != nil }
            #expect(planned.map { $0.fields["team"] } == [.string("\(team)")])
            #expect(planned.first?.reason == "As agreed")
            let after = try await show(web)
            #expect(after.contains("<strong>Design, Harbour Office</strong><span class=\"small\">From 1 Apr 2026 · As agreed"))
            let fact = try #require(planned.first)
            for _ in 0..<2 {
                #expect(try await send(web, "remove", ["fact": fact.fact.id, "reason": "Called off"]).status == .seeOther)
            }
            #expect(try await facts(web, .void).count == 1)
            #expect(try await show(web).contains("<s>Design, Harbour Office</s>"))
        }
    }

    @Test func `The office and team is listed once while it stays the same, and own values if there are any`() async throws {
        try await Self.withSchedule { web in
            let place = "<strong>Harbour Office</strong><span class=\"small\">"
            try await Self.record(web, [#"{"type": "employment", "user": "1", "from": "2026-03-10", "office": "1"}"#])
            var page = try await show(web)
            #expect(page.components(separatedBy: place).count == 2 && page.contains(place + "From 9 Mar 2026"))
            #expect(!page.contains("Own values"))
            try await Self.record(
                web,
                [
                    #"{"type": "employment", "user": "1", "from": "2026-03-10", "office": null}"#,
                    #"{"type": "employment", "user": "1", "from": "2026-03-11", "office": "1"}"#,
                    #"{"type": "terms", "scope": "person", "of": "1", "from": "2026-04-01", "schedule": "Half time"}"#,
                ])
            page = try await show(web)
            #expect(page.components(separatedBy: place).count == 3 && page.contains(place + "From 11 Mar 2026"))
            #expect(page.contains("Not employed") && page.contains("<h2 id=\"own\">Own values</h2>"))
        }
    }

    /// Gus is HR of the other office.
    @Test func `HR transfers people within its own offices, an administrator to any`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            try await web.record([TestWeb.schedule("full", 28800)])
            let other = try await web.office.store.offices.office(named: "Other Office").id
            let design = try await web.office.store.teams.team(named: "Design").id
            let form = ["from": "2026-12-01", "place": "\(other)"]
            #expect(try await !show(web).contains("Other Office"))
            #expect(try await show(web, as: "lea").contains("<option value=\"\(other)\">Other Office</option>"))
            for (user, place, status) in [
                ("cy", "\(other)", HTTPResponse.Status.unprocessableContent),
                ("lea", "\(other)/\(design)", .unprocessableContent), ("gus", "\(other)", .notFound),
                ("bo", "\(other)", .forbidden),
                ("lea", "\(other)", .seeOther),
            ] {
                let answer = try await send(web, "transfers", as: user, form.merging(["place": place]) { $1 })
                #expect(answer.status == status, "\(user) \(place)")
            }
        }
    }

    @Test func `A person is transferred between the first and the last day of the account`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.record([TestWeb.schedule("full", 28800)])
            let store = web.office.store
            let team = try await store.teams.addTeam("Design", in: web.office.office)
            let ada = try await store.people.person(userName: "ada").id
            let last = try #require(CivilDate(text: "2026-12-31"))
            try await store.people.leave([ada], when: { _ in .after(last) }, by: .command, now: web.clock.now())
            for (from, status) in [("2027-01-01", HTTPResponse.Status.unprocessableContent), ("2026-12-31", .seeOther)] {
                let answer = try await send(web, "transfers", ["from": from, "place": "1/\(team)"])
                #expect(answer.status == status, "\(from)")
                #expect(answer.text.contains("to 31 Dec 2026.") == (status != .seeOther))
            }
        }
    }

    @Test(arguments: [
        ("terms", ["from": "", "schedule": "none"], "from-problem"), ("terms", ["from": "2026-03-16"], "schedule-problem"),
        ("terms", ["from": "2026-03-16", "rules": "none", "rule-de": "yes"], "rules-problem"),
        ("terms", ["from": "2026-03-16", "calendar-x": "yes"], "calendars-problem"),
        ("terms", ["from": "2026-03-16", "carry": "cap", "carry_max": "x"], "carry-problem"),
        ("terms", ["from": "2026-03-16", "schedule": "none", "reason": ""], "reason-problem"),
        ("schedule", ["from": "x", "hours": "20", "day-1": "yes"], "week-from-problem"),
        ("schedule", ["from": "2026-03-16", "hours": "x", "day-1": "yes"], "hours-problem"),
        ("schedule", ["from": "2026-03-16", "hours": "20"], "days-problem"),
        ("schedule", ["from": "2026-03-16", "hours": "20", "day-1": "yes", "reason": ""], "week-reason-problem"),
        ("transfers", ["from": "2036-03-18", "place": "1"], "transfer-from-problem"),
        ("transfers", ["from": "2026-03-16", "place": "99"], "place-problem"),
        // Ada is there already.
        ("transfers", ["from": "2026-03-16", "place": "1"], "place-problem"),
        ("transfers", ["from": "2026-03-16", "place": "1/1", "reason": ""], "transfer-reason-problem"),
        ("adjustments", ["date": "2026-03-11", "amount": "1:00", "kind": "payout"], "date-problem"),
        ("adjustments", ["date": "2026-03-09", "amount": "x", "kind": "payout"], "amount-problem"),
        ("adjustments", ["date": "2026-03-09", "amount": "1:00", "kind": "x"], "kind-problem"),
        ("adjustments", ["date": "2026-03-09", "amount": "1:00", "kind": "payout", "reason": ""], "adjust-reason-problem"),
    ])
    func `A wrong field is named in the open form, which keeps what was typed`(
        form: String, fields: [String: String], problem: String
    ) async throws {
        try await Self.withSchedule { web in
            try await web.office.store.teams.addTeam("Design", in: web.office.office)
            let answer = try await send(
                web, form, as: "lea", fields.merging(["reason": fields["reason"] ?? "Typed <b>"]) { $1 })
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("id=\"\(problem)\"") && answer.text.contains("role=\"alert\""))
            #expect(answer.text.components(separatedBy: "role=\"alert\"").count == 2)
            #expect(answer.text.contains(" open><summary>"))
            #expect(fields["reason"] != nil || answer.text.contains("value=\"Typed &lt;b&gt;\""))
            #expect(try await web.office.value("select count(*)::text from hours_fact where author_id is not null") == "0")
        }
    }
}
