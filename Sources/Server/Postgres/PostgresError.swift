/// An error between this program and PostgreSQL. Never contains a bound value.
package enum PostgresError: Error, Equatable {
    /// The server rejected a statement.
    case refused(ServerError)
    /// No connection could be opened. The text is libpq's.
    case cannotConnect(String)
    /// The connection broke during a statement. It is unknown whether the statement took effect.
    case connectionLost(String)
    /// The pooler in front of PostgreSQL breaks what a session needs.
    case pooler(PoolerIncompatibility)
    /// The transaction is committed, but the wait for its synchronous standby was cancelled: if the primary fails, the
    /// transaction may be lost. It must not be acknowledged. Repeating the work waits for the standby again.
    case notReplicated
    /// All connections were in use for the whole acquire timeout.
    case poolExhausted
    /// The pool was shut down.
    case poolClosed
    /// A second statement was sent on a connection while one was running.
    case connectionBusy
    /// A column of a result is null or has another type than the code expects.
    case unexpectedColumn(query: String, column: Int, expected: String)
    /// A result has no column of this name.
    case unknownColumn(query: String, name: String)
    /// The catalogue has no query of this name.
    case unknownQuery(String)
    /// The values of a query do not have the names of its parameters.
    case wrongParameters(query: String, expected: [String])

    /// An error as the server reports it.
    package struct ServerError: Error, Equatable, Sendable {
        /// Five characters, such as `23505` (PostgreSQL manual, appendix A).
        package var sqlState: String
        package var message: String
        package var constraint: String?
        /// The name of the query in the catalogue.
        package var query: String

        init(sqlState: String, message: String, constraint: String? = nil, query: String) {
            self.sqlState = sqlState
            // Messages of class 22, data exceptions, quote values, in the server's language; other messages quote only names.
            self.message = sqlState.hasPrefix("22") ? "invalid value" : message
            self.constraint = constraint
            self.query = query
        }
    }

    static let noAnswer = PostgresError.cannotConnect("no answer within the connect timeout")

    package var constraint: String? {
        if case .refused(let error) = self { error.constraint } else { nil }
    }

    package var sqlState: String? {
        if case .refused(let error) = self { error.sqlState } else { nil }
    }

    /// Whether the same work may succeed later on another connection: the server is unreachable, starting, stopping or
    /// failing over.
    package var isUnavailability: Bool {
        switch self {
        case .cannotConnect, .connectionLost, .pooler, .notReplicated, .poolExhausted, .poolClosed: true
        // Class 57: operator intervention (shutdown, crash, cannot connect now); 25006: the primary became a standby; class
        // 53: out of connections, memory or disk; class 40: transaction rolled back, may be retried.
        case .refused(let error):
            (error.sqlState.hasPrefix("57") && error.sqlState != "57014") || error.sqlState == "25006"
                || error.sqlState.hasPrefix("53") || error.sqlState.hasPrefix("40")
        case .connectionBusy, .unexpectedColumn, .unknownColumn, .unknownQuery, .wrongParameters: false
        }
    }
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let error):
            "PostgreSQL rejected \(error.query): \(error.message) (SQLSTATE \(error.sqlState)"
                + (error.constraint.map { ", constraint \($0)" } ?? "") + ")"
        case .cannotConnect(let reason): "cannot connect to PostgreSQL: \(reason)"
        case .connectionLost(let reason): "the connection to PostgreSQL was lost: \(reason)"
        case .pooler(let pooler): pooler.description
        case .notReplicated: "the wait for the standby was cancelled: the commit may be on the primary only"
        case .poolExhausted: "all connections to PostgreSQL are in use"
        case .poolClosed: "the connection pool is closed"
        case .connectionBusy: "a second statement was sent on a connection that is in use"
        case .unexpectedColumn(let query, let column, let expected):
            "column \(column) of \(query) is not a value of type \(expected)"
        case .unknownColumn(let query, let name): "\(query) has no column named \(name)"
        case .unknownQuery(let name): "unknown query: \(name)"
        case .wrongParameters(let query, let expected):
            "the parameters of \(query) are \(expected.isEmpty ? "unnamed" : expected.joined(separator: ", "))"
        }
    }
}
