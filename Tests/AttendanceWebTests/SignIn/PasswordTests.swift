@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Dispatch
import Foundation
import HTTPTypes
import HummingbirdTesting
import Synchronization
import TestOffice
import TestServers
import Testing
import WebServer

@Suite struct `Password rules` {
    @Test(arguments: [
        "correct horse battery staple", "Ei, der Käse rollt!", "x7#Kq9!vTz2&", "さくらとねこのひるね日和です", "839-Umbrella-vine",
        String(repeating: "long sentence ", count: 9),
    ])
    func `A long password that is not easily guessed is accepted`(text: String) {
        #expect(Password(text).objection(for: ["ada", "Ada Lindqvist"]) == nil)
    }

    @Test(arguments: [
        "", "short", "elevenchars", String(repeating: "long sentence ", count: 10), "password1234", "P4ssw0rd!2026",
        "qwertyuiop12",
        "1q2w3e4r5t6y", "aaaaaaaaaaaa", "abcdefghijkl", "abcabcabcabc", "abababababab", "zyxwvutsrqpo", "012345678901",
        "Welcome2026!!", "iloveyou2024", "AdaLindqvist1", "ada.lindqvist.2026", "desktap-desktap", "DeskTap2026Ada",
        "letmeinplease",
        "  password   ", "Summer2026!!", "tokyoTokyo123", "p@ssw0rdp@ssw0rd", "monkeydragon7", "!!!!!!!!!!!!!", "xkxkxkxkxkxk",
    ])
    func `A password of wrong length or that is easily guessed is refused`(text: String) {
        #expect(Password(text).objection(for: ["ada", "Ada Lindqvist"]) != nil, "\(text)")
    }

    @Test func `A password is normalised, and its length is counted in characters`() {
        // A ligature, full-width letters, and an e with a combining accent.
        #expect(Password("ﬁne Ｃafe\u{301}").text == "fine Café")
        #expect(Password(String(repeating: "e\u{301}", count: 12)).text.unicodeScalars.count == 12)
    }
}

@Suite struct `Password hashes` {
    private let cost = PasswordCost(logN: 10)

    @Test func `A password hash matches only its password and has its own salt`() throws {
        let password = Password("correct horse battery staple")
        let hash = try PasswordHash(of: password, cost: cost)
        let read = try #require(PasswordHash(hash.text))
        #expect(read.cost == cost)
        #expect(try read.isOf(password))
        #expect(try read.isOf(Password("correct horse battery stapl")) == false)
        #expect(try read.isOf(Password("")) == false)
        #expect(try PasswordHash(of: password, cost: cost).text != hash.text)
        #expect(hash.text.hasPrefix("$scrypt$ln=10,r=8,p=1$"))
    }

    @Test func `A password hash is scrypt`() throws {
        // Made with Python's hashlib.scrypt(b"pleaseletmein", salt=b"SodiumChlorideXY", n=16384, r=8, p=1, dklen=32).
        let salt = Data("SodiumChlorideXY".utf8).base64EncodedString()
        let key = "NwLRDxFkxNVA3XShfJD4Wwpr+nJK2CYXfmZ+rEB/pzQ="
        let hash = try #require(PasswordHash("$scrypt$ln=14,r=8,p=1$\(salt)$\(key)"))
        #expect(try hash.isOf(Password("pleaseletmein")))
    }

    @Test(arguments: [
        "", "$", "$scrypt$", "$scrypt$ln=10,r=8,p=1$$", "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA",
        "$scrypt$ln=-1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA", "$scrypt$ln=10,r=8,p=2$AAAAAAAAAAAAAAAAAAAAAA==$AAAA",
        "$argon2id$v=19$m=65536,t=3,p=4$x$y", "plain",
    ])
    func `A malformed password hash is rejected`(text: String) {
        #expect(PasswordHash(text) == nil)
    }
}

@Suite struct `Password attempts` {
    private let now = TestOffice.noon

    private func admitted(
        _ attempts: PasswordAttempts, _ count: Int, user: String = "ada", device: String? = nil,
        address: String = "192.0.2.1", at instant: Instant? = nil
    ) async -> Int {
        var admitted = 0
        let client = ClientAddress(address) ?? .unspecified
        for _ in 0..<count {
            if case .admitted = attempts.admit(user: user, device: device, client: client, now: instant ?? now) {
                admitted += 1
            }
        }
        return admitted
    }

    @Test func `Wrong passwords for one name from one address are limited, and recover one by one`() async throws {
        let attempts = PasswordAttempts()
        #expect(await admitted(attempts, 1000) == 10)
        let client = try #require(ClientAddress("192.0.2.1"))
        guard case .later(.seconds(90)) = attempts.admit(user: "ada", device: nil, client: client, now: now) else {
            Issue.record("the eleventh is not put off by 90 seconds")
            return
        }
        #expect(await admitted(attempts, 1000, at: now + .seconds(89)) == 0)
        #expect(await admitted(attempts, 1000, at: now + .seconds(90)) == 1)
        #expect(await admitted(attempts, 1000, at: now + .seconds(900 + 90)) == 10)
    }

    @Test func `Wrong passwords are counted separately by name, address and known browser`() async {
        let attempts = PasswordAttempts()
        #expect(await admitted(attempts, 1000) == 10)
        #expect(await admitted(attempts, 1000, user: "bo") == 10)
        #expect(await admitted(attempts, 1000, address: "192.0.2.2") == 10)
        #expect(await admitted(attempts, 1000, device: "x") == 20)
        #expect(await admitted(attempts, 1000, device: "y") == 20)
    }

    @Test func `Wrong passwords are limited for an address over all names, and for a name over all addresses`() async {
        let attempts = PasswordAttempts()
        var admitted = 0
        for index in 0..<1000 { admitted += await self.admitted(attempts, 1, user: "user\(index)") }
        #expect(admitted == 100)
        admitted = 0
        for index in 0..<1000 {
            admitted += await self.admitted(attempts, 1, user: "eve", address: "2001:db8:\(index)::1")
        }
        #expect(admitted == 100)
        // The person's own browser is still admitted.
        #expect(await self.admitted(attempts, 1, user: "eve", device: "x") == 1)
    }

    @Test func `Wrong passwords are limited for a name over all known browsers and sessions, apart from strangers`() async {
        let attempts = PasswordAttempts()
        var admitted = 0
        for index in 0..<1000 { admitted += await self.admitted(attempts, 1, device: "x\(index)") }
        #expect(admitted == 60)
        for index in 0..<1000 { admitted += await self.admitted(attempts, 1, device: "y\(index)", at: now + .seconds(120)) }
        #expect(admitted == 62)
        #expect(await self.admitted(attempts, 1000) == 10)
        #expect(await self.admitted(attempts, 1000, user: "bo", device: "z") == 20)
        // A browser that has no attempts left takes none from the person's other ones.
        #expect(await self.admitted(attempts, 1000, user: "eve", device: "v") == 20)
        #expect(await self.admitted(attempts, 1000, user: "eve", device: "w") == 20)
    }

    /// One site (/48) has 65,536 networks (/64), each of which counts as one address.
    @Test func `Wrong passwords are limited over all networks of a site`() async {
        let attempts = PasswordAttempts()
        var admitted = 0
        for index in 0..<2000 {
            admitted += await self.admitted(attempts, 1, user: "user\(index)", address: "2001:db8:0:\(index)::1")
        }
        #expect(admitted == 1000)
        #expect(await self.admitted(attempts, 1, address: "2001:db8:1::1") == 1)
    }

    /// Two checks run and 12 wait, the limit of a site. A client of another site can still wait.
    @Test func `Password checks of one site never fill the queue`() async throws {
        let work = PasswordHashQueue()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<30 {
                let client = try #require(ClientAddress("2001:db8:0:\(index)::1"))
                group.addTask { await Self.isDone(work, .stranger(client), gate) }
            }
            for _ in 0..<16 { #expect(try await group.next() == false) }
            let elsewhere = try #require(ClientAddress("192.0.2.1"))
            group.addTask { await Self.isDone(work, .stranger(elsewhere), gate) }
            group.addTask { await Self.isDone(work, .person(1), gate) }
            gate.open()
            for _ in 0..<16 { #expect(try await group.next() == true) }
        }
    }

    /// Each change of a password hashes twice, in any number of requests at the same time.
    @Test func `Password checks of one person run one at a time, so that others find a thread`() async throws {
        let (work, gate) = (PasswordHashQueue(), Gate())
        let client = try #require(ClientAddress("192.0.2.1"))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { await Self.isDone(work, .person(1), gate) } }
            // Until the first one has a thread, so that the others wait for it.
            while gate.waitingCount == 0 { await Task.yield() }
            #expect(await Self.isDone(work, .stranger(client), Gate(isOpen: true)))
            #expect(await Self.isDone(work, .person(2), Gate(isOpen: true)))
            #expect(gate.waitingCount == 1)
            gate.open()
            for await isDone in group { #expect(isDone) }
        }
    }

    private static func isDone(_ work: PasswordHashQueue, _ sender: PasswordHashQueue.Sender, _ gate: Gate) async -> Bool {
        do {
            try await work.run(of: sender) { gate.wait() }
            return true
        } catch {
            return false
        }
    }

    /// Holds the threads that wait for it until it is opened.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let waiting = Atomic<Int>(0)
        var waitingCount: Int { waiting.load(ordering: .relaxed) }

        init(isOpen: Bool = false) { if isOpen { open() } }

        func open() { semaphore.signal() }
        func wait() {
            waiting.add(1, ordering: .relaxed)
            semaphore.wait()
            semaphore.signal()
            waiting.subtract(1, ordering: .relaxed)
        }
    }

    @Test func `A right password is not counted as an attempt`() async throws {
        let attempts = PasswordAttempts()
        let client = try #require(ClientAddress("192.0.2.1"))
        for _ in 0..<100 {
            guard case .admitted(let keys) = attempts.admit(user: "ada", device: nil, client: client, now: now) else {
                Issue.record("somebody with the right password was refused")
                return
            }
            attempts.succeeded(keys)
        }
        #expect(await admitted(attempts, 100) == 10)
    }

    @Test func `Password attempts from ever new addresses use bounded memory`() async throws {
        let attempts = PasswordAttempts()
        for index in 0..<60_000 {
            let client = try #require(ClientAddress("10.0.\(index / 256).\(index % 256)"))
            _ = attempts.admit(user: "user\(index)", device: nil, client: client, now: now)
        }
        #expect(attempts.size <= 50_003)
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sign-in with a password` {
    static let good = "correct horse battery staple"
    private let form: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    private func send(
        _ web: TestWeb, _ user: String, _ password: String, to: String = "", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let body = [("user", user), ("password", password), ("to", to)]
            .map { "\($0)=\(Address.percentEncoded($1))" }.joined(separator: "&")
        return try await web.send(
            .post, Address.signIn, headers: HTTPFields(Array(form) + Array(headers)), body: body)
    }

    private func give(_ web: TestWeb, _ user: String, cost: Int = 10) async throws {
        let hash = try PasswordHash(of: Password(Self.good), cost: PasswordCost(logN: cost)).text
        let person = try await web.office.store.people.person(userName: user)
        try await web.office.store.passwords.setPasswordHash(hash, of: person.id, now: web.clock.now())
    }

    @Test func `Password sign-in is offered once a person has a password, and continues as requested`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.get, "/sign-in", headers: .page).text.contains("name=\"password\"") == false)
            try await give(web, "ada")
            let page = try await web.send(.get, "/sign-in?to=/me", headers: .page).text
            #expect(page.contains("name=\"password\"") && page.contains("value=\"/me\""))
            let response = try await send(web, "ada", Self.good, to: "/me")
            #expect(response.status == .seeOther && response.headers[.location] == "/me")
            #expect(try await send(web, "ada", Self.good, to: "//evil.example").headers[.location] == "/map")
            let cookie = try #require(response.headers[.setCookie]?.split(separator: ";").first)
            let devices = try await web.send(.get, "/me/devices", headers: [.cookie: String(cookie)])
            #expect(devices.text.contains("with a password"))
        }
    }

    /// As keyboards of phones and of East Asian input type it.
    @Test(arguments: ["ada ", " ada", "Ada\u{3000}", "ａｄａ", "ＡＤＡ", "ada\u{200E}"])
    func `Password sign-in takes a user name in any spelling, with white space at its ends`(typed: String) async throws {
        try await TestWeb.with { (web) async throws in
            try await give(web, "ada")
            let response = try await send(web, typed, Self.good)
            #expect(response.status == .seeOther, "\(response.text)")
        }
    }

    @Test func `Wrong passwords for all spellings of a user name share one count`() async throws {
        try await TestWeb.with { (web) async throws in
            try await give(web, "ada")
            for typed in ["ada", "ADA ", "ａｄａ", " Ada"] {
                for _ in 1...3 { _ = try await send(web, typed, "not " + Self.good) }
            }
            #expect(try await send(web, "ada", Self.good).status == .tooManyRequests)
        }
    }

    @Test func `Password sign-in gives one response to wrong passwords and to unknown names`() async throws {
        try await TestWeb.with { (web) async throws in
            try await give(web, "ada")
            let answers = [
                try await send(web, "ada", "not " + Self.good), try await send(web, "nobody", Self.good),
                try await send(web, "bo", Self.good), try await send(web, "dai", Self.good),
                try await send(web, "ada", String(repeating: "x", count: 300)), try await send(web, "x\ty ", "\u{301}"),
            ]
            for answer in answers {
                #expect(answer.status == .unprocessableContent)
                #expect(answer.headers[.setCookie] == nil)
                #expect(answer.text.contains("Wrong user name or password."))
            }
            for (user, password) in [("", Self.good), ("ada", ""), ("ada", "\0")] {
                #expect(try await send(web, user, password).status == .badRequest)
            }
            #expect(try await send(web, "<b>\"'", "x").text.contains("&lt;b&gt;"))
        }
    }

    @Test func `Password sign-in replaces a hash of another cost by one of the current cost`() async throws {
        try await TestWeb.with { (web) async throws in
            try await give(web, "ada", cost: 11)
            let ada = try await web.office.store.people.person(userName: "ada").id
            #expect(try await send(web, "ada", "wrong " + Self.good).status == .unprocessableContent)
            #expect(try await web.office.store.passwords.passwordHash(of: ada)?.contains("ln=11") == true)
            for _ in 0..<2 {
                #expect(try await send(web, "ada", Self.good).status == .seeOther)
                #expect(try await web.office.store.passwords.passwordHash(of: ada)?.contains("ln=10") == true)
            }
        }
    }

    @Test func `Password sign-in works in a known browser during 10,000 simultaneous guesses`() async throws {
        try await TestWeb.with { (web) async throws in
            try await give(web, "ada")
            let first = try await send(web, "ada", Self.good)
            let known = try #require(first.headers[.setCookie]?.firstMatch(of: /__Host-desktap-device=[^;]+/)).output
            let desk = web.services.passwords
            let (store, now) = (web.office.store, web.clock.now())
            let client = try #require(ClientAddress("192.0.2.1"))
            func isRefused() async throws -> Bool {
                do {
                    return try await desk.person(
                        user: "ada", Password("guess \(UUID())"), device: nil, client: client, store, now: now) == nil
                } catch let error as WebError {
                    #expect([.tooManyRequests, .serviceUnavailable].contains(error.status) && error.retryAfter != nil)
                    return true
                }
            }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10_000 { group.addTask { try await isRefused() } }
                // Amid the guesses.
                let response = try await send(web, "ada", Self.good, headers: [.cookie: String(known)])
                #expect(response.status == .seeOther)
                for try await refused in group { #expect(refused) }
            }
            // At the address of the guesses an unknown browser must wait, but not the person's own.
            await #expect(throws: WebError.self) {
                _ = try await desk.person(
                    user: "ada", Password(Self.good), device: nil, client: client, store, now: now)
            }
            #expect(try await send(web, "ada", Self.good, headers: [.cookie: String(known)]).status == .seeOther)
        }
    }

    @Test func `Password sign-in says when to try again after too many attempts`() async throws {
        try await TestWeb.with { (web) async throws in
            try await give(web, "ada")
            for _ in 0..<10 { #expect(try await send(web, "ada", "wrong").status == .unprocessableContent) }
            let answer = try await send(web, "ada", Self.good)
            #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "90")
            #expect(answer.text.contains("use a sign-in link"))
            // A known browser of another person is not known for Ada.
            let bos = "\(web.services.cookies.device.name)=\(web.services.devices.value(for: "bo"))"
            #expect(try await send(web, "ada", Self.good, headers: [.cookie: bos]).status == .tooManyRequests)
            let adas = "\(web.services.cookies.device.name)=\(web.services.devices.value(for: "ada"))"
            #expect(try await send(web, "ada", Self.good, headers: [.cookie: adas]).status == .seeOther)
        }
    }

    @Test func `A person changes the password with the current one`() async throws {
        try await TestWeb.with { (web) async throws in
            func set(_ fields: [(String, String)], _ cookie: String) async throws -> TestResponse {
                let body = fields.map { "\($0)=\(Address.percentEncoded($1))" }.joined(separator: "&")
                return try await web.send(
                    .post, Address.myPassword, headers: HTTPFields(Array(form) + [HTTPField(name: .cookie, value: cookie)]),
                    body: body)
            }
            func goal(_ address: String) async throws -> String? {
                let body = "new=\(Address.percentEncoded(Self.good))"
                return try await web.send(
                    .post, address, headers: HTTPFields(Array(form) + [HTTPField(name: .cookie, value: web.cookie("bo"))]),
                    body: body
                ).headers[.location]
            }
            let fromSetUp = Address.setPassword(returningTo: Address.admin)
            let page = try await web.send(.get, fromSetUp, as: "lea", headers: .page).text
            #expect(page.contains("<a href=\"/admin\">Back without saving</a>") && !page.contains("aria-current"))
            #expect(try await goal(fromSetUp) == Address.admin)
            let (here, elsewhere) = (try await web.cookie("ada"), try await web.cookie("ada"))
            #expect(try await set([("new", "short"), ("again", "short")], here).status == .unprocessableContent)
            #expect(try await set([("new", Self.good), ("again", "other")], here).status == .unprocessableContent)
            #expect(try await set([("again", Self.good)], here).status == .badRequest)
            #expect(try await set([("new", Self.good), ("again", Self.good)], here).status == .seeOther)
            #expect(try await send(web, "ada", Self.good).status == .seeOther)

            let other = "an umbrella sings quietly"
            #expect(try await web.send(.get, "/me/password", as: "ada").text.contains("Current password"))
            for old in ["", "wrong"] {
                #expect(try await set([("old", old), ("new", other)], here).status == .unprocessableContent)
            }
            let change = [("old", Self.good), ("new", other), ("end_others", "yes")]
            #expect(try await set(change, here).headers[.location] == "/me/devices")
            #expect(try await send(web, "ada", Self.good).status == .unprocessableContent)
            #expect(try await send(web, "ada", other).status == .seeOther)
            web.services.access.invalidate()
            #expect(try await web.send(.get, "/me", headers: [.cookie: here]).status == .ok)
            #expect(try await web.send(.get, "/me", headers: [.cookie: elsewhere]).status == .unauthorized)
        }
    }
}
