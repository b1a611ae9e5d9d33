internal import CLibpq

/// Where PostgreSQL is and how patient to be with it.
package struct PostgresConfiguration: Sendable {
    /// A libpq connection string or URL. It may name several hosts (`target_session_attrs=read-write` finds the primary).
    package var connectionString: String
    /// Given up for one attempt to connect, all hosts together. Several hosts share it, but each is given 2 s at least.
    package var connectTimeout: Duration
    /// The server ends a statement that runs longer. Zero: no limit.
    package var statementTimeout: Duration
    /// What the server is given beyond ``statementTimeout`` to answer.
    package var answerGrace: Duration = .seconds(5)
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

    /// A server that is silent for this long while it owes an answer is gone, whatever the network says; its own limit would
    /// have ended the statement. nil: no limit.
    var answerTimeout: Duration? { statementTimeout > .zero ? statementTimeout + answerGrace : nil }

    /// The setting that is read back to see whether a session has its settings: PostgreSQL's own default is another.
    static let intervalStyle = "iso_8601"

    /// Settings of each session. What the connection string has in `options` comes later and wins.
    private var settings: String {
        [
            "statement_timeout=\(statementTimeout.milliseconds)",
            "idle_in_transaction_session_timeout=\(idleInTransactionTimeout.milliseconds)",
            "TimeZone=UTC", "DateStyle=ISO", "IntervalStyle=\(Self.intervalStyle)", "extra_float_digits=1",
            // Plans of prepared statements are kept. One made while a table is empty would scan it still when it has grown;
            // every statement of ours that matters has an index to use.
            "enable_seqscan=off",
            // A scan that has no index then looks so dear that it would be compiled to machine code first.
            "jit=off",
            // One plan for all values: otherwise statements on lists of a few elements, which look cheaper than the average,
            // would be planned anew each time, which takes longer than to run them.
            "plan_cache_mode=force_generic_plan",
        ].map { "-c " + $0 }.joined(separator: " ")
    }

    /// Keyword and value pairs for libpq; `dbname` holds the whole connection string, which libpq expands. It wins over what
    /// stands before it, and what follows wins over it.
    func keywords() throws -> [(String, String)] {
        let given = try parsed()
        let hosts = max(given["host"]?.split(separator: ",").count ?? 1, given["hostaddr"]?.split(separator: ",").count ?? 1)
        return [
            // A peer that vanished without a word is noticed after these: TCP_USER_TIMEOUT and keep-alives.
            ("tcp_user_timeout", "15000"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
            // Seconds for each host. libpq takes 1 for 2.
            ("connect_timeout", "\(max(2, connectTimeout.milliseconds / 1000 / Int64(hosts)))"),
            ("dbname", connectionString), ("application_name", applicationName), ("client_encoding", "UTF8"),
            ("options", [settings, given["options"]].compactMap(\.self).joined(separator: " ")),
        ]
    }

    /// What the connection string says itself.
    private func parsed() throws -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(connectionString, &message) else {
            defer { PQfreemem(message) }
            let reason = message.map { String(cString: $0) } ?? ""
            throw PostgresError.cannotConnect("the connection string cannot be read: \(reason)")
        }
        defer { PQconninfoFree(options) }
        var given: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { given[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return given
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
