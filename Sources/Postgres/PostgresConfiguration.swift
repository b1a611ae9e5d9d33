/// Where PostgreSQL is and how patient to be with it.
package struct PostgresConfiguration: Sendable {
    /// A libpq connection string or URL. It may name several hosts (`target_session_attrs=read-write` finds the primary).
    package var connectionString: String
    /// Given up for one attempt to connect, all hosts together.
    package var connectTimeout: Duration
    /// The server ends a statement that runs longer.
    package var statementTimeout: Duration
    /// The server ends a session that holds a transaction open without working in it.
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

    /// Keyword and value pairs for libpq; `dbname` holds the whole connection string, which libpq expands, and what follows
    /// it wins over what it says.
    var keywords: [(String, String)] {
        let settings =
            "-c statement_timeout=\(statementTimeout.milliseconds)"
            + " -c idle_in_transaction_session_timeout=\(idleInTransactionTimeout.milliseconds)"
            + " -c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c extra_float_digits=1"
        return [
            // A peer that vanished without a word is noticed after these: TCP_USER_TIMEOUT and keep-alives.
            ("tcp_user_timeout", "15000"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
            ("dbname", connectionString), ("application_name", applicationName), ("client_encoding", "UTF8"),
            ("options", settings),
        ]
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
