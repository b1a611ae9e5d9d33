import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Identities of a provider` {
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

    @Test func `An identity stays linked to its person when the provider changes the user name`() async throws {
        try await TestOffice.with { office in
            let (nia, changes) = try await Self.signIn(Self.provided("nia"), office)
            #expect(changes == [.isNew] && nia.displayName == "Nia" && nia.role == .employee && nia.office == office.office)
            let (again, none) = try await Self.signIn(Self.provided("nia.sol", subject: "sub-nia"), office)
            #expect(again == nia && none.isEmpty)
            // Another identity that gets her user name at the provider is not linked to her.
            #expect(
                try await office.store.identities.signIn(Self.provided("nia", subject: "x"), now: TestOffice.noon)
                    == .userNameTaken)
        }
    }

    @Test func `An identity is linked by user name only if the provider is trusted with user names`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            #expect(try await store.identities.signIn(Self.provided("bo"), now: TestOffice.noon) == .userNameTaken)
            let (bo, changes) = try await Self.signIn(Self.provided("bo", isOwner: true), office)
            #expect(bo.userName == "bo" && changes == [.isLinked])
            // A person is linked to one identity of a provider only.
            let second = Self.provided("bo", subject: "another", isOwner: true)
            #expect(try await store.identities.signIn(second, now: TestOffice.noon) == .userNameTaken)
            // An administrator is never linked by user name.
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

    @Test func `An identity of a person who has left is refused, also under another user name`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            for isOwner in [false, true] {
                let dai = Self.provided("dai", isOwner: isOwner)
                #expect(try await store.identities.signIn(dai, now: TestOffice.noon) == .left(userName: "dai"))
            }
            let (nia, _) = try await Self.signIn(Self.provided("nia"), office)
            try await store.people.setLeft(userName: "nia", at: TestOffice.noon)
            #expect(try await store.identities.signIn(Self.provided("nia"), now: TestOffice.noon) == .left(userName: "nia"))
            // Erasing the name also deletes the identity.
            #expect(try await store.retention.eraseName(of: nia.id, now: TestOffice.noon) == "former-\(nia.id)")
            #expect(try await office.value("select count(*)::text from identity") == "0")
            // The identity stays refused under any user name.
            for name in ["nia", "nia.sol"] {
                let again = Self.provided(name, subject: "sub-nia", isOwner: true)
                #expect(try await store.identities.signIn(again, now: TestOffice.noon) == .leftAndErased)
            }
            let kept = "select count(*)::text from left_identity as l where strpos(l::text, 'sub-nia') > 0"
            #expect(try await office.value(kept) == "0")
            #expect(try await Self.signIn(Self.provided("emi"), office).1 == [.isNew])
        }
    }

    @Test func `The role of an identity follows the provider's groups, up and down`() async throws {
        try await TestOffice.with { office in
            let (_, first) = try await Self.signIn(Self.provided("nia", role: .hr), office)
            #expect(first == [.isNew])
            let (nia, changes) = try await Self.signIn(Self.provided("nia", role: .employee), office)
            #expect(nia.role == .employee && changes == [.role(from: .hr, to: .employee)])
            #expect(try await Self.signIn(Self.provided("nia", role: .administrator), office).0.role == .administrator)
            // Lea is the second administrator, so Nia can lose the role. Then Lea cannot.
            #expect(try await Self.signIn(Self.provided("nia", role: .auditor), office).0.role == .auditor)
            try await office.store.identities.link(
                userName: "lea", issuer: "https://id.example.com", subject: "sub-lea", now: TestOffice.noon)
            let (lea, kept) = try await Self.signIn(Self.provided("lea", role: .employee), office)
            #expect(lea.role == .administrator && kept == [.remainsLastAdministrator])
            // Without a role from the provider the role stays unchanged.
            #expect(try await Self.signIn(Self.provided("nia"), office).0.role == .auditor)
        }
    }

    @Test func `The team of an identity follows the provider's groups`() async throws {
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
            // A team outside the provider's list stays unchanged.
            try await store.people.assign(
                [try await store.people.person(userName: "nia").id], to: try await store.teams.team(named: "Guests").id)
            #expect(try await changes(nil) == [])
        }
    }

    @Test func `A new identity gets an account only if allowed and with a verified user name`() async throws {
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
            // An existing account needs neither.
            guard case .person = try await answer("nia", isVerified: false, mayBeNew: false) else {
                throw StoreError.unknownPerson("nia")
            }
        }
    }

    @Test func `A new identity must name its office if there are several`() async throws {
        try await TestOffice.with { office in
            let other = try await office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            await #expect(throws: StoreError.self) { try await Self.signIn(Self.provided("nia"), office) }
            let (nia, _) = try await Self.signIn(Self.provided("nia", office: "Other Office"), office)
            #expect(nia.office == other)
        }
    }

    @Test func `Simultaneous first sign-ins of an identity create one account`() async throws {
        try await TestOffice.with { office in
            let people = try await withThrowingTaskGroup(of: Person.self) { group in
                for _ in 1...8 { group.addTask { try await Self.signIn(Self.provided("nia"), office).0 } }
                return try await group.reduce(into: Set<PersonID>()) { $0.insert($1.id) }
            }
            #expect(people.count == 1)
        }
    }
}
