import Attendance
import AttendanceStore
import Dispatch
import Localization
import WebServer

/// Hashes passwords on its own threads, because each hash takes a fraction of a second, and at most two at the same time,
/// because each takes 128 MiB.
struct PasswordHashQueue: Sendable {
    /// Who waits for a hash.
    enum Sender: Sendable {
        /// An unknown browser, by its address.
        case stranger(ClientAddress)
        /// A person who is signed in, or whose browser is known.
        case person(PersonID)
    }

    private let threads = DispatchQueue(label: "desktap.passwords", attributes: .concurrent)
    /// Otherwise a person's known browsers, which have priority, could occupy both threads.
    private let turns = PersonTurns(limit: 1)
    /// Known browsers have priority, so that thousands of guesses do not delay them. Unknown browsers use at most half of the
    /// queue, and those of one site (``ClientAddress/site``) at most 12 places, so that other sites find a place.
    private let limiter = ConcurrencyLimiter(
        limit: 2, queue: .init(limit: 32, limitForGroups: 16, limitOfGroup: 12))

    /// Runs an operation when a thread is free.
    /// - Throws: ``WebError`` if the queue is full.
    func run<Value: Sendable>(of sender: Sender, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        switch sender {
        case .stranger(let client): try await run(in: client.site, work)
        case .person(let person): try await turns.run(for: person) { try await run(in: nil, work) }
        }
    }

    private func run<Value: Sendable>(
        in group: ClientAddress?, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        do {
            return try await limiter.run(group: group) {
                let result = await withCheckedContinuation { continuation in
                    threads.async { continuation.resume(returning: Result { try work() }) }
                }
                return try result.get()
            }
        } catch is ConcurrencyLimiter.QueueFull {
            throw WebError.passwordsBusy
        }
    }
}

extension WebError {
    static var passwordsBusy: WebError {
        WebError(.serviceUnavailable, localized("signIn.bad.busy"), reason: .busy, retryAfter: .seconds(3))
    }
}
