import Foundation
package import Postgres

/// The folder `sql/`: what the store asks of the database, and how the database came to be.
package struct SQLFolder: Sendable {
    /// One step of the schema's history.
    package struct Migration: Sendable, Equatable {
        package let number: Int
        package let name: String
        package let text: String
    }

    package let queries: PostgresQueryCatalog
    /// In order of their numbers, which begin at 1 and have no gap.
    package let migrations: [Migration]

    /// - Throws: ``StoreError/badInstallation(_:)`` where files are missing or misnamed.
    package init(at path: String) throws {
        var texts: [String: String] = [:]
        for (name, text) in try Self.files(in: path + "/queries") { texts[name] = text }
        queries = PostgresQueryCatalog(texts)

        migrations = try Self.files(in: path + "/migrations").map { name, text in
            guard let number = Int(name.prefix { $0 != "_" }), name.contains("_") else {
                throw StoreError.badInstallation("\(path)/migrations/\(name).sql has no number in front of its name.")
            }
            return Migration(number: number, name: name, text: text)
        }.sorted { $0.number < $1.number }
        guard !migrations.isEmpty, migrations.map(\.number) == Array(1...migrations.count) else {
            throw StoreError.badInstallation("The migrations in \(path)/migrations are not numbered 1, 2, 3 and so on.")
        }
    }

    private static func files(in folder: String) throws -> [(name: String, text: String)] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") }.map { file in
                (String(file.dropLast(4)), try String(contentsOfFile: folder + "/" + file, encoding: .utf8))
            }
        } catch {
            throw StoreError.badInstallation("The folder \(folder) cannot be read.")
        }
    }
}
