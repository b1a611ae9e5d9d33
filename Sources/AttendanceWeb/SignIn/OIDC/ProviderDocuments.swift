import Attendance

/// What a provider says of itself and its keys, remembered for a while.
actor ProviderDocuments {
    struct Documents: Sendable {
        let metadata: ProviderMetadata
        let keys: ProviderKeys
        let since: Instant
    }

    /// Seconds for which they are believed: a key that the provider withdrew is refused after that.
    private static let lifetime: Int64 = 3600
    /// Seconds between two looks for a new key, whatever tokens claim to be signed by.
    private static let pause: Int64 = 60
    /// Seconds for which a failed look is the answer to everybody, so that sign-ins do not flood a provider in trouble.
    private static let failurePause: Int64 = 5

    private let issuer: String
    private let timeout: Duration
    private var known: Documents?
    private var latestLook: Instant?
    private var latestFailure: (at: Instant, error: any Error)?
    private var looking: Task<Documents, any Error>?

    init(issuer: String, timeout: Duration) {
        self.issuer = issuer
        self.timeout = timeout
    }

    func current(now: Instant) async throws -> Documents {
        if let known, now < known.since.adding(seconds: Self.lifetime) { return known }
        if let latestFailure, now < latestFailure.at.adding(seconds: Self.failurePause) { throw latestFailure.error }
        return try await look(now)
    }

    /// Looks again, for a key that was not there; nil where somebody only just did.
    func renewed(now: Instant) async throws -> Documents? {
        if let latestLook, now < latestLook.adding(seconds: Self.pause) { return nil }
        return try await look(now)
    }

    /// All who come while somebody is looking wait for the same answer.
    private func look(_ now: Instant) async throws -> Documents {
        if let looking { return try await looking.value }
        let task = Task { [issuer, timeout] in
            try await ProviderConnection.with(timeout: timeout) { connection in
                let metadata = try await ProviderMetadata.load(of: issuer, connection)
                let keys = try ProviderKeys(try await connection.get(metadata.keysAddress, for: "list of keys"))
                return Documents(metadata: metadata, keys: keys, since: now)
            }
        }
        looking = task
        defer { looking = nil }
        latestLook = now
        do {
            let documents = try await task.value
            (known, latestFailure) = (documents, nil)
            return documents
        } catch {
            latestFailure = (now, error)
            throw error
        }
    }
}
