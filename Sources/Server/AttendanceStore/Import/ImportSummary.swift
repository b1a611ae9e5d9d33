import Postgres

/// The result of an import, or of its dry run.
package struct ImportSummary: Sendable, Equatable {
    package struct Added: Sendable, Equatable {
        package let count: Int
        package let thing: Thing
    }

    package enum Thing: String, Sendable, CaseIterable {
        case person, team, manager, desk, floor, tap
    }

    package struct NewPerson: Sendable, Equatable {
        package let userName, displayName: String
    }

    package internal(set) var added: [Added] = []
    /// The added people, in the order of the file.
    package internal(set) var newPeople: [NewPerson] = []
    /// The changed people, in the order of the file.
    package internal(set) var updated: [UpdatedPerson] = []
    /// How the file was read.
    package internal(set) var format = TableFile.Format.text(separator: ",", .utf8)
    /// The number of lines whose data exists already.
    package internal(set) var known = 0

    init(known: Int = 0) { self.known = known }

    mutating func add(_ count: Int, _ thing: Thing) {
        if count > 0 { added.append(Added(count: count, thing: thing)) }
    }
}
