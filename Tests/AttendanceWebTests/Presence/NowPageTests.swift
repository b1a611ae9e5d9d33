@testable import AttendanceStore
@testable import AttendanceWeb
@testable import Localization

import Attendance
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `People present` {
    /// Ada is at 6F-A3, Bo on a break at 7F-A1, Cy has left, and Lea was not in.
    private func withPeople(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            for (user, tap) in [
                ("ada", "start&desk=6F-A3"), ("bo", "start&desk=7F-A1"), ("cy", "start&desk=6F-A1"), ("bo", "pause"),
                ("cy", "end"),
            ] {
                let answer = try await web.send(.post, "/t?event=\(tap)", as: user)
                #expect(answer.status == .ok)
            }
            try await web.presenceIsCurrent()
            try await body(web)
        }
    }

    @Test func `The list of people present has desk, time and a tick box, by floor or by name`() async throws {
        try await withPeople { web in
            let page = try await web.send(.get, Address.now, as: "lea", headers: .page).text
            #expect(Self.rows(page) == ["Ada Lindqvist 6F-A3 At work 12:00", "Bo Nakamura 7F-A1 On a break 12:00"])
            #expect(page.contains("scope=\"rowgroup\">6F ") && page.contains("scope=\"rowgroup\">7F "))
            #expect(page.count(of: "class=\"paper tick\"") == 2)
            // At the top, too: the list is long.
            #expect(page.count(of: "data-print hidden>Print roll call</button>") == 1)
            // The header of each printed sheet.
            #expect(page.contains("Harbour Office · roll call · Friday 20 November 2026, 12:00:00 · People: 2"))
            let byName = try await web.send(.get, Address.now + "?by=name", as: "lea", headers: .page).text
            #expect(Self.rows(byName).count == 2 && !byName.contains("rowgroup"))
        }
    }

    @Test func `A person who is deactivated while clocked in is no longer present, and the desk is free`() async throws {
        try await withPeople { web in
            let (people, now) = (web.office.store.people, web.clock.now())
            try await people.leave(try await people.person(userName: "ada").id, at: now, by: .command, now: now)
            let page = try await web.send(.get, Address.now, as: "lea", headers: .page).text
            #expect(Self.rows(page) == ["Bo Nakamura 7F-A1 On a break 12:00"])
            #expect(page.contains("<li><a href=\"/map/6F?desk=6F-A3\">6F-A3<"))
        }
    }

    @Test func `A move to another desk, and a taken desk, do not change since when a person is at work`() async throws {
        try await withPeople { web in
            web.clock.advance(by: .seconds(2400))
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A4", as: "ada").status == .ok)
            let page = try await web.send(.get, Address.now, as: "lea", headers: .page).text
            #expect(
                Self.rows(page) == [
                    "Ada Lindqvist 6F-A4 At work 12:00", "Bo Nakamura 7F-A1 On a break 12:00",
                ])
            // Bo takes Ada's desk.
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A4", as: "bo").status == .ok)
            let taken = try await web.send(.get, Address.now, as: "lea", headers: .page).text
            #expect(
                Self.rows(taken) == [
                    "Bo Nakamura 6F-A4 At work 12:40 Here since 12:00", "Ada Lindqvist – At work 12:00",
                ])
        }
    }

    @Test func `The list of people present says to its script how to announce what is typed into the search`() async throws {
        try await withPeople { web in
            let page = try await web.send(.get, Address.now, as: "lea", headers: .page).text
            #expect(page.contains("Presence/filter.js\""))
            #expect(page.contains("id=\"filtered\" role=\"status\" data-words=\"{shown} of {count} shown."))
            #expect(page.contains(" data-letters=\"ßss æae "))
        }
    }

    @Test func `The list of people present has the free desks with links to the map, on the screen only`() async throws {
        try await withPeople { web in
            try await web.office.execute("update desk set out_of_service = 'no lamp' where id = '6F-A8'")
            let page = try await web.send(.get, Address.now + "?by=name", as: "lea", headers: .page).text
            let free = page.matches(of: /<li><a href="([^"]+desk=[^"]+)">([^<]+)</).map { "\($0.output.2) \($0.output.1)" }
            #expect(free.prefix(2) == ["6F-A1 /map/6F?desk=6F-A1", "6F-A2 /map/6F?desk=6F-A2"])
            // Without those of Ada and Bo, and the one out of service.
            #expect(free.count == 13 && page.contains("Free desks: 13"))
            #expect(!free.contains { $0.hasPrefix("6F-A3") || $0.hasPrefix("6F-A8") || $0.hasPrefix("7F-A1") })
            #expect(page.contains("class=\"free-desks screen\""))
            try await web.office.execute("update desk set out_of_service = 'closed'")
            #expect(!(try await web.send(.get, Address.now, as: "lea", headers: .page).text.contains("free-desks")))
        }
    }

    @Test func `Free desks are listed by name and number`() {
        let sorted = ["6F-A2", "6F-A10", "6F-A10B", "6F-B1", "10F-A1", "LOBBY", "LOBBY-1"]
        #expect(NowPage.inNaturalOrder(sorted.reversed()) == sorted)
    }

    @Test func `The list of people present can be limited to the viewer's team, and says so in print`() async throws {
        try await withPeople { web in
            let store = web.office.store
            let team = try await store.teams.addTeam("Design", in: web.office.office)
            try await store.people.assign([try await store.people.person(userName: "ada").id], to: team)
            try await store.people.setManager(try await store.people.person(userName: "lea").id, of: team, to: true)
            let page = try await web.send(.get, Address.now + "?team=mine", as: "lea", headers: .page).text
            #expect(Self.rows(page) == ["Ada Lindqvist 6F-A3 At work 12:00"])
            #expect(page.contains("People: 1 (my team only)"))
        }
    }

    @Test func `The list of people present says if there are no people here`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, Address.now, as: "lea", headers: .page).text
            #expect(page.contains("No people here now."))
        }
    }

    @Test(arguments: [
        ("ADA", ["Ada Lindqvist: at work, 6F-A3, since 12:00"]), ("naka", ["Bo Nakamura: on a break, 7F-A1, since 12:00"]),
        ("Cy Okonkwo", ["Cy Okonkwo: clocked out at 12:00"]), ("Lea", ["Lea Root: not here now"]), ("Dai", []), ("%", []),
        ("  ", []),
        (
            "o",
            ["Bo Nakamura: on a break, 7F-A1, since 12:00", "Cy Okonkwo: clocked out at 12:00", "Lea Root: not here now"]
        ),
    ])
    func `The search for colleagues also finds people who are not here`(text: String, found: [String]) async throws {
        try await withPeople { web in
            let find = "?find=" + Address.percentEncoded(text)
            let page = try await web.send(.get, Address.now + find, as: "ada", headers: .page).text
            for line in found {
                let (name, sentence) = try #require(line.split(separator: ": ").map(String.init).pair)
                #expect(page.contains(name) && page.contains("<span>\(sentence)</span>"))
            }
            let answer = try await web.send(.get, Address.whereabouts + find, as: "ada").text
            #expect(answer.count(of: "\"sentence\"") == found.count)
            #expect(answer.contains("\"address\":\"/map/6F?desk=6F-A3\"") == found.contains { $0.hasPrefix("Ada") })
        }
    }

    @Test func `The list and the search of people present exclude other offices`() async throws {
        try await withPeople { web in
            let office = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await web.office.store.people.addPerson(userName: "eve", displayName: "Eve", role: .employee, office: office)
            for address in [Address.now, Address.now + "?find=a", Address.whereabouts + "?find=a"] {
                #expect(!(try await web.send(.get, address, as: "eve", headers: .page).text.contains("Ada")))
            }
        }
    }

    /// The text of the list's rows.
    private static func rows(_ page: String) -> [String] {
        page.split(separator: "\n").filter { $0.contains("paper tick") }.map { row in
            row.replacing(/<[^>]+>/, with: " ").split(separator: " ").joined(separator: " ")
        }
    }
}

extension [String] {
    /// Its two elements.
    fileprivate var pair: (String, String)? { count == 2 ? (self[0], self[1]) : nil }
}

@Suite(.inEnglish) struct `Whereabouts of a person` {
    private static let noon = TestOffice.noon

    private static func found(
        _ state: Presence.State, office: OfficeID? = 1, desk: String? = "6F-A1", deadline: Int64? = nil,
        leftHoursAgo: Int64? = nil, hoursLater: Int64 = 0
    ) -> FoundPerson {
        let person = PersonPresence(
            id: 1, userName: "ada", displayName: "Ada", state: state, office: office, desk: desk,
            floor: desk.map { _ in "6F" }, since: noon - .seconds(60),
            deadline: deadline.map { noon + .seconds($0) },
            stateSince: state == .off
                ? leftHoursAgo.map { noon - .seconds($0 * 3600) } : noon - .seconds(state == .work ? 3600 : 600))
        return FoundPerson(
            Whereabouts(person: person),
            seenIn: MapAccess(
                office: Office(id: 1, name: "Harbour Office", timeZone: "Asia/Tokyo"), names: .all, otherOffice: nil),
            clock: LocalClock("Asia/Tokyo"), now: noon + .seconds(hoursLater * 3600))
    }

    @Test func `A person's whereabouts are described with what is known`() {
        #expect(Self.found(.work).sentence == "at work, 6F-A1, since 11:00")
        #expect(Self.found(.pause).sentence == "on a break, 6F-A1, since 11:50")
        #expect(Self.found(.pause, desk: nil).sentence == "on a break, since 11:50")
        // Of another day, with the day.
        #expect(Self.found(.work, hoursLater: 13).sentence == "at work, 6F-A1, since yesterday 11:00")
        #expect(Self.found(.pause, hoursLater: 37).sentence == "on a break, 6F-A1, since 20 Nov, 11:50")
        // Another person has taken over the desk.
        #expect(Self.found(.work, desk: nil).sentence == "at work, since 11:00")
        #expect(Self.found(.off, desk: nil, leftHoursAgo: 2).sentence == "clocked out at 10:00")
        #expect(Self.found(.off, desk: nil, leftHoursAgo: 20).sentence == "not here now")
        #expect(Self.found(.off, office: nil, desk: nil).sentence == "not here now")
    }

    @Test func `The map has the start of a named person's session if the break or the work after one began later`() {
        func hereSince(_ state: Presence.State, to view: NameVisibility = .all, after seconds: Int64 = 60) -> Instant? {
            let person = PersonPresence(
                id: 1, userName: "ada", displayName: "Ada", state: state, office: 1, desk: "6F-A1", floor: "6F",
                since: Self.noon + .seconds(300), sessionStart: Self.noon, stateSince: Self.noon + .seconds(seconds))
            return PresenceEntry(person, to: view).hereSince.flatMap { Instant(rfc3339: $0) }
        }
        #expect(hereSince(.work, after: 0) == nil)
        #expect(hereSince(.pause) == Self.noon && hereSince(.work) == Self.noon)
        #expect(hereSince(.pause, to: .none) == nil)
    }

    @Test func `A person's whereabouts are hidden in another office and after the session's deadline`() {
        for found in [
            Self.found(.work, office: 2), Self.found(.off, office: 2, leftHoursAgo: 1), Self.found(.work, deadline: -1),
        ] {
            #expect(found.sentence == "not here now" && found.state == "off" && found.desk == nil && found.address == nil)
        }
    }
}
