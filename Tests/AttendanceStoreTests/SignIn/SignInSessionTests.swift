import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sign-in sessions` {
    private let now = TestOffice.noon
    private let day: Int64 = 86_400

    private func begin(_ office: TestOffice, _ user: String = "ada", now: Instant? = nil) async throws -> String {
        let person = try await office.store.people.person(userName: user)
        let token = try await office.store.sessions.beginSession(
            for: person.id, on: "Firefox on Linux", by: .password, now: now ?? self.now)
        return try #require(token)
    }

    /// The session as a server process with an empty cache reads it.
    private func session(_ office: TestOffice, _ token: String, at instant: Instant) async throws -> SignInSession? {
        try await AccessCache(store: office.store).session(withToken: token, now: instant)
    }

    @Test func `A session is recognised by a token that is not stored`() async throws {
        try await TestOffice.with { office in
            let token = try await begin(office)
            #expect(try await session(office, token, at: now)?.person.userName == "ada")
            for wrong in ["", "x", token + "x", String(token.dropLast())] {
                #expect(try await session(office, wrong, at: now) == nil)
            }
            let kept = "select count(*)::text from sign_in_session as s where strpos(s::text, '\(token)') > 0"
            #expect(try await office.value(kept) == "0")
            #expect(try await begin(office) != token)
        }
    }

    @Test func `A session ends after 90 days without use, and after a year in any case`() async throws {
        try await TestOffice.with { office in
            let token = try await begin(office)
            #expect(try await session(office, token, at: now + .seconds(90 * day)) != nil)
            #expect(try await session(office, token, at: now + .seconds(90 * day + 1)) == nil)
            // Each use restarts the 90 days.
            let access = AccessCache(store: office.store)
            for month in Int64(1)...12 {
                _ = try await access.session(withToken: token, now: now + .seconds(month * 30 * day))
                await LastUseWriter(access: access, store: office.store, logger: TestOffice.logger).write()
            }
            #expect(try await session(office, token, at: now + .seconds(365 * day)) != nil)
            #expect(try await session(office, token, at: now + .seconds(365 * day + 1)) == nil)
        }
    }

    @Test(arguments: [("lea", true), ("cy", true), ("ada", false), ("bo", false)])
    func `Sessions of HR and administrators end early, and earlier with strict sessions`(
        user: String, isPrivileged: Bool
    ) async throws {
        try await TestOffice.with { office in
            let token = try await begin(office, user)
            let person = try await office.store.people.person(userName: user)
            func isOpen(after seconds: Int64) async throws -> Bool {
                let devices = try await office.store.sessions.devices(of: person.id, now: now + .seconds(seconds))
                let isKnown = try await session(office, token, at: now + .seconds(seconds)) != nil
                #expect(devices.isEmpty == !isKnown)
                return isKnown
            }
            #expect(try await isOpen(after: 7 * day))
            #expect(try await isOpen(after: 7 * day + 1) == !isPrivileged)
            // Used every ten minutes.
            let store = AttendanceStore(pool: office.pool, privilegedSessions: .strict)
            let access = AccessCache(store: store)
            let uses = LastUseWriter(access: access, store: store, logger: TestOffice.logger)
            for minute in Int64(1)...72 {
                let then = now + .seconds(minute * 600)
                #expect(try await access.session(withToken: token, now: then) != nil, "\(minute)")
                await uses.write()
            }
            let old = try await access.session(withToken: token, now: now + .seconds(12 * 3600 + 31))
            #expect((old == nil) == isPrivileged)
            // Unused.
            let other = try await begin(office, user)
            for (seconds, isOpen) in [(Int64(1800), true), (1801, !isPrivileged)] {
                let found = try await AccessCache(store: store).session(withToken: other, now: now + .seconds(seconds))
                #expect((found != nil) == isOpen, "\(seconds)")
            }
        }
    }

    @Test func `The last use of a session is stored at most once in five minutes`() async throws {
        try await TestOffice.with { office in
            let token = try await begin(office)
            let access = AccessCache(store: office.store)
            let uses = LastUseWriter(access: access, store: office.store, logger: TestOffice.logger)
            func usedAt() async throws -> Int64? {
                let ada = try await office.store.people.person(userName: "ada")
                return try await office.store.sessions.devices(of: ada.id, now: now).first.map {
                    $0.usedAt.seconds - now.seconds
                }
            }
            for (second, noted) in [(299, 0), (301, 301), (320, 301), (599, 301), (602, 602)] as [(Int64, Int64)] {
                for _ in 0..<3 { _ = try await access.session(withToken: token, now: now + .seconds(second)) }
                await uses.write()
                #expect(try await usedAt() == noted)
            }
        }
    }

    @Test func `A session's token is renewed after a day, and the old one is valid for another minute`() async throws {
        try await TestOffice.with { office in
            let first = try await begin(office)
            let store = office.store
            let young = try #require(try await session(office, first, at: now + .seconds(day - 1)))
            #expect(!young.needsRenewal(at: now + .seconds(day - 1)))
            let due = now + .seconds(day)
            let old = try #require(try await session(office, first, at: due))
            #expect(old.needsRenewal(at: due))

            // Of simultaneous requests one gets a new token. The others stay signed in.
            let given = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await store.sessions.renew(old, now: due) } }
                return try await group.reduce(into: [String]()) { tokens, token in tokens += token.map { [$0] } ?? [] }
            }
            let second = try #require(given.first)
            #expect(given.count == 1 && second != first)
            #expect(try await session(office, first, at: due) != nil)

            // The first use of the new token starts the last minute of the old one.
            let used = due + .seconds(3600)
            let new = try #require(try await session(office, second, at: used))
            #expect(new.id == old.id && new.needsRenewal(at: used))
            #expect(try await store.sessions.renew(new, now: used) == nil)
            #expect(try await session(office, first, at: used + .seconds(59)) != nil)
            #expect(try await session(office, first, at: used + .seconds(61)) == nil)
            let settled = try #require(try await session(office, second, at: used + .seconds(61)))
            #expect(!settled.needsRenewal(at: used + .seconds(61)))
        }
    }

    @Test func `A session survives the loss of the response with its new token`() async throws {
        try await TestOffice.with { office in
            let (store, due) = (office.store, now + .seconds(day))
            let first = try await begin(office)
            let old = try #require(try await session(office, first, at: due))
            let lost = try #require(try await store.sessions.renew(old, now: due))
            // The phone did not receive the response, and returns a week later with the old token.
            let later = due + .seconds(7 * day)
            let again = try #require(try await session(office, first, at: later))
            #expect(again.needsRenewal(at: later))
            let second = try #require(try await store.sessions.renew(again, now: later))
            #expect(try await session(office, lost, at: later) == nil)
            let settled = try #require(try await session(office, second, at: later + .seconds(1)))
            _ = try await store.sessions.renew(settled, now: later + .seconds(1))
            #expect(try await session(office, first, at: later + .seconds(100)) == nil)
        }
    }

    @Test func `A session that is ended ends for all server processes`() async throws {
        try await TestOffice.with { office in
            let (store, access) = (office.store, AccessCache(store: office.store))
            let ada = try await store.people.person(userName: "ada")
            let tokens = [try await begin(office), try await begin(office), try await begin(office)]
            let bo = try await begin(office, "bo")
            let other = try await store.people.person(userName: "bo").id
            let here = try #require(try await access.session(withToken: tokens[0], now: now))
            let there = try #require(try await access.session(withToken: tokens[1], now: now))
            #expect(try await store.sessions.endSession(there.id, of: other, now: now) == false)
            #expect(try await store.sessions.endSession(there.id, of: ada.id, now: now))
            #expect(try await store.sessions.endSession(there.id, of: ada.id, now: now) == false)
            access.invalidate()
            #expect(try await access.session(withToken: tokens[1], now: now) == nil)
            #expect(try await access.isGoing(there, now: now) == false)
            let (link, bos) = (
                try await store.signInLinks.addSignInLink(for: ada.id, now: now),
                try await store.signInLinks.addSignInLink(for: other, now: now)
            )
            #expect(try await store.sessions.endSessions(of: ada.id, but: here.id, now: now) == 1)
            // Her unused sign-in links end, too.
            #expect(try await store.signInLinks.useSignInLink(link.text, now: now) == nil)
            #expect(try await store.signInLinks.useSignInLink(bos.text, now: now)?.person.userName == "bo")
            #expect(try await store.sessions.devices(of: ada.id, now: now).map(\.id) == [here.id])
            try await store.sessions.endSession(withToken: tokens[0], now: now)
            #expect(try await store.sessions.devices(of: ada.id, now: now).isEmpty)
            #expect(try await session(office, bo, at: now) != nil)
        }
    }

    @Test func `A person's sessions end when the person leaves, and no new one begins`() async throws {
        try await TestOffice.with { office in
            let token = try await begin(office)
            let ada = try await office.store.people.person(userName: "ada")
            try await office.store.passwords.setPasswordHash("$scrypt$x", of: ada.id, now: now)
            let link = try await office.store.signInLinks.addSignInLink(for: ada.id, now: now)
            try await office.store.people.setLeft(userName: "ada", at: now)
            #expect(try await session(office, token, at: now) == nil)
            // The link stays invalid after a reinstatement.
            let bo = try await office.store.people.person(userName: "bo").id
            try await office.store.people.reinstate(ada.id, by: .person(bo), now: now)
            #expect(try await office.store.signInLinks.useSignInLink(link.text, now: now) == nil)
            try await office.store.people.setLeft(userName: "ada", at: now)
            #expect(try await office.store.sessions.beginSession(for: ada.id, on: "x", by: .link, now: now) == nil)
            #expect(try await office.store.passwords.passwordHash(of: ada.id) == nil)
            #expect(try await office.store.passwords.setPasswordHash("$scrypt$x", of: ada.id, now: now) == false)
            #expect(try await office.store.retention.eraseName(of: ada.id, now: now + .seconds(1)) != nil)
            #expect(try await office.value("select count(*)::text from sign_in_session") == "0")
        }
    }

    @Test func `A session that a provider limits also limits the phone session that it signs in`() async throws {
        try await TestOffice.with { office in
            let (store, ada) = (office.store, try await office.store.people.person(userName: "ada").id)
            let end = now + .seconds(7 * day)
            let origin = SessionOrigin(issuer: "https://id.example.com", providerSession: "s-1", expiresAt: end)
            let token = try #require(
                try await store.sessions.beginSession(for: ada, on: "Firefox", by: .provider, from: origin, now: now))
            let access = AccessCache(store: store)
            let last = end - .seconds(1)
            // A cached session is not valid longer than the session itself.
            let known = try #require(try await access.session(withToken: token, now: last))
            #expect(try await access.session(withToken: token, now: end) == nil)
            #expect(try await access.isGoing(known, now: end) == false)
            #expect(known.cookieLifetime(at: last) == .seconds(1))
            let link = try await store.signInLinks.addSignInLink(for: ada, by: .person(ada), in: known.id, now: now)
            let unused = try await store.signInLinks.addSignInLink(for: ada, by: .person(ada), in: known.id, now: now)
            let used = try #require(try await store.signInLinks.useSignInLink(link.text, now: now + .seconds(60)))
            #expect(used.origin.authenticatedAt == now && used.origin.expiresAt == end)
            let phone = try #require(
                try await store.sessions.beginSession(
                    for: ada, on: "Safari", by: .link, from: used.origin, now: now + .seconds(60)))
            #expect(try await store.sessions.devices(of: ada, now: last).count == 2)
            #expect(try await store.sessions.devices(of: ada, now: end).isEmpty)
            #expect(try await session(office, phone, at: last)?.authenticatedAt == now)
            #expect(try await session(office, phone, at: end) == nil)
            // A logout by the provider also ends the phone's session and the unused link.
            let other = try await begin(office)
            func logout(_ token: String, _ issuer: String = "https://id.example.com") async throws -> Int? {
                try await store.sessions.endSessions(
                    from: issuer, subject: nil, session: "s-1", token: token, earliest: now, now: now)
            }
            #expect(try await logout("t-1", "https://other.example.com") == 0)
            #expect(try await logout("t-1") == 2)
            #expect(try await logout("t-1") == nil)
            #expect(try await session(office, phone, at: now) == nil)
            #expect(try await session(office, other, at: now) != nil)
            #expect(try await store.signInLinks.owner(ofSignInLink: unused.text, now: now) == nil)
            #expect(try await store.signInLinks.useSignInLink(unused.text, now: now) == nil)
        }
    }

    /// Otherwise a stolen session could be kept for ever, by a code for a phone before each end.
    @Test(arguments: [("lea", true, 12), ("lea", false, 365 * 24), ("ada", true, 365 * 24)])
    func `A phone's session ends with the age of the session that signed it in, also over several phones`(
        user: String, isStrict: Bool, hours: Int
    ) async throws {
        try await TestOffice.with { office in
            let store = AttendanceStore(pool: office.pool, privilegedSessions: isStrict ? .strict : .usual)
            let person = try await store.people.person(userName: user)
            let end = now + .seconds(hours * 3600)
            var token = try await begin(office, user)
            func session(at instant: Instant) async throws -> SignInSession? {
                try await AccessCache(store: store).session(withToken: token, now: instant)
            }
            for minutes: Int64 in [10, 20, 30] {
                let then = now + .seconds(minutes * 60)
                let known = try #require(try await session(at: then))
                let link = try await store.signInLinks.addSignInLink(
                    for: person.id, by: .person(person.id), in: known.id, now: then)
                let used = try #require(try await store.signInLinks.useSignInLink(link.text, now: then))
                #expect(used.origin.expiresAt == end)
                token = try #require(
                    try await store.sessions.beginSession(
                        for: person.id, on: "Safari", by: .link, from: used.origin, now: then))
            }
            // In use until the end.
            try await office.execute("update sign_in_session set used_at = to_timestamp(\(end.seconds - 60))")
            let last = try #require(try await session(at: end - .seconds(1)))
            #expect(try await session(at: end) == nil)
            // A code that is shown at the last moment is of no use afterwards.
            let late = try await store.signInLinks.addSignInLink(
                for: person.id, by: .person(person.id), in: last.id, now: end - .seconds(1))
            #expect(try await store.signInLinks.owner(ofSignInLink: late.text, now: end) == nil)
            #expect(try await store.signInLinks.useSignInLink(late.text, now: end) == nil)
        }
    }

    @Test func `A code of a session that is too old by its age signs nobody in`() async throws {
        try await TestOffice.with { office in
            let (store, ada) = (office.store, try await office.store.people.person(userName: "ada").id)
            let token = try await begin(office)
            let (end, known) = (now + .seconds(365 * day), try #require(try await session(office, token, at: now)))
            let link = try await store.signInLinks.addSignInLink(
                for: ada, by: .person(ada), in: known.id, now: end - .seconds(60))
            #expect(try await store.signInLinks.owner(ofSignInLink: link.text, now: end - .seconds(1)) != nil)
            #expect(try await store.signInLinks.owner(ofSignInLink: link.text, now: end) == nil)
            #expect(try await store.signInLinks.useSignInLink(link.text, now: end) == nil)
        }
    }

    @Test func `A session that ended long ago is deleted at the next sign-in`() async throws {
        try await TestOffice.with { office in
            for days in [0, 10, 20] as [Int64] {
                let token = try await begin(office, now: now + .seconds(days * day))
                try await office.store.sessions.endSession(withToken: token, now: now + .seconds(days * day))
            }
            _ = try await begin(office, now: now + .seconds(45 * day))
            #expect(try await office.value("select count(*)::text from sign_in_session") == "2")
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `The first administrator` {
    private let now = TestOffice.noon

    /// An office without an administrator.
    private func withoutAdministrator(_ body: (TestOffice) async throws -> Void) async throws {
        try await TestOffice.with { office in
            try await office.demoteAdministrators()
            try await body(office)
        }
    }

    private func newcomer(_ user: String) -> FirstAdministrator {
        FirstAdministrator(userName: user, displayName: "Root", office: ("Other", "Asia/Tokyo"))
    }

    @Test func `The first administrator signs in by the latest link, once, within a day`() async throws {
        try await withoutAdministrator { office in
            let store = office.store
            let earlier = try #require(try await store.signInLinks.makeFirstAdministratorLink(now: now)).text
            let link = try #require(try await store.signInLinks.makeFirstAdministratorLink(now: now)).text
            #expect(try await store.signInLinks.isFirstAdministratorLink(earlier, now: now) == false)
            #expect(try await store.signInLinks.isFirstAdministratorLink(link, now: now + .seconds(86_400)) == false)
            #expect(try await store.signInLinks.addFirstAdministrator(newcomer("x"), withLink: earlier, now: now) == nil)
            // A user name that is taken does not use up the link.
            await #expect(throws: StoreError.self) {
                _ = try await store.signInLinks.addFirstAdministrator(newcomer("ada"), withLink: link, now: now)
            }
            let people = try await withThrowingTaskGroup { group in
                for user in ["ned", "oli", "pat"] {
                    group.addTask {
                        try await store.signInLinks.addFirstAdministrator(newcomer(user), withLink: link, now: now)
                    }
                }
                return try await group.reduce(into: [Person]()) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(people.count == 1 && people[0].role == .administrator && people[0].office == office.office)
            #expect(try await store.signInLinks.makeFirstAdministratorLink(now: now) == nil)
            #expect(try await store.signInLinks.isFirstAdministratorLink(link, now: now) == false)
        }
    }

    @Test func `A first administrator cannot be added if there is an administrator`() async throws {
        try await TestOffice.with { (office) async throws in
            #expect(try await office.store.signInLinks.makeFirstAdministratorLink(now: now) == nil)
        }
        try await withoutAdministrator { office in
            let link = try #require(try await office.store.signInLinks.makeFirstAdministratorLink(now: now)).text
            try await office.store.people.addPerson(
                userName: "ned", displayName: "N", role: .administrator, office: office.office)
            #expect(try await office.store.signInLinks.addFirstAdministrator(newcomer("oli"), withLink: link, now: now) == nil)
        }
    }
}
