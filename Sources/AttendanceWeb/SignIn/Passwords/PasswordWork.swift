import Dispatch

/// Where passwords are hashed: on threads of their own, because each takes a good part of a second, and few at once, because each
/// takes 128 MiB.
actor PasswordWork {
    private static let atOnce = 2
    /// Others wait for so many at most; those who come from where nobody signed in before for half as many.
    private static let mostWaiting = 32

    private let threads = DispatchQueue(label: "desktap.passwords", attributes: .concurrent)
    private var running = 0
    /// Those who are known come first: thousands of guesses are no reason to wait.
    private var known: [CheckedContinuation<Void, Never>] = []
    private var others: [CheckedContinuation<Void, Never>] = []

    /// Does some work once it is its turn.
    /// - Parameter isTrusted: whether it may also have the places that are kept for those who are known.
    /// - Throws: ``WebError`` where too many wait already.
    func run<Value: Sendable>(
        isTrusted: Bool, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        if running < Self.atOnce {
            running += 1
        } else {
            guard known.count + others.count < (isTrusted ? Self.mostWaiting : Self.mostWaiting / 2) else {
                throw WebError.passwordsBusy
            }
            // Whoever ends hands its place over.
            await withCheckedContinuation { continuation in
                if isTrusted { known.append(continuation) } else { others.append(continuation) }
            }
        }
        let result = await withCheckedContinuation { continuation in
            threads.async { continuation.resume(returning: Result { try work() }) }
        }
        handOver()
        return try result.get()
    }

    private func handOver() {
        if !known.isEmpty {
            known.removeFirst().resume()
        } else if !others.isEmpty {
            others.removeFirst().resume()
        } else {
            running -= 1
        }
    }
}

extension WebError {
    static var passwordsBusy: WebError {
        WebError(.serviceUnavailable, say("signIn.bad.busy"), reason: "busy", retryAfter: 3)
    }
}
