import Postgres

/// Which names the map shows, and who keeps their own private.
package struct MapPrivacyStore: Sendable {
    let pool: PostgresPool

    package func mapPrivacy(of office: Int64) async throws -> MapPrivacy {
        guard let row = try await pool.query("Presence/map_privacy", office).first else {
            throw StoreError.unknownOffice("\(office)")
        }
        return MapPrivacy(names: try row.choice(0), allowsPrivate: try row.get(1))
    }

    /// The offices whose maps everybody sees who is signed in.
    package func officesOpenToAll() async throws -> Set<Int64> {
        Set(try await pool.query("Presence/offices_open_to_all").map { try $0.get(0, as: Int64.self) })
    }

    /// Sets what is given, and tells every map.
    package func setMapPrivacy(of office: Int64, names: NamesShown? = nil, allowsPrivate: Bool? = nil) async throws {
        try await pool.withTransaction { connection in
            try await connection.query("Presence/set_map_privacy", office, names?.rawValue, allowsPrivate)
            let seq = try await connection.query("Taps/log_seq")[0].get(0, as: Int64.self)
            try await connection.query(
                "Presence/notify", TapTransaction.presenceChannel, PresencePayload.everybody(seq: seq).text)
        }
    }

    /// Whether somebody stays unnamed on the map; nil where their office does not let them.
    package func isPrivate(_ person: Int64) async throws -> Bool? {
        try await pool.query("Presence/private_choice", person).first?.getIfPresent(0)
    }

    /// Notes somebody's choice, and tells every map.
    /// - Returns: whether their office lets them choose.
    @discardableResult
    package func setPrivate(_ person: Int64, to isPrivate: Bool) async throws -> Bool {
        try await pool.withTransaction { connection in
            if try await connection.query("Presence/set_private", person, isPrivate).isEmpty { return false }
            let seq = try await connection.query("Taps/log_seq")[0].get(0, as: Int64.self)
            _ = try await connection.pipeline([TapTransaction.tell([person], seq: seq)])
            return true
        }
    }
}
