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

    private let issuer: String
    private let timeout: Duration
    private var known: Documents?
    private var latestLook: Instant?
    private var looking: Task<Documents, any Error>?

    init(issuer: String, timeout: Duration) {
        self.issuer = issuer
        self.timeout = timeout
    }

    func current(now: Instant) async throws -> Documents {
        if let known, now < known.since.adding(seconds: Self.lifetime) { return known }
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
        let documents = try await task.value
        known = documents
        return documents
    }
}
