import Attendance
import AttendanceStore
import Foundation
import Postgres
import Synchronization
import TestOffice
import TestServers
import Testing

/// There are readers at the front door and the back door. Time is an argument.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Badge enrolment` {
    private static let noon = TestOffice.noon
    private static let card = UID(hex: "04A1B2C3D4E580").map { BadgeReading(kind: .nfca, uid: $0) }

    private func withReaders(_ body: (TestOffice, _ front: ReaderID, _ back: ReaderID) async throws -> Void) async throws {
        try await TestOffice.with(connections: 6) { office in
            _ = try await office.store.readers.addReader(name: "front")
            _ = try await office.store.readers.addReader(name: "back")
            let readers = try await office.store.readers.readers().map(\.reader)
            try await body(
                office, try #require(readers.first { $0.name == "front" }).id,
                try #require(readers.first { $0.name == "back" }).id)
        }
    }

    private func tap(
        _ reader: ReaderID, _ seconds: Int64, _ reading: BadgeReading? = card, id: UUID = UUID()
    ) throws -> BadgeTap {
        BadgeTap(
            reading: try #require(reading),
            submission: TestOffice.submission("badge", .pause, at: Self.noon + .seconds(seconds), id: id, reader: reader))
    }

    /// Starts an enrolment on its own connection, runs `body` while it waits for a badge, and returns the enrolment's events.
    private func enrolling(
        _ user: String, _ office: TestOffice, at reader: String = "front", from seconds: Int64 = 0,
        _ body: () async throws -> Void
    ) async throws -> [BadgeEnrolment.Event] {
        let person = try await office.store.people.person(userName: user)
        let enrolment = BadgeEnrolment(
            office.store.badges, PostgresConfiguration(office.database.connectionString), queries: office.folder.queries)
        let (told, continuation) = AsyncStream.makeStream(of: BadgeEnrolment.Event.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await enrolment.wait(
                    for: person, at: reader, within: .seconds(60), now: { Self.noon + .seconds(seconds) }
                ) { continuation.yield($0) }
            }
            var events: [BadgeEnrolment.Event] = []
            var iterator = told.makeAsyncIterator()
            if let first = await iterator.next() { events.append(first) }
            if events == [.waiting] { try await body() }
            while let event = await iterator.next() { events.append(event) }
            try await group.waitForAll()
            return events
        }
    }

    private func owner(_ tap: BadgeTap, _ office: TestOffice, now seconds: Int64 = 30) async throws -> BadgeOwner {
        try await AccessCache(store: office.store).badges.owners(of: [tap], now: Self.noon + .seconds(seconds))[0]
    }

    @Test func `A tap at the reader of an open enrolment assigns the badge to its person`() async throws {
        try await withReaders { office, front, back in
            let first = try tap(front, 10)
            let events = try await enrolling("ada", office) {
                let elsewhere = try await owner(try tap(back, 9), office)
                #expect(elsewhere == .unknown)
                #expect(try await owner(first, office) == .enrolled("Ada Lindqvist"))
            }
            #expect(events == [.waiting, .enrolled])
            // A retry of the enrolling tap is answered as an enrolment again and records no tap.
            #expect(try await owner(first, office) == .enrolled("Ada Lindqvist"))
            #expect(try await owner(try tap(back, 11), office) == .person("ada"))
            #expect(try await office.store.badges.badges().map(\.userName) == ["ada"])
            #expect(try await office.store.badges.badges().first?.reader == "front")
        }
    }

    @Test func `A tap from before the enrolment began does not assign the badge`() async throws {
        try await withReaders { office, front, _ in
            let events = try await enrolling("ada", office, from: 100) {
                let before = try await owner(try tap(front, 99), office, now: 130)
                #expect(before == .unknown)
                #expect(try await owner(try tap(front, 100), office, now: 130) == .unknown)
                #expect(try await office.store.badges.badges().isEmpty)
                #expect(try await owner(try tap(front, 110), office, now: 130) == .enrolled("Ada Lindqvist"))
            }
            #expect(events == [.waiting, .enrolled])
            // After the enrolment an earlier tap belongs to the later owner.
            #expect(try await owner(try tap(front, 50), office, now: 140) == .laterOwner("ada"))
        }
    }

    @Test func `A badge that has an owner keeps the owner, and the enrolment names that person`() async throws {
        try await withReaders { office, front, _ in
            _ = try await enrolling("ada", office) { _ = try await owner(try tap(front, 1), office) }
            let other = BadgeReading(kind: .felica, uid: try #require(UID(hex: "0101020304050607")))
            let ada = try await office.store.people.person(userName: "ada")
            let events = try await enrolling("bo", office, from: 10) {
                let known = try await owner(try tap(front, 20), office)
                #expect(known == .person("ada"))
                #expect(try await owner(try tap(front, 21, other), office) == .enrolled("Bo Nakamura"))
            }
            #expect(events == [.waiting, .owned(by: ada), .enrolled])
            #expect(try await office.store.badges.badges().map(\.userName) == ["ada", "bo"])
        }
    }

    @Test func `The enrolment names the owner of a badge that is presented as soon as the enrolment waits`() async throws {
        try await withReaders { office, front, _ in
            _ = try await enrolling("ada", office) { _ = try await owner(try tap(front, 1), office) }
            let other = BadgeReading(kind: .felica, uid: try #require(UID(hex: "0101020304050607")))
            let people = office.store.people
            let (ada, bo) = (try await people.person(userName: "ada"), try await people.person(userName: "bo"))
            let enrolment = BadgeEnrolment(
                office.store.badges, PostgresConfiguration(office.database.connectionString), queries: office.folder.queries)
            var events: [BadgeEnrolment.Event] = []
            try await enrolment.wait(for: bo, at: "front", within: .seconds(60), now: { Self.noon + .seconds(10) }) { event in
                events.append(event)
                guard event == .waiting else { return }
                _ = try? await owner(try tap(front, 20), office)
                _ = try? await owner(try tap(front, 21, other), office)
            }
            #expect(events == [.waiting, .owned(by: ada), .enrolled])
        }
    }

    @Test func `A person can have several badges`() async throws {
        try await withReaders { office, front, _ in
            let uids = ["04A1B2C3D4E580", "E004010203040506", "11223344"].compactMap { UID(hex: $0) }
            for (index, uid) in uids.enumerated() {
                let second = Int64(index) * 10
                _ = try await enrolling("ada", office, from: second) {
                    let reading = BadgeReading(kind: .iso15693, uid: uid)
                    let enrolled = try await owner(try tap(front, second + 1, reading), office)
                    #expect(enrolled == .enrolled("Ada Lindqvist"))
                }
            }
            #expect(try await office.store.badges.badges().count == 3)
            // The same UID of another kind is another badge.
            let other = BadgeReading(kind: .nfcb, uid: uids[2])
            #expect(try await owner(try tap(front, 50, other), office) == .unknown)
        }
    }

    @Test func `A tap belongs to the badge's owner at the time of the tap`() async throws {
        try await withReaders { office, front, _ in
            _ = try await enrolling("ada", office) { _ = try await owner(try tap(front, 1), office) }
            let badge = try #require(try await office.store.badges.badges().first)
            #expect(try await office.store.badges.removeBadge(badge.id, now: Self.noon + .seconds(100)))
            #expect(try await !office.store.badges.removeBadge(badge.id, now: Self.noon + .seconds(100)))
            #expect(try await owner(try tap(front, 101), office, now: 110) == .unknown)
            _ = try await enrolling("bo", office, from: 200) {
                let enrolled = try await owner(try tap(front, 201), office, now: 202)
                #expect(enrolled == .enrolled("Bo Nakamura"))
            }
            #expect(try await owner(try tap(front, 99), office, now: 300) == .person("ada"))
            #expect(try await owner(try tap(front, 150), office, now: 300) == .laterOwner("bo"))
            #expect(try await owner(try tap(front, 250), office, now: 300) == .person("bo"))
        }
    }

    @Test func `Simultaneous taps at two servers enrol only one badge`() async throws {
        try await withReaders { office, front, _ in
            let second = BadgeReading(kind: .nfca, uid: try #require(UID(hex: "04A1B2C3D4E581")))
            let servers = [AccessCache(store: office.store), AccessCache(store: office.store)]
            let events = try await enrolling("ada", office) {
                let taps = [try tap(front, 1), try tap(front, 1, second)]
                let owners = try await withThrowingTaskGroup(of: BadgeOwner.self) { group in
                    for (server, tap) in zip(servers, taps) {
                        group.addTask { try await server.badges.owners(of: [tap], now: Self.noon + .seconds(2))[0] }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(owners.count { $0 == .enrolled("Ada Lindqvist") } == 1)
                #expect(owners.count { $0 == .unknown } == 1)
            }
            #expect(events == [.waiting, .enrolled])
            #expect(try await office.store.badges.badges().count == 1)
        }
    }

    @Test func `A reader waits for one enrolment at a time, and cancelling it closes it`() async throws {
        try await withReaders { office, front, _ in
            let bo = try await office.store.people.person(userName: "bo")
            let enrolment = BadgeEnrolment(
                office.store.badges, PostgresConfiguration(office.database.connectionString), queries: office.folder.queries)
            _ = try await enrolling("ada", office) {
                await #expect(throws: BadgeEnrolment.Failure.readerTaken("front")) {
                    try await enrolment.wait(for: bo, at: "front", within: .seconds(60), now: { Self.noon }) { _ in }
                }
                _ = try await owner(try tap(front, 1), office)
            }
            await #expect(throws: StoreError.unknownReader("side")) {
                try await enrolment.wait(for: bo, at: "side", within: .seconds(60), now: { Self.noon }) { _ in }
            }
            // A cancelled enrolment leaves no open row.
            let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await enrolment.wait(for: bo, at: "front", within: .seconds(60), now: { Self.noon }) { _ in
                        isWaiting.finish()
                    }
                }
                for await _ in waiting {}
                group.cancelAll()
                try await group.waitForAll()
            }
            let other = BadgeReading(kind: .nfca, uid: try #require(UID(hex: "04A1B2C3D4E581")))
            #expect(try await owner(try tap(front, 20, other), office) == .unknown)
            #expect(try await office.value("select count(*)::text from badge_enrolment where closed_at is null") == "0")
        }
    }

    @Test func `An enrolment whose process died ends when it expires`() async throws {
        try await withReaders { office, front, _ in
            try await office.execute(
                """
                insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
                select 1, \(front), '\(Self.noon.rfc3339())', '\((Self.noon + .seconds(60)).rfc3339())'
                """)
            #expect(try await owner(try tap(front, 61), office, now: 61) == .unknown)
            let events = try await enrolling("bo", office, from: 70) {
                _ = try await owner(try tap(front, 71), office, now: 72)
            }
            #expect(events == [.waiting, .enrolled])
            #expect(try await office.store.badges.badges().map(\.userName) == ["bo"])
        }
    }

    @Test func `An enrolment finds its badge among thousands of unknown badges`() async throws {
        try await withReaders { office, front, _ in
            let cache = AccessCache(store: office.store)
            _ = try await enrolling("ada", office) {
                let strangers = try (0..<5_000).map { number in
                    let digits = String(0x1000_0000 + number, radix: 16)
                    return try tap(front, -1, UID(hex: digits).map { BadgeReading(kind: .nfcb, uid: $0) })
                }
                let owners = try await cache.badges.owners(of: strangers + [try tap(front, 1)], now: Self.noon)
                #expect(owners.count { $0 == .unknown } == 5_000)
                #expect(owners.last == .enrolled("Ada Lindqvist"))
            }
        }
    }

    @Test func `A database dump does not reveal the UID of a badge`() async throws {
        try await withReaders { office, front, _ in
            _ = try await enrolling("ada", office) { _ = try await owner(try tap(front, 1), office) }
            let server = try #require(TestDatabase.server).split(separator: " ").first { $0.hasPrefix("host=") }
            let dump = try await ChildProcess.run([
                "/usr/bin/env", "pg_dump", "--data-only", "--inserts",
                "\(server ?? "") user=postgres dbname=\(office.database.connectionString.split(separator: "dbname=")[1])",
            ])
            #expect(dump.contains("INSERT INTO public.badge "))
            for number in ["04a1b2c3d4e580", "04A1B2C3D4E580", "80e5d4c3b2a104"] {
                #expect(!dump.lowercased().contains(number.lowercased()))
            }
            // Without the secret, hashing all UIDs does not find it either.
            #expect(
                try await office.value(
                    "select count(*)::text from badge where hash in (sha256('\\x04a1b2c3d4e580'), sha256('04A1B2C3D4E580'))")
                    == "0")
        }
    }
}
