package import Attendance
package import AttendanceStore
import Foundation
import Postgres

/// Changes of one setting or account, as by a command.
extension AttendanceStore {
    package func setNamesOnWall(of office: OfficeID, to shown: Bool) async throws {
        try await offices.change(office, OfficeChange(namesOnWall: shown))
    }

    /// - Parameters: nil: unchanged.
    package func setTaps(in office: OfficeID, withoutWord: Bool? = nil, withoutTag: Bool? = nil) async throws {
        let requirement = try await startRequirements.startRequirements()[office] ?? StartRequirement()
        try await startRequirements.setStartRequirement(
            of: office, to: requirement, withoutWord: withoutWord, withoutTag: withoutTag)
    }

    package func setRequiredProof(of office: OfficeID, to proof: TagProof) async throws {
        var requirement = try await startRequirements.startRequirements()[office] ?? StartRequirement()
        requirement.proof = proof
        try await startRequirements.setStartRequirement(of: office, to: requirement)
    }
}

extension PeopleStore {
    /// Moves people into a team; nil: out of their teams.
    package func assign(_ people: [PersonID], to team: TeamID?) async throws {
        let change = PersonChange(team: team.map { .team($0) } ?? PersonChange.Place.none)
        for person in people { try await self.change(person, change, by: .command, now: TestOffice.noon) }
    }

    package func setManager(_ person: PersonID, of team: TeamID, to manages: Bool) async throws {
        try await setManager(person, of: team, to: manages, by: .command, now: TestOffice.noon)
    }

    package func setLeft(userName: String, at instant: Instant) async throws {
        try await leave(try await person(userName: userName).id, at: instant, by: .command, now: instant)
    }
}

extension TestOffice {
    /// Adds a team of people of the office with a manager, by their user names.
    package func addTeam(_ name: String, of users: [String], managedBy manager: String) async throws {
        let team = try await store.teams.addTeam(name, in: office)
        for user in users { try await store.people.assign([try await store.people.person(userName: user).id], to: team) }
        try await store.people.setManager(try await store.people.person(userName: manager).id, of: team, to: true)
    }

    /// Waits for the next unknown badge at a reader and enrols it, as a server does.
    package func enrolBadge(for user: String, at reader: String) async throws {
        let enrolment = BadgeEnrolment(
            store.badges, PostgresConfiguration(database.connectionString), queries: folder.queries)
        try await enrolment.wait(
            for: try await store.people.person(userName: user), at: reader, within: .seconds(120),
            now: { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000)) }
        ) { _ in }
    }
}
