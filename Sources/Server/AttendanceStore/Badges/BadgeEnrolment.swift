package import Attendance
package import Postgres

/// Enrolment of a badge: the next unknown badge at a reader is assigned to a person.
package struct BadgeEnrolment: Sendable {
    /// Notification: `enrolment` if its badge was assigned; `enrolment person` if a badge of this person was presented.
    static let channel = "desktap_enrolment"

    package enum Event: Sendable, Equatable {
        /// The enrolment is open.
        case waiting
        /// The presented badge already has this owner. The enrolment stays open.
        case owned(by: Person)
        case enrolled
    }

    package enum Failure: Error, Sendable, Equatable {
        /// Another enrolment is open at this reader.
        case readerTaken(String)
    }

    private let badges: BadgeStore
    private let configuration: PostgresConfiguration
    private let queries: PostgresQueryCatalog

    /// - Parameter configuration: for a separate connection that listens for notifications.
    package init(_ badges: BadgeStore, _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog) {
        self.badges = badges
        self.configuration = configuration
        self.queries = queries
    }

    /// Waits until a badge is assigned or the task is cancelled, and reports events. The enrolment is closed in every case.
    /// - Throws: ``Failure``, ``StoreError/unknownReader(_:)``, ``SecretError``.
    package func wait(
        for person: Person, at reader: String, within limit: Duration, now: @escaping @Sendable () -> Instant,
        _ tell: (Event) async -> Void
    ) async throws {
        let id = try await badges.awaitBadge(of: person.id, at: reader, from: now(), within: limit)
        do {
            try await PostgresConnection.withConnection(configuration, queries: queries) { connection in
                try await connection.listen(on: [Self.channel]) { arrived in
                    for notification in arrived {
                        let numbers = notification.payload.split(separator: " ")
                        if numbers.count == 2, EnrolmentID(numbers[0]) == id, let person = PersonID(numbers[1]),
                            let owner = try await PeopleStore(pool: badges.pool).person(person)
                        {
                            await tell(.owned(by: owner))
                        }
                    }
                    // Also at the start: the badge may have been presented before this connection listened.
                    if try await isEnrolled(id) { throw Done() }
                    // After that, because what is presented from now on is reported by notifications, in its order.
                    if arrived.isEmpty { await tell(.waiting) }
                }
            }
        } catch is Done {
            await tell(.enrolled)
        } catch {
            // In a new task: the statements of a cancelled task would be cancelled too.
            try await Task { try await withdraw(id, now()) }.value
            throw error
        }
    }

    private struct Done: Error {}

    private func isEnrolled(_ id: EnrolmentID) async throws -> Bool {
        let row = try await badges.pool.query("Badges/enrolment_badge", ["enrolment": id]).first
        return try row?.getIfPresent("badge_id", as: BadgeID.self) != nil
    }

    private func withdraw(_ id: EnrolmentID, _ now: Instant) async throws {
        try await badges.pool.withTransaction { connection in
            try await connection.query(
                "Badges/withdraw_enrolment", ["now": PostgresTimestamp(now), "enrolment": id])
            try await connection.notifyAccessChanged()
        }
    }
}
