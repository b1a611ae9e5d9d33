import Foundation
package import Postgres

/// The folder `sql/`: the queries, one folder per noun, and the migrations.
package struct SQLFolder: Sendable {
    /// By folder and file name, such as `Displays/enrol_display`.
    package let queries: PostgresQueryCatalog
    /// Ordered by number, from 1 without gaps.
    package let migrations: [Migration]
    /// The schemas with which this program works.
    package var schemas: SchemaRange { SchemaRange(migrations) }

    /// - Throws: ``InstallationError/unusable(_:)`` if files are missing or misnamed.
    package init(at path: String) throws {
        var texts: [String: String] = [:]
        for noun in try Self.names(in: path + "/queries") {
            for (name, text) in try Self.files(in: "\(path)/queries/\(noun)") { texts["\(noun)/\(name)"] = text }
        }
        queries = PostgresQueryCatalog(texts)

        migrations = try Self.files(in: path + "/migrations").map { name, text in
            guard let number = Int(name.prefix { $0 != "_" }), name.contains("_") else {
                throw InstallationError.unusable("\(path)/migrations/\(name).sql has no number in front of its name.")
            }
            return Migration(number: number, name: name, text: text)
        }.sorted { $0.number < $1.number }
        guard !migrations.isEmpty, migrations.map(\.number) == Array(1...migrations.count) else {
            throw InstallationError.unusable("The migrations in \(path)/migrations are not numbered 1, 2, 3 and so on.")
        }
    }

    private static func files(in folder: String) throws -> [(name: String, text: String)] {
        try names(in: folder).filter { $0.hasSuffix(".sql") }.map { file in
            (String(file.dropLast(4)), try readable(folder) { try String(contentsOfFile: $0 + "/" + file, encoding: .utf8) })
        }
    }

    private static func names(in folder: String) throws -> [String] {
        try readable(folder) { try FileManager.default.contentsOfDirectory(atPath: $0) }
    }

    private static func readable<Value>(_ folder: String, _ read: (String) throws -> Value) throws -> Value {
        do {
            return try read(folder)
        } catch {
            throw InstallationError.unusable("The folder \(folder) cannot be read.")
        }
    }
}
