@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Office map` {
    @Test func `The map shows each desk of the floor and who is there`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            _ = try await web.send(.post, "/t?event=start&desk=6F-A4", as: "bo")
            _ = try await web.send(.post, "/t?event=pause", as: "bo")
            try await web.presenceIsCurrent()
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(page.count(of: "data-desk=\"") == 8)
            #expect(page.count(of: "data-state=\"free\" ") >= 6)
            // The list for browsers without scripts has all people.
            #expect(page.contains("<li>6F-A3: Ada Lindqvist, at work since 12:00</li>"))
            #expect(page.contains("aria-label=\"6F-A3: Ada Lindqvist, at work since 12:00\""))
            #expect(page.contains("aria-label=\"6F-A4: Bo Nakamura, on a break since 12:00\""))
            #expect(page.contains("aria-label=\"6F-A1: free\""))
            #expect(page.contains("data-time-zone=\"Asia/Tokyo\""))
            // Without a name the first floor is shown. The other floor is empty.
            #expect(try await web.send(.get, "/map", as: "ada", headers: .page).text.contains("Desks on 6F"))
            #expect(!(try await web.send(.get, "/map/7F", as: "ada", headers: .page).text.contains("Ada Lindqvist, at work")))
        }
    }

    @Test func `The map marks the viewer's own desk only`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            try await web.presenceIsCurrent()
            let own = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(own.contains(/data-desk="6F-A3".* aria-current="location" aria-label="6F-A3: Ada.*\n.*>You<\/text>/))
            #expect(own.count(of: "aria-current=\"location\"") == 1)
            let display: HTTPFields = [.cookie: try await web.display("Lobby", floor: "6F")]
            let others = [
                try await web.send(.get, "/map/7F", as: "ada", headers: .page),
                try await web.send(.get, "/map/6F", as: "bo", headers: .page),
                try await web.send(.get, "/wall/6F", headers: display),
            ]
            for page in others.map(\.text) {
                #expect(!page.contains("aria-current=\"location\"") && !page.contains(">You</text>"))
            }
        }
    }

    @Test func `A long desk id is drawn smaller, and its label has all of it`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update desk set id = 'GROUND-FLOOR-A1' where id = '6F-A1'")
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(page.contains("aria-label=\"GROUND-FLOOR-A1: free\""))
            #expect(page.contains("y=\"7\" font-size=\"9\" data-snug><tspan>GROUND-FLOOR-</tspan>A1</text>"))
            #expect(page.contains("<text class=\"desk-id short\" y=\"7\"><tspan>6F-</tspan>A2</text>"))
        }
    }

    @Test(
        arguments: [
            ("6F-A12", 112, "6F-A12", nil, false), ("GF-A123", 112, "GF-A123", nil, true),
            ("LOBBY-A12", 112, "LOBBY-A12", "15", true), ("GF-WINDOW", 112, "GF-WINDOW", "14", true),
            ("6F-A3", 60, "6F-A3", "15", true), ("ABCDEFGHIJ-ABCDEFGHIJ-A12", 112, "…J-ABCDEFGHIJ-A12", "8", true),
        ] as [(String, Int64, String, String?, Bool)])
    func `A desk id fits its desk`(id: String, width: Int64, text: String, fontSize: String?, isSnug: Bool) {
        let fitted = FloorPlan.DeskIDText(id, width: width)
        #expect(fitted.text == text && fitted.fontSize == fontSize && fitted.isSnug == isSnug)
    }

    @Test(
        arguments: [
            ("6F-A3", 112, "6F-", "A3", true), ("A3", 112, "", "A3", true), ("6F-B104", 112, "6F-", "B104", true),
            ("6F-B1044", 112, "6F-", "B1044", false), ("6F-A12", 60, "6F-", "A12", false),
            ("GF-WEST-7", 60, "GF-WEST-", "7", true),
        ] as [(String, Int64, String, String, Bool)])
    func `A desk id is drawn without its prefix where the plan is small, if the rest fits`(
        id: String, width: Int64, prefix: String, rest: String, isShort: Bool
    ) {
        let fitted = FloorPlan.DeskIDText(id, width: width)
        #expect(fitted.prefix == prefix && fitted.rest == rest && fitted.isShort == isShort)
    }

    @Test func `The map escapes names`() async throws {
        try await TestWeb.with { (web) async throws in
            let name = "\"><script>alert('x')</script>&amp;"
            try await web.office.store.people.addPerson(
                userName: "eve", displayName: name, role: .employee, office: web.office.office)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "eve")
            try await web.presenceIsCurrent()
            for address in ["/map/6F", "/t?event=pause"] {
                let page = try await web.send(.get, address, as: "eve", headers: .page).text
                #expect(!page.contains("<script>alert"))
                #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;"))
            }
        }
    }

    @Test func `Pages escape special characters before combining marks`() async throws {
        try await TestWeb.with { (web) async throws in
            // With U+0338, "<" is another letter in NFC.
            let text = "\"\u{301} <\u{301} &\u{301} '\u{301}"
            let escaped = "&quot;\u{301} &lt;\u{301} &amp;\u{301} &#39;\u{301}"
            try await web.office.store.people.addPerson(
                userName: "eve", displayName: "Eve " + text, role: .employee, office: web.office.office)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "eve")
            try await web.office.execute("update desk set out_of_service = $$lamp \(text)$$ where id = '6F-A3'")
            try await web.presenceIsCurrent()
            let search = Address.adminPeople + "?q=" + Address.percentEncoded("x\"\u{301} autofocus onfocus=alert(1) <\u{301}")
            for (address, user, shown) in [
                ("/map/6F", "eve", "Eve " + escaped), ("/map/6F", "ada", "lamp " + escaped),
                ("/t?event=pause", "eve", "Eve " + escaped),
                (search, "lea", "\"x&quot;\u{301} autofocus onfocus=alert(1) &lt;\u{301}\""),
            ] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                // By bytes, because a mark is one character with the letter before it.
                #expect(page.utf8.contains(shown.utf8), "\(address)")
                #expect(!page.utf8.contains("\"\u{301}".utf8) && !page.utf8.contains("<\u{301}".utf8), "\(address)")
            }
        }
    }

    @Test(arguments: ["/map/8F", "/map/%3Cb%3E", "/map/%FF", "/map/6F/A1"])
    func `The map of an unknown floor is not found`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, address, as: "ada", headers: .page)
            #expect(page.status == .notFound)
            #expect(!page.text.contains("<b>"))
        }
    }

    @Test func `The map finds a floor whose name needs encoding`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.store.floors.addFloor(
                Floor(name: "4 Süd/西", width: 10, height: 10), position: 3, rooms: [], desks: [], to: web.office.office)
            let page = try await web.send(.get, Address.floor("4 Süd/西"), as: "ada", headers: .page)
            #expect(page.status == .ok)
            #expect(page.text.contains("Desks on 4 Süd/西"))
        }
    }

    @Test func `The map of an office without a floor says what to do`() async throws {
        try await TestWeb.with { (web) async throws in
            let office = try await web.office.store.offices.addOffice(name: "Empty Office", timeZone: "Europe/Berlin")
            try await web.office.store.people.addPerson(userName: "eve", displayName: "Eve", role: .employee, office: office)
            let page = try await web.send(.get, "/map", as: "eve", headers: .page)
            #expect(page.status == .ok)
            #expect(
                page.text.contains("An administrator has to add one for Empty Office.")
                    && !page.text.contains("href=\"/admin/floors\""))
        }
    }

    @Test func `The map counts each floor's desks without those out of service`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update desk set out_of_service = 'no lamp' where id = '6F-A8'")
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            _ = try await web.send(.post, "/t?event=start&desk=7F-A4", as: "bo")
            _ = try await web.send(.post, "/t?event=pause", as: "bo")
            try await web.presenceIsCurrent()
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(Self.numbers(in: page) == [1, 0, 6, 0, 1, 7])
            #expect(page.contains("6F-A8: out of service, no lamp"))
        }
    }

    @Test func `A person at a desk out of service does not reduce the number of free desks`() async throws {
        try await TestWeb.with { (web) async throws in
            for (user, desk) in [("ada", "6F-A3"), ("bo", "6F-A4")] {
                _ = try await web.send(.post, "/t?event=start&desk=\(desk)", as: user)
            }
            try await web.office.execute("update desk set out_of_service = 'no lamp' where id in ('6F-A3', '6F-A8')")
            try await web.presenceIsCurrent()
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(Self.numbers(in: page) == [2, 0, 5, 0, 0, 8])
            // The script counts the changes.
            #expect(page.contains("data-usable=\"6\" data-closed=\"6F-A3 6F-A8\""))
            #expect(page.contains("data-usable=\"8\" data-closed=\"\""))
            let wall = try await web.send(.get, "/wall/6F", as: "ada", headers: .page).text
            #expect(wall.contains("data-count=\"free\"><dt>free</dt><dd>5</dd>"))
        }
    }

    /// The numbers at work, on a break and free, floor by floor.
    private static func numbers(in page: String) -> [Int] {
        page.matches(of: /<b>(\d+)<\/b>/).compactMap { Int($0.output.1) }
    }

    @Test func `The map highlights the searched desk and the viewer's team`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let team = try await store.teams.addTeam("Design", in: web.office.office)
            let people = try await store.people.people().filter { ["ada", "bo"].contains($0.userName) }.map(\.id)
            try await store.people.assign(people, to: team)
            for (user, desk) in [("bo", "6F-A3"), ("cy", "6F-A4")] {
                _ = try await web.send(.post, "/t?event=start&desk=\(desk)", as: user)
            }
            try await web.presenceIsCurrent()
            let page = try await web.send(.get, "/map/6F?desk=6F-A4&team=mine", as: "ada", headers: .page).text
            #expect(page.contains("data-desk=\"6F-A4\" data-state=\"work\" data-found "))
            #expect(page.contains("data-desk=\"6F-A3\" data-state=\"work\" data-mine "))
            #expect(page.count(of: "tabindex=\"0\"") == 1)
            #expect(page.contains("data-only-team"))
            // So does the viewer's own desk.
            _ = try await web.send(.post, "/t?event=start&desk=6F-A2", as: "ada")
            try await web.presenceIsCurrent()
            let own = try await web.send(.get, "/map/6F?team=mine", as: "ada", headers: .page).text
            #expect(own.contains("data-desk=\"6F-A2\" data-state=\"work\" data-mine "))
            // A viewer without a team has no filter by team.
            let other = try await web.send(.get, "/map/6F?team=mine", as: "lea", headers: .page).text
            #expect(!other.contains("data-only-team") && !other.contains("My team"))
        }
    }

    @Test func `The map shows the equipment of each desk`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update desk set has_monitor = true where id in ('6F-A1', '6F-A2')")
            try await web.office.execute("update desk set is_height_adjustable = true where id = '6F-A2'")
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(page.contains("data-desk=\"6F-A1\" data-state=\"free\" data-has=\"monitor\""))
            #expect(page.contains("data-desk=\"6F-A2\" data-state=\"free\" data-has=\"monitor adjustable\""))
            #expect(page.count(of: "data-has=\"") == 2)
            #expect(page.contains("data-wanted=\"free\" aria-pressed=\"false\">Free desks</button>"))
        }
    }

    @Test func `A long family name is written smaller on the map`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.store.people.addPerson(
                userName: "ken", displayName: "佐々木 健", role: .employee, office: web.office.office)
            for (user, desk) in [("ken", "6F-A1"), ("ada", "6F-A2")] {
                _ = try await web.send(.post, "/t?event=start&desk=\(desk)", as: user)
            }
            try await web.presenceIsCurrent()
            let page = try await web.send(.get, "/map/6F", as: "bo", headers: .page).text
            #expect(page.contains("data-letters=\"3\">佐々木<") && page.contains("y=\"18\">AL<"))
        }
    }

    @Test func `Presence is limited to the viewer's own office`() async throws {
        try await TestWeb.with { (web) async throws in
            let office = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await web.office.store.people.addPerson(userName: "eve", displayName: "Eve", role: .employee, office: office)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            try await web.presenceIsCurrent()
            #expect(try await web.send(.get, "/api/presence", as: "eve").text.contains(#""people":[]"#))
            #expect(try await web.send(.get, "/api/presence", as: "bo").text.contains("Ada Lindqvist"))
        }
    }
}

@Suite(.inEnglish) struct `Desk labels` {
    @Test(
        arguments: [
            ("Ada Lindqvist", "AL", ["Ada", "Lindqvist"]), ("佐藤 恵美", "佐藤", ["佐藤 恵美"]), ("Cher", "C", ["Cher"]), ("", "", []),
            ("佐々木\u{3000}健", "佐々木", ["佐々木\u{3000}健"]), ("高橋純", "高橋", ["高橋純"]), ("김 민수", "김민", ["김 민수"]),
            ("スミス ジョン", "スミス", ["スミス", "ジョン"]), ("Ada 佐藤", "A佐", ["Ada 佐藤"]),
            ("Kai Müller-Lüdenscheidt", "KM", ["Kai Müller-", "Lüdenscheidt"]),
            ("ines de la cruz", "IC", ["ines de la", "cruz"]), ("Bo Li", "BL", ["Bo Li"]),
            ("Donaudampfschifffahrtsgesellschaft", "D", ["Donaudampfs…"]),
            ("Hans Donaudampfschifffahrtsgesellschaft", "HD", ["Hans", "Donaudampfs…"]),
            ("長宗我部 元親左衛門尉", "長宗我部", ["長宗我部", "元親左衛門尉"]),
            ("👩‍👩‍👧‍👦 Rossi", "👩‍👩‍👧‍👦R", ["👩‍👩‍👧‍👦 Rossi"]),
        ] as [(String, String, [String])])
    func `A desk shows a short name, and as much of the name as two lines hold`(
        name: String, initials: String, lines: [String]
    ) {
        #expect(DeskName(name).initials == initials)
        #expect(DeskName(name).lines == lines)
    }

    @Test(
        arguments: [
            ("work", "Ada", "12:00", "6F-A1: Ada, at work since 12:00"), ("work", "Ada", nil, "6F-A1: Ada, at work"),
            ("pause", "Ada", "12:00", "6F-A1: Ada, on a break since 12:00"), ("closed", nil, nil, "6F-A1: out of service"),
            ("work", nil, nil, "6F-A1: at work"), ("free", nil, nil, "6F-A1: free"),
        ] as [(String, String?, String?, String)])
    func `A desk's label for screen readers says what it shows`(state: String, name: String?, since: String?, label: String) {
        #expect(FloorPlan.label("6F-A1", state: state, name: name, since: since) == label)
    }
}
