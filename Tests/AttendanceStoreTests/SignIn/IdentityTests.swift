import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Somebody of an identity provider` {
    private static func provided(
        _ userName: String, subject: String? = nil, role: Role? = nil, team: ProvidedPerson.TeamChoice = .unsaid,
        office: String? = nil, isOwner: Bool = false
    ) -> ProvidedPerson {
        ProvidedPerson(
            issuer: "https://id.example.com", subject: subject ?? "sub-\(userName)", userName: userName,
            displayName: userName.capitalized, role: role, team: team, office: office, isOwnerOfUserName: isOwner)
    }

    private static func signIn(_ provided: ProvidedPerson, _ office: TestOffice) async throws -> (Person, [ProvidedChange]) {
        guard case .person(let person, let changes) = try await office.store.identities.signIn(provided, now: TestOffice.noon)
        else {
            throw StoreError.unknownPerson(provided.userName)
        }
        return (person, changes)
    }

    @Test func `is the same person whatever the provider calls them later`() async throws {
        try await TestOffice.with { office in
            let (nia, changes) = try await Self.signIn(Self.provided("nia"), office)
            #expect(changes == [.isNew] && nia.displayName == "Nia" && nia.role == .employee && nia.office == office.office)
            let (again, none) = try await Self.signIn(Self.provided("nia.sol", subject: "sub-nia"), office)
            #expect(again == nia && none.isEmpty)
            // Another one who is given her user name there is not her.
            #expect(
                try await office.store.identities.signIn(Self.provided("nia", subject: "x"), now: TestOffice.noon)
                    == .userNameTaken)
        }
    }

    @Test func `is not taken for somebody here by the user name, unless the provider is believed about it`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            #expect(try await store.identities.signIn(Self.provided("bo"), now: TestOffice.noon) == .userNameTaken)
            let (bo, changes) = try await Self.signIn(Self.provided("bo", isOwner: true), office)
            #expect(bo.userName == "bo" && changes == [.isLinked])
            // He is linked to one there, and to no second one.
            let second = Self.provided("bo", subject: "another", isOwner: true)
            #expect(try await store.identities.signIn(second, now: TestOffice.noon) == .userNameTaken)
            // Nobody becomes an administrator by a name.
            let lea = Self.provided("lea", isOwner: true)
            #expect(try await store.identities.signIn(lea, now: TestOffice.noon) == .userNameTaken)

            try await store.identities.link(
                userName: "ada", issuer: "https://id.example.com", subject: "sub-ada", now: TestOffice.noon)
            #expect(try await Self.signIn(Self.provided("ada"), office).0.userName == "ada")
            let data = try await store.personData.data(
                of: try await store.people.person(userName: "ada"), asOf: TestOffice.noon, zones: .system())
            #expect(data.identities.map(\.subject) == ["sub-ada"])
            #expect(String(decoding: try data.json(), as: UTF8.self).contains("https://id.example.com"))
            await #expect(throws: StoreError.self) {
                try await store.identities.link(
                    userName: "bo", issuer: "https://id.example.com", subject: "sub-ada", now: TestOffice.noon)
            }
        }
    }

    @Test func `who left is not let in, by whatever name`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            for isOwner in [false, true] {
                let dai = Self.provided("dai", isOwner: isOwner)
                #expect(try await store.identities.signIn(dai, now: TestOffice.noon) == .left(userName: "dai"))
            }
            let (nia, _) = try await Self.signIn(Self.provided("nia"), office)
            try await store.people.setLeft(userName: "nia", at: TestOffice.noon)
            #expect(try await store.identities.signIn(Self.provided("nia"), now: TestOffice.noon) == .left(userName: "nia"))
            // With the name goes who they were there.
            #expect(try await store.retention.eraseName(of: nia.id, now: TestOffice.noon) == "former-\(nia.id)")
            #expect(try await office.value("select count(*)::text from identity") == "0")
            // They do not come back by it, whatever they are called there now.
            for name in ["nia", "nia.sol"] {
                let again = Self.provided(name, subject: "sub-nia", isOwner: true)
                #expect(try await store.identities.signIn(again, now: TestOffice.noon) == .leftAndErased)
            }
            let kept = "select count(*)::text from left_identity as l where strpos(l::text, 'sub-nia') > 0"
            #expect(try await office.value(kept) == "0")
            #expect(try await Self.signIn(Self.provided("emi"), office).1 == [.isNew])
        }
    }

    @Test func `has the role that the groups give, up and down`() async throws {
        try await TestOffice.with { office in
            let (_, first) = try await Self.signIn(Self.provided("nia", role: .hr), office)
            #expect(first == [.isNew])
            let (nia, changes) = try await Self.signIn(Self.provided("nia", role: .employee), office)
            #expect(nia.role == .employee && changes == [.role(from: .hr, to: .employee)])
            #expect(try await Self.signIn(Self.provided("nia", role: .administrator), office).0.role == .administrator)
            // Lea is another administrator, so Nia can stop being one; Lea cannot then.
            #expect(try await Self.signIn(Self.provided("nia", role: .manager), office).0.role == .manager)
            try await office.store.identities.link(
                userName: "lea", issuer: "https://id.example.com", subject: "sub-lea", now: TestOffice.noon)
            let (lea, kept) = try await Self.signIn(Self.provided("lea", role: .employee), office)
            #expect(lea.role == .administrator && kept == [.remainsLastAdministrator])
            // Where the provider says nothing of roles, they stay.
            #expect(try await Self.signIn(Self.provided("nia"), office).0.role == .manager)
        }
    }

    @Test func `is in the team that the groups give`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            for name in ["Design", "Sales", "Guests"] { try await store.teams.addTeam(name, in: office.office) }
            func changes(_ team: String?) async throws -> [ProvidedChange] {
                let provided = Self.provided("nia", team: .oneOf(["Design", "Sales", "Nowhere"], team))
                return try await Self.signIn(provided, office).1
            }
            #expect(try await changes("Design") == [.isNew, .team(from: nil, to: "Design")])
            #expect(try await changes("Design") == [])
            #expect(try await changes("Sales") == [.team(from: "Design", to: "Sales")])
            #expect(try await changes("Nowhere") == [.unknownTeam("Nowhere")])
            #expect(try await store.teams.team(named: "Sales").members == ["nia"])
            #expect(try await changes(nil) == [.team(from: "Sales", to: nil)])
            // A team that the provider does not decide about is not its affair.
            try await store.teams.assign(
                [try await store.people.person(userName: "nia").id], to: try await store.teams.team(named: "Guests").id)
            #expect(try await changes(nil) == [])
        }
    }

    @Test func `gets an account only where new people do, and by a verified user name`() async throws {
        try await TestOffice.with { office in
            func answer(_ user: String, isVerified: Bool = true, mayBeNew: Bool = true) async throws -> ProvidedSignIn {
                try await office.store.identities.signIn(
                    ProvidedPerson(
                        issuer: "https://id.example.com", subject: "sub-\(user)", userName: user, displayName: user, role: nil,
                        team: .unsaid, office: nil, isOwnerOfUserName: false, isUserNameVerified: isVerified,
                        mayBeNew: mayBeNew), now: TestOffice.noon)
            }
            #expect(try await answer("nia", mayBeNew: false) == .noAccount)
            #expect(try await answer("nia", isVerified: false) == .unverifiedUserName)
            #expect(try await office.value("select count(*)::text from person") == "5")
            guard case .person = try await answer("nia") else { throw StoreError.unknownPerson("nia") }
            // Who has an account needs neither.
            guard case .person = try await answer("nia", isVerified: false, mayBeNew: false) else {
                throw StoreError.unknownPerson("nia")
            }
        }
    }

    @Test func `needs an office to be named where there are several`() async throws {
        try await TestOffice.with { office in
            let other = try await office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            await #expect(throws: StoreError.self) { try await Self.signIn(Self.provided("nia"), office) }
            let (nia, _) = try await Self.signIn(Self.provided("nia", office: "Other Office"), office)
            #expect(nia.office == other)
        }
    }

    @Test func `gets one account, however often they come at the same time`() async throws {
        try await TestOffice.with { office in
            let people = try await withThrowingTaskGroup(of: Person.self) { group in
                for _ in 1...8 { group.addTask { try await Self.signIn(Self.provided("nia"), office).0 } }
                return try await group.reduce(into: Set<Int64>()) { $0.insert($1.id) }
            }
            #expect(people.count == 1)
        }
    }
}
