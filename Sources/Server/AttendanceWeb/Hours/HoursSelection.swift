import Attendance
import AttendanceExport
import AttendanceStore
import JSON

/// The people whose hours a request asks for, ordered by user name, by code point.
struct HoursSelection: Sendable {
    let people: [Person]
    private let exported: Exporter.Selection?

    /// Without a choice it is the viewer. Chosen by user name: people whose record the viewer may see. Chosen by office or team: as
    /// for exports, and for managers the people of a team that they manage.
    /// - Throws: ``WebError/notYours``, ``ExportError``.
    init(
        _ request: ExportRequest, for viewer: Person, _ store: AttendanceStore, _ exporter: Exporter
    ) async throws {
        var (found, exported): ([Person], Exporter.Selection?) = ([], nil)
        if request.office != nil || request.team != nil {
            if let team = try await Self.managedTeam(request, by: viewer, store) {
                found = try await Self.people(of: team, request, store)
            } else {
                let selection = try await exporter.selection(
                    request, within: viewer.reach(.seeAttendance), try await store.offices.offices())
                (found, exported) = (selection.people, selection)
            }
        } else if request.users.isEmpty {
            found = [viewer]
        } else {
            let (lookup, authorization) = (PersonLookup(people: store.people), Authorization(store: store))
            for user in request.users {
                let person = try await lookup.person(userName: user)
                try await authorization.require(.seeRecord, viewer, over: person)
                if let person { found.append(person) }
            }
        }
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        people = byID.values.sorted { $0.userName.precedesByCodePoint($1.userName) }
        self.exported = exported
    }

    /// The team of the request, if the viewer manages it.
    private static func managedTeam(
        _ request: ExportRequest, by viewer: Person, _ store: AttendanceStore
    ) async throws -> Team? {
        guard let name = request.team else { return nil }
        let office = try await store.offices.offices().named(request.office, or: viewer.office)?.id
        let teams = try await store.teams.teams().filter { team in
            team.name == name && team.managers.contains(viewer.userName) && (request.office == nil || team.office == office)
        }
        return teams.count > 1 ? teams.first { $0.office == office } : teams.first
    }

    private static func people(
        of team: Team, _ request: ExportRequest, _ store: AttendanceStore
    ) async throws -> [Person] {
        let people = try await store.exports.people(PeopleFilter(team: team.id, users: request.users))
        for user in request.users where !people.contains(where: { UserName.isSame($0.userName, user) }) {
            throw ExportError.unknownPerson(user)
        }
        return people
    }

    /// Logs the access to other people's hours, as one to their records.
    func note(
        _ request: ExportRequest, by viewer: Person, _ store: AttendanceStore, _ exporter: Exporter, now: Instant
    ) async throws {
        let purpose = request.purpose ?? AccessPurpose.throughAPI.rawValue
        if let exported { return try await exporter.note(request, exported, by: viewer, purpose: purpose, now: now) }
        let others = people.map(\.id).filter { $0 != viewer.id }
        guard !others.isEmpty else { return }
        try await store.audit.log(
            Access(by: viewer.id, to: .people(others), of: request.period, purpose: purpose), now: now)
    }
}
