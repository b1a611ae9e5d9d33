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
        ("ad\u{00AD}a", false), ("ad\u{2028}a", false), ("\u{3164}", false), ("ad\u{FEFF}a", false), (" ada", false),
        ("", false),
    ])
    func `A user name has only visible characters and is not reserved`(name: String, mayBeGiven: Bool) {
        #expect(UserName.mayBeGiven(name) == mayBeGiven)
    }

    @Test func `A display name has no invisible characters except variation selectors`() {
        #expect(PersonName("Ada\u{202E}") == nil && PersonName("A\u{200D}da") == nil)
        #expect(PersonName("葛\u{E0100}城")?.text == "葛\u{E0100}城")
        #expect(PersonName(cleaning: " A\u{202E}da\n ")?.text == "Ada" && PersonName(cleaning: "\u{200B}") == nil)
    }

    @Test func `A user name is looked up in any case`() async throws {
        try await TestOffice.with { (office) async throws in
            let store = office.store
            #expect(try await store.exports.people(PeopleFilter(users: ["Ada", "BO"])).map(\.userName) == ["ada", "bo"])
            #expect(try await store.people.displayNames(of: ["ADA", "nobody"]) == ["ADA": "Ada Lindqvist"])
            let reader = ReaderScope.person(userName: "ada")
            #expect(reader.allows(TestOffice.submission("Ada", .pause).report))
            #expect(!reader.allows(TestOffice.submission("bo", .pause).report))
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
                return problems.map(\.fault.kind) == [.freedUserName] && problems[0].sentence.contains(free.rfc3339())
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
