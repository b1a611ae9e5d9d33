@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestOffice
import TestServers
import Testing

/// Which names the map shows, and to whom.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Names on the map` {
    /// Ada and Emi at work; Ada stays unnamed. Bo manages a team, Cy is HR here, Lea administrator.
    private func withPeople(
        names: NamesShown = .office, isPrivate: Bool = true, _ body: (TestWeb) async throws -> Void
    ) async throws {
        try await `Authorization`.withPeople { web, _, _ in
            let store = web.office.store
            try await store.offices.change(web.office.office, OfficeChange(names: names))
            #expect(try await store.mapPrivacy.setPrivate(try await store.people.person(userName: "ada").id, to: isPrivate))
            for (user, desk) in [("ada", "6F-A1"), ("emi", "6F-A2")] {
                #expect(try await web.send(.post, "/t?event=start&desk=\(desk)", as: user).status == .ok)
            }
            try await web.presenceIsCurrent()
            try await body(web)
        }
    }

    private static let pages = ["/map/6F", "/now", "/api/presence", "/api/whereabouts?find=i"]

    @Test(arguments: [
        (NamesShown.office, "ned", ["Emi"]), (.office, "bo", ["Emi"]), (.office, "cy", ["Ada", "Emi"]),
        (.office, "lea", ["Ada", "Emi"]), (.managers, "ned", []), (.managers, "bo", ["Emi"]),
        (.managers, "cy", ["Ada", "Emi"]),
        (.everybody, "ned", ["Emi"]),
    ])
    func `Names on the map are shown to permitted viewers only`(names: NamesShown, user: String, read: [String]) async throws {
        try await withPeople(names: names) { web in
            for page in Self.pages {
                let text = try await web.send(.get, page, as: user, headers: page.hasPrefix("/api") ? [:] : .page).text
                // The viewer's own name is in the header of a page.
                for name in ["Ada", "Emi"] { #expect(text.contains(name) == read.contains(name), "\(page): \(name)") }
                if !page.contains("whereabouts") { #expect(text.contains("6F-A1") && text.contains("6F-A2"), "\(page)") }
            }
        }
    }

    @Test(arguments: [
        (NamesShown.office, "ned", ["emi"]), (.office, "cy", ["ada", "emi"]), (.managers, "ned", []),
        (.managers, "bo", ["emi"]),
    ])
    func `A team is shown to viewers who see the name`(names: NamesShown, user: String, seen: [String])
        async throws
    {
        try await withPeople(names: names) { web in
            for (colleague, team) in [("ada", "Design"), ("emi", "Sales")] {
                let id = try await web.office.store.people.person(userName: colleague).id
                let answer = try await web.send(.get, "/api/whereabouts?person=\(id)", as: user).text
                #expect(answer.contains("\"team\":\"\(team)\"") == seen.contains(colleague), "\(answer)")
                #expect(answer.contains("\"people\":[]") != seen.contains(colleague), "\(answer)")
            }
        }
    }

    @Test func `The team is found of people who are present in the shown office`() async throws {
        try await withPeople { web in
            let emi = try await web.office.store.people.person(userName: "emi").id
            let bo = try await web.office.store.people.person(userName: "bo").id
            func found(_ person: String, _ viewer: String) async throws -> Bool {
                let answer = try await web.send(.get, "/api/whereabouts?person=\(person)", as: viewer)
                return answer.status == .ok && !answer.text.contains("\"people\":[]")
            }
            #expect(try await found("\(emi)", "lea"))
            for person in ["\(bo)", "987654321", "-1", "x"] { #expect(try await !found(person, "lea"), "\(person)") }
            // Gus works in another office.
            #expect(try await !found("\(emi)", "gus"))
            #expect(try await !found("\(emi)&office=Harbour%20Office", "gus"))
            #expect(try await web.send(.post, "/t?event=end", as: "emi").status == .ok)
            #expect(try await !found("\(emi)", "lea"))
        }
    }

    @Test func `The map of another office is shown only if that office shows it to everybody`() async throws {
        try await withPeople { web in
            let here = "?office=" + Address.percentEncoded("Harbour Office")
            #expect(try await web.send(.get, "/map" + here, as: "gus", headers: .page).status == .notFound)
            #expect(try await web.send(.get, "/api/presence/stream" + here, as: "gus").status == .notFound)
            #expect(try await web.send(.get, "/api/presence?office=Nowhere", as: "lea").status == .notFound)
            try await web.office.store.offices.change(web.office.office, OfficeChange(names: .everybody))
            try await web.presenceIsCurrent()
            let map = try await web.send(.get, "/map" + here, as: "gus", headers: .page).text
            #expect(map.contains("Emi") && !map.contains("Ada") && map.contains("/map/6F?office=Harbour%20Office"))
        }
    }

    /// Gus works in the other office, Lea is administrator of all.
    @Test func `The map links to the maps of other offices that the viewer may see`() async throws {
        try await withPeople { web in
            func choice(_ user: String, _ address: String) async throws -> [String] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                guard let nav = page.firstMatch(of: /<details class="offices"(?s:.*?)<\/details>/) else { return [] }
                return nav.output.matches(of: /<a href="([^"]+)"( aria-current="page")?>([^<]+)</).map {
                    "\($0.output.3) \($0.output.1)" + ($0.output.2 == nil ? "" : " here")
                }
            }
            let own = try await web.send(.get, "/map", as: "gus", headers: .page).text
            for address in ["/map", "/now"] {
                for (user, count) in [("ned", 0), ("gus", 0), ("lea", 2)] {
                    #expect(try await choice(user, address).count == count, "\(user) \(address)")
                }
            }
            #expect(own.contains("<h1>"))
            try await web.office.store.offices.change(web.office.office, OfficeChange(names: .everybody))
            let lines = try await choice("gus", "/map?office=Harbour%20Office")
            #expect(lines.contains("Harbour Office /map?office=Harbour%20Office here"), "\(lines)")
            #expect(lines.count == 2 && lines.contains { $0.hasSuffix(" /map") }, "\(lines)")
            #expect(try await choice("gus", "/now").contains("Harbour Office /now?office=Harbour%20Office"))
            // A person of the office that is open to all still sees no other office.
            #expect(try await choice("ned", "/map") == [])
        }
    }

    @Test func `A person can hide their name on the map if the office allows it`() async throws {
        try await withPeople(isPrivate: false) { web in
            func map() async throws -> String { try await web.send(.get, "/api/presence", as: "ned").text }
            #expect(try await map().contains("Ada"))
            let form: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]
            let own = try await web.send(.get, Address.mySettings, as: "ada", headers: .page).text
            #expect(own.contains("Hide my name"))
            #expect(own.contains("The map shows your name at your desk to people of this office, to HR of the office"))
            let answer = try await web.send(.post, "/me/name-on-map", as: "ada", headers: form, body: "shown=no")
            #expect(answer.headers[.location] == "/me/settings#name-on-map")
            #expect(try await web.send(.get, Address.mySettings, as: "ada", headers: .page).text.contains("Show my name"))
            while try await map().contains("Ada") { try await Task.sleep(for: .milliseconds(10)) }
            let wrong = try await web.send(.post, "/me/name-on-map", as: "ada", headers: form, body: "shown=maybe")
            #expect(wrong.status == .badRequest)

            try await web.office.store.offices.change(web.office.office, OfficeChange(allowsPrivate: false))
            while try await !map().contains("Ada") { try await Task.sleep(for: .milliseconds(10)) }
            #expect(
                try await web.send(.post, "/me/name-on-map", as: "ada", headers: form, body: "shown=no").status == .forbidden)
            #expect(try await !web.send(.get, Address.mySettings, as: "ada", headers: .page).text.contains("name-on-map"))
        }
    }

    @Test func `The map says “You” at the own desk, also to a person who hides their name`() async throws {
        try await withPeople { web in
            for (user, isOwn) in [("ada", true), ("ned", false), ("cy", false)] {
                let page = try await web.send(.get, "/map/6F", as: user, headers: .page).text
                let parts = page.split(separator: "id=\"desk-6F-A1\"")
                let desk = try #require(parts.last?.split(separator: "id=\"desk-").first)
                #expect(desk.contains("aria-current=\"location\"") == isOwn, "\(user): \(desk)")
                #expect(desk.contains(">You</text>") == isOwn && (user == "cy" || !desk.contains("Ada")), "\(user): \(desk)")
            }
            let ada = try await web.office.store.people.person(userName: "ada").id
            let first = await web.broadcast.next(in: web.office.office, names: .unlessPrivate, for: ada, after: nil)
            guard case .events(let events, _) = first else { throw CancellationError() }
            let text = events.map { String(buffer: $0) }.joined()
            let ids = try #require(text.firstMatch(of: /^event: viewer\ndata: {"ids":\[(\d+),(-\d+)\]}\n\nevent: snapshot/))
            #expect(
                ids.output.1 == "\(ada)" && text.contains("\"desk\":\"6F-A1\"") && text.contains("\"id\":\(ids.output.2),"),
                "\(text)")
        }
    }

    @Test func `The list of people present says “You” to a person who hides their name`() async throws {
        try await withPeople { web in
            for (user, row) in [("ada", "You"), ("ned", "Name hidden"), ("cy", "Ada Lindqvist")] {
                let page = try await web.send(.get, Address.now, as: user, headers: .page).text
                let names = ["You", "Name hidden", "Ada Lindqvist"].filter { page.contains("<th scope=\"row\">\($0)</th>") }
                #expect(names == [row], "\(user)")
            }
        }
    }

    /// A person who becomes unnamed leaves the stream, and an unnamed person enters it. No id connects the two.
    @Test func `A presence stream without names does not connect a person to their unnamed presence`() async throws {
        try await withPeople(isPrivate: false) { web in
            var cursor: PresenceBroadcast.Cursor?
            func next() async throws -> String {
                while true {
                    switch await web.broadcast.next(in: web.office.office, names: .unlessPrivate, after: cursor) {
                    case .events(let events, let position):
                        cursor = position
                        return events.map { String(buffer: $0) }.joined()
                    case .heartbeat: continue
                    case .end: throw CancellationError()
                    }
                }
            }
            #expect(try await next().contains(#""name":"Ada"#))
            let ada = try await web.office.store.people.person(userName: "ada").id
            try await web.office.store.mapPrivacy.setPrivate(ada, to: true)
            let change = try await next()
            #expect(change.contains("\"id\":\(ada),\"name\":\"Ada"), "\(change)")
            #expect(change.contains(#""state":"off""#) && change.contains(#""desk":"6F-A1""#), "\(change)")
            #expect(try await web.send(.post, "/t?event=pause", as: "ada").status == .ok)
            let pause = try await next()
            #expect(pause.contains(#""state":"pause""#) && pause.contains("6F-A1"), "\(pause)")
            #expect(!pause.contains("Ada") && !pause.contains("\"id\":\(ada),"), "\(pause)")
        }
    }
}
