package import Attendance
import Postgres

/// Signed-in browsers.
package struct SessionStore: Sendable {
    /// For so many seconds after it ended a session can still be looked up by whoever has to find out what happened.
    private static let sessionMemory: Int64 = 30 * 86_400

    let pool: PostgresPool

    /// Signs somebody in.
    /// - Parameters:
    ///   - device: families of browser and system, 64 characters at most.
    ///   - before: the token with which the same browser came, whose session ends.
    /// - Returns: the token, which is not kept; nil where the person does not work here.
    package func beginSession(
        for person: Int64, on device: String, by way: SignInWay, from origin: SessionOrigin = SessionOrigin(),
        replacing before: String? = nil, now: Instant
    ) async throws -> String? {
        if let before { try await endSession(withToken: before, now: now) }
        let (secret, device) = (Secret(), String(device.prefix(64)))
        return try await pool.withTransaction { connection in
            let row = try await connection.query(
                "SignIn/insert_session", person, secret.hash, device, way.rawValue, PostgresTimestamp(now),
                PostgresTimestamp(now.adding(seconds: -Self.sessionMemory)),
                PostgresTimestamp(now.adding(seconds: -Self.sessionMemory - SignInSession.idleLifetime)), origin.issuer,
                origin.providerSession, origin.expiresAt.map(PostgresTimestamp.init), origin.linkAuthor,
                PostgresTimestamp(origin.authenticatedAt ?? now)
            ).first
            guard row != nil else { return nil }
            // A session that another person's link began is no proof that this person signed in.
            if let author = origin.linkAuthor, author != person {
                try await AuditStore.note(
                    .linkUsed, old: nil, new: device, of: person, by: .person(author), now: now, connection)
            }
            return secret.text
        }
    }

    func session(withTokenHash hash: PostgresBytes, now: Instant) async throws -> SignInSession? {
        let (used, begun) = Self.limits(now)
        return try await pool.query("SignIn/session_by_token", hash, PostgresTimestamp(now), used, begun).first.map { row in
            try SignInSession(row, tokenHash: hash)
        }
    }

    /// Does what is to be done about a session's token.
    /// - Returns: the new token to be given to the browser, where there is one.
    package func renew(_ session: SignInSession, now: Instant) async throws -> String? {
        if session.isConfirmation {
            let end = PostgresTimestamp(now.adding(seconds: SignInSession.overlap))
            try await pool.query("SignIn/confirm_session", session.id, session.tokenHash, end)
        }
        guard session.isRotation(at: now) else { return nil }
        let secret = Secret()
        let row = try await pool.query(
            "SignIn/rotate_session", session.id, session.tokenHash, secret.hash, PostgresTimestamp(session.rotatedAt),
            PostgresTimestamp(now)
        ).first
        return row == nil ? nil : secret.text
    }

    /// Where somebody is signed in, the latest used first.
    package func devices(of person: Int64, now: Instant) async throws -> [SignedInDevice] {
        let (used, begun) = Self.limits(now)
        return try await pool.query("SignIn/sessions_of_person", person, used, begun, PostgresTimestamp(now)).map(
            SignedInDevice.init)
    }

    /// Ends one of somebody's sessions; every server process refuses it from then on.
    /// - Returns: false where they have no such session.
    package func endSession(_ id: Int64, of person: Int64, now: Instant) async throws -> Bool {
        try await ending { try await $0.query("SignIn/end_session", id, person, PostgresTimestamp(now)).count } > 0
    }

    /// Ends all of somebody's sessions, but the one given.
    /// - Returns: how many there were.
    @discardableResult
    package func endSessions(of person: Int64, but kept: Int64? = nil, now: Instant) async throws -> Int {
        try await ending { try await $0.query("SignIn/end_sessions", person, PostgresTimestamp(now), kept).count }
    }

    /// Ends the session that has this token, where there is one.
    package func endSession(withToken token: String, now: Instant) async throws {
        _ = try await ending {
            try await $0.query("SignIn/end_session_by_token", Secret.hash(token), PostgresTimestamp(now)).count
        }
    }

    /// Ends the sessions that an identity provider says are over; every server process refuses them from then on.
    /// - Parameters:
    ///   - subject: whose; nil where `session` says it.
    ///   - session: the provider's own name for its session; nil: all of the person's that come from this provider.
    ///   - token: the logout token's own name, which is taken once.
    ///   - earliest: older tokens are not taken, and need not be remembered.
    /// - Returns: how many ended; nil where the token was taken before.
    package func endSessions(
        from issuer: String, subject: String?, session: String?, token: String, earliest: Instant, now: Instant
    ) async throws -> Int? {
        try await pool.withTransaction { connection in
            let fresh = try await connection.query(
                "SignIn/use_logout_token", issuer, token, PostgresTimestamp(now), PostgresTimestamp(earliest))
            guard !fresh.isEmpty else { return nil }
            let ended = try await connection.query(
                "SignIn/end_provider_sessions", issuer, subject, session, PostgresTimestamp(now)
            ).count
            if ended > 0 { try await connection.notifyAccessChanged() }
            return ended
        }
    }

    /// Writes when sessions were used last.
    func noteUses(_ uses: [Int64: Instant]) async throws {
        if uses.isEmpty { return }
        // In one order, so that two server processes that write the same sessions never wait for each other.
        let sorted = uses.sorted { $0.key < $1.key }
        try await pool.query("SignIn/note_session_uses", sorted.map(\.key), sorted.map { PostgresTimestamp($0.value) })
    }

    /// Tells every server process where something ended.
    private func ending(_ end: (PostgresConnection) async throws -> Int) async throws -> Int {
        try await pool.withTransaction { connection in
            let count = try await end(connection)
            if count > 0 { try await connection.notifyAccessChanged() }
            return count
        }
    }

    /// The earliest instants at which a session that is not over was used last, and began.
    private static func limits(_ now: Instant) -> (used: PostgresTimestamp, begun: PostgresTimestamp) {
        (
            PostgresTimestamp(now.adding(seconds: -SignInSession.idleLifetime)),
            PostgresTimestamp(now.adding(seconds: -SignInSession.absoluteLifetime))
        )
    }

    /// The 32 bytes that sign what a browser keeps for us; all server processes share them.
    package func cookieKey() async throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let fresh = PostgresBytes((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        return try await pool.query("SignIn/cookie_key", fresh)[0].get(0, as: PostgresBytes.self).bytes
    }
}
