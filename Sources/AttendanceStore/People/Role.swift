import Postgres

/// What a person may do. Each contains the rights of an employee.
package enum Role: String, Sendable, CaseIterable {
    case employee
    case manager
    case hr
    case administrator
    /// Reads the ledger, and nobody's record.
    case auditor
}
