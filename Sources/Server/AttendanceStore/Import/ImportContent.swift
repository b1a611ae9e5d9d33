import Postgres

/// The values of a file's lines. They are read before the transaction begins: PostgreSQL ends a transaction that waits while a
/// long file is read.
protocol ImportContent: Sendable {
    /// Checks the lines against the existing data, and adds what is new.
    /// - Throws: ``ImportError``, ``StoreError``, ``PostgresError``.
    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary
}
