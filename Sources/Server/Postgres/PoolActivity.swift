/// What a pool does at the moment.
package struct PoolActivity: Sendable, Equatable {
    /// The maximum number of connections.
    package var limit: Int
    /// Connections that are lent or being opened.
    package var inUse: Int
    /// Callers that wait for a connection.
    package var waiting: Int
    /// Calls since the start that ended with ``PostgresError/notReplicated``.
    package var unreplicated: Int
}
