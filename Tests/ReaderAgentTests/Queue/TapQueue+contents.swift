import GRDB

@testable import ReaderAgent

/// The content of a queue's database, for tests.
extension TapQueue {
    /// The effective value of SQLite's `synchronous` setting.
    func synchronousLevel() async throws -> Int? {
        try await write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    /// The number of taps with a badge UID.
    func badgeUIDCount() async throws -> Int? {
        try await write { try Int.fetchOne($0, sql: "select count(badge_uid) from tap") }
    }

    /// All values of all taps that contain a person or a place.
    func personalData() async throws -> [String] {
        try await write {
            try String.fetchAll(
                $0,
                sql: """
                    select value from tap, json_each(json_array(
                        user, badge_kind, hex(badge_uid), desk, office, hex(tag_uid), hex(tag_certificate), message))
                     where value <> ''
                    """)
        }
    }

    /// The ids of all taps, oldest first.
    func ids() async throws -> [String] {
        try await write { try String.fetchAll($0, sql: "select id from tap order by number") }
    }

    /// Executes SQL on a queue's database, for example to create the database of another version.
    static func execute(sql: String, in folder: String) throws {
        try TapQueueSchema.open(PrivateFiles.database(in: folder)).write { try $0.execute(sql: sql) }
    }
}
