import AttendanceExport
import AttendanceStore
import Foundation
import HTTPTypes
import Localization

extension AttendanceChoice {
    /// More people than this are too many for the addresses of their exports.
    private static let mostFound = 50

    /// The user names of the people that the typed names mean: a user name, or a part of one or of a display name, in any case and
    /// without accents.
    func users(for viewer: Person, _ offices: [Office], _ exporter: Exporter) async throws -> [String] {
        if names.isEmpty { return [] }
        var everybody = export
        everybody.users = []
        let people = try await exporter.selection(everybody, by: viewer, offices).people
        var users: Set<String> = []
        for name in names {
            let found = people.filter { person in
                [person.userName, person.displayName].contains { $0.foldedName.contains(name.foldedName) }
            }
            // An unknown name is refused later, as in an export.
            let isUser = found.isEmpty || found.contains { $0.userName == name }
            users.formUnion(isUser ? [name] : found.map(\.userName))
            guard users.count <= Self.mostFound else {
                throw WebError(
                    .unprocessableContent, localized("hr.manyPeople", ["name": name, "most": "\(Self.mostFound)"]))
            }
        }
        return users.sorted()
    }
}

extension String {
    /// The same as SQL's `folded_name`: in lower case, without combining marks.
    fileprivate var foldedName: String {
        let scalars = decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { !(0x300...0x36F).contains($0.value) }))
    }
}
