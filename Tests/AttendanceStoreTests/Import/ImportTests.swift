import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// There are five people, the Harbour Office, and the desks 6F-A1 to 6F-A8 and 7F-A1 to 7F-A8.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `File import` {
    private static let now = TestOffice.noon + .seconds(86_400)

    /// - Returns: the number of added things of each kind, and of lines that were known.
    private func bring(
        _ text: String, as kind: ImportKind, into office: TestOffice, of name: String? = nil, dryRun: Bool = false,
        why: String = "From the old system"
    ) async throws -> String {
        let summary = try await office.store.imports.importFile(
            Array(text.utf8), of: kind, into: name, by: Justification(author: "cy", reason: why), dryRun: dryRun, now: Self.now)
        return (summary.added.map { "\($0.count) \($0.thing)" } + ["\(summary.known) known"]).joined(separator: ", ")
    }

    /// - Returns: the problems, each after the number of its line, or the problem of the header line.
    private func wrongs(_ text: String, as kind: ImportKind, into office: TestOffice) async throws -> [String] {
        do {
            _ = try await bring(text, as: kind, into: office)
            return []
        } catch ImportError.lines(let problems) {
            return try problems.map { "\($0.line) \(try $0.fault.said)" }
        } catch ImportError.header(let fault) {
            return [try fault.said]
        }
    }

    @Test func `A people import adds each person and team once`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = "\u{FEFF}display_name,user_name,team,role\r\n\"Emi, the Great\",emi,Design,\r\nFinn,finn,Design,HR\r\n"
            #expect(try await bring(file, as: .people, into: office, dryRun: true) == "2 person, 1 team, 0 known")
            #expect(try await office.store.people.people().count == 4)
            #expect(try await bring(file, as: .people, into: office) == "2 person, 1 team, 0 known")
            let people = try await office.store.people.people()
            #expect(people.map(\.userName) == ["ada", "bo", "cy", "emi", "finn", "lea"])
            #expect(people[3].displayName == "Emi, the Great" && people[4].role == .hr)
            #expect(try await office.store.teams.teams().map(\.members) == [["emi", "finn"]])
            #expect(try await bring(file + "Gita,gita,,\n", as: .people, into: office) == "1 person, 2 known")
            // An imported person can tap at once.
            let outcomes = try await TapRecorder.recordAlone(
                [TestOffice.submission("gita", .start, desk: "6F-A1")], pool: office.pool)
            #expect(outcomes.map(\.name) == ["accepted"])
        }
    }

    @Test func `A people import with wrong lines reports each of them and adds nobody`() async throws {
        try await TestOffice.with { (office) async throws in
            let long = String(repeating: "u", count: 129)
            let file = """
                user_name,display_name,role,office
                emi,Emi,,
                ,Nobody,,
                fi nn,Finn,boss,
                gita,,,
                hugo,Hugo,,Tokyo
                emi,Emi again,,
                ada,Ada Lovelace,,
                ada,Ada Lindqvist,employee,Harbour Office
                dai,Dai Morgan,,
                "jun,Jun
                kai,Kai,,,,Tokyo
                \(long),,chief,Osaka
                lin da,Linda,,
                """
            #expect(
                try await wrongs(file, as: .people, into: office) == [
                    "3 user_name is missing", "4 “boss” is not employee, hr, administrator or auditor",
                    "5 display_name is missing", "6 there is no office “Tokyo”", "7 'emi' is already on line 2",
                    "8 “ada” already exists with other values",
                    "9 'ada' is already on line 8", "10 “dai” is the user name of a former employee",
                    "11 a quotation mark in column 1 is not closed", "12 it has 6 fields, but the first line names 4 columns",
                    "13 “\(long)” is not a user name: at most 128 visible characters, and not like former-12",
                    "13 display_name is missing", "13 “chief” is not employee, hr, administrator or auditor",
                    "13 there is no office “Osaka”", "14 “lin da” has a space: a user name has none",
                ])
            #expect(try await office.store.people.people().count == 4)
        }
    }

    @Test func `A people import fills what the personnel files say, and names what is wrong with it`() async throws {
        try await TestOffice.with { (office) async throws in
            let head = "user_name,display_name,personnel_number,email,reading,first_day,last_day\n"
            let file = head + "emi,佐藤 恵美,0042,emi@example.com,さとう えみ,2026-04-01,2027-03-31\nfinn,Finn,0043,,,,\n"
            #expect(try await bring(file, as: .people, into: office) == "2 person, 0 known")
            let emi = try await office.store.people.account(userName: "emi").account
            #expect(emi.details.personnelNumber == "0042" && emi.details.email?.text == "emi@example.com")
            #expect(emi.details.reading == "さとう えみ" && emi.details.firstDay?.description == "2026-04-01")
            #expect(emi.lastDay?.description == "2027-03-31")
            #expect(try await bring(file, as: .people, into: office) == "2 known")
            let wrong =
                head + "gita,Gita,\u{1},gita,,soon,2026-11-01\nhugo,Hugo,0042,,,,\njun,Jun,7,,,,\nkai,Kai,7,,,,\n"
                + "finn,Finn,0043,finn@example.com,,,\nlou,Lou,,,,0026-11-01,2200-01-01\n"
            #expect(
                try await wrongs(wrong, as: .people, into: office) == [
                    "2 personnel_number has a line break or an invisible character, or more than 64 characters",
                    "2 “gita” is not an e-mail address", "2 “soon” in first_day is not a day such as 2026-11-30",
                    "2 the last day 2026-11-01 is over: set it on the page People",
                    "3 another person of the office has this personnel number",
                    "5 another person of the office has this personnel number",
                    "6 “finn” already exists with other values",
                    "7 “0026-11-01” in first_day is not a day such as 2026-11-30",
                    "7 “2200-01-01” in last_day is not a day such as 2026-11-30",
                ])
            let changed = try await update(head + "finn,,0044,finn@example.com,,,\nemi,,,,,,2027-01-31\n", office).updated
            #expect(changed.map { $0.changes.map(\.property) } == [[.personnelNumber, .email], [.lastDay]])
            #expect(try await office.store.people.account(userName: "emi").account.details == emi.details)
        }
    }

    private func update(_ text: String, _ office: TestOffice, dryRun: Bool = false) async throws -> ImportSummary {
        try await office.store.imports.importFile(
            Array(text.utf8), of: .people, into: "Harbour Office", by: nil, updatesPeople: true, dryRun: dryRun, now: Self.now)
    }

    @Test func `An updating import of people changes those who exist, and only by values that are not empty`() async throws {
        try await TestOffice.with { (office) async throws in
            _ = try await office.store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            let file = """
                user_name,display_name,role,office,team
                ADA,Ada Lovelace,,,Design
                bo,Bo Nakamura,,,
                cy,Cy Okonkwo,auditor,Hill,
                emi,Emi Sato,,,Design
                """
            for isDryRun in [true, false] {
                let summary = try await update(file, office, dryRun: isDryRun)
                #expect(summary.added.map { "\($0.count) \($0.thing)" } == ["1 person", "1 team"] && summary.known == 1)
                let changes = summary.updated.map { person in
                    "\(person.userName): "
                        + person.changes.map { "\($0.property) \($0.old ?? "-") > \($0.new ?? "-")" }.joined(separator: ", ")
                }
                #expect(
                    changes == [
                        "ada: name Ada Lindqvist > Ada Lovelace, team - > Design",
                        "cy: role hr > auditor, office Harbour Office > Hill",
                    ])
                let ada = try await office.store.people.person(userName: "ada")
                #expect(ada.displayName == (isDryRun ? "Ada Lindqvist" : "Ada Lovelace"))
            }
            let people = office.store.people
            #expect(try await people.person(userName: "bo").role == .employee)
            #expect(try await people.person(userName: "cy").role == .auditor)
            #expect(try await office.store.teams.teams().map(\.members) == [["ada", "emi"]])
            let log = try await office.store.audit.adminLog(of: try await people.person(userName: "ada").id)
            #expect(Set(log.map(\.field)).isSuperset(of: [.displayName, .team]))
            // The same file again changes nothing. Another office ends the membership in a team.
            let again = try await update(file, office)
            #expect(again.updated.isEmpty && again.added.isEmpty && again.known == 4)
            let moved = try await update("user_name,display_name,office\nada,Ada Lovelace,Hill\n", office).updated
            #expect(moved.map { $0.changes.map(\.property) } == [[.office, .team]])
            #expect(try await office.store.teams.teams().map(\.members) == [["emi"]])
        }
    }

    @Test func `An updating import keeps former employees and the last administrator as they are`() async throws {
        try await TestOffice.with { (office) async throws in
            let head = "user_name,display_name,role\n"
            await #expect(throws: ImportError.self) { try await update(head + "dai,Dai Moran,\n", office) }
            await #expect(throws: StoreError.lastAdministrator) {
                try await update(head + "lea,Lea Root,employee\nada,Ada Lovelace,\n", office)
            }
            #expect(try await office.store.people.person(userName: "ada").displayName == "Ada Lindqvist")
            // The last administrator can hand over in one file.
            let summary = try await update(head + "lea,Lea Root,employee\nada,Ada Lindqvist,administrator\n", office)
            #expect(summary.updated.map(\.userName) == ["lea", "ada"])
            #expect(try await office.store.people.person(userName: "lea").role == .employee)
        }
    }

    @Test func `An updating import holds no lock while it waits for a person whose account changes`() async throws {
        try await TestOffice.with { (office) async throws in
            let other = try await PostgresConnection.connect(
                PostgresConfiguration(office.database.connectionString), queries: office.folder.queries)
            try await other.execute("begin; select from person where user_name = 'ada' for update")
            async let importing = update("user_name,display_name,role\nemi,Emi Sato,\nada,Ada Lovelace,\n", office)
            let waiting =
                "select count(*)::text from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
            while try await office.value(waiting) == "0" { try await Task.sleep(for: .milliseconds(10)) }
            try await other.execute("update person set role = 'auditor' where user_name = 'ada'; commit")
            await other.close()
            #expect(try await importing.updated.map(\.userName) == ["ada"])
            // The import read Ada after the other change.
            let ada = try await office.store.people.person(userName: "ada")
            #expect(ada.displayName == "Ada Lovelace" && ada.role == .auditor)
        }
    }

    @Test func `An updating import needs an office and a display name only of new people`() async throws {
        try await TestOffice.with { (office) async throws in
            _ = try await office.store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            func update(_ text: String) async throws -> ImportSummary {
                try await office.store.imports.importFile(
                    Array(text.utf8), of: .people, into: nil, by: nil, updatesPeople: true, dryRun: false, now: Self.now)
            }
            let head = "user_name,display_name,role\n"
            let summary = try await update(head + "ada,,auditor\nbo,Bo Nakamura,\n")
            #expect(summary.updated.map { $0.changes.map(\.property) } == [[.role]] && summary.known == 1)
            #expect(try await office.store.people.person(userName: "ada").displayName == "Ada Lindqvist")
            let roles = try await update("user_name,role\nada,employee\n")
            #expect(roles.updated.map { $0.changes.map(\.property) } == [[.role]])
            do {
                _ = try await update("user_name\nemi\n")
                Issue.record("A new person has no name")
            } catch ImportError.lines(let problems) {
                #expect(problems.map(\.fault.kind) == [.missing])
            }
            do {
                _ = try await update(head + "emi,,\nfinn,Finn,\n")
                Issue.record("The lines are wrong")
            } catch ImportError.lines(let problems) {
                #expect(problems.map(\.fault.kind) == [.missing, .noOffice])
            }
        }
    }

    /// Two accounts of one name in two spellings can exist from before names were compared by their key.
    @Test func `Of two people with one user name, an import takes the one with the exact spelling`() async throws {
        try await TestOffice.with { (office) async throws in
            try await office.execute("alter table person disable trigger keep_new_user_name_apart")
            try await office.execute(
                """
                insert into person (user_name, display_name, office_id)
                values (U&'andr\\00E9', 'André One', 1), (U&'andre\\0301', 'André Two', 1)
                """)
            try await office.execute("alter table person enable trigger keep_new_user_name_apart")
            let head = "user_name,display_name\n"
            let summary = try await update(head + "andr\u{E9},André 1\nandre\u{301},André 2\n", office)
            #expect(summary.updated.map(\.displayName) == ["André One", "André Two"])
            #expect(try await office.store.people.person(userName: "andre\u{301}").displayName == "André 2")
            let sentence = "2 several people have the user name “ANDRÉ” in other spellings: write it as one of them has it"
            #expect(try await wrongs(head + "ANDRÉ,X\n", as: .people, into: office) == [sentence])
            #expect(try await wrongs("team,manager\nLaw,ANDRÉ\n", as: .teams, into: office) == [sentence])
            let teams = "team,manager\nLaw,andr\u{E9}\nLaw,andre\u{301}\n"
            #expect(try await bring(teams, as: .teams, into: office) == "1 team, 2 manager, 0 known")
        }
    }

    @Test func `An editor that was opened before a desks import cannot publish over the imported desks`() async throws {
        try await TestOffice.with { (office) async throws in
            let (store, lea) = (office.store, try await office.store.people.person(userName: "lea").id)
            try await office.execute("update floor set width = 10000, height = 10000")
            var seen: [FloorVersion] = []
            for floor in try await store.floors.floorsToEdit() {
                seen.append(FloorVersion(floor.id, version: try await store.floors.floor(floor.id).version, by: lea))
            }
            _ = try await store.imports.importFile(
                Array("floor,desk,x,y\n6F,6F-Z1,9000,9000\n7F,7F-Z1,9000,9000\n".utf8), of: .desks, into: "Harbour Office",
                by: nil,
                author: .person(lea), dryRun: false, now: Self.now)
            for version in seen {
                let floor = try await store.floors.floor(version.floor)
                await #expect(throws: FloorError.changedBy("Lea Root"), "\(floor.name)") {
                    try await store.floors.publish(floor.published, as: version, now: Self.now)
                }
            }
            // The same file adds nothing.
            let versions = try await office.value("select string_agg(version::text, ' ' order by id) from floor")
            #expect(try await bring("floor,desk,x,y\n6F,6F-Z1,9000,9000\n", as: .desks, into: office) == "1 known")
            #expect(try await office.value("select string_agg(version::text, ' ' order by id) from floor") == versions)
        }
    }

    @Test func `A desks import finds a floor in any composition of its name, and refuses a name that floors cannot have`()
        async throws
    {
        try await TestOffice.with { (office) async throws in
            let head = "floor,desk,x,y\n"
            #expect(try await bring(head + "Caf\u{E9},8F-C1,40,40\n", as: .desks, into: office) == "1 desk, 1 floor, 0 known")
            // The floor's drawing has 192 by 164: both desks are beside the first one.
            try await office.execute("update floor set width = 1000 where name like 'Caf%'")
            let more = head + "Cafe\u{301},8F-C2,300,40\nCafe\u{301},8F-C1,40,40\n"
            #expect(try await bring(more, as: .desks, into: office) == "1 desk, 1 known")
            let long = String(repeating: "f", count: 65)
            let sentence = "floor has a line break or an invisible character, or more than 64 characters"
            #expect(
                try await wrongs(head + "\(long),8F-C3,40,40\n8\u{202E}F,8F-C4,40,40\n", as: .desks, into: office)
                    == ["2 \(sentence)", "3 \(sentence)"])
        }
    }

    @Test(arguments: [
        ("", "The file is empty."), (";;\n\n;\n", "The file is empty."), ("user_name;role\n", "has no column “display_name”"),
        ("user_name|display_name\n", "has no column “user_name”"), ("user_name,role\n", "has no column “display_name”"),
        ("user_name,display_name,rolle\n", "has an unknown column “rolle”."),
        ("user_name,display_name,User_Name\n", "has a column twice"),
        ("\"user_name,display_name\n", "1 a quotation mark in column 1 is not closed"),
        ("user_name,,display_name,,,rolle\n", "has an unknown column “rolle”"), ("PK\u{3}\u{4}", "not an Excel workbook"),
    ])
    func `An import with a wrong header line reports what is wrong`(text: String, sentence: String) async throws {
        try await TestOffice.with { (office) async throws in
            let wrongs = try await wrongs(text, as: .people, into: office)
            #expect(wrongs.count == 1 && wrongs[0].contains(sentence), "\(wrongs)")
        }
    }

    @Test(arguments: [
        // As LibreOffice and Numbers write deleted rows and columns, and short lines.
        "user_name,display_name,role,office,team\r\nemi,Emi Sato,employee,,\r\n,,,,\r\n,,,,\r\n",
        "user_name,display_name,role,office,team,,\r\nemi,Emi Sato,employee,,,,\r\n",
        "user_name,display_name,role\nemi,Emi Sato\n",
        "user_name,display_name,role,office,team\remi,Emi Sato,employee,,\r",
        "sep=,\r\nuser_name,display_name\r\nemi,Emi Sato\r\n",
        ",user_name,,display_name\n,emi,,Emi Sato,,\n", "user_name\tdisplay_name\nemi\tEmi Sato\n",
        "\n;;\nuser_name;display_name;team\nemi;Emi Sato;\n;;\n",
    ])
    func `A people import reads what spreadsheets write`(text: String) async throws {
        try await TestOffice.with { (office) async throws in
            #expect(try await bring(text, as: .people, into: office) == "1 person, 0 known")
            #expect(try await office.store.people.person(userName: "emi").displayName == "Emi Sato")
        }
    }

    @Test func `Teams, desks, attendance and floors are read in other encodings and with other separators`() async throws {
        try await TestOffice.with { (office) async throws in
            func bring(_ text: String, _ kind: ImportKind, _ encoding: String.Encoding) async throws -> ImportSummary {
                try await office.store.imports.importFile(
                    Array(try #require(text.data(using: encoding))), of: kind, into: nil,
                    by: Justification(author: "Cy", reason: "x"), dryRun: false, now: Self.now)
            }
            let teams = try await bring("team;manager\r\nVertrieb für Köln;BO\r\nEmpfang\r\n", .teams, .windowsCP1252)
            #expect(teams.added.map(\.count) == [2, 1] && teams.format == .text(separator: ";", .windows1252))
            let desks = try await bring("floor\tdesk\tx\ty\n8階\t8F-A1\t40\t40\n\t\t\t\n", .desks, .utf16)
            #expect(desks.added.map(\.count) == [1, 1] && desks.format == .text(separator: "\t", .utf16))
            let taps =
                "user;kind;at;desk;office;\rada;START;2026-11-19T09:00:00+09:00;6F-A1\rADA;end;2026-11-19T17:30:00+09:00\r;;;;;\r"
            #expect(try await bring(taps, .attendance, .shiftJIS).added.map(\.count) == [2])
            #expect(try await office.store.teams.teams().map(\.name) == ["Empfang", "Vertrieb für Köln"])
        }
    }

    @Test func `An attendance import takes user names in any case, and knows its taps again`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = "user,kind,at,desk\r\nAda,start,2026-11-11T09:00:00Z,6F-A1\r\nADA,end,2026-11-11T17:00:00Z,\r\n"
            #expect(try await bring(file, as: .attendance, into: office) == "2 tap, 0 known")
            #expect(try await bring(file.lowercased(), as: .attendance, into: office) == "2 known")
            #expect(
                try await wrongs(file + "ada,END,2026-11-11T17:00:00Z,\r\n", as: .attendance, into: office)
                    == ["4 the same tap is already on line 3"])
            #expect(try await office.value("select count(*)::text from event") == "2")
        }
    }

    @Test func `A teams import adds teams and their managers`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = "team,manager\nDesign,bo\nDesign,lea\nSales,\n"
            #expect(try await bring(file, as: .teams, into: office) == "2 team, 2 manager, 0 known")
            #expect(try await office.store.teams.teams().map(\.managers) == [["bo", "lea"], []])
            #expect(try await bring(file, as: .teams, into: office) == "3 known")
            #expect(
                try await wrongs("team,manager\nDesign,dai\n,bo\nLaw,bo\nLaw,bo\n", as: .teams, into: office) == [
                    "2 no active person has the user name “dai”", "3 team is missing",
                    "5 'Law' with 'bo' is already on line 4",
                ])
            #expect(try await office.store.teams.teams().count == 2)
        }
    }

    @Test func `A desks import adds desks, and draws new floors`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = "floor,desk,x,y\n8F,8f-a1,40,40\n8F,8F-A2,300,200\n6F,6F-B1,40,300\n6F,6F-A1,130,40\n"
            #expect(try await bring(file, as: .desks, into: office) == "3 desk, 1 floor, 1 known")
            let floors = try await office.store.floors.floors(of: office.office)
            #expect(floors.map(\.name) == ["6F", "7F", "8F"])
            #expect(floors[2].width == 300 + 112 + 40 && floors[2].height == 200 + 84 + 40)
            #expect(try await office.store.floors.desks(on: "8F", of: office.office).map(\.id) == ["8F-A1", "8F-A2"])
            #expect(
                try await wrongs(
                    """
                    floor,desk,x,y
                    6F,6F-A1,130,41
                    6F,6F-C1,40,300
                    6F,6F-C2,1100,40
                    6F,6F--2,40,10
                    6F,6F-C3,-1,x
                    9F,9F-A1,0,0
                    9F,9F-A2,0,0
                    9F,9f-a1,9,9
                    ,9F-A3,9,9
                    """, as: .desks, into: office) == [
                        "2 6F-A1 already exists at another place", "3 6F-C1 overlaps 6F-B1",
                        "4 6F-C2 is outside the drawing of 6F, which is 1200 by 400; a desk is 112 by 84",
                        "5 “6F--2” is not a desk name, such as 6F-A3",
                        "6 x is “-1”, not a whole number from 0 to 100000", "8 9F-A2 overlaps 9F-A1",
                        "9 9F-A1 is already on line 7", "10 floor is missing",
                    ])
            #expect(try await office.store.floors.floors(of: office.office).count == 3)
        }
    }

    @Test func `An attendance import adds each tap once, as an addition with a ledger entry`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = """
                user,kind,at,desk
                ada,start,2026-11-19T09:00:00+09:00,6f-a1
                dai,start,2024-11-19T09:00:00+09:00,6F-A2
                ada,end,2026-11-19T17:30:00+09:00,

                """
            #expect(try await bring(file, as: .attendance, into: office, dryRun: true) == "3 tap, 0 known")
            #expect(try await office.value("select count(*)::text from event") == "0")
            #expect(try await bring(file, as: .attendance, into: office) == "3 tap, 0 known")
            let more = file + "ada,start,2026-11-20T00:00:00Z,6F-A1\n"
            #expect(try await bring(more, as: .attendance, into: office, why: "Once more") == "1 tap, 3 known")
            #expect(
                try await office.value(
                    """
                    select string_agg(concat_ws(' ', event.type, who.user_name, kind, at_sent, author.user_name, reason), '; '
                                      order by seq)
                      from event join person as who on who.id = person_id join person as author on author.id = author_id
                     where who.user_name = 'ada'
                    """)
                    == "add ada start 2026-11-19T09:00:00+09:00 cy From the old system; "
                    + "add ada end 2026-11-19T17:30:00+09:00 cy From the old system; "
                    + "add ada start 2026-11-20T00:00:00Z cy Once more")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            let ada = try await office.store.people.person(userName: "ada")
            let day = try #require(CivilDate(text: "2026-11-19"))
            let days = try await office.store.record.days(of: ada.id, in: day...day, asOf: Self.now, zones: try .system())
            #expect(days.map(\.row.workedSeconds) == [8 * 3600 + 1800])
        }
    }

    @Test func `An imported start with the desk away is work away from a desk, as exports write it`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = """
                user,kind,at,desk
                ada,start,2026-11-18T09:00:00+09:00,away
                ada,end,2026-11-18T17:00:00+09:00,
                ada,start,2026-11-19T09:00:00+09:00,away
                ada,end,2026-11-19T17:00:00+09:00,
                """
            #expect(try await bring(file, as: .attendance, into: office) == "4 tap, 0 known")
            #expect(try await bring(file, as: .attendance, into: office) == "4 known")
            let ada = try await office.store.people.person(userName: "ada")
            let (first, last) = (try #require(CivilDate(text: "2026-11-18")), try #require(CivilDate(text: "2026-11-19")))
            let days = try await office.store.record.days(of: ada.id, in: first...last, asOf: Self.now, zones: try .system())
            #expect(days.map(\.row.workedSeconds) == [8 * 3600, 8 * 3600])
            #expect(days.flatMap(\.sessions).flatMap(\.stretches).map(\.isAway) == [true, true])
        }
    }

    @Test func `An attendance import with wrong lines reports each of them and adds nothing`() async throws {
        try await TestOffice.with { (office) async throws in
            let file = """
                user,kind,at,desk,office
                ada,start,2026-11-19T09:00:00+09:00,6F-A1,
                ada,Start,2026-11-19T00:00:00Z,6F-A1,
                nobody,end,2026-11-19T17:30:00+09:00,,
                ada,stop,2026-11-19T17:30:00+09:00,,
                ada,end,19.11.2026 17:30,,
                ada,start,2026-11-19T18:00:00+09:00,,
                ada,start,2026-11-19T18:00:00+09:00,9F-A1,
                ada,end,2036-11-19T17:30:00+09:00,,
                ada,end,2026-11-19T17:30:00+09:00,,Tokyo
                ada,start,2026-11-19T18:00:00+09:00,6F--A1,
                """
            #expect(
                try await wrongs(file, as: .attendance, into: office) == [
                    "3 the same tap is already on line 2", "4 no person has the user name “nobody”",
                    "5 “stop” is not start, pause or end",
                    "6 “19.11.2026 17:30” is not a date and time with an offset, such as 2026-11-20T09:00:00+09:00",
                    "7 a start needs a desk, or “away”", "8 there is no desk 9F-A1", "9 its time is in the future",
                    "10 there is no office “Tokyo”", "11 “6F--A1” is not a desk name, such as 6F-A3",
                ])
            #expect(try await office.value("select count(*)::text from event") == "0")
        }
    }

    @Test func `An import file can have ten thousand lines`() async throws {
        try await TestOffice.with { (office) async throws in
            let people = (0..<10_000).map { "u\($0),Name \($0),,,Team \($0 % 100)" }
            let file = (["user_name,display_name,role,office,team"] + people).joined(separator: "\r\n")
            #expect(try await bring(file, as: .people, into: office) == "10000 person, 100 team, 0 known")
            let first = Self.now - .seconds(900 * 86_400)
            let taps = (0..<10_000).map { number in
                let at = first + .seconds(Int64(number / 200) * 86_400 + Int64(number % 2) * 28_800)
                let user = "u\(number % 200 / 2)"
                return number % 2 == 0 ? "\(user),start,\(at.rfc3339()),6F-A1" : "\(user),end,\(at.rfc3339()),"
            }
            let attendance = (["user,kind,at,desk"] + taps).joined(separator: "\n")
            #expect(try await bring(attendance, as: .attendance, into: office) == "10000 tap, 0 known")
            #expect(try await bring(attendance, as: .attendance, into: office) == "10000 known")
            let wrong = taps.enumerated().map { $0.offset % 2 == 0 ? "x" + $0.element : $0.element }
            let spoilt = (["user,kind,at,desk"] + wrong).joined(separator: "\n")
            let wrongs = try await wrongs(spoilt, as: .attendance, into: office)
            #expect(wrongs.count == 5000 && wrongs.last == "10000 no person has the user name “xu99”")
        }
    }

    @Test func `A desks import can add twenty thousand floors`() async throws {
        try await TestOffice.with { (office) async throws in
            let count = 20_000
            let file = "floor,desk,x,y\n" + (1...count).map { "F\($0),F\($0)-A1,40,50\n" }.joined()
            #expect(try await bring(file, as: .desks, into: office) == "\(count) desk, \(count) floor, 0 known")
            let sizes = "select string_agg(distinct width || ' ' || height, ',') from floor where name like 'F%'"
            #expect(try await office.value(sizes) == "192 174")
            let order = "select count(distinct position)::text || ' ' || max(position)::text from floor where name like 'F%'"
            #expect(try await office.value(order) == "\(count) \(count + 1)")
        }
    }

    @Test func `An import file with too many lines is refused with the limit`() async throws {
        try await TestOffice.with { (office) async throws in
            func file(_ count: Int) -> String { "team\n" + (1...count).map { "T\($0)\n" }.joined() }
            #expect(
                try await wrongs(file(10_001), as: .teams, into: office) == [
                    "The file has more than 10000 lines. Split it into several files."
                ])
            #expect(ImportKind.people.maximumLines == 50_000)
        }
    }

    @Test func `An import must name the office if there are several`() async throws {
        try await TestOffice.with { (office) async throws in
            _ = try await office.store.offices.addOffice(name: "Tokyo", timeZone: "Asia/Tokyo")
            let file = "user_name,display_name\nemi,Emi\n"
            #expect(
                try await wrongs(file, as: .people, into: office)
                    == ["2 the line names no office, and there are several"])
            await #expect(throws: StoreError.unknownOffice("Kyoto")) {
                try await bring(file, as: .people, into: office, of: "Kyoto")
            }
            #expect(try await bring(file, as: .people, into: office, of: "Tokyo") == "1 person, 0 known")
        }
    }
}
