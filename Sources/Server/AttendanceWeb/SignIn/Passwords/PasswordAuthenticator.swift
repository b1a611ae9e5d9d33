import Attendance
import AttendanceStore
import Localization
import NIOConcurrencyHelpers
import WebServer

/// Authenticates people by password, and hashes passwords.
package struct PasswordAuthenticator: Sendable {
    let cost: PasswordCost
    private let work = PasswordHashQueue()
    private let attempts = PasswordAttempts()
    /// Wrong passwords that are not stored yet. Storing them at once would tell a known user name by the time it takes.
    private let failures = NIOLockedValueBox<[PersonID: FailedSignIns]>([:])

    package init(cost: PasswordCost = .standard) { self.cost = cost }

    /// The person with this user name and password; nil for a wrong password or an unknown user name, which cost the same work.
    /// - Parameters:
    ///   - device: the number of a browser in which the person signed in before (``DeviceCookie``).
    ///   - client: the address of the attempt.
    /// - Throws: ``WebError`` after too many wrong passwords, or if the queue is full.
    func person(
        user: String, _ password: Password, device: String?, client: ClientAddress, _ store: AttendanceStore, now: Instant
    ) async throws -> Person? {
        let demands = try await admitted(user: user, device: device, client: client, now: now)
        let known = try await store.passwords.password(ofUser: user)
        let sender = known.flatMap { device == nil ? nil : .person($0.person.id) } ?? PasswordHashQueue.Sender.stranger(client)
        let (hash, isRight) = try await check(password, known?.hash, of: sender)
        guard let known, let hash, isRight else {
            if let known { noteFailure(of: known.person.id, now: now) }
            return nil
        }
        attempts.succeeded(demands)
        if hash.cost != cost {
            let better = try await self.hash(of: password, for: known.person.id)
            try await store.passwords.replacePasswordHash(hash.text, by: better, of: known.person.id)
        }
        return known.person
    }

    /// Whether this is the password of a signed-in person, who must enter it before changing it.
    func isPassword(
        _ password: Password, of person: Person, hash: String, session: SessionID, now: Instant
    ) async throws -> Bool {
        let demands = try await admitted(user: person.userName, device: "session \(session)", client: .unspecified, now: now)
        guard try await check(password, hash, of: .person(person.id)).isRight else {
            noteFailure(of: person.id, now: now)
            return false
        }
        attempts.succeeded(demands)
        return true
    }

    private func noteFailure(of person: PersonID, now: Instant) {
        failures.withLockedValue { failures in
            failures[person] = FailedSignIns(count: (failures[person]?.count ?? 0) + 1, latest: now)
        }
    }

    /// Returns the wrong passwords since the previous call.
    func takeFailures() -> [PersonID: FailedSignIns] {
        failures.withLockedValue { failures in
            defer { failures = [:] }
            return failures
        }
    }

    func hash(of password: Password, for person: PersonID) async throws -> String {
        let cost = cost
        return try await work.run(of: .person(person)) { try PasswordHash(of: password, cost: cost).text }
    }

    private func admitted(
        user: String, device: String?, client: ClientAddress, now: Instant
    ) async throws -> [RateLimiter.Demand] {
        switch attempts.admit(user: user, device: device, client: client, now: now) {
        case .admitted(let demands): return demands
        case .later(let wait):
            throw WebError(
                .tooManyRequests, localized("signIn.bad.tooMany"), reason: .tooManyAttempts, retryAfter: wait)
        }
    }

    /// - Parameter hash: nil if there is none; the check then takes the same time.
    private func check(
        _ password: Password, _ hash: String?, of sender: PasswordHashQueue.Sender
    ) async throws -> (hash: PasswordHash?, isRight: Bool) {
        let cost = cost
        return try await work.run(of: sender) {
            guard let hash = hash.flatMap({ PasswordHash($0) }) else {
                _ = try PasswordHash(of: password, cost: cost)
                return (nil, false)
            }
            return (hash, try hash.isOf(password))
        }
    }
}
