/// What went wrong between this program and PostgreSQL. Never carries a bound value.
package enum PostgresError: Error, Equatable {
    /// The server refused a statement.
    case refused(ServerError)
    /// No connection could be made. The text is libpq's own.
    case cannotConnect(String)
    /// The connection broke while a statement was under way: whether it took effect is not known.
    case connectionLost(String)
    /// A pooler in between takes away what a session needs.
    case pooler(Pooler)
    /// The transaction is committed, but the wait for its synchronous standby was cancelled, so that it may be lost with the
    /// primary: it must not be acknowledged. Doing the same again waits for the standby.
    case notReplicated
    /// Every connection was lent out for as long as the caller would wait.
    case poolExhausted
    /// The pool has been shut down.
    case poolClosed
    /// The connection was asked for a second statement while one was running.
    case connectionBusy
    /// A result's column does not hold what the code reads from it.
    case unexpectedColumn(query: String, column: Int, expected: String)
    /// A result has no column of this name.
    case unknownColumn(query: String, name: String)
    /// A query is called that no file in the catalogue defines.
    case unknownQuery(String)

    /// An error as the server reports it.
    package struct ServerError: Error, Equatable, Sendable {
        /// The five letters of PostgreSQL's appendix A, such as `23505`.
        package var sqlState: String
        package var message: String
        package var constraint: String?
        /// The name of the query in the catalogue.
        package var query: String

        init(sqlState: String, message: String, constraint: String? = nil, query: String) {
            self.sqlState = sqlState
            // Messages of class 22, data exceptions, quote what they could not read; others quote names only.
            let quote = [message.firstRange(of: "\""), message.firstRange(of: "0x")].compactMap { $0?.lowerBound }.min()
            if sqlState.hasPrefix("22"), let quote {
                self.message = message[..<quote] + "…"
            } else {
                self.message = message
            }
            self.constraint = constraint
            self.query = query
        }
    }

    package var sqlState: String? {
        if case .refused(let error) = self { error.sqlState } else { nil }
    }

    /// Whether the same work may succeed later on another connection: the server is away, starting, stopping or failing over.
    package var isUnavailability: Bool {
        switch self {
        case .cannotConnect, .connectionLost, .pooler, .notReplicated, .poolExhausted, .poolClosed: true
        // Class 57: operator intervention (shutdown, crash, cannot connect now); 25006: the primary became a standby;
        // 53: out of connections, memory or disk; 40: rolled back, try again.
        case .refused(let error):
            (error.sqlState.hasPrefix("57") && error.sqlState != "57014") || error.sqlState == "25006"
                || error.sqlState.hasPrefix("53") || error.sqlState.hasPrefix("40")
        case .connectionBusy, .unexpectedColumn, .unknownColumn, .unknownQuery: false
        }
    }
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let error):
            "PostgreSQL refused \(error.query): \(error.message) (SQLSTATE \(error.sqlState)"
                + (error.constraint.map { ", constraint \($0)" } ?? "") + ")"
        case .cannotConnect(let reason): "cannot connect to PostgreSQL: \(reason)"
        case .connectionLost(let reason): "the connection to PostgreSQL was lost: \(reason)"
        case .pooler(let pooler): pooler.description
        case .notReplicated: "the wait of a commit for its standby was cancelled: it may be on the primary alone"
        case .poolExhausted: "all connections to PostgreSQL are in use"
        case .poolClosed: "the connections to PostgreSQL are closed"
        case .connectionBusy: "a second statement was sent on a connection that is at work"
        case .unexpectedColumn(let query, let column, let expected):
            "column \(column) of \(query) is not a value of type \(expected)"
        case .unknownColumn(let query, let name): "\(query) has no column named \(name)"
        case .unknownQuery(let name): "there is no query named \(name)"
        }
    }
}
