import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Localization

extension AttendanceChoice {
    /// More people than this are too many for the addresses of their exports.
    private static let mostFound = 50

    /// The user names of the people that the typed names mean: a user name, or a part of one or of a display name, in any case and
    /// without accents.
    /// - Throws: ``ExportError/unknownPerson(_:)`` for a person whose attendance the viewer may not see, as for an unknown one.
    func users(
        for viewer: Person, _ offices: [Office], _ exporter: Exporter, _ exports: ExportStore
    ) async throws -> [String] {
        if names.isEmpty { return [] }
        var everybody = export
        everybody.users = []
        let reach = viewer.reach(.seeAttendance)
        let filter = try await exporter.selection(everybody, within: reach, offices).filter
        var users: [String] = []
        for name in names.writtenNames {
            let found = try await exports.people(filter, named: name)
            if found.isEmpty, let own = reach.onlyOffices,
                try await exports.people(PeopleFilter(users: [name])).contains(where: { !own.contains($0.office) })
            {
                throw ExportError.unknownPerson(name)
            }
            // An unknown name is refused later, as in an export.
            let same = found.map(\.userName).filter { UserName.isSame($0, name) }
            // Of two people with one name in two spellings, the one who has it so.
            let user = same.first { $0.utf8.elementsEqual(name.utf8) } ?? same.first
            users = (users + (found.isEmpty ? [name] : user.map { [$0] } ?? found.map(\.userName))).writtenNames
            guard users.count <= Self.mostFound else {
                throw WebError(
                    .unprocessableContent, localized("hr.manyPeople", ["name": name, "most": "\(Self.mostFound)"]))
            }
        }
        return users
    }
}
