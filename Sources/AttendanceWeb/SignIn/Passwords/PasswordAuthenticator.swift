import Attendance
import AttendanceStore
import Localization
import WebServer

/// Checks passwords and makes their hashes.
package struct PasswordAuthenticator: Sendable {
    let cost: PasswordCost
    private let work = PasswordHashQueue()
    private let attempts = PasswordAttempts()

    package init(cost: PasswordCost = .standard) { self.cost = cost }

    /// The person who has this user name and password; nil for a wrong one, and for a user name that nobody has, after the same
    /// work.
    /// - Parameters:
    ///   - device: the browser's own number, where the person signed in in it before.
    ///   - client: the address that the attempt comes from.
    /// - Throws: ``WebError`` where too many were wrong, or too many wait.
    func person(
        user: String, _ password: Password, device: String?, client: ClientAddress, _ store: AttendanceStore, now: Instant
    ) async throws -> Person? {
        let demands = try await admitted(user: user, device: device, client: client, now: now)
        let known = try await store.passwords.password(ofUser: user)
        let (hash, isRight) = try await check(password, known?.hash, of: device == nil ? client : nil)
        guard let known, let hash, isRight else { return nil }
        await attempts.succeeded(demands)
        if hash.cost != cost {
            let better = try await self.hash(of: password)
            try await store.passwords.replacePasswordHash(hash.text, by: better, of: known.person.id)
        }
        return known.person
    }

    /// Whether a password is somebody's who is signed in: asked before it is changed.
    func isPassword(
        _ password: Password, of person: Person, hash: String, session: Int64, now: Instant
    ) async throws -> Bool {
        let demands = try await admitted(user: person.userName, device: "session \(session)", client: .unspecified, now: now)
        guard try await check(password, hash, of: nil).isRight else { return false }
        await attempts.succeeded(demands)
        return true
    }

    func hash(of password: Password) async throws -> String {
        let cost = cost
        return try await work.run(of: nil) { try PasswordHash(of: password, cost: cost).text }
    }

    private func admitted(
        user: String, device: String?, client: ClientAddress, now: Instant
    ) async throws -> [RateLimiter.Demand] {
        switch await attempts.admit(user: user, device: device, client: client, now: now) {
        case .admitted(let demands): return demands
        case .later(let seconds):
            throw WebError(
                .tooManyRequests, localized("signIn.bad.tooMany"), reason: .tooManyAttempts, retryAfter: seconds)
        }
    }

    /// - Parameters:
    ///   - hash: nil where there is none; that takes as long.
    ///   - stranger: the address of the client if the person never signed in in its browser.
    private func check(
        _ password: Password, _ hash: String?, of stranger: ClientAddress?
    ) async throws -> (hash: PasswordHash?, isRight: Bool) {
        let cost = cost
        return try await work.run(of: stranger) {
            guard let hash = hash.flatMap({ PasswordHash($0) }) else {
                _ = try PasswordHash(of: password, cost: cost)
                return (nil, false)
            }
            return (hash, try hash.isOf(password))
        }
    }
}
