import Attendance
import Postgres

extension PresenceStore {
    /// Derives the presence of all people and the claims of all desks from the log again. Works in slices, each a
    /// transaction that holds the log's lock, so that taps wait for at most one slice. Taps between slices are included.
    /// - Parameter progress: is called after each slice with the number of people derived so far.
    /// - Returns: the number of all people.
    @discardableResult
    package func rebuild(progress: (Int) -> Void = { _ in }) async throws -> Int {
        let desks = try await pool.query("Presence/desks_ever_started_at").compactMap { try $0.deskIfPresent("desk") }
        for slice in desks.chunks(of: 256) {
            try await rebuildSlice { derivation in
                try await derivation.deriveClaims(at: Set(slice))
                return nil
            }
        }
        var (last, count): (PersonID, Int) = (0, 0)
        while let people = try await rebuildSlice({ derivation in
            let rows = try await derivation.connection.query("Presence/all_people", ["after": last, "limit": Int64(256)])
            return try await derivation.derive(Set(try rows.map { try $0.get("id", as: PersonID.self) }))
        }), let end = people.max() {
            last = end
            count += people.count
            progress(count)
        }
        return count
    }

    /// - Parameter body: returns the people whom it derived; nil: it derives no people.
    @discardableResult
    private func rebuildSlice(
        _ body: (inout PresenceDerivation) async throws -> Set<PersonID>?
    ) async throws -> Set<PersonID>? {
        try await pool.withTransaction { connection in
            try await connection.execute("set local statement_timeout = 0", named: "disable statement timeout")
            _ = try await connection.query("Taps/lock_log")
            let clocks = try OfficeClocks(try await connection.query("Offices/office_settings"))
            var derivation = PresenceDerivation(connection, clocks.calendars)
            let people = try await body(&derivation)
            try await connection.query("Presence/renew_roster")
            if let people { _ = try await connection.pipeline([TapTransaction.tell(people)]) }
            return people
        }
    }
}

extension Array {
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
