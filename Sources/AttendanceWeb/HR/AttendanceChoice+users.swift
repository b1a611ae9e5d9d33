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
    func users(
        for viewer: Person, _ offices: [Office], _ exporter: Exporter, _ exports: ExportStore
    ) async throws -> [String] {
        if names.isEmpty { return [] }
        var everybody = export
        everybody.users = []
        let filter = try await exporter.selection(everybody, by: viewer, offices).filter
        var users: Set<String> = []
        for name in Set(names).sorted() {
            let found = try await exports.people(filter, named: name)
            // An unknown name is refused later, as in an export.
            let user = found.first { UserName.isSame($0.userName, name) }?.userName
            users.formUnion(found.isEmpty ? [name] : user.map { [$0] } ?? found.map(\.userName))
            guard users.count <= Self.mostFound else {
                throw WebError(
                    .unprocessableContent, localized("hr.manyPeople", ["name": name, "most": "\(Self.mostFound)"]))
            }
        }
        return users.sorted()
    }
}
