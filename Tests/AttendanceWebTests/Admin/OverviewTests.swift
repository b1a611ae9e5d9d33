@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Administration overview` {
    private func get(_ web: TestWeb, _ address: String) async throws -> String {
        let response = try await web.send(.get, address, as: "lea", headers: .page)
        #expect(response.status == .ok, "\(address)")
        return response.text
    }

    private func post(_ web: TestWeb, _ address: String, _ body: String) async throws -> TestResponse {
        var headers = HTTPFields.page
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await web.send(.post, address, as: "lea", headers: headers, body: body)
    }

    /// The number of steps that the page shows as done.
    private func done(_ page: String) -> Int { page.matches(of: /<li data-done/).count }

    @Test func `The overview leads from an office without floors to the first tap`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("delete from room; delete from desk; delete from floor")
            try await web.office.execute("update person set left_at = now() - interval '1 day' where user_name <> 'lea'")
            #expect(try await web.send(.get, Address.map, as: "lea", headers: .page).text.contains("href=\"/admin\""))
            var page = try await get(web, Address.admin)
            #expect(page.contains("Done with the first tap or the first NFC tag."))
            #expect(page.contains("href=\"/me/password?to=") && page.contains("<h2>Set your password</h2>"))
            #expect(done(page) == 0 && page.contains("name=\"desks\"") && page.contains("name=\"csv\""))

            let added = try await post(web, Address.admin, "name=6f&desks=11")
            #expect(added.headers[.location] == Address.admin)
            #expect(
                try await web.office.value("select count(*)::text from desk where floor = '6f' and id like '6F-_%'") == "11")
            page = try await get(web, Address.admin)
            let lea = try await web.office.store.people.person(userName: "lea")
            #expect(page.contains("href=\"\(Address.tapRules(of: lea.office))\">Taps</a>"))
            #expect(done(page) == 1 && page.contains("/t?event=start&amp;desk=6F-A1") && !page.contains("name=\"desks\""))

            let checked = try await post(web, Address.adminImport, "kind=names&do=check&csv=Emi+Sato%0D%0AZo%C3%AB+M%C3%BCller")
            #expect(checked.text.contains("2 people would be added."))
            // A checked list of names has no fields for files.
            #expect(checked.text.contains("<input type=\"hidden\" name=\"kind\" value=\"names\">"))
            #expect(!checked.text.contains("data-file"))
            let imported = try await post(
                web, Address.adminImport, "kind=names&do=import&csv=Emi+Sato%0D%0AZo%C3%AB+M%C3%BCller")
            #expect(imported.text.contains("<p role=\"status\" id=\"done\">2 people added.</p>"))
            #expect(imported.text.contains("href=\"/admin/people?state=new&amp;user=emi.sato&amp;user=zoe.mueller\""))
            #expect(!imported.text.contains("Nothing is imported yet.") && checked.text.contains("Zoë Müller (zoe.mueller)"))
            #expect(try await web.office.store.people.person(userName: "zoe.mueller").displayName == "Zoë Müller")
            page = try await get(web, Address.admin)
            #expect(done(page) == 2 && page.contains("1 of 3 people have signed in."))

            try await web.office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("lea", .start, desk: "6F-A1")])
            }
            page = try await get(web, Address.admin)
            #expect(done(page) == 4 && page.contains("steps-left\" open"))
            #expect(page.contains("<p>Lea Root clocked in at 6F-A1, 12:00. <a class=\"act\" href=\"/map\">"))
            #expect(page.contains("href=\"\(Address.tapRules(of: lea.office))\">Taps</a>"))
            web.clock.advance(by: .seconds(3601))
            page = try await get(web, Address.admin)
            // Folded: a password and two invitations are left.
            #expect(
                page.contains("Set-up: 4 of 6 steps done. Next: Set your password") && !page.contains("steps-left\" open")
                    && !page.contains("first-tap.js"))
        }
    }

    @Test func `The first tap is shown among the steps, also if it completes them`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            for user in ["ada", "bo", "cy", "lea"] { _ = try await web.cookie(user) }
            let lea = try await store.people.person(userName: "lea").id
            try await store.passwords.setPasswordHash("$scrypt$x", of: lea, now: web.clock.now())
            #expect(try await get(web, Address.admin).contains("Next: Put codes on the desks"))
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada").status == .ok)
            let page = try await get(web, Address.admin)
            #expect(page.contains("Set-up: all 6 steps done") && page.contains("<h1>Set up DeskTap</h1>"))
            #expect(page.contains("Ada Lindqvist clocked in at 6F-A1, 12:00."))
            #expect(page.contains("Done with the first tap or the first NFC tag."))
            web.clock.advance(by: .seconds(3601))
            #expect(try await !get(web, Address.admin).contains("steps-left"))
        }
    }

    @Test func `The overview of several offices names the offices without a floor`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await get(web, Address.admin).contains("<h2>Add desks<span class=\"unseen\"> done</span></h2>"))
            for name in ["Quay Office", "Hill Office"] {
                _ = try await web.office.store.offices.addOffice(name: name, timeZone: "Europe/Berlin")
            }
            #expect(try await get(web, Address.admin).contains("<h2>Add desks: no floor in Hill Office, Quay Office</h2>"))
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada").status == .ok)
            web.clock.advance(by: .seconds(3601))
            let page = try await get(web, Address.admin)
            #expect(page.contains("<h2 id=\"office\">All offices</h2>"))
            #expect(page.contains("<p class=\"sub\">Floors: 2. Desks in service: 16. 2 of 4 people have signed in.</p>"))
        }
    }

    @Test func `Each office without a floor gets one with the form of the step`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await !get(web, Address.admin).contains("name=\"desks\""))
            var offices: [OfficeID] = []
            for name in ["Hill Office", "Quay Office"] {
                offices.append(try await web.office.store.offices.addOffice(name: name, timeZone: "Europe/Berlin"))
            }
            let page = try await get(web, Address.admin)
            #expect(page.contains("<option value=\"\(offices[0])\" selected>Hill Office</option>"))
            #expect(page.contains("<option value=\"\(offices[1])\">Quay Office</option>"))
            #expect(!page.contains(">Harbour Office</option>"))
            // A refused form keeps its office.
            let refused = try await post(web, Address.admin, "name=1F&desks=0&office=\(offices[1])")
            #expect(refused.text.contains("<option value=\"\(offices[1])\" selected>Quay Office</option>"))
            #expect(refused.text.contains("steps-left\" open"))

            #expect(try await post(web, Address.admin, "name=1F&desks=3&office=\(offices[1])").status == .seeOther)
            let next = try await get(web, Address.admin)
            #expect(next.contains("<h2>Add desks: no floor in Hill Office</h2>") && !next.contains("<select name=\"office\">"))
            #expect(next.contains("<input type=\"hidden\" name=\"office\" value=\"\(offices[0])\">"))
            #expect(try await post(web, Address.admin, "name=1F&desks=4&office=\(offices[0])").status == .seeOther)
            for (office, desks) in zip(offices, ["4", "3"]) {
                let count = "select count(*)::text from desk where office_id = \(office) and floor = '1F'"
                #expect(try await web.office.value(count) == desks)
            }
            #expect(try await !get(web, Address.admin).contains("name=\"desks\""))
            #expect(try await post(web, Address.admin, "name=2F&desks=4&office=99").status == .notFound)
        }
    }

    @Test func `The step of the password keeps its name when it is done`() async throws {
        try await TestWeb.with { (web) async throws in
            let lea = try await web.office.store.people.person(userName: "lea").id
            #expect(try await get(web, Address.admin).contains("<h2>Set your password</h2>"))
            try await web.office.store.passwords.setPasswordHash("$scrypt$x", of: lea, now: web.clock.now())
            #expect(try await get(web, Address.admin).contains("<h2>Set your password<span class=\"unseen\"> done</span></h2>"))
        }
    }

    @Test(arguments: [Address.tagSheet, Address.adminDisplays])
    func `Pages with links and codes warn if these lead to the server's computer only`(address: String) async throws {
        let warning = "Phones cannot open the links and codes of this server. Details: <a href=\"/admin/server\">Server</a>"
        try await TestWeb.with(publicURL: "http://127.0.0.1:8080") { (web) async throws in
            #expect(try await get(web, address).contains(warning))
            #expect(
                try await get(web, Address.admin).contains(
                    "Needs attention: Public address. Details: <a href=\"/admin/server\">Server</a></p>"))
        }
        try await TestWeb.with { (web) async throws in
            #expect(try await !get(web, address).contains(warning))
            #expect(try await !get(web, Address.admin).contains("class=\"problem\""))
        }
    }

    @Test(arguments: [
        ("name=%E4%B8%80%E9%9A%8E&desks=10", "named after the floor, such as"), ("name=7F&desks=0", "from 1 to 208"),
        ("name=7F&desks=209", "from 1 to 208"), ("name=7F&desks=ten", "from 1 to 208"), ("name=6F&desks=8", "already"),
    ])
    func `A wrong floor with desks is refused with a sentence`(body: String, sentence: String) async throws {
        try await TestWeb.with { (web) async throws in
            let refused = try await post(web, Address.admin, body)
            #expect(refused.status.kind == .clientError && refused.text.contains(sentence), "\(refused.text)")
            #expect(refused.text.contains("<h1>") && refused.text.contains("href=\"/admin/people?state=new\""))
            #expect(try await web.office.value("select count(*)::text from floor") == "2")
        }
    }

    @Test(arguments: [
        ("6F", "", "6F"), ("6f", "6F-A1", "6F-2"), ("Ground floor", "", "GF"), ("Ground floor", "GF-A1 GF-2-A1", "GF-3"),
        ("Ground floor", "GFX-A1", "GF"), ("12th floor", "", "12F"), ("Level 3", "", "L3"), ("Lobby", "", "LOBBY"),
        ("Basement", "", "BAS"), ("一階", "", ""),
    ])
    func `The desks of a new floor have a short name after the floor`(floor: String, taken: String, prefix: String) {
        let desks = taken.split(separator: " ").map(String.init)
        #expect(NewFloorForm.prefix(of: floor, besides: desks) == prefix)
    }

    @Test func `A list of names has a user name for each person, or its own`() {
        let names = PastedNames(text: "Ada Lindqvist\n\n O’Neil \"Bo\" , bo \r\n佐藤 恵\tsato\n佐藤 恵\nMia Novak, Mia N")
        #expect(
            names.csv.split(separator: "\n", omittingEmptySubsequences: false) == [
                "user_name,display_name", "ada.lindqvist,Ada Lindqvist", "", #"bo,"O’Neil ""Bo""""#, "sato,佐藤 恵", ",佐藤 恵",
                "mia.n,Mia Novak",
            ])
    }

    /// Lists with their people, as name=user; `!`: refused.
    private static let lists: [(text: String, people: String)] = [
        ("Novak, Mia\nLee, Ann", "Mia Novak=mia.novak|Ann Lee=ann.lee"),
        ("NOVAK, Mia Maria", "Mia Maria NOVAK=mia.maria.novak"),
        ("van der Berg, Anna", "Anna van der Berg=anna.van.der.berg"), ("佐藤, 健", "佐藤 健="), ("佐藤、健\n佐藤 健，ken", "佐藤 健=|佐藤 健=ken"),
        ("Mia Novak <mia.novak@corp.example>; Ann Lee <Ann.Lee@corp.example>", "Mia Novak=mia.novak|Ann Lee=ann.lee"),
        ("Mia Novak <mnovak@corp.example>", "Mia Novak=mnovak"), ("'Mia Novak' <mia@corp.example>;", "Mia Novak=mia"),
        ("\"Novak, Mia\" <mia@corp.example>, Ann Lee <ann@corp.example>", "Mia Novak=mia|Ann Lee=ann"),
        ("Novak, Mia <mia@corp.example>; Lee, Ann <ann@corp.example>\nBo", "Mia Novak=mia|Ann Lee=ann|Bo=bo"),
        ("Novak, Mia; Lee, Ann", "Mia Novak=mia.novak|Ann Lee=ann.lee"), ("Mia Novak; mnovak", "Mia Novak=mnovak"),
        ("Mia Novak, mnovak\nMia Novak, Mia N\nMia Novak, MNovak", "Mia Novak=mnovak|Mia Novak=mia.n|Mia Novak=MNovak"),
        ("Mia Novak, MN01\nMia Novak, mia@corp.example", "Mia Novak=MN01|Mia Novak=mia@corp.example"),
        ("Cher, cher", "Cher=cher"),
        // Refused: an address without a name, names in an unknown order, and what may be a title.
        ("mia.novak@corp.example", "=mia.novak"), ("<mia.novak@corp.example>", "=mia.novak"), ("Mia\tNovak", "Mia=!"),
        ("Mia Novak, Sales", "Mia Novak=!"), ("Mia Novak mia@corp.example", "Mia Novak mia@corp.example=!"),
        ("Novak, Mia, PhD", "Novak=novak!"), ("Novak, Mia <mia@x.example>, Lee, Ann <ann@x.example>", "Novak=novak!"),
    ]

    @Test(arguments: lists)
    func `A list of names is read as mail programs and directories write names`(text: String, people: String) {
        let names = PastedNames(text: text)
        let lines = names.csv.split(separator: "\n").dropFirst().map { CSVText(Array($0.utf8)).records[0].fields }
        let read: [String] = lines.map { (fields: [String]) -> String in
            fields[1] + "=" + fields[0] + (fields.count > 2 ? "!" : "")
        }
        #expect(read.joined(separator: "|") == people)
        #expect(PastedNames(text: names.text).text == names.text)
    }

    @Test(.timeLimit(.minutes(1))) func `A long line of a list of names is refused, unless it has many people`() async throws {
        let words = String(repeating: "ab cd ", count: 100_000)
        let names = PastedNames(text: "Bo\n\(words),\(words)\nMia Novak, mnovak").people
        #expect(names.map(\.user) == ["bo", "", "mnovak"] && names[1].name.count == 1_000)
        let people = (0..<500).map { "Mia Novak <mia\($0)@corp.example>" }
        for separator in ["; ", ", "] {
            let read = PastedNames(text: people.joined(separator: separator)).people
            #expect(read.map(\.user) == (0..<500).map { "mia\($0)" })
        }
    }

    @Test(arguments: [
        ("\"Novak, Mia\"\r\nAnn Lee\r\n", "Novak, Mia\nAnn Lee\n"), ("Mia,Novak\r\n", "Mia\tNovak\n"),
        ("Novak;Mia\r\n;\r\nLee;", "Novak\tMia\n\nLee"),
        ("Ann Lee,ann\r\n\r\n\"Bo\r\nLee\",bo", "Ann Lee\tann\n\nBo Lee\tbo\n"),
        ("Novak, Mia\nLee, Ann", "Novak, Mia\nLee, Ann"),
        (
            "Mia Novak <mia@corp.example>; Ann Lee <ann@corp.example>",
            "Mia Novak <mia@corp.example>\nAnn Lee <ann@corp.example>"
        ),
        ("O’Neil \"Bo\", bo", "O’Neil \"Bo\", bo"), ("sep=;\r\nNovak;Mia\r\n", "\nNovak\tMia\n"),
    ])
    func `A file of names is a table, whose cells are no list of people`(file: String, lines: String) {
        #expect(PastedNames(file: file).text == lines)
    }

    @Test(arguments: ["xlsx", "UTF-8"])
    func `A chosen file with first and last names in two columns is refused, and a name with a comma is one name`(
        source: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            func sent(_ rows: [[String]], _ action: String = "check") async throws -> TestResponse {
                let text = rows.map { CSVText.line($0) + "\r\n" }.joined()
                return try await post(
                    web, Address.adminImport,
                    "kind=names&do=\(action)&read=\(source)&csv=\(Address.percentEncoded(text))")
            }
            let refused = try await sent([["Ann Lee", "ann"], ["Mia", "Novak"]])
            #expect(refused.status == .unprocessableContent)
            #expect(
                refused.text.contains("Line 2: a line has a name and at most one user name in small letters:"),
                "\(refused.text)")
            // The shown list is none of a file any more.
            #expect(refused.text.contains("name=\"read\" value=\"\""))
            #expect(try await sent([["Novak, Mia"], ["Lee, Ann"]], "import").status == .ok)
            #expect(try await web.office.store.people.person(userName: "mia.novak").displayName == "Mia Novak")
        }
    }

    @Test(arguments: [
        ("Zoë Müller", "zoe.mueller"), ("Jo\u{308}rg Bär", "joerg.baer"), ("Åsa Nuñez", "asa.nunez"),
        ("Søren Đukić", "soren.dukic"), ("Łukasz Groß-Bœuf", "lukasz.grossboeuf"), ("佐藤 恵", ""),
    ])
    func `A user name has the Latin letters of the name`(name: String, user: String) {
        #expect(UserName.proposed(for: name) == user)
    }

    @Test func `Problems of a list of names have the numbers of its lines`() async throws {
        try await TestWeb.with { (web) async throws in
            let wrong = try await post(web, Address.adminImport, "kind=names&do=check&csv=Emi+Sato%0A%0A%E4%BD%90%E8%97%A4")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Line 3:"), "\(wrong.text)")
            #expect(wrong.text.contains("Line 3: no user name can be made from “佐藤”. Write one after a comma: “佐藤, user.name”"))
            let twice = try await post(web, Address.adminImport, "kind=names&do=check&csv=Emi+Sato%0AEmi+Sato")
            #expect(twice.text.contains("Line 2:") && twice.text.contains("line 1"), "\(twice.text)")
            let third = try await post(web, Address.adminImport, "kind=names&do=check&csv=Max+Muster,max,extra")
            #expect(
                third.text.contains("Line 1: a line has a name and at most one user name in small letters:"), "\(third.text)")
        }
    }

    @Test func `A checked list of names shows only the people who would be added`() async throws {
        try await TestWeb.with { (web) async throws in
            let checked = try await post(
                web, Address.adminImport, "kind=names&do=check&csv=Ada+Lindqvist,ada%0AEmi+Sato%0AMax+Muster,max")
            #expect(checked.text.contains("2 people would be added. Lines already known: 1."), "\(checked.text)")
            #expect(checked.text.contains("<p class=\"small\">Emi Sato (emi.sato), Max Muster (max)</p>"))
        }
    }

    @Test func `A table changes people who exist only if that is chosen, and the preview lists the changes`() async throws {
        try await TestWeb.with { (web) async throws in
            let table = "kind=people&csv=user_name,display_name,role%0Aada,Ada+Lovelace,auditor%0Abo,Bo+Nakamura,%0A"
            let refused = try await post(web, Address.adminImport, "do=check&" + table)
            #expect(refused.status == .unprocessableContent && refused.text.contains("already exists with other values"))
            #expect(refused.text.contains("<input type=\"checkbox\" name=\"update\" value=\"yes\">"))
            let checked = try await post(web, Address.adminImport, "do=check&update=yes&" + table)
            #expect(checked.text.contains("<p>1 person would be changed. Lines already known: 1."), "\(checked.text)")
            #expect(
                checked.text.contains(
                    "<li>Ada Lindqvist (ada): Name: Ada Lindqvist → Ada Lovelace, Role: employee → auditor</li>"))
            #expect(checked.text.contains("<input type=\"checkbox\" name=\"update\" value=\"yes\" checked>"))
            let people = web.office.store.people
            #expect(try await people.person(userName: "ada").role == .employee)
            let done = try await post(web, Address.adminImport, "do=import&update=yes&" + table)
            #expect(done.text.contains("id=\"done\">1 person changed. Lines already known: 1."), "\(done.text)")
            let ada = try await people.person(userName: "ada")
            #expect((ada.displayName, ada.role) == ("Ada Lovelace", .auditor))
            // A list of names changes no person.
            let names = try await post(web, Address.adminImport, "do=check&update=yes&kind=names&csv=Ada+L,ada")
            #expect(names.text.contains("already exists with other values"))
        }
    }

    @Test func `A list of recipients becomes a list with a line for each person`() async throws {
        try await TestWeb.with { (web) async throws in
            let text = "Mia Novak <mia.novak@corp.example>; Lee, Ann <ann.lee@corp.example>; max@corp.example"
            let wrong = try await post(web, Address.adminImport, "kind=names&do=check&csv=" + Address.percentEncoded(text))
            #expect(wrong.text.contains("Line 3: the name is missing"), "\(wrong.text)")
            let long = String(repeating: "n", count: 201)
            let refused = try await post(web, Address.adminImport, "kind=names&do=check&csv=\(long),mia")
            #expect(refused.text.contains("Line 1: the name has a line break or an invisible character, or more than 200"))
            let two = text.replacing("; max@corp.example", with: "")
            let checked = try await post(web, Address.adminImport, "kind=names&do=check&csv=" + Address.percentEncoded(two))
            #expect(checked.text.contains("<p class=\"small\">Mia Novak (mia.novak), Ann Lee (ann.lee)</p>"))
        }
    }

    @Test func `A name with a combining mark after a quotation mark is imported as it is`() async throws {
        try await TestWeb.with { (web) async throws in
            let name = "Ada \"\u{301}x"
            for (user, kind, text) in [
                ("ada.x", "names", name + ",ada.x"),
                ("ada.y", "people", "user_name,display_name\r\n" + CSVText.line(["ada.y", name])),
            ] {
                let body = "kind=\(kind)&do=import&csv=\(Address.percentEncoded(text))"
                #expect(try await post(web, Address.adminImport, body).status == .ok)
                #expect(try await web.office.store.people.person(userName: user).displayName == name)
            }
        }
    }

    @Test func `A list of names whose first line names columns is imported as a table`() async throws {
        try await TestWeb.with { (web) async throws in
            let checked = try await post(
                web, Address.adminImport, "kind=names&do=check&csv=user_name,display_name%0Aemi,Emi+Sato")
            #expect(checked.text.contains("1 person would be added."), "\(checked.text)")
            #expect(checked.text.contains("<input type=\"radio\" name=\"kind\" value=\"people\" checked>"))
        }
    }
}
