package import Attendance
package import Postgres

/// Waiting for the next unknown badge at a reader, to make it somebody's.
package struct BadgeEnrolment: Sendable {
    /// Tells of an enrolment by its number that its badge came; with a person's number behind it, that a badge of theirs did.
    static let channel = "desktap_enrolment"

    package enum Event: Sendable, Equatable {
        /// From now on badges are waited for.
        case waiting
        /// The badge is already somebody's. It is waited for another one.
        case somebodys(Person)
        case enrolled
    }

    package enum Failure: Error, Sendable, Equatable {
        /// Somebody else is waited for there.
        case readerTaken(String)
    }

    private let store: AttendanceStore
    private let configuration: PostgresConfiguration
    private let queries: PostgresQueryCatalog

    /// - Parameter configuration: a connection of its own is opened to listen on.
    package init(_ store: AttendanceStore, _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog) {
        self.store = store
        self.configuration = configuration
        self.queries = queries
    }

    /// Waits until a badge came or the task is cancelled, and tells how it goes. However it ends, nobody is waited for after.
    /// - Throws: ``Failure``, ``StoreError/unknownReader(_:)``, ``SecretError``.
    package func wait(
        for person: Person, at reader: String, seconds: Int64, now: @escaping @Sendable () -> Instant,
        _ tell: (Event) async -> Void
    ) async throws {
        let id = try await store.badges.awaitBadge(of: person.id, at: reader, from: now(), seconds: seconds)
        let connection: PostgresConnection
        do {
            connection = try await PostgresConnection.connect(configuration, queries: queries)
        } catch {
            try await withdraw(id, now())
            throw error
        }
        do {
            try await connection.listen(on: [Self.channel]) { arrived in
                if arrived.isEmpty { await tell(.waiting) }
                for notification in arrived {
                    let numbers = notification.payload.split(separator: " ").compactMap { Int64($0) }
                    if numbers.count == 2, numbers[0] == id, let owner = try await store.people.person(numbers[1]) {
                        await tell(.somebodys(owner))
                    }
                }
                // Also at the start: the badge may have come before anybody listened.
                if try await isEnrolled(id) { throw Done() }
            }
        } catch is Done {
            await connection.close()
            await tell(.enrolled)
        } catch {
            await connection.close()
            // Also where the task was cancelled, which ends whatever it asks the database.
            try await Task { try await withdraw(id, now()) }.value
            throw error
        }
    }

    private struct Done: Error {}

    private func isEnrolled(_ id: Int64) async throws -> Bool {
        try await store.pool.query("Badges/enrolment_badge", id).first?.getIfPresent(0, as: Int64.self) != nil
    }

    private func withdraw(_ id: Int64, _ now: Instant) async throws {
        try await store.pool.withTransaction { connection in
            try await connection.query("Badges/withdraw_enrolment", id, PostgresTimestamp(now))
            try await connection.notifyAccessChanged()
        }
    }
}

extension BadgeEnrolment.Failure: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .readerTaken(let name):
            "Somebody else is being enrolled at the reader '\(name)' just now. Please wait for the end of that, or choose "
                + "another reader."
        }
    }
}
