@testable import AttendanceStore
@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Search` {
    /// The addresses that a search finds, in the order of the page, without those of the manual.
    private static func found(_ text: String, _ web: TestWeb, as user: String, language: String = "en") async throws -> [String]
    {
        var headers = HTTPFields.page
        headers[.acceptLanguage] = language
        let page = try await web.send(
            .get, Address.search + "?q=" + Address.percentEncoded(text), as: user, headers: headers)
        #expect(page.status == .ok, "\(user): \(text)")
        let results = try #require(page.text.split(separator: "id=\"search-results\"").last?.split(separator: "</main>").first)
        return results.matches(of: /href="([^"]+)"/).map { String($0.output.1) }
            .filter { !$0.hasPrefix("/help/") }
    }

    /// Ada is at 6F-A1. Bo manages her team, Flo another one, Cy is HR here and Gus elsewhere, Lea is administrator.
    private func withPeople(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada").status == .ok)
            try await body(web)
        }
    }

    private static let map = "/map/6F?desk=6F-A1"

    @Test func `The search finds people with what the viewer may see of them`() async throws {
        try await withPeople { (web) async throws in
            for (user, links) in [
                ("emi", [Self.map]), ("flo", [Self.map]), ("ned", [Self.map]), ("gus", []), ("ada", ["/me", Self.map]),
                ("bo", ["/people/ada", Self.map]), ("cy", ["/people/ada", Self.map]),
                ("lea", ["/people/ada", Self.map, "/admin/people/ada"]),
            ] as [(String, [String])] {
                #expect(try await Self.found(" LINDqvist ", web, as: user) == links, "\(user)")
            }
            // The name is a link, too.
            let page = try await web.send(.get, Address.search + "?q=lindqvist", as: "lea", headers: .page).text
            #expect(page.contains("<a href=\"/people/ada\" aria-label=\"Ada Lindqvist: Record\">Ada Lindqvist</a>"))
            // By user name, as the lists of records and accounts.
            #expect(try await Self.found("gus", web, as: "lea") == ["/people/gus", "/admin/people/gus"])
            try await web.office.store.people.addPerson(
                userName: "zoe", displayName: "Finn Miller", role: .employee, office: web.office.office)
            for text in ["zoe", "finn"] {
                let found = try await web.send(.get, Address.search + "?q=\(text)", as: "lea", headers: .page).text
                #expect(found.contains("Finn Miller</a></strong> <span class=\"where\">not here now</span>"), "\(text)")
            }
            let former = try await web.send(.get, Address.search + "?q=dai", as: "lea", headers: .page).text
            #expect(former.contains("<span class=\"where\">former employee</span>"))
        }
    }

    @Test(arguments: ["muller", "MÜLLER", "Mu\u{308}ller", "lefevre", "Søren", "søren", "soren"])
    func `People are found without accents, too`(text: String) async throws {
        try await withPeople { (web) async throws in
            let store = web.office.store
            try await store.people.addPerson(
                userName: "zoe", displayName: "Søren Müller-Lefèvre", role: .employee, office: web.office.office)
            let query = Address.percentEncoded(text)
            #expect(try await Self.found(text, web, as: "lea").contains("/people/zoe"))
            for address in [
                "/api/whereabouts?find=\(query)", "/now?find=\(query)", "/people?name=\(query)", "/admin/people?q=\(query)",
                "/hr/sheets?month=2026-11&user=\(query)",
            ] {
                let answer = try await web.send(.get, address, as: "lea", headers: .page)
                #expect(answer.status == .ok && answer.text.contains("Søren Müller-Lefèvre"), "\(address)")
            }
        }
    }

    @Test(arguments: ["oconnor", "O Connor", "o’connor", "Connor Finn", "connor, finn", "OCONNOR finn.", "annelie oconnor"])
    func `People are found in any order of the words, without apostrophes, dots and hyphens`(text: String) async throws {
        try await withPeople { (web) async throws in
            try await web.office.store.people.addPerson(
                userName: "zoe", displayName: "Finn Anne-Lie O'Connor", role: .employee, office: web.office.office)
            let query = Address.percentEncoded(text)
            #expect(try await Self.found(text, web, as: "lea").contains("/people/zoe"))
            for address in ["/api/whereabouts?find=\(query)", "/people?name=\(query)", "/admin/people?q=\(query)"] {
                let answer = try await web.send(.get, address, as: "lea", headers: .page)
                #expect(answer.status == .ok && answer.text.contains("Connor"), "\(address)")
            }
            for other in ["finn miller", "%", "f_nn", "'", "-"] {
                #expect(try await !Self.found(other, web, as: "lea").contains("/people/zoe"), "\(other)")
            }
        }
    }

    /// The map of a phone shows initials only.
    @Test func `People are found by the initials that the map shows`() async throws {
        try await withPeople { (web) async throws in
            let store = web.office.store
            for (user, name) in [("gisela", "Gisela von Reuß"), ("emil", "Émil Reeve")] {
                try await store.people.addPerson(userName: user, displayName: name, role: .employee, office: web.office.office)
            }
            func found(_ text: String) async throws -> String {
                try await web.send(.get, "/api/whereabouts?find=" + Address.percentEncoded(text), as: "bo").text
            }
            for text in ["gr", "GR"] { #expect(try await found(text).contains("Gisela von Reuß"), "\(text)") }
            #expect(try await !found("gr").contains("Reeve"))
            #expect(try await found("ER").contains("Émil Reeve"))
            #expect(try await !found("GE").contains("Gisela"))
        }
    }

    @Test func `The search finds a name that the map hides only where the record is open to the viewer`() async throws {
        try await withPeople { (web) async throws in
            let privacy = web.office.store.mapPrivacy
            #expect(try await privacy.setPrivate(try await web.office.store.people.person(userName: "ada").id, to: true))
            for (user, links) in [
                ("emi", []), ("bo", ["/people/ada"]), ("cy", ["/people/ada", Self.map]),
            ] as [(String, [String])] {
                #expect(try await Self.found("ada", web, as: user) == links, "\(user)")
            }
            try await web.office.store.offices.change(web.office.office, OfficeChange(names: .managers))
            #expect(try await Self.found("emi", web, as: "ned") == [])
        }
    }

    @Test func `The search finds desks of offices whose maps the viewer may see`() async throws {
        try await withPeople { (web) async throws in
            let desk = "/map/6F?desk=6F-A3"
            #expect(try await Self.found("6f-a3", web, as: "emi") == [desk])
            #expect(try await Self.found("6f-a3", web, as: "lea") == [desk, "/admin/desks/6F-A3?office=Harbour%20Office"])
            #expect(try await Self.found("6f-a3", web, as: "gus") == [])
            func results(_ user: String) async throws -> String {
                try await web.send(.get, Address.search + "?q=6f-a1", as: user, headers: .page).text
            }
            #expect(try await results("emi").contains(" · Ada Lindqvist</span>"))
            let ada = try await web.office.store.people.person(userName: "ada").id
            #expect(try await web.office.store.mapPrivacy.setPrivate(ada, to: true))
            #expect(try await !results("emi").contains("Lindqvist"))
            try await web.office.store.offices.change(web.office.office, OfficeChange(names: .everybody))
            #expect(try await Self.found("6f-a3", web, as: "gus") == [desk + "&amp;office=Harbour%20Office"])
        }
    }

    @Test func `The search finds pages that the viewer may open, by their names in the viewer's language`() async throws {
        try await withPeople { (web) async throws in
            #expect(try await Self.found("", web, as: "emi") == ["/map", "/now", "/me"])
            #expect(try await Self.found("WHO is", web, as: "emi") == ["/now"])
            #expect(try await Self.found("マップ", web, as: "emi", language: "ja") == ["/map"])
            #expect(try await Self.found("access log", web, as: "emi") == [])
            #expect(try await Self.found("access log", web, as: "lea") == ["/admin/access"])
            let page = try await web.send(.get, Address.search + "?q=%22%3E", as: "emi", headers: .page).text
            #expect(page.contains("value=\"&quot;&gt;\"") && page.contains("Nothing found."))
        }
    }

    @Test(
        arguments: [
            ("emi", "timesheet", "en", ["/me"]), ("cy", "timesheets", "en", ["/me", "/hr"]),
            ("cy", "time sheet", "en", ["/me", "/hr"]), ("bo", "timesheet", "en", ["/me", "/my-team"]),
            ("bo", "タイムシート", "ja", ["/me", "/my-team"]), ("emi", "csv", "en", ["/me/settings"]),
            ("lea", "CSV", "en", ["/admin/import", "/hr#take", "/me/settings"]),
            ("cy", "PDF", "en", ["/hr"]), ("emi", "QR", "en", ["/me/devices"]),
            ("lea", "audit log", "en", ["/admin/access", "/admin/access/changes"]),
            ("cy", "payroll", "en", ["/hr#take"]), ("cy", "給与", "ja", ["/hr#take"]), ("emi", "payroll", "en", []),
            ("emi", "forgot", "en", ["/me", "/me/devices", "/me/reminders", "/about#rules"]),
            ("cy", "forgot a clock-out", "en", ["/me", "/hr", "/me/reminders", "/about#rules"]),
            ("bo", "打刻忘れ", "ja", ["/me", "/my-team", "/about#rules"]),
            // Who looks for leave does not look for a vacant desk.
            ("emi", "vacation", "en", []), ("emi", "vacat", "en", []), ("emi", "vacant desk", "en", ["/map", "/now"]),
            ("emi", "空席", "ja", ["/map", "/now"]), ("lea", "invite", "en", ["/admin/people?state=new"]),
            ("lea", "add person", "en", ["/admin/people", "/admin/people?state=new", "/search?q=add%20person&amp;more=yes"]),
            ("lea", "office name", "en", ["/admin/offices", "/search?q=office%20name&amp;more=yes"]),
            ("emi", "late", "en", ["/about#rules"]),
            ("emi", "password", "en", ["/me/devices"]), ("emi", "パスワードを忘れた", "ja", ["/me/devices"]),
            ("lea", "password", "en", ["/me/devices", "/admin/people", "/search?q=password&amp;more=yes"]),
            ("emi", "print", "en", ["/now"]),
            ("bo", "print", "en", ["/now", "/my-team"]), ("cy", "印刷", "ja", ["/now", "/hr"]),
            (
                "lea", "print", "en",
                ["/now", "/hr", "/admin/people?state=new", "/admin/tags/sheet", "/search?q=print&amp;more=yes"]
            ),
            ("lea", "time zone", "en", ["/admin/offices"]), ("lea", "タイムゾーン", "ja", ["/admin/offices"]),
            ("lea", "wall display", "en", ["/admin/displays"]), ("lea", "壁掛け", "ja", ["/admin/displays"]),
            ("cy", "wall display", "en", []), ("cy", "data protection", "en", ["/hr/retention"]),
            ("lea", "data protection", "en", ["/admin/retention"]), ("ned", "verify", "en", ["/ledger"]),
            ("emi", "rules", "en", ["/about#rules"]), ("cy", "working day", "en", ["/about#rules"]),
            ("cy", "night", "en", ["/about#rules"]), ("cy", "longest", "en", ["/about#rules"]),
            ("emi", "夜勤", "ja", ["/about#rules"]), ("emi", "viewed", "en", ["/me/settings"]),
            ("lea", "viewed", "en", ["/admin/access", "/me/settings"]), ("emi", "privacy", "en", ["/me/settings"]),
            ("emi", "閲覧した人", "ja", ["/me/settings"]), ("cy", "columns", "en", ["/hr/layouts"]),
            ("cy", "layout", "en", ["/hr/layouts"]), ("cy", "how long data", "en", ["/hr/retention"]),
            ("emi", "leave", "en", ["/me"]), ("cy", "leave", "en", ["/me", "/people", "/search?q=leave&amp;more=yes"]),
            ("lea", "leave", "en", ["/me", "/people", "/admin/people", "/search?q=leave&amp;more=yes"]),
            ("lea", "退職", "ja", ["/people", "/admin/people"]),
            ("emi", "withdraw", "en", ["/me"]), ("lea", "withdraw", "en", ["/me", "/admin/people"]),
            ("cy", "retention", "en", ["/hr/retention"]), ("cy", "保存期間", "ja", ["/hr/retention"]),
            ("cy", "legal hold", "en", ["/hr/retention"]),
            ("lea", "法的保留", "ja", ["/quarantine", "/admin/people", "/admin/retention"]),
            ("lea", "second administrator", "en", ["/admin/people"]),
            ("lea", "working time", "en", ["/me", "/hr", "/admin/offices", "/admin/working-time"]),
            ("lea", "part time", "en", ["/admin/working-time", "/search?q=part%20time&amp;more=yes"]),
            ("lea", "残業", "ja", ["/admin/working-time/terms"]),
            // An administrator signs out a lost phone of another person under People.
            ("emi", "lost phone", "en", ["/me/devices"]),
            ("lea", "lost phone", "en", ["/admin/people", "/admin/people?state=new", "/me/devices"]),
            // Parts of names of people find no page.
            ("emi", "for", "en", []), ("emi", "lefèvre", "en", []), ("emi", "of a", "en", []),
        ] as [(String, String, String, [String])])
    func `The search finds pages by what one does there, if the viewer may open them`(
        user: String, text: String, language: String, links: [String]
    ) async throws {
        try await withPeople { (web) async throws in
            let found = try await Self.found(text, web, as: user, language: language)
            #expect(found == links)
        }
    }

    @Test(
        arguments: [
            ("time zone", "en", "/time", []), ("タイムゾーン", "ja", "/time", []), ("names on the map", "en", "#names", []),
            ("network", "en", "/taps", []), ("reminders", "en", "#reminders", ["/me/reminders"]),
            ("location", "en", "#place", []),
        ] as [(String, String, String, [String])])
    func `The search leads to the settings of the only office`(
        text: String, language: String, place: String, others: [String]
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let address = Address.ofOffice(web.office.office) + place
            #expect(try await Self.found(text, web, as: "lea", language: language) == [address] + others)
            let page = try await web.send(.get, String(address.prefix { $0 != "#" }), as: "lea", headers: .page)
            #expect(page.status == .ok && (!place.hasPrefix("#") || page.text.contains("id=\"\(place.dropFirst())\"")))
        }
    }

    @Test(
        arguments: [
            ("language", "en", true), ("Langu", "en", true), ("japanese", "en", true), ("日本語", "en", true),
            ("言語", "ja", true), ("English", "ja", true), ("map", "en", false),
        ])
    func `The search offers the choice of the language`(text: String, language: String, isFound: Bool) async throws {
        try await TestWeb.with { (web) async throws in
            var headers = HTTPFields.page
            headers[.acceptLanguage] = language
            let address = Address.search + "?q=" + Address.percentEncoded(text)
            let page = try await web.send(.get, address, as: "ada", headers: headers).text
            let results = try #require(page.split(separator: "id=\"search-results\"").last)
            #expect(results.contains("action=\"\(Address.language)\"") == isFound)
            #expect(!isFound || results.contains(language == "ja" ? "検索結果：1件" : "Results: 1<"), "\(results)")
            #expect(!results.contains("href=\"\(Address.language)\""))
        }
    }

    @Test func `The search offers to sign out, without a text too`() async throws {
        try await TestWeb.with { (web) async throws in
            for (query, isOffered) in [("", true), ("?q=log%20out", true), ("?q=map", false)] {
                let page = try await web.send(.get, Address.search + query, as: "ada", headers: .page).text
                let results = try #require(page.split(separator: "id=\"search-results\"").last)
                #expect(results.contains("action=\"\(Address.signOut)\"") == isOffered, "\(query)")
                #expect(results.contains("Results:") == !query.isEmpty, "\(query)")
            }
        }
    }

    @Test func `The search says how many results there are, and leads to those that it does not show`() async throws {
        try await withPeople { (web) async throws in
            let store = web.office.store
            for number in 1...20 {
                try await store.people.addPerson(
                    userName: "zoe\(number)", displayName: "Zoe Quill \(number)", role: .employee, office: web.office.office)
            }
            try await web.office.execute(
                """
                insert into desk (office_id, floor, id, x, y)
                select \(web.office.office), '6F', '6F-Q' || n, 0, 0 from generate_series(1, 20) as n
                """)
            for text in ["6f-q", "quill"] {
                func page(_ more: String) async throws -> String {
                    try await web.send(.get, Address.search + "?q=\(text)\(more)", as: "emi", headers: .page).text
                }
                let some = try await page("")
                #expect(some.contains("Results: 12 of 20"), "\(some)")
                #expect(some.contains("href=\"/search?q=\(text)&amp;more=yes\">Show more"))
                let all = try await page("&more=yes")
                #expect(all.contains("Results: 20<") && !all.contains("Show more"), "\(all)")
            }
        }
    }

    @Test func `The search says that there are at least so many results if it left out an office`() async throws {
        try await withPeople { (web) async throws in
            let store = web.office.store
            let second = try await store.offices.addOffice(name: "Second", timeZone: TestOffice.timeZone)
            let third = try await store.offices.addOffice(name: "Third", timeZone: TestOffice.timeZone)
            try await web.office.execute("update office set names_shown_to = 'everybody'")
            for (office, count) in [(web.office.office, 60), (second, 60), (third, 60)] {
                try await web.office.execute(
                    """
                    insert into person (user_name, display_name, office_id)
                    select 'zoe' || \(office) || '.' || n, 'Zoe Quill ' || n, \(office) from generate_series(1, \(count)) as n
                    """)
            }
            for more in ["", "&more=yes"] {
                let page = try await web.send(.get, Address.search + "?q=quill\(more)", as: "emi", headers: .page).text
                #expect(page.contains(" of at least 120<"), "\(page)")
            }
        }
    }

    @Test(
        arguments: [
            ("lea", "pgBackRest", "/help/backup"), ("cy", "BACKUP database", "/help/backup#back-up-the-database"),
            ("cy", "columns", "/help/exports#columns"), ("lea", "deskTapTapsSlow", "/help/monitoring#desktaptapsslow"),
            ("cy", "rounding", "/help/exports"),
            ("lea", "troubleshoot", "/help/troubleshooting"), ("cy", "manual", "/help"),
        ])
    func `The search finds pages of the manual by words of their text, for HR and administrators`(
        user: String, text: String, address: String
    ) async throws {
        try await withPeople { (web) async throws in
            func results(_ user: String) async throws -> String {
                let query = Address.search + "?q=" + Address.percentEncoded(text)
                return try await web.send(.get, query, as: user, headers: .page).text
            }
            #expect(try await results(user).contains("<li><a href=\"\(address)\">"))
            for other in ["emi", "bo", "ned"] { #expect(try await !results(other).contains("<a href=\"/help"), "\(other)") }
        }
    }

    @Test func `Pages of the manual with the text in the title come first, and short texts find none`() async throws {
        try await withPeople { (web) async throws in
            let page = try await web.send(.get, Address.search + "?q=export", as: "lea", headers: .page).text
            let found = page.matches(of: /<li><a href="\/help\/([a-z]+)">/).map { String($0.output.1) }
            #expect(found.first == "exports" && (2...12).contains(found.count), "\(found)")
            let short = try await web.send(.get, Address.search + "?q=ex", as: "lea", headers: .page).text
            #expect(!short.contains("href=\"/help/"))
        }
    }

    @Test func `Each page of the menus has words for the search`() async throws {
        try await withPeople { (web) async throws in
            for user in ["bo", "lea", "ned"] {
                for link in try await Self.found("", web, as: user) {
                    #expect(SearchPlace.keys[link] != nil, "\(link)")
                }
            }
        }
    }

    @Test func `Pages with the navigation open the search, and the tap page does not`() async throws {
        try await TestWeb.with { (web) async throws in
            for (address, opens) in [(Address.me, true), (Address.map, true), ("/t?event=start&desk=6F-A1", false)] {
                let page = try await web.send(.get, address, as: "ada", headers: .page).text
                #expect(page.contains("Search/open.js") == opens && page.contains("data-search") == opens, "\(address)")
            }
        }
    }
}
