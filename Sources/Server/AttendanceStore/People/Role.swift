import Postgres

/// A person's role. Each role includes the permissions of an employee. Managers have any role: teams name them.
package enum Role: String, Sendable, CaseIterable {
    case employee
    case hr
    case administrator
    /// Reads the ledger, but no records of other people.
    case auditor
}

extension PostgresRow {
    /// The column `role`. A server of an earlier version can still store `manager`, which gave no permissions.
    func role() throws -> Role { try get("role") == "manager" ? .employee : try choice("role") }
}
