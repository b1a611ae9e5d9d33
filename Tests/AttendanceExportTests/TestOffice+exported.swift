import Attendance
import AttendanceExport
import AttendanceStore
import Foundation
import Localization
import TestOffice
import Testing

extension TestOffice {
    struct Written {
        let bytes: [UInt8]
        let warning: String?

        init(_ export: Export) async throws {
            var bytes: [UInt8] = []
            let losses = try await export.write { bytes += $0 }
            (self.bytes, warning) = (bytes, export.warning(losses))
        }
    }

    /// The file of an export at noon.
    /// - Parameter address: the end of its address, such as `daily.csv?from=2026-10-01&to=2026-10-31`.
    func written(_ address: String, as user: String = "cy") async throws -> Written {
        try await Written(try await export(address, as: user))
    }

    func export(_ address: String, as user: String = "cy") async throws -> Export {
        let parts = try #require(URLComponents(string: address))
        let name = parts.path.split(separator: ".").map(String.init)
        let subject = try #require(ExportRequest.Subject(rawValue: name[0]))
        let format = try #require(ExportRequest.Format(rawValue: name[1]))
        var fields: [ExportRequest.Field: String] = [:]
        var users: [String] = []
        for item in parts.queryItems ?? [] {
            let field = try #require(ExportRequest.Field(rawValue: item.name))
            if field == .user { users.append(item.value ?? "") } else { fields[field] = item.value }
        }
        let request = try ExportRequest(subject, format, fields, users: users)
        let person = try await store.people.person(userName: user)
        let reach = PeopleScope(
            of: person.id, ofTeams: false, offices: person.hrOffices, all: person.role == .administrator)
        return try await exporter().export(request, by: person, within: reach, now: Self.noon)
    }

    func exporter() throws -> Exporter {
        Exporter(
            store: store, zones: try .system(), layouts: ExportLayouts(folder: Self.checkout + "/web/export-layouts"),
            words: try Words(folder: Self.checkout + "/web/words"), logger: Self.logger)
    }

    func exported(_ address: String, as user: String = "cy") async throws -> [UInt8] {
        try await written(address, as: user).bytes
    }

    /// The text of an exported file.
    func text(_ address: String, as user: String = "cy") async throws -> String {
        String(decoding: try await exported(address, as: user), as: UTF8.self)
    }
}
