/// A person whom an import changes.
package struct UpdatedPerson: Sendable, Equatable {
    package enum Property: String, Sendable, CaseIterable {
        case name, role, office, team, personnelNumber, email, reading, firstDay, lastDay
    }

    package struct Change: Sendable, Equatable {
        package let property: Property
        /// Names of offices and teams, and raw values of roles; nil: no team, or unknown.
        package let old, new: String?
    }

    package let userName: String
    /// Before the change.
    package let displayName: String
    package let changes: [Change]

    /// After the change.
    package var newName: String { changes.first { $0.property == .name }?.new ?? displayName }
}
