import Dispatch
import Localization

/// Where passwords are hashed: on threads of their own, because each takes a good part of a second, and few at once, because each
/// takes 128 MiB.
actor PasswordWork {
    private static let atOnce = 2
    /// Places in the queue. Requests from unknown browsers use at most half of them.
    private static let mostWaiting = 32
    /// Places that unknown browsers of one site (``ClientAddress/site``) use at most, so that other sites find room.
    private static let mostOfSite = 12

    private let threads = DispatchQueue(label: "desktap.passwords", attributes: .concurrent)
    private var running = 0
    /// Those who are known come first: thousands of guesses are no reason to wait.
    private var known: [CheckedContinuation<Void, Never>] = []
    private var others: [(site: ClientAddress, continuation: CheckedContinuation<Void, Never>)] = []

    /// Does some work once it is its turn.
    /// - Parameter stranger: the address of the client if its browser is unknown. nil: the browser is known, and the request may
    ///   use every place in the queue.
    /// - Throws: ``WebError`` where too many wait already.
    func run<Value: Sendable>(
        of stranger: ClientAddress?, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        if running < Self.atOnce {
            running += 1
        } else {
            let site = stranger?.site
            guard hasRoom(for: site) else { throw WebError.passwordsBusy }
            // The work that ends gives its turn to the next request.
            await withCheckedContinuation { continuation in
                if let site { others.append((site, continuation)) } else { known.append(continuation) }
            }
        }
        let result = await withCheckedContinuation { continuation in
            threads.async { continuation.resume(returning: Result { try work() }) }
        }
        handOver()
        return try result.get()
    }

    /// - Parameter site: of a client whose browser is unknown.
    private func hasRoom(for site: ClientAddress?) -> Bool {
        let waiting = known.count + others.count
        guard let site else { return waiting < Self.mostWaiting }
        return waiting < Self.mostWaiting / 2 && others.count { $0.site == site } < Self.mostOfSite
    }

    private func handOver() {
        if !known.isEmpty {
            known.removeFirst().resume()
        } else if !others.isEmpty {
            others.removeFirst().continuation.resume()
        } else {
            running -= 1
        }
    }
}

extension WebError {
    static var passwordsBusy: WebError {
        WebError(.serviceUnavailable, localized("signIn.bad.busy"), reason: "busy", retryAfter: 3)
    }
}
