import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Office in the store` {
    @Test func `Each query fits the schema`() async throws {
        try await TestOffice.with { office in
            try await office.pool.withConnection { try await office.store.check(office.folder, $0) }
        }
    }

    @Test func `A query that does not fit the schema is refused`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { path in
                try FileManager.default.copyItem(atPath: TestOffice.checkout + "/sql", toPath: path + "/sql")
                try "select no_such_column from office"
                    .write(toFile: path + "/sql/queries/Offices/wrong.sql", atomically: true, encoding: .utf8)
                let folder = try SQLFolder(at: path + "/sql")
                let connection = try await PostgresConnection.connect(
                    PostgresConfiguration(office.database.connectionString), queries: folder.queries)
                let error = await #expect(throws: PostgresError.self) {
                    try await office.store.check(folder, connection)
                }
                #expect(error?.sqlState == "42703")
                await connection.close()
            }
        }
    }

    @Test func `Floors are stored with their rooms and desks`() async throws {
        try await TestOffice.with { (office) async throws in
            #expect(try await office.store.floors.floors(of: office.office).map(\.name) == ["6F", "7F"])
            #expect(try await office.store.floors.desks(on: "7F", of: office.office).map(\.id) == (1...8).map { "7F-A\($0)" })
            #expect(
                try await office.store.floors.rooms(on: "6F", of: office.office) == [
                    Room(name: "Kitchen", x: 40, y: 200, width: 200, height: 120)
                ])
        }
    }

    @Test func `A floor with a desk that exists already is not stored at all`() async throws {
        try await TestOffice.with { office in
            let taken = try #require(DeskID("6F-A1"))
            await #expect(throws: StoreError.self) {
                try await office.store.floors.addFloor(
                    Floor(name: "8F", width: 100, height: 100), position: 2, rooms: [], desks: [(taken, 0, 0)],
                    to: office.office)
            }
            #expect(try await office.store.floors.floors(of: office.office).count == 2)
        }
    }

    @Test func `A renamed office is found by its former name, which no other office can take`() async throws {
        try await TestOffice.with { office in
            let offices = office.store.offices
            try await offices.change(office.office, OfficeChange(name: "Harbor Office"))
            #expect(try await offices.offices().map(\.name) == ["Harbor Office"])
            for name in ["Harbor Office", "Harbour Office"] {
                #expect(try await offices.office(named: name).id == office.office, "\(name)")
            }
            let taken = StoreError.formerOfficeName("Harbour Office", of: "Harbor Office")
            await #expect(throws: taken) { _ = try await offices.addOffice(name: "Harbour Office", timeZone: "Asia/Tokyo") }
            let hill = try await offices.addOffice(name: "Hill", timeZone: "Asia/Tokyo")
            await #expect(throws: taken) { try await offices.change(hill, OfficeChange(name: "Harbour Office")) }
            await #expect(throws: StoreError.alreadyExists(.office("Harbor Office"))) {
                try await offices.change(hill, OfficeChange(name: "Harbor Office"))
            }
            // Its own former name is free for the office itself.
            try await offices.change(office.office, OfficeChange(name: "Harbour Office"))
            let again = try await offices.office(named: "Harbor Office")
            #expect(again.name == "Harbour Office" && again.formerNames == ["Harbor Office"])
        }
    }

    /// Both offices have a desk of this name, so that the tag's address names the office.
    @Test func `A tap with the former name of an office is recorded there, and its repetition is a duplicate`() async throws {
        try await TestOffice.with { (office) async throws in
            let hill = try await office.store.offices.addOffice(name: "Hill", timeZone: "Asia/Tokyo")
            let desk = try #require(DeskID("6F-A1"))
            try await office.store.floors.addFloor(
                Floor(name: "6F", width: 100, height: 100), position: 0, rooms: [], desks: [(desk, 0, 0)], to: hill)
            let tap = TestOffice.submission("ada", .start, desk: "6F-A1", office: "Hill", id: UUID())
            func recorded() async throws -> String { try await TapRecorder.recordAlone([tap], pool: office.pool)[0].name }
            #expect(try await recorded() == "accepted")
            try await office.store.offices.change(hill, OfficeChange(name: "Summit"))
            #expect(try await recorded() == "duplicate")
            let later = TestOffice.submission("bo", .start, desk: "6F-A1", office: "Hill")
            #expect(try await TapRecorder.recordAlone([later], pool: office.pool)[0].name == "accepted")
            let found = "select count(*)::text from event where office_id = \(hill)"
            #expect(try await office.value(found) == "2")
        }
    }

    @Test func `An office is found without a name only while it is the only one`() async throws {
        try await TestOffice.with { office in
            #expect(try await office.store.offices.office(named: nil).id == office.office)
            _ = try await office.store.offices.addOffice(name: "東京オフィス", timeZone: "Asia/Tokyo")
            #expect(try await office.store.offices.office(named: "東京オフィス").timeZone == "Asia/Tokyo")
            await #expect(throws: StoreError.officeNotNamed) {
                _ = try await office.store.offices.office(named: nil)
            }
            await #expect(throws: StoreError.alreadyExists(.office("東京オフィス"))) {
                _ = try await office.store.offices.addOffice(name: "東京オフィス", timeZone: "Asia/Tokyo")
            }
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `People in the store` {
    @Test func `A person is found by user name until they leave`() async throws {
        try await TestOffice.with { (office) async throws in
            #expect(try await office.store.people.person(userName: "ada").displayName == "Ada Lindqvist")
            await #expect(throws: StoreError.unknownPerson("dai")) { try await office.store.people.person(userName: "dai") }
            #expect(try await office.store.people.people().map(\.userName) == ["ada", "bo", "cy", "lea"])
        }
    }

    @Test func `A user name that exists already is refused`() async throws {
        try await TestOffice.with { office in
            await #expect(throws: StoreError.alreadyExists(.person("ada"))) {
                try await office.store.people.addPerson(
                    userName: "ada", displayName: "Ada the Second", role: .employee, office: office.office)
            }
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Readers in the store` {
    private let now = TestOffice.noon

    @Test func `A reader is recognised by a key that is not stored`() async throws {
        try await TestOffice.with { office in
            let key = try await office.store.readers.addReader(name: "front door")
            let access = AccessCache(store: office.store)
            #expect(try await access.reader(withKey: key, now: now)?.name == "front door")
            #expect(try await access.reader(withKey: key + "x", now: now) == nil)
            #expect(try await access.reader(withKey: "", now: now) == nil)
            #expect(try await office.value("select count(*)::text from reader where strpos(reader::text, '\(key)') > 0") == "0")
        }
    }

    @Test func `A revoked reader key is refused once the cache is emptied or its lifetime ends`() async throws {
        try await TestOffice.with { office in
            let key = try await office.store.readers.addReader(name: "front door")
            let access = AccessCache(store: office.store)
            #expect(try await access.reader(withKey: key, now: now) != nil)
            try await office.store.readers.revokeReader(name: "front door")
            // Without invalidation a cached key is valid for its lifetime.
            #expect(try await access.reader(withKey: key, now: now) != nil)
            #expect(try await access.reader(withKey: key, now: now + AccessCache.lifetime) == nil)
            access.invalidate()
            #expect(try await access.reader(withKey: key, now: now) == nil)
            #expect(try await office.store.readers.readers().map { $0.revokedAt != nil } == [true])
        }
    }

    @Test func `A reader can be revoked once, and its name is unique`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.readers.addReader(name: "front door")
            await #expect(throws: StoreError.alreadyExists(.reader("front door"))) {
                _ = try await office.store.readers.addReader(name: "front door")
            }
            try await office.store.readers.revokeReader(name: "front door")
            await #expect(throws: StoreError.unknownReader("front door")) {
                try await office.store.readers.revokeReader(name: "front door")
            }
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Sign-in link` {
    private let now = TestOffice.noon
    private var lastMoment: Instant { now + SignInLinkStore.lifetime - .seconds(1) }

    @Test func `A sign-in link is valid for 24 hours`() async throws {
        try await TestOffice.with { office in
            let ada = try await office.store.people.person(userName: "ada")
            let token = try await office.store.signInLinks.addSignInLink(for: ada.id, now: now).text
            #expect(try await office.store.signInLinks.owner(ofSignInLink: token, now: lastMoment) == ada)
            let tooLate = now + .seconds(24 * 3600)
            #expect(try await office.store.signInLinks.owner(ofSignInLink: token, now: tooLate) == nil)
            #expect(try await office.store.signInLinks.useSignInLink(token, now: tooLate) == nil)
        }
    }

    @Test func `A sign-in link that is used several times at once signs in only once`() async throws {
        try await TestOffice.with { office in
            let ada = try await office.store.people.person(userName: "ada")
            let token = try await office.store.signInLinks.addSignInLink(for: ada.id, now: now).text
            let people = try await withThrowingTaskGroup(of: Person?.self) { group in
                for _ in 0..<8 { group.addTask { try await office.store.signInLinks.useSignInLink(token, now: now)?.person } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(people.compactMap { $0 } == [ada])
            #expect(try await office.store.signInLinks.owner(ofSignInLink: token, now: now) == nil)
        }
    }

    @Test func `A sign-in link of a person who has left is refused`() async throws {
        try await TestOffice.with { office in
            let ada = try await office.store.people.person(userName: "ada")
            let token = try await office.store.signInLinks.addSignInLink(for: ada.id, now: now).text
            try await office.execute("update person set left_at = now() where user_name = 'ada'")
            #expect(try await office.store.signInLinks.owner(ofSignInLink: token, now: now) == nil)
            #expect(try await office.store.signInLinks.useSignInLink(token, now: now) == nil)
        }
    }

    @Test(arguments: ["", "x", String(repeating: "a", count: 100_000)])
    func `An unknown sign-in link is refused`(token: String) async throws {
        try await TestOffice.with { (office) async throws in
            #expect(try await office.store.signInLinks.useSignInLink(token, now: now) == nil)
        }
    }
}
