import Attendance
import AttendanceStore
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `User names` {
    private let now = TestOffice.noon
    private let month: Int64 = 2_678_400

    @Test(arguments: [
        ("ada", true), ("Ada Ł. Berg", true), ("ada@example.com", true), ("佐藤", true), ("former", true), ("former-x", true),
        ("former-12", false), ("Former-7", false), ("ad\u{202E}a", false), ("ad\u{200B}a", false), ("ad\u{2066}a", false),
        ("ad\u{00AD}a", false), ("ad\u{2028}a", false), ("\u{3164}", false), ("ad\u{FEFF}a", false), ("ad\u{200C}a", false),
        ("ada\u{FFFE}", false), ("", false), ("\u{FF0E}", false), ("ｆｏｒｍｅｒ-１２", false),
        ("partner.person_contoso-consulting.example.com#EXT#@fabrikam-industries.onmicrosoft.example", true),
        (String(repeating: "e\u{301}", count: 128), true), (String(repeating: "a", count: 129), false),
    ])
    func `A user name has only visible characters and is not reserved`(name: String, mayBeGiven: Bool) {
        #expect(((try? UserName.given(name)) != nil) == mayBeGiven)
    }

    @Test func `A user name is kept without white space and direction marks at its ends, in one composition`() throws {
        #expect(try UserName.given(" ada\u{200F}") == "ada")
        #expect(try UserName.given("andre\u{301}").unicodeScalars.count == 5)
    }

    @Test func `A display name has no invisible characters except variation selectors`() throws {
        for name in ["Ada\u{202E}", "A\u{200B}da"] {
            #expect(throws: StoreError.badDisplayName) { try PersonName.given(name) }
        }
        #expect(try PersonName.given("葛\u{E0100}城") == "葛\u{E0100}城")
        #expect(PersonName.cleaned(" A\u{202E}da\n ") == "Ada" && PersonName.cleaned("\u{200B}") == nil)
    }

    @Test func `A user name is looked up in any case`() async throws {
        try await TestOffice.with { (office) async throws in
            let store = office.store
            #expect(try await store.exports.people(PeopleFilter(users: ["Ada", "BO"])).map(\.userName) == ["ada", "bo"])
            #expect(try await store.people.displayNames(of: ["ADA", "nobody"]) == ["ADA": "Ada Lindqvist"])
            let reader = ReaderScope.person(userName: "ada")
            // A tap in another spelling is the owner's, also if another account is spelled so.
            for spelling in ["ada", "Ada", "ａｄａ"] {
                #expect(reader.admitted(TestOffice.submission(spelling, .pause).report)?.user == "ada")
            }
            #expect(reader.admitted(TestOffice.submission("bo", .pause).report) == nil)
        }
    }

    /// The blocks with letters that have two cases, and with forms for compatibility.
    @Test(arguments: [0x20...0x2FFF, 0xA640...0xABFF, 0xFB00...0xFFEF, 0x1_0400...0x1_0FFF, 0x1_E900...0x1_E95F])
    func `The database and the server compare user names by the same key`(block: ClosedRange<Int>) async throws {
        try await TestOffice.with { (office) async throws in
            let rows = try await office.pool.withConnection { connection in
                try await connection.execute(
                    """
                    select number::text, user_name_key(chr(number)) as key
                      from generate_series(\(block.lowerBound), \(block.upperBound)) as number
                    """)
            }
            #expect(rows.count == block.count)
            for row in rows {
                let number = try #require(UInt32(try row.get("number", as: String.self)))
                // The versions of Unicode in PostgreSQL and here differ in newer characters.
                guard let scalar = Unicode.Scalar(number), let age = scalar.properties.age, age <= (13, 0) else { continue }
                let (key, ours) = (try row.get("key", as: String.self), UserName.key(String(scalar)))
                if !key.utf8.elementsEqual(ours.utf8) { Issue.record("U+\(String(number, radix: 16)): \(key), \(ours)") }
            }
            for name in ["Σίσυφος", "ΣΊΣΥΦΟΣ", "andre\u{301}", "ANDRÉ", "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "İı", "Straße", "\u{1E9B}\u{323}"] {
                let key = try await office.value("select user_name_key('\(name)')")
                #expect(key.map { Array($0.utf8) } == Array(UserName.key(name).utf8), "\(name)")
            }
        }
    }

    @Test(arguments: ["ANDRÉ", "andre\u{301}", "ａｎｄｒé"])
    func `All spellings of a user name are one name, however it is given`(spelling: String) async throws {
        try await TestOffice.with { (office) async throws in
            let store = office.store
            let andre = try await store.people.addPerson(
                userName: "andré", displayName: "André Roux", role: .employee, office: office.office, by: .command, now: now)
            #expect(try await store.people.person(userName: spelling).id == andre)
            #expect(try await store.passwords.password(ofUser: spelling)?.person.id == andre)
            await #expect(throws: StoreError.alreadyExists(.person(spelling))) {
                try await store.people.addPerson(
                    userName: spelling, displayName: "X", role: .employee, office: office.office, by: .command, now: now)
            }
            let bo = try await store.people.person(userName: "bo").id
            await #expect(throws: StoreError.alreadyExists(.person(spelling))) {
                try await store.people.change(bo, PersonChange(userName: spelling), by: .command, now: now)
            }
            func bring(_ line: String) async throws -> ImportSummary {
                try await store.imports.importFile(
                    Array("user_name,display_name\n\(line)\n".utf8), of: .people, into: nil, by: nil, dryRun: false, now: now)
            }
            #expect(try await bring("\(spelling),Andre\u{301} Roux").known == 1)
            await #expect(throws: ImportError.self) { _ = try await bring("\(spelling),André Two") }
            let tap = TestOffice.submission(spelling, .start, desk: "6F-A1")
            #expect(try await TapRecorder.recordAlone([tap], pool: office.pool).map(\.name) == ["accepted"])
            #expect(
                try await office.value("select count(*)::text from event where person_id = \(andre)") == "1")
        }
    }

    /// Two accounts of one name in two spellings can exist from before names were compared by their key.
    @Test func `Accounts with two spellings of one user name stay apart, and no third one is added`() async throws {
        try await TestOffice.with { (office) async throws in
            let store = office.store
            try await office.execute("alter table person disable trigger keep_new_user_name_apart")
            try await office.execute(
                """
                insert into person (user_name, display_name, office_id)
                values (U&'andr\\00E9', 'André One', 1), (U&'andre\\0301', 'André Two', 1)
                """)
            try await office.execute("alter table person enable trigger keep_new_user_name_apart")
            for (name, whose) in [("andr\u{E9}", "André One"), ("andre\u{301}", "André Two"), ("ANDRÉ", "André One")] {
                #expect(try await store.people.person(userName: name).displayName == whose)
                #expect(try await store.passwords.password(ofUser: name)?.person.displayName == whose)
                #expect(try await store.exports.people(PeopleFilter(users: [name])).map(\.displayName) == [whose])
            }
            let both = PeopleFilter(users: ["andre\u{301}", "andr\u{E9}"])
            #expect(try await store.exports.people(both).map(\.displayName) == ["André One", "André Two"])
            let taps = ["andr\u{E9}", "andre\u{301}"].map { TestOffice.submission($0, .start, desk: "6F-A1") }
            #expect(try await TapRecorder.recordAlone(taps, pool: office.pool).map(\.name) == ["accepted", "accepted"])
            #expect(try await office.value("select count(distinct person_id)::text from event") == "2")
            await #expect(throws: StoreError.alreadyExists(.person("Andre\u{301}"))) {
                try await store.people.addPerson(
                    userName: "Andre\u{301}", displayName: "X", role: .employee, office: office.office, by: .command, now: now)
            }
            #expect(try await store.people.peopleOfOneUserName().map { $0.map(\.displayName) } == [["André One", "André Two"]])
            let two = try await store.people.person(userName: "andre\u{301}").id
            try await store.people.change(two, PersonChange(userName: "andre.two"), by: .command, now: now)
            #expect(try await store.people.peopleOfOneUserName().isEmpty)
        }
    }

    @Test func `A user name that differs only in case is taken, however it is assigned`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            #expect(try await store.people.person(userName: "ADA").userName == "ada")
            #expect(try await store.people.account(userName: "Ada").account.person.userName == "ada")
            await #expect(throws: StoreError.alreadyExists(.person("Ada"))) {
                try await store.people.addPerson(
                    userName: "Ada", displayName: "X", role: .employee, office: office.office, by: .command, now: now)
            }
            let bo = try await store.people.person(userName: "bo").id
            await #expect(throws: StoreError.alreadyExists(.person("ADA"))) {
                try await store.people.change(bo, PersonChange(userName: "ADA"), by: .command, now: now)
            }
            let provided = ProvidedPerson(
                issuer: "https://id.example.com", subject: "1", userName: "Ada", displayName: "X", role: nil, team: .unsaid,
                office: nil, isOwnerOfUserName: false)
            #expect(try await store.identities.signIn(provided, now: now) == .userNameTaken)
            await #expect(throws: ImportError.self) {
                _ = try await store.imports.importFile(
                    Array("user_name,display_name\nAda,X\n".utf8), of: .people, into: nil, by: nil, dryRun: false, now: now)
            }
            await #expect(throws: PostgresError.self) {
                try await office.execute("insert into person (user_name, display_name, office_id) values ('ADA', 'X', 1)")
            }
        }
    }

    @Test func `A freed user name is reserved while readers may hold taps of its earlier owner`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let ada = try await store.people.person(userName: "ada").id
            try await store.people.change(ada, PersonChange(userName: "ada.berg"), by: .command, now: now)
            let free = now + .seconds(month)
            func add(at instant: Instant) async throws {
                try await store.people.addPerson(
                    userName: "ADA", displayName: "Another", role: .employee, office: office.office, by: .command, now: instant)
            }
            await #expect(throws: StoreError.userNameNotFree("ADA", until: free)) { try await add(at: now) }
            let bo = try await store.people.person(userName: "bo").id
            await #expect(throws: StoreError.userNameNotFree("ada", until: free)) {
                try await store.people.change(bo, PersonChange(userName: "ada"), by: .command, now: now)
            }
            let provided = ProvidedPerson(
                issuer: "https://id.example.com", subject: "1", userName: "ada", displayName: "X", role: nil, team: .unsaid,
                office: nil, isOwnerOfUserName: false)
            #expect(try await store.identities.signIn(provided, now: now) == .userNameNotFree(until: free))
            await #expect {
                _ = try await store.imports.importFile(
                    Array("user_name,display_name\nada,X\n".utf8), of: .people, into: nil, by: nil, dryRun: false, now: now)
            } throws: { error in
                guard case ImportError.lines(let problems) = error else { return false }
                return problems.map(\.fault.kind) == [.freedUserName] && problems[0].fault.values["until"] == free.rfc3339()
            }
            // Its earlier owner can take it back.
            try await store.people.change(ada, PersonChange(userName: "ada"), by: .command, now: now)
            try await store.people.change(ada, PersonChange(userName: "ada.berg"), by: .command, now: now)
            _ = try await store.retention.forgetLogs(now: free - .seconds(1))
            await #expect(throws: StoreError.userNameNotFree("ADA", until: free)) { try await add(at: now) }
            try await add(at: free)
            _ = try await store.retention.forgetLogs(now: free)
            #expect(try await office.value("select count(*)::text from freed_user_name") == "0")
        }
    }

    @Test func `A user name that was freed before names had a key stays reserved`() async throws {
        try await TestOffice.with { (office) async throws in
            try await office.execute(
                """
                insert into freed_user_name (digest, freed_at)
                values (sha256(convert_to(lower('ＥＭＩ'), 'UTF8')), '2026-11-20 03:00+00')
                """)
            await #expect(throws: StoreError.userNameNotFree("Ｅｍｉ", until: now + .seconds(month))) {
                try await office.store.people.addPerson(
                    userName: "Ｅｍｉ", displayName: "Emi", role: .employee, office: office.office, by: .command, now: now)
            }
        }
    }

    @Test func `An erased user name stays reserved`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let ada = try await store.people.person(userName: "ada").id
            try await store.people.setLeft(userName: "ada", at: now)
            #expect(try await store.retention.eraseName(of: ada, now: now + .seconds(1)) != nil)
            #expect(try await office.value("select count(*)::text from freed_user_name where person_id is null") == "1")
            await #expect(throws: StoreError.userNameNotFree("ada", until: now + .seconds(month + 1))) {
                try await store.people.addPerson(
                    userName: "ada", displayName: "A", role: .employee, office: office.office, by: .command, now: now)
            }
            // If an office accepts taps of any age, it stays reserved forever.
            try await office.execute("update office_settings set max_age_s = null")
            await #expect(throws: StoreError.userNameNotFree("ada", until: nil)) {
                try await store.people.addPerson(
                    userName: "ada", displayName: "A", role: .employee, office: office.office, by: .command,
                    now: now + .seconds(100 * month))
            }
        }
    }
}
