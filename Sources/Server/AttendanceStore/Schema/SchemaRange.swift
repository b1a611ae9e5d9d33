import Postgres

/// The schemas with which a program works.
package struct SchemaRange: Sendable, Equatable {
    /// The program needs this migration.
    package let oldest: Int
    /// The newest migration that the program knows. It works with newer schemas unless one of them excludes it.
    package let newest: Int

    init(_ migrations: [Migration]) {
        newest = migrations.last?.number ?? 0
        oldest = migrations.last { $0.requiredMigration == nil }?.number ?? 0
    }

    /// Why the program does not work with a schema: ``InstallationError/schemaIsOlder(database:program:)`` or
    /// ``InstallationError/schemaIsNewer(database:program:)``. nil: it does.
    package func problem(of schema: Schema) -> InstallationError? {
        if schema.number < oldest { return .schemaIsOlder(database: schema.number, program: oldest) }
        if schema.requiredMigration > newest { return .schemaIsNewer(database: schema.number, program: newest) }
        return nil
    }
}

/// The schema of a database.
package struct Schema: Sendable, Equatable {
    /// The number of its newest migration; 0: the database is empty.
    let number: Int
    /// The migration that a program must know to use it: see ``Migration/requiredMigration``. 0: none.
    let requiredMigration: Int

    init(number: Int, requiredMigration: Int) { (self.number, self.requiredMigration) = (number, requiredMigration) }

    init(_ row: PostgresRow) throws {
        number = Int(try row.get("schema", as: Int64.self))
        requiredMigration = Int(try row.get("required_migration", as: Int64.self))
    }
}
