package import Attendance
import Postgres

/// What an import did, or would do.
package struct ImportSummary: Sendable, Equatable {
    package struct Added: Sendable, Equatable {
        package let count: Int
        package let thing: Thing
    }

    package enum Thing: String, Sendable, CaseIterable {
        case person, team, manager, desk, floor, tap

        /// One of them, as commands say it.
        package var one: String { self == .manager ? "manager of a team" : rawValue }

        /// Several of them.
        package var many: String {
            switch self {
            case .person: "people"
            case .manager: "managers of teams"
            case .team, .desk, .floor, .tap: rawValue + "s"
            }
        }
    }

    package internal(set) var added: [Added] = []
    /// Lines that say what is there already.
    package internal(set) var known = 0

    init(known: Int = 0) { self.known = known }

    mutating func add(_ count: Int, _ thing: Thing) {
        if count > 0 { added.append(Added(count: count, thing: thing)) }
    }
}

extension AttendanceStore {
    /// Brings in a file: all of it, or nothing. What is there already stays as it is.
    /// - Parameters:
    ///   - office: the office of lines that name none; nil is the only one there is.
    ///   - justification: who adds attendance, and why; nothing else needs it.
    ///   - author: who adds people and managers, for the accounts' logs.
    ///   - isDryRun: whether all is taken back in the end.
    /// - Throws: ``ImportError``, ``StoreError``.
    package func importFile(
        _ bytes: [UInt8], of kind: ImportKind, into office: String?, by justification: Justification?,
        author: ChangeAuthor = .command, dryRun isDryRun: Bool, now: Instant
    ) async throws -> ImportSummary {
        struct TakenBack: Error { var summary: ImportSummary }
        var table = try ImportTable(bytes, as: kind)
        let offices = try ImportOffices(try await offices(), usual: office)
        do {
            return try await naming(.partOfFile) {
                try await pool.withTransaction { connection in
                    let summary =
                        switch kind {
                        case .people: try await PeopleImport(connection, offices, author, now: now).carryOut(&table)
                        case .teams: try await TeamsImport(connection, offices, author, now: now).carryOut(&table)
                        case .desks: try await DesksImport(connection, offices).carryOut(&table)
                        case .attendance:
                            try await AttendanceImport(connection, offices, justification, now: now).carryOut(&table)
                        }
                    if isDryRun { throw TakenBack(summary: summary) }
                    return summary
                }
            }
        } catch let dry as TakenBack {
            return dry.summary
        }
    }
}

/// The offices that lines can name.
struct ImportOffices {
    let all: [Office]
    /// Of lines that name none.
    private let usual: Office?

    /// - Throws: ``StoreError/unknownOffice(_:)``.
    init(_ offices: [Office], usual name: String?) throws(StoreError) {
        all = offices
        usual = name == nil && offices.count == 1 ? offices.first : offices.first { $0.name == name }
        if let name, usual == nil { throw .unknownOffice(name) }
    }

    func office(_ name: String) throws(WrongLine) -> Office {
        if name.isEmpty {
            guard let usual else { throw WrongLine(.noOffice) }
            return usual
        }
        guard let office = all.first(where: { $0.name == name }) else { throw WrongLine(.unknownOffice, ["text": name]) }
        return office
    }
}
