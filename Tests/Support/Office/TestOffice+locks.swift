extension TestOffice {
    package struct NobodyWaits: Error {}

    /// Returns when this many sessions of the database wait for a lock.
    /// - Throws: ``NobodyWaits`` after a minute, so that the cause is seen.
    package func waitForLocks(_ count: Int) async throws {
        let waiting =
            "select count(*)::text from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        let end = ContinuousClock.now + .seconds(60)
        while try await value(waiting).flatMap({ Int($0) }) ?? 0 < count {
            guard ContinuousClock.now < end else { throw NobodyWaits() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
