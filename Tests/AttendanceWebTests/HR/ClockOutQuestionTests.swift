@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Ada of Bo's team and Emi of Flo's forgot to clock out on Wednesday 18 November. Cy is HR. It is Friday noon.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Questions for clock-outs` {
    private static let list = "/hr?from=2026-11-01&to=2026-11-30"
    private static let nine = TestOffice.noon - .seconds(2 * 86_400 + 3 * 3600)

    private func withForgotten(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A1"),
                TestOffice.submission("emi", .start, at: Self.nine, desk: "6F-A3"),
            ])
            try await body(web)
        }
    }

    private func page(_ web: TestWeb, _ address: String, as user: String) async throws -> String {
        try await web.send(.get, address, as: user, headers: .page).text
    }

    private func address(_ user: String, _ web: TestWeb) -> String {
        "/people/\(user)/ask-for-clock-out?day=2026-11-18&office=\(web.office.office)"
    }

    private func hasButton(_ page: String, for user: String, _ web: TestWeb) -> Bool {
        page.contains("action=\"\(address(user, web).replacing("&", with: "&amp;"))\"")
    }

    /// The user names of the people who were asked.
    private func asked(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            """
            select string_agg(user_name, ' ' order by user_name) from day_question join person on person.id = person_id
            """)
    }

    private func says(_ message: StatusMessage, _ answer: TestResponse) -> Bool {
        answer.headers.contains { $0.value.contains("desktap-done=\(message.rawValue);") }
    }

    @Test(arguments: [("cy", list), ("bo", Address.team)])
    func `A person is asked in the row, which then says when, and can be asked again a day later`(
        user: String, list: String
    ) async throws {
        try await withForgotten { (web) async throws in
            let before = try await page(web, list, as: user)
            #expect(
                hasButton(before, for: "ada", web) && before.contains(">Ask the person<span class=\"unseen\"> Ada Lindqvist,"))
            let back = list + "#attention"
            let sent = try await web.sendForm(address("ada", web), as: user, ["back": back])
            #expect(sent.status == .seeOther && sent.headers[.location] == back && says(.clockOutAsked, sent))
            let after = try await page(web, list, as: user)
            #expect(after.contains(">asked 20 Nov</span>") && !hasButton(after, for: "ada", web))
            // The clock-out can still be entered here.
            #expect(after.contains("id=\"end-person-ada-2026-11-18\""))
            let again = try await web.sendForm(address("ada", web), as: user, ["back": back])
            #expect(again.status == .seeOther && says(.nothingAsked, again))
            let asker = try await web.office.store.people.person(userName: user).displayName
            let own = try await page(web, "/me?forgotten=2026-11-18", as: "ada")
            #expect(own.contains("<p>\(asker) asked for it on 20 Nov.</p>"))
            web.clock.advance(by: DayQuestion.pause)
            let next = try await page(web, list, as: user)
            #expect(next.contains(">asked 20 Nov</span>") && hasButton(next, for: "ada", web))
            #expect(try await says(.clockOutAsked, web.sendForm(address("ada", web), as: user, [:])))
            #expect(try await page(web, list, as: user).contains(">asked 21 Nov</span>"))
        }
    }

    @Test func `HR asks for all missing clock-outs of the selection`() async throws {
        try await withForgotten { (web) async throws in
            let before = try await page(web, Self.list, as: "cy")
            #expect(before.contains(">Ask for all 2 clock-outs</button>"))
            let found = try #require(before.firstMatch(of: /action="(\/hr\/ask\?[^"]*)"/)).1
            let action = String(found).replacing("&amp;", with: "&")
            // Of one person, the button in the row is enough; rows of another kind are not asked about.
            for query in ["&user=emi", "&kind=quarantined"] {
                #expect(try await !page(web, Self.list + query, as: "cy").contains("Ask for all"))
            }
            #expect(try await web.sendForm("/hr/ask?from=2026-11-01&to=2026-11-30&user=emi", as: "cy", [:]).status == .seeOther)
            #expect(try await asked(web) == "emi")
            #expect(try await !page(web, Self.list, as: "cy").contains("Ask for all"))
            let sent = try await web.sendForm(action, as: "cy", [:])
            #expect(sent.status == .seeOther && says(.clockOutAsked, sent))
            #expect(sent.headers[.location] == action.replacing("/hr/ask", with: "/hr") + "#attention")
            #expect(try await asked(web) == "ada emi")
            #expect(try await page(web, Self.list, as: "cy").count(of: ">asked 20 Nov</span>") == 2)
            #expect(try await says(.nothingAsked, web.sendForm(action, as: "cy", [:])))
        }
    }

    @Test func `A manager asks for all missing clock-outs of the own team`() async throws {
        try await withForgotten { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: Self.nine + .seconds(86_400), desk: "6F-A1")
            ])
            #expect(try await page(web, Address.team, as: "bo").contains(">Ask for all 2 clock-outs</button>"))
            let sent = try await web.sendForm(Address.teamAsk, as: "bo", [:])
            #expect(sent.status == .seeOther && sent.headers[.location] == "/my-team#attention" && says(.clockOutAsked, sent))
            #expect(try await asked(web) == "ada ada")
            #expect(try await page(web, Address.team, as: "bo").count(of: ">asked 20 Nov</span>") == 2)
        }
    }

    @Test func `A person who has requested the clock-out is not asked for it`() async throws {
        try await withForgotten { (web) async throws in
            let fields = ["id": "\(UUID())", "kind": "end", "date": "2026-11-18", "time": "17:30", "reason": "Forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            let list = try await page(web, Self.list, as: "cy")
            #expect(!hasButton(list, for: "ada", web) && hasButton(list, for: "emi", web) && !list.contains("Ask for all"))
            #expect(try await says(.nothingAsked, web.sendForm(address("ada", web), as: "cy", [:])))
            #expect(try await web.sendForm("/hr/ask?from=2026-11-01&to=2026-11-30", as: "cy", [:]).status == .seeOther)
            #expect(try await asked(web) == "emi")
        }
    }

    @Test(arguments: [
        ("gus", "/people/ada", HTTPResponse.Status.notFound), ("flo", "/people/ada", .notFound),
        ("bo", "/people/emi", .notFound),
        ("ada", "/people/ada", .forbidden), ("emi", "/people/ada", .forbidden), ("bo", Address.hrAsk, .forbidden),
        ("cy", Address.teamAsk, .forbidden), ("gus", Address.hrAsk, .seeOther),
        ("cy", Address.hrAsk + "?office=Other%20Office", .forbidden),
    ])
    func `Only managers of the team and HR of the office can ask a person`(
        user: String, place: String, status: HTTPResponse.Status
    ) async throws {
        try await withForgotten { (web) async throws in
            let isRow = place.hasPrefix("/people/")
            let target = isRow ? address(String(place.dropFirst("/people/".count)), web) : place
            #expect(try await web.sendForm(target, as: user, [:]).status == status)
            #expect(try await asked(web) == nil)
        }
    }

    @Test(arguments: ["", "?day=2026-11-18", "?day=Wednesday&office=1", "?day=2026-11-18&office=Harbour"])
    func `A question needs a day and an office`(query: String) async throws {
        try await withForgotten { (web) async throws in
            let answer = try await web.sendForm("/people/ada/ask-for-clock-out" + query, as: "cy", [:])
            #expect(answer.status == .badRequest)
        }
    }
}
