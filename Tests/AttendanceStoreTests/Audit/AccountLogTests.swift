import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Account log` {
    private let now = TestOffice.noon
    private static let issuer = "https://id.example.com"

    /// Passes an office where Bo manages the team of Ada, and a second office.
    private func withManager(_ body: (TestOffice, _ bo: PersonID, _ other: OfficeID) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (ada, bo) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "bo").id
            )
            try await store.people.change(bo, PersonChange(role: .hr), by: .command, now: now)
            let team = try await store.teams.addTeam("Design", in: office.office)
            try await store.people.assign([ada], to: team)
            try await store.people.setManager(
                bo, of: try await store.teams.team(named: "Design").id, to: true, by: .command, now: now)
            #expect(try await store.teams.manages(bo, ada))
            try await body(office, bo, try await store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin"))
        }
    }

    private func entries(_ office: TestOffice, _ person: PersonID) async throws -> [String] {
        try await office.store.audit.adminLog(of: person).map { entry in
            let author =
                switch entry.author {
                case .command: "command"
                case .person(let user, _): user
                case .provisioner(let name): name
                case .provider(let issuer): issuer
                }
            return "\(entry.field.rawValue) \(entry.old ?? "-") \(entry.new ?? "-") \(author)"
        }
    }

    @Test func `The account log tells the team to which a new person belongs`() async throws {
        try await withManager { office, bo, _ in
            let team = try await office.store.teams.team(named: "Design").id
            let emi = try await office.store.people.addPerson(
                userName: "emi", displayName: "Emi Sato", role: .employee, office: office.office, team: team, by: .person(bo),
                now: now)
            #expect(try await entries(office, emi) == ["team - Design bo", "added - employee bo"])
        }
    }

    @Test(arguments: [
        (PersonChange(role: .auditor), ["manages Design - lea", "role hr auditor lea"])
    ])
    func `The account log tells that a role change ended managing a team`(change: PersonChange, noted: [String]) async throws {
        try await withManager { office, bo, _ in
            let lea = try await office.store.people.person(userName: "lea").id
            try await office.store.people.change(bo, change, by: .person(lea), now: now)
            #expect(try await !office.store.teams.manages(bo))
            #expect(try await Array(entries(office, bo).prefix(2)) == noted)
        }
    }

    @Test func `The account log tells that a move to another office ended managing a team`() async throws {
        try await withManager { office, bo, other in
            for role in [Role.administrator, .hr] {
                try await office.store.people.change(bo, PersonChange(displayName: "Bo N.", role: role), by: .command, now: now)
                #expect(try await office.store.teams.manages(bo))
            }
            try await office.store.people.change(bo, PersonChange(office: other), by: .command, now: now)
            #expect(try await !office.store.teams.manages(bo))
            #expect(
                try await Array(entries(office, bo).prefix(2)) == [
                    "manages Design - command", "office Harbour Office Other Office command",
                ])
        }
    }

    @Test func `The account log tells for which offices a person of HR is responsible, and another role ends that`()
        async throws
    {
        try await withManager { office, bo, other in
            let store = office.store
            let lea = try await store.people.person(userName: "lea").id
            func offices() async throws -> [OfficeID] { try await store.people.person(userName: "bo").hrOffices }
            func change(_ change: PersonChange) async throws {
                try await store.people.change(bo, change, by: .person(lea), now: now)
            }
            let logged = try await entries(office, bo).count
            #expect(try await offices() == [office.office])
            // Without a choice, the own office counts, also another one later.
            try await change(PersonChange(hrOffices: [office.office]))
            try await change(PersonChange(office: other))
            #expect(try await offices() == [other])
            try await change(PersonChange(hrOffices: [other, office.office]))
            try await change(PersonChange(displayName: "Bo N."))
            #expect(try await offices() == [office.office, other])
            try await change(PersonChange(hrOffices: [office.office]))
            #expect(try await offices() == [office.office])
            try await change(PersonChange(role: .employee, hrOffices: [other]))
            #expect(try await offices() == [])
            try await change(PersonChange(role: .hr))
            #expect(try await offices() == [other])
            let log = Set(try await entries(office, bo).dropLast(logged))
            #expect(
                Set(log.filter { $0.hasPrefix("hr_offices") }) == [
                    "hr_offices - Harbour Office, Other Office lea",
                    "hr_offices Harbour Office, Other Office Harbour Office lea",
                    "hr_offices Harbour Office - lea",
                ])
            try await change(PersonChange(hrOffices: [office.office]))
            try await store.people.setLeft(userName: "bo", at: now)
            #expect(try await store.retention.eraseName(of: bo, now: now + .seconds(1)) != nil)
            #expect(try await office.value("select count(*)::text from hr_office") == "0")
        }
    }

    @Test func `A choice of offices that a server of the release before left does not come back with the role`() async throws {
        try await TestOffice.with { office in
            let (people, imports) = (office.store.people, office.store.imports)
            for user in ["ada", "bo"] {
                let (person, other) = (
                    try await people.person(userName: user).id,
                    try await office.store.offices.addOffice(name: "Office of \(user)", timeZone: "Europe/Berlin")
                )
                try await office.execute("insert into hr_office values (\(person), \(other))")
                if user == "ada" {
                    try await people.change(person, PersonChange(role: .hr), by: .command, now: now)
                } else {
                    _ = try await imports.importFile(
                        Array("user_name,display_name,role\nbo,,hr\n".utf8), of: .people, into: "Harbour Office", by: nil,
                        updatesPeople: true,
                        dryRun: false, now: now)
                }
                #expect(try await people.person(userName: user).hrOffices == [office.office], "\(user)")
                let log = try await entries(office, person).filter { !$0.hasPrefix("added") }
                #expect(log == ["role employee hr command"], "\(user)")
            }
            #expect(try await office.value("select count(*)::text from hr_office") == "0")
        }
    }

    @Test func `An entry of a later version is read as a change`() async throws {
        try await TestOffice.with { office in
            let ada = try await office.store.people.person(userName: "ada").id
            try await office.execute("alter table admin_log drop constraint admin_log_field_check")
            try await office.execute("insert into admin_log (at, person_id, field, new) values (now(), \(ada), 'hat', 'red')")
            #expect(try await office.store.audit.adminLog(of: ada).contains { $0.field == .changed && $0.new == "red" })
        }
    }

    @Test func `The account log tells that the identity provider's role change ended managing a team`() async throws {
        try await withManager { office, bo, _ in
            try await office.store.identities.link(userName: "bo", issuer: Self.issuer, subject: "sub-bo", now: now)
            func signIn(_ role: Role?) async throws {
                let provided = ProvidedPerson(
                    issuer: Self.issuer, subject: "sub-bo", userName: "bo", displayName: "Bo", role: role, team: .unsaid,
                    office: nil, isOwnerOfUserName: false)
                guard case .person = try await office.store.identities.signIn(provided, now: now) else {
                    throw StoreError.unknownPerson("bo")
                }
            }
            try await signIn(nil)
            try await signIn(.hr)
            #expect(try await office.store.teams.manages(bo))
            try await signIn(.employee)
            #expect(try await office.store.teams.manages(bo))
            try await signIn(.auditor)
            #expect(try await !office.store.teams.manages(bo))
            #expect(
                try await entries(office, bo) == [
                    "manages Design - \(Self.issuer)", "role employee auditor \(Self.issuer)",
                    "role hr employee \(Self.issuer)",
                    "identity - \(Self.issuer) command", "manages - Design command", "role employee hr command",
                ])
        }
    }

    @Test func `The account log tells that reinstatement by a provisioner ended managing a team`() async throws {
        try await withManager { office, bo, _ in
            let store = office.store
            try await store.people.change(bo, PersonChange(role: .employee), by: .command, now: now)
            try await store.people.setManager(
                bo, of: try await store.teams.team(named: "Design").id, to: true, by: .command, now: now)
            let key = try await store.provisioners.addProvisioner(name: "Entra", office: office.office, now: now)
            let entra = try #require(try await AccessCache(store: store).provisioner(withKey: key, now: now))
            try await store.provisioning.provision(ProvisionedChange(isActive: false), of: bo, by: entra, now: now)
            try await store.provisioning.provision(ProvisionedChange(isActive: true), of: bo, by: entra, now: now)
            #expect(try await !store.teams.manages(bo))
            #expect(try await entries(office, bo).dropFirst().first == "manages Design - Entra")
        }
    }

    @Test func `The account log names the provider that added a person and set role and team`() async throws {
        try await TestOffice.with { office in
            try await office.store.teams.addTeam("Design", in: office.office)
            func provided(_ role: Role, team: String?) -> ProvidedPerson {
                ProvidedPerson(
                    issuer: Self.issuer, subject: "1", userName: "nia", displayName: "Nia", role: role,
                    team: .oneOf(["Design"], team), office: nil, isOwnerOfUserName: false)
            }
            _ = try await office.store.identities.signIn(provided(.hr, team: "Design"), now: now)
            _ = try await office.store.identities.signIn(provided(.hr, team: "Design"), now: now)
            _ = try await office.store.identities.signIn(provided(.employee, team: nil), now: now)
            let nia = try await office.store.people.person(userName: "nia").id
            #expect(
                try await entries(office, nia) == [
                    "team Design - \(Self.issuer)", "role hr employee \(Self.issuer)", "team - Design \(Self.issuer)",
                    "added - hr \(Self.issuer)",
                ])
        }
    }

    @Test func `The account log names the author of an import of people and managers`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let lea = try await store.people.person(userName: "lea").id
            func bring(_ text: String, _ kind: ImportKind, _ author: ChangeAuthor, dryRun: Bool = false) async throws {
                _ = try await store.imports.importFile(
                    Array(text.utf8), of: kind, into: nil, by: nil, author: author, dryRun: dryRun, now: now)
            }
            let people = "user_name,display_name,role,team\nmal,Mal,administrator,Design\n"
            try await bring(people, .people, .person(lea), dryRun: true)
            for _ in 1...2 { try await bring(people, .people, .person(lea)) }
            for _ in 1...2 { try await bring("team,manager\nDesign,MAL\n", .teams, .command) }
            let mal = try await store.people.person(userName: "mal").id
            #expect(
                try await entries(office, mal) == [
                    "manages - Design command", "team - Design lea", "added - administrator lea",
                ])
        }
    }

    @Test func `The account log has each link, key and password with its author`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (ada, lea) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "lea").id
            )
            let link = try await store.signInLinks.addSignInLink(for: ada, by: .person(lea), now: now)
            let used = try #require(try await store.signInLinks.useSignInLink(link.text, now: now))
            _ = try await store.sessions.beginSession(for: ada, on: "Firefox on Linux", by: .link, from: used.origin, now: now)
            _ = try await store.personalKeys.addKey(for: ada, now: now)
            #expect(try await store.personalKeys.revokeKeys(of: ada, by: .person(lea), now: now) == 1)
            #expect(try await store.personalKeys.revokeKeys(of: ada, by: .person(lea), now: now) == 0)
            try await store.passwords.setPasswordHash("$scrypt$x", of: ada, now: now)
            #expect(try await store.passwords.removePassword(of: ada, by: .person(ada), now: now))
            #expect(try await !store.passwords.removePassword(of: ada, by: .person(ada), now: now))
            #expect(
                try await entries(office, ada) == [
                    "password set - ada", "password - set command", "keys - 1 lea", "key - - command",
                    "link_used - Firefox on Linux lea", "sign_in_link - - lea",
                ])
            let device = try #require(try await store.sessions.devices(of: ada, now: now).first)
            #expect(device.linkAuthor?.displayName == "Lea Root")
        }
    }

    @Test func `The account log has each device that another person or a command signed out`() async throws {
        try await TestOffice.with { office in
            let sessions = office.store.sessions
            let (ada, lea) = (
                try await office.store.people.person(userName: "ada").id,
                try await office.store.people.person(userName: "lea").id
            )
            for device in ["Chrome on Android", "Safari on iPhone", "Firefox on Linux", "Edge on Windows"] {
                _ = try await sessions.beginSession(for: ada, on: device, by: .password, now: now)
            }
            // The latest first. Ada's own sign-outs are not logged.
            let devices = try await sessions.devices(of: ada, now: now).map(\.id)
            #expect(try await sessions.endSession(devices[0], of: ada, by: .person(ada), now: now))
            #expect(try await sessions.endSessions(of: ada, but: devices[1], by: .person(ada), now: now) == 2)
            #expect(try await entries(office, ada) == [])
            #expect(try await sessions.endSession(devices[1], of: ada, by: .person(lea), now: now))
            #expect(try await !sessions.endSession(devices[1], of: ada, by: .person(lea), now: now))
            #expect(try await sessions.endSessions(of: ada, by: .person(lea), now: now) == 0)
            for author in [ChangeAuthor.person(lea), .command] {
                _ = try await sessions.beginSession(for: ada, on: "Chrome on Android", by: .password, now: now)
                #expect(try await sessions.endSessions(of: ada, by: author, now: now) == 1)
            }
            #expect(
                try await entries(office, ada) == [
                    "signed_out - - command", "signed_out - - lea", "signed_out - Firefox on Linux lea",
                ])
        }
    }
}
