@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import TestOffice
import TestServers
import Testing

@Suite struct `Desk selection` {
    private static let known = ["6F-A1", "6F-A2", "6F-A10", "6F-A11", "6F-B1", "6F-B03", "6F-B4", "6F-LAB"]

    @Test(arguments: [
        ("", []), ("6F-A2", ["6F-A2"]), ("6f-a2 6F-A1", ["6F-A2", "6F-A1"]),
        ("6fa2,６Ｆ－Ａ１", ["6F-A2", "6F-A1"]),
        ("6F-LAB;6F-B1、6F-A1", ["6F-LAB", "6F-B1", "6F-A1"]),
        ("6F-A1…A10", ["6F-A1", "6F-A2", "6F-A10"]), ("6F-A2...11", ["6F-A2", "6F-A10", "6F-A11"]),
        ("6F-B1..6F-B4, 6F-B1", ["6F-B1", "6F-B03", "6F-B4"]),
    ])
    func `A desk selection has names of desks and ranges`(text: String, desks: [String]) throws {
        #expect(try DeskSelection.desks(text, among: Self.known) == desks)
    }

    @Test(arguments: ["6F-C1", "6F-A3", "6F-A20…30", "6F-A11…A1", "6F-LAB…6F-A1", "…", "6F-A1…", "<b>", "6F-A1…A2…A3"])
    func `A desk selection with an unknown desk is refused`(text: String) {
        let error = #expect(throws: WebError.self) { try DeskSelection.desks("6F-A1, " + text, among: Self.known) }
        #expect(error?.reason == .unknownDesk)
    }
}

/// Lea is the administrator.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tag sheet` {
    private static func page(_ web: TestWeb, _ query: String) async throws -> (status: HTTPResponse.Status, text: String) {
        let answer = try await web.send(.get, Address.tagSheet + query, as: "lea", headers: .page)
        return (answer.status, answer.text)
    }

    @Test func `A tag sheet has one code for each desk, which asks for the event, or three`() async throws {
        try await TestWeb.with { (web) async throws in
            let desks = try await web.office.store.floors.desks(on: "6F", of: web.office.office)
            let all = try await Self.page(web, "?codes=three")
            #expect(all.status == .ok && all.text.count(of: "class=\"tag-card\" data-three") == desks.count)
            #expect(all.text.count(of: "<figure data-kind=\"end\">") == desks.count)
            let one = try await Self.page(web, "?floor=6F&desks=6F-A3")
            #expect(one.text.count(of: "<figure>") == 1 && one.text.count(of: "class=\"sign\"") == 3)
            let word = try #require(try await web.office.store.tagWords.addressWords(of: web.office.office)["6F-A3"]).text
            for (page, event, word) in [
                (all, "event=start&", "&k=" + word), (all, "event=pause&", "&k=" + word), (all, "event=end&", "&k=" + word),
                (one, "", ""),
            ] {
                let code = try #require(QRCode("https://desk.example.com/t?\(event)desk=6F-A3\(word)"))
                #expect(page.text.contains("d=\"\(code.path)\""))
            }
        }
    }

    @Test func `Labels of a tag sheet have one language or all, the page's first`() async throws {
        try await TestWeb.with { (web) async throws in
            func labels(_ query: String) async throws -> [String] {
                let page = try await Self.page(web, "?desks=6F-A3" + query).text
                return page.matches(of: /<p lang="(..)">([^<]*)/).map { "\($0.output.1) \($0.output.2)" }
            }
            let english = ["en Clock in", "en Break", "en Clock out"]
            #expect(try await labels("") == english)
            #expect(try await labels("&labels=xx") == english)
            #expect(try await labels("&labels=ja") == ["ja 出勤", "ja 休憩", "ja 退勤"])
            let both = ["en Clock in", "ja 出勤", "en Break", "ja 休憩", "en Clock out", "ja 退勤"]
            #expect(try await labels("&labels=all") == both)
            #expect(try await labels("&labels=all&codes=three") == both)
            let three = try await Self.page(web, "?desks=6F-A3&codes=three").text
            #expect(three.contains(">Clock in<small>Back to work</small>"))
            #expect(try await !Self.page(web, "?desks=6F-A3").text.contains("<small>"))
        }
    }

    @Test func `A tag sheet reports a wrong selection, and warns if printed codes do not suffice`() async throws {
        try await TestWeb.with { (web) async throws in
            let unknown = try await Self.page(web, "?desks=6F-A1,9F-Z9")
            #expect(unknown.status == .badRequest && unknown.text.contains("“9F-Z9” is not a desk of this floor."))
            #expect(try await Self.page(web, "?office=Nowhere").status == .notFound)
            #expect(try await !Self.page(web, "").text.contains("no proof"))
            try await web.office.store.startRequirements.setStartRequirement(
                of: web.office.office, to: StartRequirement(networks: ["10.0.0.0/8"]))
            #expect(try await Self.page(web, "").text.contains("A printed code is none."))
        }
    }

    @Test func `Desks that were typed for another floor are left out after a change of the floor`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await Self.page(web, "?floor=6F&desks=6F-A3").text
            let key = try #require(page.firstMatch(of: /name="of" value="([^"]+)"/)?.1)
            #expect(try await Self.page(web, "?floor=6F&desks=6F-A3&of=\(key)").text.count(of: "class=\"tag-card\"") == 1)
            let changed = try await Self.page(web, "?floor=6F&desks=9F-Z9&of=\(web.office.office)/9F")
            #expect(changed.status == .ok && changed.text.contains("name=\"desks\" value=\"\""))
            #expect(changed.text.count(of: "class=\"tag-card\"") > 1)
        }
    }

    @Test func `A tag sheet names the office if there are several`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            let page = try await Self.page(web, "?desks=6F-A3")
            let code = try #require(QRCode("https://desk.example.com/t?desk=6F-A3&office=Harbour%20Office"))
            #expect(page.text.contains(code.path) && page.text.contains("<span class=\"office\">Harbour Office</span></h2>"))
            let other = try await Self.page(web, "?office=Other%20Office")
            #expect(other.status == .ok && other.text.contains("Other Office has no floor with desks yet."))
        }
    }

    @Test func `A desk's page has its tags and when they were last tapped`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let uid = try #require(UID(hex: "04A1B2C3D4E580"))
            let desk = try #require(DeskID("6F-A3"))
            let place = try await store.tags.place(of: .start, at: desk, in: nil, home: web.office.office)
            _ = try await store.tags.issueTag(uid, for: place, certifying: false, now: web.clock.now())
            let fresh = try await web.send(.get, "/admin/desks/6F-A3", as: "lea", headers: .page).text
            #expect(fresh.contains("04A1B2C3D4E580") && fresh.contains("No stored tap at this desk."))
            #expect(!fresh.contains("data-no-word"))
            try await web.office.execute("update tag set word = null")
            #expect(try await web.send(.get, "/admin/desks/6F-A3", as: "lea", headers: .page).text.contains("data-no-word"))
            #expect(try await web.send(.get, "/admin/tags", as: "lea", headers: .page).text.contains("data-no-word"))
            let reader = try await store.readers.addReader(name: "front door")
            let tap = """
                [{"id": "1B4E28BA-2FA1-11D2-883F-0016D3CCA427", "type": "tap", "user": "ada", "kind": "start",
                  "at": "2026-11-20T12:00:00+09:00", "desk": "6F-A3", "tag": {"uid": "04A1B2C3D4E580"}}]
                """
            #expect(try await web.send(.post, "/api/taps", key: reader, body: tap).status == .ok)
            let used = try await web.send(.get, "/admin/desks/6f-a3", as: "lea", headers: .page).text
            #expect(used.contains("Last tapped: 20 Nov 2026, 12:00"))
            #expect(used.count(of: "20 Nov 2026, 12:00") == 2)
            let other = try await web.send(.get, "/admin/desks/6F-A1", as: "lea", headers: .page).text
            #expect(other.contains("No tag is registered for this desk."))
            #expect(try await web.send(.get, "/admin/desks/9F-Z9", as: "lea", headers: .page).status == .notFound)
        }
    }
}
