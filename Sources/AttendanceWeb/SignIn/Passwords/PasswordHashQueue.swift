import AttendanceStore
import Dispatch
import Localization
import WebServer

/// Hashes passwords: on threads of its own, because each hash takes a good part of a second, and few at once, because each takes
/// 128 MiB.
struct PasswordHashQueue: Sendable {
    private let threads = DispatchQueue(label: "desktap.passwords", attributes: .concurrent)
    /// Known browsers have priority, so that thousands of guesses do not delay them. Unknown browsers use at most half of the queue,
    /// and those of one site (``ClientAddress/site``) at most 12 places, so that other sites find a place.
    private let limiter = ConcurrencyLimiter(
        limit: 2, queue: .init(limit: 32, limitForGroups: 16, limitOfGroup: 12))

    /// Runs an operation when it is its turn.
    /// - Parameter stranger: the address of the client if its browser is unknown; nil: the browser is known.
    /// - Throws: ``WebError`` if the queue is full.
    func run<Value: Sendable>(
        of stranger: ClientAddress?, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        do {
            return try await limiter.run(group: stranger?.site) {
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
        WebError(.serviceUnavailable, localized("signIn.bad.busy"), reason: .busy, retryAfter: 3)
    }
}
