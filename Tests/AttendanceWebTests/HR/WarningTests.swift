@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hours
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Checking warnings` {
    private static let hr = "/hr/warnings?from=2026-11-01&to=2026-11-30"
    private static let team = "/my-team/warnings?from=2026-11-01&to=2026-11-30"

    /// Ada's week with its warnings: two on Monday, a missing day on Wednesday, two on Thursday.
    private func withWarnings(_ body: (TestWeb, _ ada: PersonID) async throws -> Void) async throws {
        try await `Hours on My record`.withAWeek { (web) async throws in
            try await `Hours on My record`.addTerms(web)
            try await body(web, try await web.office.store.people.person(userName: "ada").id)
        }
    }

    private func box(
        _ person: PersonID, _ day: String, _ code: HoursWarning.Code = .breakShort, _ value: Int64 = 0, of limit: Int64
    ) throws -> String {
        let date = try #require(CivilDate(text: "2026-11-" + day))
        let rule: RuleSet = code == .missingDay ? .schedule : .de
        return WarningForm.Box(
            person, HoursWarning(date: date, rule: rule, code: code, value: value, limit: limit)
        ).name
    }

    private func page(_ web: TestWeb, _ address: String = Self.hr, as user: String = "cy") async throws -> String {
        try await web.send(.get, address, as: user, headers: .page).text
    }

    private func notes(_ web: TestWeb) async throws -> String? {
        try await web.office.value("select count(*)::text from warning_note")
    }

    @Test func `Without a schedule there is no list and no link`() async throws {
        try await TestWeb.with { (web) async throws in
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            let bo = try await web.office.store.people.person(userName: "bo").id
            try await web.office.store.people.setManager(bo, of: team, to: true)
            for (address, user, from) in [(Self.hr, "cy", "/hr"), (Self.team, "bo", "/my-team")] {
                #expect(try await web.send(.get, address, as: user, headers: .page).status == .notFound, "\(address)")
                #expect(try await web.sendForm(address, as: user, ["comment": "Agreed"]).status == .notFound, "\(address)")
                #expect(try await !page(web, from, as: user).contains("/warnings"), "\(from)")
            }
        }
    }

    @Test(arguments: [(hr, "cy", "/hr"), (hr, "lea", "/hr"), (team, "bo", "/my-team")])
    func `HR and the manager see the warnings, open ones first, with their rules and days, and check two with one comment`(
        address: String, user: String, from: String
    ) async throws {
        try await withWarnings { (web, ada) async throws in
            let path = address.prefix { $0 != "?" }
            #expect(try await page(web, from, as: user).contains("href=\"\(path)"))
            let before = try await page(web, address, as: user)
            let boxes = try [
                box(ada, "16", of: 2700), box(ada, "16", .unbroken, 34_200, of: 21_600),
                box(ada, "18", .missingDay, of: 28_800), box(ada, "19", of: 1800),
                box(ada, "19", .unbroken, 28_800, of: 21_600),
            ]
            let found = before.matches(of: /name="(warning-[^"]+)"/).map { String($0.1) }.filter { boxes.contains($0) }
            #expect(found == boxes)
            #expect(before.contains("Break 0 of 45 min") && before.contains("(ArbZG § 4)."))
            #expect(before.contains("href=\"/people/ada?month=2026-11&amp;day=2026-11-16#day-2026-11-16\""))
            #expect(!before.contains("<summary id=\"checked\">"))
            // The form is below the list.
            let parts = before.components(separatedBy: "<form id=\"chosen\"")
            #expect(parts.count == 2 && parts[0].contains("</table>") && parts[1].contains("Comment (the person sees it)"))
            let fields = [boxes[0]: "yes", boxes[2]: "yes", "comment": " Agreed with the council "]
            // A form that is sent twice checks once.
            for _ in 0..<2 {
                let answer = try await web.sendForm(address, as: user, fields)
                #expect(answer.status == .seeOther && answer.headers[.location] == address)
            }
            #expect(try await notes(web) == "2")
            let after = try await page(web, address, as: user)
            #expect(!after.contains(boxes[0]) && !after.contains(boxes[2]) && after.contains(boxes[1]))
            #expect(after.contains("<summary id=\"checked\">Checked <span class=\"count\">2</span>"))
            let name = try await web.office.store.people.person(userName: user).displayName
            let note = "Checked by \(name) on 20 Nov 2026: “Agreed with the council”"
            #expect(after.components(separatedBy: note).count == 3)
            let own = try await page(web, "/me?month=2026-11", as: "ada")
            #expect(own.components(separatedBy: note).count == 3)
            // In the list and on the day.
            #expect(own.contains("<span class=\"flag\">✓ Break 0 of 45 min</span>"))
            for shown in [after, own] {
                #expect(shown.contains("<span class=\"where\">✓ Break 0 of 45 min</span> <button"))
                #expect(!shown.contains("✓ 8:00 without a break"))
            }
            // Warnings are not on a sheet to sign.
            #expect(try await !page(web, "/hr/sheet/ada?month=2026-11", as: "cy").contains("Agreed"))
        }
    }

    @Test func `A warning whose figures changed is open again, and a form with the earlier ones is refused`() async throws {
        try await withWarnings { (web, ada) async throws in
            let earlier = try box(ada, "19", of: 1800)
            #expect(try await web.sendForm(Self.hr, as: "cy", [earlier: "yes", "comment": "Agreed"]).status == .seeOther)
            func at(_ minutesAfterNine: Int64) -> Instant {
                TestOffice.noon + .seconds(-86_400 - 3 * 3600 + minutesAfterNine * 60)
            }
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .pause, at: at(180), receivedAt: TestOffice.noon),
                TestOffice.submission("ada", .start, at: at(200), desk: "6F-A1", receivedAt: TestOffice.noon),
            ])
            let changed = try box(ada, "19", .breakShort, 1200, of: 1800)
            let after = try await page(web)
            #expect(after.contains("name=\"\(changed)\"") && after.contains("Break 20 of 30 min"))
            #expect(!after.contains("Checked by"))
            let fields = [earlier: "yes", changed: "yes", "comment": "Again"]
            let answer = try await web.sendForm(Self.hr, as: "cy", fields)
            #expect(answer.status == .conflict && answer.text.contains("A chosen warning has changed."))
            #expect(answer.text.contains("value=\"Again\"") && answer.text.contains("name=\"\(changed)\" value=\"yes\""))
            #expect(try await notes(web) == "1")
        }
    }

    @Test func `A missing or long comment is named at its field, and the choice stays`() async throws {
        try await withWarnings { (web, ada) async throws in
            let chosen = try box(ada, "16", of: 2700)
            let long = String(repeating: "あ", count: WarningNote.longest + 1)
            for (comment, status, sentence) in [
                (" ", HTTPResponse.Status.unprocessableContent, "Enter a comment."),
                (long, .badRequest, "at most 200 characters"),
            ] {
                let answer = try await web.sendForm(Self.hr, as: "cy", [chosen: "yes", "comment": comment])
                #expect(answer.status == status && answer.text.contains("aria-describedby=\"comment-problem\""))
                #expect(answer.text.contains(sentence) && answer.text.components(separatedBy: "role=\"alert\"").count == 2)
                #expect(answer.text.contains(/name="warning-\d+\.2026-11-16\.de\.break_short[^>]* checked>/))
            }
            let none = try await web.sendForm(Self.hr, as: "cy", ["comment": "Agreed", "warning-1.x": "yes"])
            #expect(none.status == .unprocessableContent && none.text.contains("Choose at least one warning."))
            #expect(!none.text.contains("comment-problem") && none.text.contains("value=\"Agreed\""))
            #expect(try await notes(web) == "0")
        }
    }

    @Test(arguments: [
        // HR of another office, another team's manager, an employee, and Ada herself.
        (hr, "gus", HTTPResponse.Status.notFound), (team, "flo", .notFound), (team, "emi", .forbidden), (hr, "ada", .forbidden),
        (hr, "bo", .forbidden),
    ])
    func `Others than the manager and HR of the office see and check nothing`(
        address: String, user: String, status: HTTPResponse.Status
    ) async throws {
        try await withWarnings { (web, ada) async throws in
            #expect(try await !page(web, address, as: user).contains("Break 0 of 45 min"))
            let fields = [try box(ada, "16", of: 2700): "yes", "comment": "Agreed"]
            #expect(try await web.sendForm(address, as: user, fields).status == status)
            #expect(try await notes(web) == "0")
        }
    }

    @Test func `The own warnings are not in the list, and cannot be checked`() async throws {
        try await withWarnings { (web, ada) async throws in
            try await web.office.store.people.change(ada, PersonChange(role: .hr), by: .command, now: web.clock.now())
            let chosen = try box(ada, "16", of: 2700)
            #expect(try await page(web).contains(chosen))
            let own = try await page(web, as: "ada")
            #expect(own.contains("<h2 id=\"open\">") && !own.contains(chosen))
            let fields = [chosen: "yes", "comment": "Mine"]
            #expect(try await web.sendForm(Self.hr, as: "ada", fields).status == .notFound)
            #expect(try await notes(web) == "0")
        }
    }

    @Test(arguments: [
        (hr, "cy", "&user=nobody", HTTPResponse.Status.notFound, "name=\"user\" value=\"nobody\""),
        (hr, "cy", "&rows=x", .badRequest, "name=\"from\" value=\"2026-11-01\""),
        ("/my-team/warnings?from=2026-11-30&to=2026-11-01", "bo", "", .badRequest, "name=\"from\" value=\"2026-11-30\""),
    ])
    func `A wrong filter stays as typed below what is wrong with it, and no access is logged`(
        address: String, user: String, more: String, status: HTTPResponse.Status, field: String
    ) async throws {
        try await withWarnings { (web, ada) async throws in
            let before = try await web.office.store.audit.accesses(to: ada).count
            let answer = try await web.send(.get, address + more, as: user, headers: .page)
            #expect(answer.status == status && answer.text.contains(field))
            #expect(answer.text.contains("<p class=\"problem\" role=\"alert\" id=\"problem\">"))
            #expect(!answer.text.contains("No warnings to check."))
            #expect(try await web.office.store.audit.accesses(to: ada).count == before)
        }
    }

    @Test func `Each view is logged with its purpose`() async throws {
        try await withWarnings { (web, ada) async throws in
            for (address, user, purpose) in [
                (Self.hr, "cy", AccessPurpose.list.rawValue), (Self.team, "bo", AccessPurpose.team.rawValue),
                (Self.hr + "&purpose=Audit", "cy", "Audit"), (Self.team + "&purpose=Audit", "bo", "Audit"),
            ] {
                let before = try await web.office.store.audit.accesses(to: ada).count
                _ = try await page(web, address, as: user)
                let accesses = try await web.office.store.audit.accesses(to: ada)
                #expect(accesses.count == before + 1 && accesses.first?.purpose == purpose, "\(address) \(user)")
                #expect(accesses.first?.period.lowerBound.description == "2026-11-01")
            }
        }
    }

    @Test func `A page has 200 warnings, and checked ones are after all open ones`() async throws {
        try await TestWeb.with { (web) async throws in
            try await `Hours of a person`.record(
                web,
                [
                    #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
                    #"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "schedule": "Full time", "rules": ["schedule"]}"#,
                    #"{"type": "employment", "user": "1", "from": "2026-01-01", "office": "1"}"#,
                ])
            let list = "/hr/warnings?from=2026-01-01&to=2026-11-30&user=ada"
            // Ada did not work from Thursday 1 January to Thursday 19 November.
            let box = "warning-1.2026-01-01.schedule.missing_day.0.28800"
            func boxes(_ page: String) -> Int { page.components(separatedBy: "form=\"chosen\"").count - 1 }
            let first = try await page(web, list)
            #expect(first.contains("1 to 200 of 231") && first.contains("To check <span class=\"count\">231</span>"))
            #expect(first.contains(box) && boxes(first) == 200)
            let second = try await page(web, list + "&rows=2")
            #expect(second.contains("201 to 231 of 231") && boxes(second) == 31)
            let answer = try await web.sendForm(list + "&rows=2", as: "cy", [box: "yes", "comment": "On leave"])
            #expect(answer.status == .seeOther && answer.headers[.location] == list)
            let (after, last) = (try await page(web, list), try await page(web, list + "&rows=2"))
            #expect(boxes(after) == 200 && !after.contains(box) && !after.contains("On leave"))
            #expect(boxes(last) == 30 && last.contains("Checked by Cy Okonkwo on 20 Nov 2026: “On leave”"))
        }
    }
}
