import Postgres

/// A person's role. Each role includes the permissions of an employee.
package enum Role: String, Sendable, CaseIterable {
    case employee
    case manager
    case hr
    case administrator
    /// Reads the ledger, but no records of other people.
    case auditor
}
