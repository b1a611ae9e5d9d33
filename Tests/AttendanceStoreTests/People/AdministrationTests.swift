import Attendance
@testable import AttendanceStore
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Administration` {
    private let now = TestOffice.noon

    @Test func `The administration log has each change of an account with its author`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (ada, lea) = (try await store.people.person(userName: "ada"), try await store.people.person(userName: "lea"))
            let team = try await store.teams.addTeam("Design", in: office.office)
            try await store.people.change(
                ada.id, PersonChange(displayName: "Ada Berg", role: .auditor, team: .team(team)), by: .person(lea.id), now: now)
            // A change to the same values is not logged.
            try await store.people.change(
                ada.id, PersonChange(displayName: "Ada Berg", role: .auditor, team: .team(team)), by: .command, now: now)
            try await store.people.change(ada.id, PersonChange(team: PersonChange.Place.none), by: .command, now: now)
            let changed = try await store.people.account(userName: "ada").account
            #expect((changed.person.displayName, changed.person.role, changed.team) == ("Ada Berg", .auditor, nil))
            let log = try await store.audit.adminLog(of: ada.id)
            #expect(log.map(\.field) == [.team, .team, .role, .displayName])
            #expect(log.map(\.old) == ["Design", nil, "employee", "Ada Lindqvist"])
            #expect(log.map(\.new) == [nil, "Design", "auditor", "Ada Berg"])
            #expect(log.first?.author == .command)
            #expect(log.last?.author == .person(userName: "lea", displayName: "Lea Root"))
        }
    }

    @Test func `A personal key ends on its day`() async throws {
        try await TestOffice.with { office in
            let (store, access) = (office.store, AccessCache(store: office.store))
            let ada = try await store.people.person(userName: "ada")
            let key = try await store.personalKeys.addKey(for: ada.id, until: now + .seconds(60), now: now)
            let endless = try await store.personalKeys.addKey(for: ada.id, now: now)
            // Also in the cache, whose entries live longer than this key.
            for (seconds, isValid) in [(0, true), (59, true), (60, false)] {
                let then = now + .seconds(seconds)
                #expect((try await access.keyHolder(withKey: key, now: then)?.person == ada) == isValid)
                #expect(try await access.keyHolder(withKey: endless, now: then)?.use == .programs)
            }
        }
    }

    @Test func `A person who leaves and is reinstated keeps the history but not the personal key`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("ada", .start, at: now, desk: "6F-A1")], pool: office.pool)
            let (ada, lea) = (try await store.people.person(userName: "ada"), try await store.people.person(userName: "lea"))
            let key = try await store.personalKeys.addKey(for: ada.id, now: now)
            try await store.people.leave(ada.id, at: now, by: .person(lea.id), now: now)
            await #expect(throws: StoreError.unknownPerson("ada")) { try await store.people.person(userName: "ada") }
            await #expect(throws: StoreError.unknownPerson("ada")) {
                try await store.people.leave(ada.id, at: now, by: .person(lea.id), now: now)
            }
            try await store.people.reinstate(ada.id, by: .person(lea.id), now: now)
            #expect(try await store.people.person(userName: "ada") == ada)
            #expect(try await store.personalKeys.holder(ofKeyHash: Secret.hash(key), now: now) == nil)
            #expect(try await office.value("select count(*)::text from event where person_id = \(ada.id)") == "1")
            #expect(try await store.audit.adminLog(of: ada.id).map(\.field) == [.left, .left, .key])
        }
    }

    @Test func `The last administrator can neither leave nor lose the role`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let lea = try await store.people.person(userName: "lea").id
            for change in [PersonChange(role: .employee), PersonChange(role: .hr)] {
                await #expect(throws: StoreError.lastAdministrator) {
                    try await store.people.change(lea, change, by: .command, now: now)
                }
            }
            await #expect(throws: StoreError.lastAdministrator) { try await store.people.setLeft(userName: "lea", at: now) }
            #expect(try await store.people.person(lea)?.role == .administrator)
            #expect(try await store.audit.adminLog(of: lea).isEmpty)
            // The database also refuses a direct statement.
            await #expect(throws: PostgresError.self) { try await office.execute("update person set role = 'employee'") }
            // With a second administrator the change is accepted.
            try await store.people.change(
                try await store.people.person(userName: "bo").id, PersonChange(role: .administrator), by: .command, now: now)
            try await store.people.change(lea, PersonChange(role: .employee), by: .command, now: now)
        }
    }

    @Test func `Of two administrators who give up the role at the same time one remains`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let people = [try await store.people.person(userName: "lea").id, try await store.people.person(userName: "bo").id]
            for _ in 0..<10 {
                for person in people {
                    try await store.people.change(person, PersonChange(role: .administrator), by: .command, now: now)
                }
                let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for person in people {
                        group.addTask {
                            do {
                                try await store.people.change(person, PersonChange(role: .employee), by: .command, now: now)
                                return false
                            } catch StoreError.lastAdministrator {
                                return true
                            }
                        }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(refused == 1)
                #expect(try await store.people.accounts(AccountFilter(role: .administrator), limit: 9).count == 1)
            }
        }
    }

    @Test func `An administrator cannot change their own role or set themselves as having left`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (lea, bo) = (
                try await store.people.person(userName: "lea").id, try await store.people.person(userName: "bo").id
            )
            try await store.people.change(bo, PersonChange(role: .administrator), by: .command, now: now)
            await #expect(throws: StoreError.ownAccount) {
                try await store.people.change(lea, PersonChange(role: .hr), by: .person(lea), now: now)
            }
            await #expect(throws: StoreError.ownAccount) {
                try await store.people.leave(lea, at: now, by: .person(lea), now: now)
            }
            // The own name can be changed, and the own role can be set to itself.
            try await store.people.change(
                lea, PersonChange(displayName: "Lea R.", role: .administrator), by: .person(lea), now: now)
            #expect(try await store.people.person(lea)?.displayName == "Lea R.")
        }
    }

    @Test func `Accounts are found by parts of names, page by page`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let other = try await store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await office.execute(
                """
                insert into person (user_name, display_name, office_id)
                select 'user' || n, 'Nobody ' || lpad(n::text, 4, '0'), \(other) from generate_series(1, 1000) as n
                """)
            func names(_ filter: AccountFilter, _ limit: Int64 = 10, _ after: Int64 = 0) async throws -> [String] {
                try await store.people.accounts(filter, limit: limit, after: after).map(\.person.userName)
            }
            #expect(try await names(AccountFilter(name: "LIND")) == ["ada"])
            #expect(try await names(AccountFilter(name: "%")) == [])
            #expect(try await names(AccountFilter(office: other), 2, 998) == ["user999", "user1000"])
            #expect(try await names(AccountFilter(name: "nobody 00", office: office.office)) == [])
            #expect(try await names(AccountFilter(hasLeft: true)) == ["dai"])
            #expect(try await names(AccountFilter(office: office.office, role: .hr)) == ["cy"])
        }
    }

    @Test func `Erasing a name also erases earlier names from the administration log`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let ada = try await store.people.person(userName: "ada").id
            try await store.people.change(
                ada, PersonChange(userName: "ada.berg", displayName: "Ada Berg"), by: .command, now: now)
            try await store.requests.setDecisionsSeen(by: ada, until: now)
            try await store.people.setLeft(userName: "ada.berg", at: now)
            #expect(try await store.retention.eraseName(of: ada, now: now + .seconds(1)) == "former-\(ada)")
            #expect(try await office.value("select count(*)::text from seen_decisions") == "0")
            let log = try await store.audit.adminLog(of: ada)
            #expect(log.map(\.field) == [.displayName, .left, .displayName, .userName])
            #expect(log.filter { $0.field != .left }.allSatisfy { $0.old == nil && $0.new == nil })
            #expect(try await store.provisioning.provisionedUser(ada, of: office.office) == nil)
        }
    }

    @Test func `The access log can be filtered by subject, viewer and time`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (ada, bo, cy) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "bo").id,
                try await store.people.person(userName: "cy").id
            )
            let day = CivilDate(daysSince1970: now.seconds / 86_400)
            try await store.audit.log(Access(by: bo, to: .person(ada), of: day...day, purpose: "Looking"), now: now)
            try await store.audit.log(
                Access(by: cy, to: .offices([office.office]), of: day...day, purpose: "Pay"), now: now + .seconds(60))
            try await store.audit.log(
                Access(by: cy, to: .person(bo), of: day...day, purpose: "Asking"), now: now + .seconds(120))
            func purposes(_ filter: AccessFilter) async throws -> [String] {
                try await store.audit.accesses(filter, limit: 10).map(\.purpose)
            }
            #expect(try await purposes(AccessFilter()) == ["Asking", "Pay", "Looking"])
            #expect(try await purposes(AccessFilter(subject: ada)) == ["Pay", "Looking"])
            #expect(try await purposes(AccessFilter(viewer: cy)) == ["Asking", "Pay"])
            #expect(
                try await purposes(AccessFilter(from: now + .seconds(60), before: now + .seconds(120))) == ["Pay"])
            let pay = try #require(try await store.audit.accesses(AccessFilter(), limit: 1, after: 1).first)
            #expect((pay.viewerUser, pay.subject) == ("cy", .office("Harbour Office")))
        }
    }

    @Test func `The time of a reader's last request is stored`() async throws {
        try await TestOffice.with { office in
            let (store, access) = (office.store, AccessCache(store: office.store))
            let key = try await store.readers.addReader(name: "front door")
            _ = try await store.readers.addReader(name: "back door")
            let sightings = LastUseWriter(access: access, store: store, logger: TestOffice.logger)
            for seconds in [0, 10, 5] as [Int64] {
                #expect(try await access.reader(withKey: key, now: now + .seconds(seconds)) != nil)
            }
            // The request itself does not write it, because a tap would wait for that.
            #expect(try await store.readers.readers().map(\.lastSeenAt) == [nil, nil])
            await sightings.write()
            #expect(try await store.readers.readers().map(\.lastSeenAt) == [nil, now + .seconds(5)])
            await sightings.write()
            _ = try await access.reader(withKey: key, now: now)
            await sightings.write()
            #expect(try await store.readers.readers().last?.lastSeenAt == now + .seconds(5))
        }
    }

    @Test func `A reader's clock difference is stored and kept until the reader reports another`() async throws {
        try await TestOffice.with { office in
            let (store, access) = (office.store, AccessCache(store: office.store))
            let key = try await store.readers.addReader(name: "front door")
            let reader = try #require(try await access.reader(withKey: key, now: now))
            let sightings = LastUseWriter(access: access, store: store, logger: TestOffice.logger)
            #expect(try await store.readers.readers().map(\.status.clockAhead) == [nil])
            access.saw(reader, now: now, status: ReaderStatus(clockAhead: .seconds(-3600)))
            access.saw(reader, now: now + .seconds(1))
            await sightings.write()
            #expect(try await store.readers.readers().map(\.status.clockAhead) == [.seconds(-3600)])
            access.saw(reader, now: now + .seconds(2))
            await sightings.write()
            #expect(try await store.readers.readers().map(\.status.clockAhead) == [.seconds(-3600)])
            access.saw(reader, now: now + .seconds(3), status: ReaderStatus(clockAhead: .seconds(2)))
            await sightings.write()
            #expect(try await store.readers.readers().map(\.status.clockAhead) == [.seconds(2)])
        }
    }

    @Test func `Two changes of parts of a name at once are both kept`() async throws {
        try await TestOffice.with { (office) async throws in
            let (store, now) = (office.store, self.now)
            let key = try await store.provisioners.addProvisioner(name: "Entra", office: office.office, now: now)
            let provisioner = try #require(try await AccessCache(store: store).provisioner(withKey: key, now: now))
            let emi = try await store.provisioning.provision(
                userName: "emi", displayName: "Emi Sato", isActive: true, externalID: nil,
                name: ProvisionedName(isDisplayed: true), by: provisioner, now: now)
            @Sendable func set(given: String? = nil, family: String? = nil) async throws {
                try await store.provisioning.provision(emi, by: provisioner, now: now) { user in
                    var name = user.name ?? ProvisionedName(isDisplayed: true)
                    name.givenName = given ?? name.givenName
                    name.familyName = family ?? name.familyName
                    return ProvisionedChange(name: name)
                }
            }
            for number in 1...20 {
                async let given: Void = set(given: "Emi \(number)")
                async let family: Void = set(family: "Sato \(number)")
                _ = try await (given, family)
                let name = try await store.provisioning.provisionedUser(emi, of: office.office)?.name
                #expect(name?.text == "Emi \(number) Sato \(number)")
            }
        }
    }

    @Test func `A provisioner adds, changes and removes people but does not take over existing ones`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let key = try await store.provisioners.addProvisioner(name: "Entra", office: office.office, now: now)
            let provisioner = try #require(try await AccessCache(store: store).provisioner(withKey: key, now: now))
            func add(_ user: String) async throws -> PersonID {
                try await store.provisioning.provision(
                    userName: user, displayName: "Emi Sato", isActive: true, externalID: "x-1", by: provisioner, now: now)
            }
            let emi = try await add("emi")
            // User names ignore case.
            for taken in ["emi", "EMI", "Ada", "dai"] {
                await #expect(throws: StoreError.alreadyExists(.person(taken))) {
                    try await add(taken)
                }
            }
            #expect(
                try await store.provisioning.provisionedUsers(
                    ProvisionedFilter(userName: "EMI"), of: office.office, limit: 9
                ).users.map(\.id) == [emi])
            #expect(
                try await store.provisioning.provisionedUsers(
                    ProvisionedFilter(externalID: "x-1"), of: office.office, limit: 9
                ).total == 1)
            try await store.provisioning.provision(
                ProvisionedChange(userName: "emi2", isActive: false), of: emi, by: provisioner, now: now)
            #expect(try await store.people.account(userName: "emi2").account.leftAt == now)
            try await store.provisioning.provision(ProvisionedChange(isActive: true), of: emi, by: provisioner, now: now)
            #expect(try await store.people.person(userName: "emi2").id == emi)
            try await store.provisioning.unprovision(emi, by: provisioner, now: now)
            #expect(try await store.provisioning.provisionedUser(emi, of: office.office) == nil)
            await #expect(throws: StoreError.userNameOfFormer("Emi2")) { try await add("Emi2") }
            #expect(try await store.audit.adminLog(of: emi).map(\.field) == [.left, .left, .userName, .left, .added])
            #expect(try await store.audit.adminLog(of: emi).first?.author == .provisioner("Entra"))
            // A provisioner cannot remove the last administrator.
            let lea = try await store.people.person(userName: "lea").id
            await #expect(throws: StoreError.lastAdministrator) {
                try await store.provisioning.unprovision(lea, by: provisioner, now: now)
            }
            #expect(try await store.provisioning.provisionedUser(lea, of: office.office)?.isActive == true)
            try await store.provisioners.revokeProvisioner(name: "Entra", now: now)
            #expect(try await AccessCache(store: store).provisioner(withKey: key, now: now) == nil)
        }
    }
}
