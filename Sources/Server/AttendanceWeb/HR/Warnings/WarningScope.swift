import Attendance
import AttendanceExport
import AttendanceStore
import Localization

/// The people and the days of a list of warnings.
struct WarningScope: Sendable {
    /// Whose warnings a list has.
    enum Place: Sendable {
        /// Those of HR's selection.
        case attendance
        /// Those of the viewer's teams.
        case team

        var address: String { self == .attendance ? Address.hrWarnings : Address.teamWarnings }
        /// The page that leads to the list.
        var section: String { self == .attendance ? Address.hr : Address.team }
    }

    let place: Place
    let choice: AttendanceChoice
    /// Without the viewer, whose warnings another person checks.
    let people: [Person]
    /// The period, with the office and the team of HR's selection, or the viewer's teams.
    let title: String
    private let exported: Exporter.Selection?

    /// - Throws: ``ExportError`` for a name of the selection that the viewer may not see.
    init(
        _ place: Place, _ choice: AttendanceChoice, for viewer: Person, _ offices: [Office], _ store: AttendanceStore,
        _ exporter: Exporter
    ) async throws {
        var choice = choice
        let people: [Person]
        switch place {
        case .attendance:
            choice.export.users = try await choice.users(for: viewer, offices, exporter, store.exports)
            let selection = try await exporter.selection(choice.export, within: viewer.reach(.seeAttendance), offices)
            choice.export.office = offices.first { $0.id == selection.filter.office }?.name
            people = selection.people
            exported = selection
            title = choice.export.title(hasSeveralOffices: offices.seen(by: viewer).count > 1)
        case .team:
            choice.export.office = nil
            choice.export.team = nil
            choice.names = []
            let members = try await store.people.people(within: TeamRoutes.reach(of: viewer))
            people = members.map(\.person)
            exported = nil
            title = [choice.period.monthOrDays, members.teamNames].compactMap(\.self).joined(separator: " · ")
        }
        self.place = place
        self.choice = choice
        self.people = people.filter { $0.id != viewer.id }
    }

    /// Logs the access to the hours of these people.
    func note(by viewer: Person, _ store: AttendanceStore, _ exporter: Exporter, now: Instant) async throws {
        if let exported {
            let purpose = choice.export.purpose ?? AccessPurpose.list.rawValue
            return try await exporter.note(choice.export, exported, by: viewer, purpose: purpose, now: now)
        }
        let access = Access(
            by: viewer.id, to: .people(people.map(\.id)), of: choice.period,
            purpose: choice.export.purpose ?? AccessPurpose.team.rawValue)
        try await store.audit.log(access, now: now)
    }
}
