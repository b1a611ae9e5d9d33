/// A file in `sql/migrations`.
package struct Migration: Sendable, Equatable {
    package let number: Int
    package let name: String
    package let text: String

    /// The migration that a program must know to use the database from this one on: the line
    /// `-- only for programs that know migration 16`. nil: all programs that could use the database still can.
    ///
    /// Such a migration takes away what older programs use. Programs do not need it, so it may be applied later.
    package var requiredMigration: Int? {
        text.firstMatch(of: /(?m)^-- only for programs that know migration (\d+)$/).flatMap { Int($0.1) }
    }

    /// Whether a server cannot use the database from this migration on.
    func excludes(_ server: RunningServer) -> Bool { server.schema < requiredMigration ?? 0 }

    /// False for the line `-- outside a transaction`, which `create index concurrently` needs. The migration may then be
    /// interrupted between its statements, and all of them run again.
    package var isTransaction: Bool { !text.contains(/(?m)^-- outside a transaction$/) }

    /// Whether it has the line `-- repeated until it returns 0`. Its function changes some old rows and returns their number. It is
    /// called again and again, each time in a transaction of its own, so that servers record taps in between.
    package var isRepeated: Bool { text.contains(/(?m)^-- repeated until it returns 0$/) }

    /// What it does to the servers that are running, as its first lines say: `locks TABLE for a moment`, `locks nothing` or
    /// `reads TABLE while servers go on`. Lock levels: PostgreSQL's manual, "Explicit Locking" and "ALTER TABLE".
    package var effects: [String] {
        text.matches(of: /(?m)^-- (locks nothing|locks \w+ for a moment|reads \w+ while servers go on)$/).map { String($0.1) }
    }
}
