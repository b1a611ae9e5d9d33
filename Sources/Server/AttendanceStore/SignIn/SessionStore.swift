package import Attendance
import Postgres

/// Signed-in browsers.
package struct SessionStore: Sendable {
    /// Ended sessions are kept for this time for investigations: 30 days.
    static let sessionMemory = Duration.seconds(30 * 86_400)

    /// Sessions that ended, or were last used, before these instants are deleted.
    static func forgotten(now: Instant) -> (endedBefore: PostgresTimestamp, usedBefore: PostgresTimestamp) {
        let ended = now - sessionMemory
        return (PostgresTimestamp(ended), PostgresTimestamp(ended - SignInSession.idleLifetime))
    }

    let pool: PostgresPool
    package var privileged = PrivilegedSessions.usual

    /// Starts a session.
    /// - Parameters:
    ///   - device: families of browser and system, at most 64 characters.
    ///   - before: the token that the same browser sent. Its session ends.
    /// - Returns: the token, of which only the hash is stored; nil if the person is not a current employee.
    package func beginSession(
        for person: PersonID, on device: String, by way: SignInWay, from origin: SessionOrigin = SessionOrigin(),
        replacing before: String? = nil, now: Instant
    ) async throws -> String? {
        let (secret, device) = (Secret(), String(device.prefix(64)))
        return try await pool.withTransaction { connection in
            let statement = InsertSessionStatement(
                person: person, tokenHash: secret.hash, device: device, way: way, origin: origin, now: now)
            guard let session = try await connection.pipeline([statement.command])[0].first?.get("id", as: SessionID.self)
            else {
                return nil
            }
            if let before {
                let ended = try await connection.query(
                    "SignIn/replace_session",
                    [
                        "session": session, "person": person, "token_hash": Secret.hash(before),
                        "now": PostgresTimestamp(now),
                    ])
                if !ended.isEmpty { try await connection.notifyAccessChanged() }
            }
            // A session that a link started does not prove that this person signed in.
            if let author = origin.linkAuthor {
                try await AdminLogEntry.note(
                    .linkUsed, old: nil, new: device, of: person, by: .person(author), now: now, connection)
            }
            return secret.text
        }
    }

    func session(withTokenHash hash: PostgresBytes, now: Instant) async throws -> SignInSession? {
        let (used, begun) = Self.limits(now)
        let rows = try await pool.query(
            "SignIn/session_by_token",
            [
                "token_hash": hash, "now": PostgresTimestamp(now), "used_since": used, "began_since": begun,
                "privileged_used_since": privileged.limits(now).used,
                "privileged_began_since": privileged.limits(now).begun,
            ])
        return try rows.first.map { row in try SignInSession(row, tokenHash: hash) }
    }

    /// Confirms or rotates a session's token if it is due.
    /// - Returns: the new token for the browser; nil if the token stays.
    package func renew(_ session: SignInSession, now: Instant) async throws -> String? {
        if session.isConfirmation {
            let end = PostgresTimestamp(now + SignInSession.overlap)
            try await pool.query(
                "SignIn/confirm_session",
                ["previous_until": end, "session": session.id, "token_hash": session.tokenHash])
        }
        guard session.isRotation(at: now) else { return nil }
        let secret = Secret()
        let row = try await pool.query(
            "SignIn/rotate_session",
            [
                "new_token_hash": secret.hash, "token_hash": session.tokenHash, "now": PostgresTimestamp(now),
                "session": session.id, "rotated_at": PostgresTimestamp(session.rotatedAt),
            ]
        ).first
        return row == nil ? nil : secret.text
    }

    /// A person's active sessions, the most recently used first.
    package func devices(of person: PersonID, now: Instant) async throws -> [SignedInDevice] {
        let (used, begun) = Self.limits(now)
        return try await pool.query(
            "SignIn/sessions_of_person",
            [
                "person": person, "used_since": used, "began_since": begun, "now": PostgresTimestamp(now),
                "privileged_used_since": privileged.limits(now).used,
                "privileged_began_since": privileged.limits(now).begun,
            ]
        ).map(SignedInDevice.init)
    }

    /// Ends one session of a person. It stops working on all servers. Logs it, unless the person is the author.
    /// - Returns: false if the person has no such active session.
    package func endSession(
        _ id: SessionID, of person: PersonID, by author: ChangeAuthor = .command, now: Instant
    ) async throws -> Bool {
        try await ending { connection in
            let ended = try await connection.query(
                "SignIn/end_session", ["now": PostgresTimestamp(now), "session": id, "person": person])
            if let session = ended.first {
                let device = try session.get("device", as: String.self)
                try await Self.noteSignOut(of: person, from: device, by: author, now: now, connection)
            }
            return ended.count
        } > 0
    }

    /// Ends all sessions of a person except `kept`, and invalidates the person's unused sign-in links. Logs it, unless the
    /// person is the author.
    /// - Returns: the number of ended sessions.
    @discardableResult
    package func endSessions(
        of person: PersonID, but kept: SessionID? = nil, by author: ChangeAuthor = .command, now: Instant
    ) async throws -> Int {
        try await ending { connection in
            let count = try await connection.query(
                "SignIn/end_sessions", ["now": PostgresTimestamp(now), "person": person, "kept": kept]
            ).count
            if count > 0 { try await Self.noteSignOut(of: person, from: nil, by: author, now: now, connection) }
            return count
        }
    }

    /// - Parameter device: nil: all devices.
    private static func noteSignOut(
        of person: PersonID, from device: String?, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        if author == .person(person) { return }
        try await AdminLogEntry.note(.signedOut, old: nil, new: device, of: person, by: author, now: now, connection)
    }

    /// Ends the session that has this token, if any.
    package func endSession(withToken token: String, now: Instant) async throws {
        _ = try await ending { connection in
            try await connection.query(
                "SignIn/end_session_by_token", ["now": PostgresTimestamp(now), "token_hash": Secret.hash(token)]
            ).count
        }
    }

    /// Ends the sessions that an identity provider declares over (back-channel logout). They stop working on all servers.
    /// - Parameters:
    ///   - subject: the person's subject at the provider; nil if only `session` identifies the session.
    ///   - session: the provider's name for its session; nil: all of the person's sessions from this provider.
    ///   - token: the logout token's id (claim `jti`). Each token is accepted once.
    ///   - earliest: older tokens are not accepted, so their ids are deleted.
    /// - Returns: the number of ended sessions; nil if the token was accepted before.
    package func endSessions(
        from issuer: String, subject: String?, session: String?, token: String, earliest: Instant, now: Instant
    ) async throws -> Int? {
        try await pool.withTransaction { connection in
            let fresh = try await connection.query(
                "SignIn/use_logout_token",
                [
                    "earliest": PostgresTimestamp(earliest), "issuer": issuer, "token_id": token,
                    "now": PostgresTimestamp(now),
                ])
            guard !fresh.isEmpty else { return nil }
            let ended = try await connection.query(
                "SignIn/end_provider_sessions",
                ["now": PostgresTimestamp(now), "issuer": issuer, "subject": subject, "provider_session": session]
            ).count
            if ended > 0 { try await connection.notifyAccessChanged() }
            return ended
        }
    }

    /// Whether the latest sign-in with the provider had the time of authentication; nil: there is none.
    package func sendsAuthenticationTime(_ issuer: String) async throws -> Bool? {
        try await pool.query("SignIn/latest_provider_session", ["issuer": issuer]).first.map { row in
            try row.instant("authenticated_at") != .unknownAuthentication
        }
    }

    /// Stores when sessions were last used.
    func noteUses(_ uses: [SessionID: Instant]) async throws {
        if uses.isEmpty { return }
        // Sorted: two servers that update the same sessions in different orders would deadlock.
        let sorted = uses.sorted { $0.key < $1.key }
        try await pool.query(
            "SignIn/note_session_uses",
            ["sessions": sorted.map(\.key), "instants": sorted.map { PostgresTimestamp($0.value) }])
    }

    /// Notifies all servers if at least one session ended.
    private func ending(_ end: (PostgresConnection) async throws -> Int) async throws -> Int {
        try await pool.withTransaction { connection in
            let count = try await end(connection)
            if count > 0 { try await connection.notifyAccessChanged() }
            return count
        }
    }

    /// A session is active if it was last used, and began, at these instants or later.
    static func limits(_ now: Instant) -> (used: PostgresTimestamp, begun: PostgresTimestamp) {
        (
            PostgresTimestamp(now - SignInSession.idleLifetime),
            PostgresTimestamp(now - SignInSession.absoluteLifetime)
        )
    }

    /// The parameters of `insert_session`.
    private struct InsertSessionStatement {
        let person: PersonID
        let tokenHash: PostgresBytes
        let device: String
        let way: SignInWay
        let origin: SessionOrigin
        let now: Instant

        var command: PostgresCommand {
            let forgotten = SessionStore.forgotten(now: now)
            return PostgresCommand(
                "SignIn/insert_session",
                [
                    "person": person, "ended_before": forgotten.endedBefore, "used_before": forgotten.usedBefore,
                    "token_hash": tokenHash, "device": device,
                    "way": way.rawValue, "now": PostgresTimestamp(now), "issuer": origin.issuer,
                    "provider_session": origin.providerSession,
                    "expires_at": origin.expiresAt.map(PostgresTimestamp.init), "link_author": origin.linkAuthor,
                    "authenticated_at": PostgresTimestamp(origin.authenticatedAt ?? now),
                ])
        }
    }
}
