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
struct `Undoing a tap` {
    private func tap(_ web: TestWeb, _ query: String = "event=start&desk=6F-A1") async throws -> String {
        let response = try await web.send(.post, "/t?\(query)", as: "ada", headers: .page)
        return try #require(response.headers[.location])
    }

    /// Ada's state.
    private func state(_ web: TestWeb) async throws -> String? { try await web.office.state(of: "ada")?.rawValue }

    private func path(_ address: String) -> String { String(address.prefix { $0 != "?" }) }

    @Test func `A tap can be undone for a minute, and afterwards corrected by a request`() async throws {
        try await TestWeb.with { (web) async throws in
            let result = try await tap(web)
            let page = try await web.send(.get, result, as: "ada", headers: .page).text
            #expect(page.contains("data-left=\"60\"") && page.contains("action=\"\(path(result))/undo\""))
            web.clock.advance(by: .seconds(33))
            #expect(try await web.send(.get, result, as: "ada", headers: .page).text.contains("data-left=\"25\""))
            #expect(try await web.send(.post, path(result) + "/undo", as: "bo", headers: .page).status == .notFound)
            let undone = try await web.send(.post, path(result) + "/undo", as: "ada", headers: .page)
            #expect(undone.status == .seeOther && undone.headers[.location] == path(result))
            let after = try await web.send(.get, result, as: "ada", headers: .page).text
            #expect(after.contains("</span>Undone</h1>") && after.contains("<p data-sentence>You are not at work.</p>"))
            #expect(!after.contains("/undo") && !after.contains("data-event"))
            // An undone tap has nothing to correct.
            #expect(!after.contains(Address.myAsk) && !after.contains("Request a correction"))
            #expect(try await state(web) == "off")

            let second = try await tap(web)
            web.clock.advance(by: .seconds(61))
            let late = try await web.send(.get, second, as: "ada", headers: .page).text
            #expect(!late.contains("/undo") && late.contains("href=\"/me/ask?tap="))
            #expect(try await web.send(.post, path(second) + "/undo", as: "ada").json["reason"] == "too_late")
            #expect(try await web.send(.post, path(second) + "/undo", as: "ada", headers: .page).status == .seeOther)
            #expect(try await state(web) == "work")
        }
    }

    @Test func `The page of an undone move says at which desk the person is again`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await tap(web)
            web.clock.advance(by: .seconds(600))
            let moved = try await tap(web, "event=start&desk=6F-A2")
            try await web.send(.post, path(moved) + "/undo", as: "ada", headers: .page)
            let page = try await web.send(.get, path(moved), as: "ada", headers: .page).text
            let head = try #require(page.split(separator: "<h1>").last?.split(separator: "</h1>").first)
            #expect(head.hasSuffix("</span>Undone") && page.contains("<title>Undone ·"))
            #expect(page.contains("<p data-sentence>You are at work at 6F-A1 again.</p>"))
        }
    }

    @Test func `A repeated break has nothing to undo, and an undone tap during a break says so`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await tap(web)
            web.clock.advance(by: .seconds(600))
            // The third break asks for a correction: it can follow a forgotten clock-in.
            for (seconds, canUndo) in [(60, true), (600, false), (60, true)] {
                let result = try await tap(web, "event=pause")
                let page = try await web.send(.get, result, as: "ada", headers: .page).text
                #expect(page.contains("/undo") == canUndo, "\(page)")
                web.clock.advance(by: .seconds(seconds))
            }
            let end = path(try await tap(web, "event=end"))
            try await web.send(.post, end + "/undo", as: "ada", headers: .page)
            #expect(try await web.send(.get, end, as: "ada", headers: .page).text.contains(">You are on a break again.</p>"))
        }
    }

    @Test func `An undone clock-out of a person whose desk is taken says that they are at work`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await tap(web)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "bo")
            web.clock.advance(by: .seconds(600))
            let end = path(try await tap(web, "event=end"))
            try await web.send(.post, end + "/undo", as: "ada", headers: .page)
            #expect(try await web.send(.get, end, as: "ada", headers: .page).text.contains(">You are at work again.</p>"))
        }
    }

    @Test func `The record says that a tap was undone, not that it was deleted`() async throws {
        try await TestWeb.with { (web) async throws in
            let result = try await tap(web)
            try await web.send(.post, path(result) + "/undo", as: "ada", headers: .page)
            let page = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            #expect(page.contains("<strong>undone</strong>") && page.contains("Ada Lindqvist undid this tap"))
            #expect(!page.contains("deleted this") && !page.contains("<q>undo</q>"))
        }
    }

    /// The first tap comes from a reader that was offline, the second from a reader whose clock is slow.
    @Test func `A tap that arrives long after it was made cannot be undone`() async throws {
        try await TestWeb.with { (web) async throws in
            for (kind, minutes, canUndo) in [(.start, 60, false), (.pause, 2, true)] as [(TapKind, Int64, Bool)] {
                let tap = TestOffice.submission(
                    "ada", kind, at: TestOffice.noon - .seconds(60 * minutes), desk: "6F-A1",
                    receivedAt: TestOffice.noon)
                _ = try await web.services.recorder.record([tap])
                let address = "/t/\(tap.tap.id.uuidString.lowercased())"
                let page = try await web.send(.get, address, as: "ada", headers: .page).text
                #expect(page.contains("/undo") == canUndo && page.contains("href=\"/me/ask?tap="))
                let undone = try await web.send(.post, address + "/undo", as: "ada")
                #expect((undone.json["reason"] ?? undone.json["outcome"]) == (canUndo ? "undone" : "too_late"))
            }
        }
    }

    @Test func `A start after a forgotten end asks when the person left`() async throws {
        try await TestWeb.with { (web) async throws in
            let yesterday = TestOffice.noon + .seconds(-86_400 - 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: yesterday, desk: "6F-A1")
            ])
            let result = try await tap(web)
            #expect(result.hasSuffix("?notes=missing_end"))
            let page = try await web.send(.get, result, as: "ada", headers: .page).text
            #expect(page.contains("When did you leave yesterday, Thursday 19 November?"))
            #expect(page.contains("You clocked in at 09:00"))
            #expect(page.contains("value=\"2026-11-19\""))
            let id = UUID().uuidString
            let answer = try await web.sendForm(
                "/me/ask", as: "ada",
                ["id": id, "kind": "end", "date": "2026-11-19", "time": "18:20", "reason": "I forgot to clock out."])
            #expect(answer.status == .seeOther)
            #expect(
                try await web.office.value("select concat_ws(' ', type, kind, at_sent) from correction_request")
                    == "add end 2026-11-19T18:20:00+09:00")
            // The question is not asked again.
            #expect(!(try await web.send(.get, result, as: "ada", headers: .page).text.contains("When did you leave")))
        }
    }
}
