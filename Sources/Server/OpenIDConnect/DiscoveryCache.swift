import FoundationEssentials

/// Caches a provider's metadata and key set.
actor DiscoveryCache {
    struct Entry: Sendable {
        let metadata: ProviderMetadata
        let keys: JSONWebKeySet
        let loadedAt: Date
    }

    /// The time until an entry is loaded again. A key that the provider withdrew is accepted for at most as long.
    private static let lifetime = Duration.seconds(3600)
    /// The minimum time between two loads because of an unknown key, whatever keys tokens name.
    private static let minimumRefreshInterval = Duration.seconds(60)
    /// How long a failure is cached, so that sign-ins do not overload a provider in trouble.
    private static let failureLifetime = Duration.seconds(5)

    private let issuer: String
    private let timeout: Duration
    private var entry: Entry?
    private var latestLoad: Date?
    private var latestFailure: (at: Date, error: any Error)?
    private var loading: Task<Entry, any Error>?

    init(issuer: String, timeout: Duration) {
        self.issuer = issuer
        self.timeout = timeout
    }

    /// The cached entry, or a new one if it is older than an hour.
    /// - Throws: ``OpenIDConnectError``.
    func current(now: Date) async throws -> Entry {
        if let entry, now < entry.loadedAt + Self.lifetime { return entry }
        if let latestFailure, now < latestFailure.at + Self.failureLifetime { throw latestFailure.error }
        return try await load(now)
    }

    /// A new entry, for a token with an unknown key. Nil if the latest load was less than a minute ago.
    /// - Throws: ``OpenIDConnectError``.
    func refreshed(now: Date) async throws -> Entry? {
        if let latestLoad, now < latestLoad + Self.minimumRefreshInterval { return nil }
        return try await load(now)
    }

    /// Simultaneous callers wait for the same load. It is a task of its own, so that a cancelled caller does not fail the others.
    private func load(_ now: Date) async throws -> Entry {
        if let loading { return try await loading.value }
        let task = Task { [issuer, timeout] in
            try await ProviderHTTPClient.with(timeout: timeout) { client in
                let metadata = try await ProviderMetadata.load(issuer: issuer, client)
                let keys = try JSONWebKeySet(json: try await client.get(metadata.keySetAddress, from: .keySet))
                return Entry(metadata: metadata, keys: keys, loadedAt: now)
            }
        }
        loading = task
        defer { loading = nil }
        latestLoad = now
        do {
            let entry = try await task.value
            (self.entry, latestFailure) = (entry, nil)
            return entry
        } catch {
            latestFailure = (now, error)
            throw error
        }
    }
}
