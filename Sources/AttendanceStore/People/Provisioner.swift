import Postgres

/// A program of the identity provider that adds people, changes and deactivates them.
package struct Provisioner: Sendable, Equatable {
    package let id: Int64
    package let name: String
    /// Of the people it adds.
    package let office: Int64
}
