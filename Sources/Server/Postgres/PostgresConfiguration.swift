internal import CLibpq

/// The address of PostgreSQL and the time limits for its sessions.
package struct PostgresConfiguration: Sendable {
    /// A libpq connection string or URL. It may name several hosts; `target_session_attrs=read-write` finds the primary.
    package var connectionString: String
    /// Time limit for one connection attempt. Several hosts share it; each gets at least 2 s.
    package var connectTimeout: Duration
    /// The server cancels a statement that runs longer. Zero: no limit.
    package var statementTimeout: Duration
    /// Time allowed for the server's answer beyond ``statementTimeout``.
    package var answerGrace: Duration = .seconds(5)
    /// The server ends a session that is idle in a transaction for longer.
    package var idleInTransactionTimeout: Duration
    /// Shown in `pg_stat_activity`.
    package var applicationName: String

    package init(
        _ connectionString: String, connectTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(30),
        idleInTransactionTimeout: Duration = .seconds(30), applicationName: String = "desktap"
    ) {
        self.connectionString = connectionString
        self.connectTimeout = connectTimeout
        self.statementTimeout = statementTimeout
        self.idleInTransactionTimeout = idleInTransactionTimeout
        self.applicationName = applicationName
    }

    /// Time after which a server that owes an answer counts as unreachable, whatever the network reports: its own limit
    /// would have ended the statement earlier. nil: no limit.
    var answerTimeout: Duration? { statementTimeout > .zero ? statementTimeout + answerGrace : nil }

    /// Read back to check that the session has its settings. PostgreSQL's default is different.
    static let intervalStyle = "iso_8601"

    /// The settings of each session. `options` in the connection string come later and win.
    private var settings: String {
        [
            "statement_timeout=\(statementTimeout.milliseconds)",
            "idle_in_transaction_session_timeout=\(idleInTransactionTimeout.milliseconds)",
            // PostgreSQL ends the session of a machine that vanished after 30 s; otherwise it would seem to run for hours.
            "tcp_keepalives_idle=15", "tcp_keepalives_interval=5", "tcp_keepalives_count=3",
            "TimeZone=UTC", "DateStyle=ISO", "IntervalStyle=\(Self.intervalStyle)", "extra_float_digits=1",
            // Plans of prepared statements are kept. A plan made while a table is empty would scan the table even after it
            // has grown. Every statement that matters has an index to use.
            "enable_seqscan=off",
            // A scan without an index gets such a high cost estimate that PostgreSQL would compile it first.
            "jit=off",
            // One plan for all values. Otherwise PostgreSQL plans statements on short lists each time, because they look
            // cheaper than the average; planning takes longer than running them.
            "plan_cache_mode=force_generic_plan",
        ].map { "-c " + $0 }.joined(separator: " ")
    }

    /// Keyword and value pairs for libpq. It expands `dbname`, which holds the whole connection string. Later pairs win over
    /// earlier ones.
    func keywords() throws -> [(String, String)] {
        let given = try parsed()
        let hosts = max(given["host"]?.split(separator: ",").count ?? 1, given["hostaddr"]?.split(separator: ",").count ?? 1)
        return [
            // An unreachable peer is detected after these times: TCP_USER_TIMEOUT and keep-alives.
            ("tcp_user_timeout", "15000"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
            // Seconds per host. libpq treats 1 as 2.
            ("connect_timeout", "\(max(2, connectTimeout.milliseconds / 1000 / Int64(hosts)))"),
            ("dbname", connectionString), ("application_name", applicationName), ("client_encoding", "UTF8"),
            ("options", [settings, given["options"]].compactMap(\.self).joined(separator: " ")),
        ]
    }

    /// The keywords of the connection string.
    func parsed() throws -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(connectionString, &message) else {
            defer { PQfreemem(message) }
            let reason = message.map { String(cString: $0) } ?? ""
            throw PostgresError.cannotConnect("the connection string cannot be read: \(reason)")
        }
        defer { PQconninfoFree(options) }
        return Self.values(options)
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension PostgresConfiguration: CustomStringConvertible {
    /// Without the connection string, which may contain a password.
    package var description: String { "PostgresConfiguration(\(applicationName))" }
}
