package import Attendance
package import AttendanceStore
import Foundation
package import Logging
package import Postgres
package import TestServers

/// An office in a separate database. Ada is an employee, Bo a manager, Cy is HR, Lea an administrator, and Dai left last year.
/// Two floors have the desks 6F-A1 to 6F-A8 and 7F-A1 to 7F-A8.
package struct TestOffice: Sendable {
    package let database: TestDatabase
    package let pool: PostgresPool
    package let store: AttendanceStore
    /// The folder `sql/` of this checkout.
    package let folder: SQLFolder
    package let office: OfficeID
    /// The path of the servers' secret, which is created at first use.
    package let secretFile: String

    package static let timeZone = "Asia/Tokyo"
    /// The number of records before the first tap: facts about the office's settings and five people. A person's record has the
    /// first employment, too; Dai has none.
    package static let facts: Int64 = 6
    /// The checkout's folder.
    package static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// A logger for critical messages only.
    package static let logger: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()

    /// Read once for all tests.
    private static let folder = Result { try SQLFolder(at: checkout + "/sql") }

    /// Lends the office.
    /// - Parameter connections: of its pool. By default one that holds a lock, one that waits for it, and one that sees it wait.
    @discardableResult
    package static func with<Value>(
        connections: Int = 3, _ body: (TestOffice) async throws -> Value
    ) async throws -> Value {
        let folder = try folder.get()
        return try await TestFolder.with { files in
            try await TestDatabase.with(copyOf: "office", preparedBy: { try await prepare($0, folder) }) { database in
                let pool = pool(database, folder, connections)
                let secretFile = files + "/secret"
                let store = AttendanceStore(pool: pool, secretFile: secretFile)
                let office = try await store.offices.office(named: nil)
                do {
                    let value = try await body(
                        TestOffice(
                            database: database, pool: pool, store: store, folder: folder, office: office.id,
                            secretFile: secretFile))
                    await pool.close()
                    return value
                } catch {
                    await pool.close()
                    throw error
                }
            }
        }
    }

    /// A pool whose callers wait longer for a connection than those of a server: while two other tests compute, no test goes on.
    /// - Parameter role: the role that connects; nil for the owner of the database.
    package static func pool(
        _ database: TestDatabase, _ folder: SQLFolder, _ connections: Int, as role: String? = nil
    ) -> PostgresPool {
        PostgresPool(
            PostgresConfiguration(database.connectionString + (role.map { " user=\($0)" } ?? "")), queries: folder.queries,
            size: connections, acquireTimeout: .seconds(60), logger: logger)
    }

    private static func prepare(_ database: TestDatabase, _ folder: SQLFolder) async throws {
        let pool = pool(database, folder, 1)
        let store = AttendanceStore(pool: pool)
        _ = try await pool.withConnection { try await Migrator(folder).migrate($0) }
        let office = try await store.offices.addOffice(name: "Harbour Office", timeZone: timeZone)
        for (position, floor) in ["6F", "7F"].enumerated() {
            let desks = (1...8).compactMap { number in
                DeskID("\(floor)-A\(number)").map { ($0, Int64(number) * 130, Int64(40)) }
            }
            try await store.floors.addFloor(
                Floor(name: floor, width: 1200, height: 400), position: position,
                rooms: [Room(name: "Kitchen", x: 40, y: 200, width: 200, height: 120)], desks: desks, to: office)
        }
        for (user, name, role) in [
            ("ada", "Ada Lindqvist", Role.employee), ("bo", "Bo Nakamura", .employee), ("cy", "Cy Okonkwo", .hr),
            ("dai", "Dai Morgan", .employee), ("lea", "Lea Root", .administrator),
        ] {
            guard user == "dai" else {
                try await store.people.addPerson(userName: user, displayName: name, role: role, office: office)
                continue
            }
            try await pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    insert into person (user_name, display_name, office_id, left_at)
                    values ('\(user)', '\(name)', \(office), now() - interval '1 year')
                    """)
            }
        }
        await pool.close()
    }
}
