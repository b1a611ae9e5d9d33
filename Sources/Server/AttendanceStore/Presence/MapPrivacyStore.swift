package import Attendance
import Postgres

/// The privacy settings of maps, and people's choice to hide their name.
package struct MapPrivacyStore: Sendable {
    let pool: PostgresPool

    package func mapPrivacy(of office: OfficeID) async throws -> MapPrivacy {
        guard let row = try await pool.query("Presence/map_privacy", ["office": office]).first else {
            throw StoreError.unknownOffice("\(office)")
        }
        return MapPrivacy(names: try row.choice("names_shown_to"), allowsPrivate: try row.get("allows_private"))
    }

    /// The offices whose map shows names to every signed-in person.
    package func officesOpenToAll() async throws -> Set<OfficeID> {
        Set(try await pool.query("Presence/offices_open_to_all").map { try $0.get("id", as: OfficeID.self) })
    }

    /// Whether the map hides a person's name; nil: their office does not allow it, or the person is unknown.
    package func isPrivate(_ person: PersonID) async throws -> Bool? {
        try await pool.query("Presence/private_choice", ["person": person]).first?.getIfPresent("is_private")
    }

    /// Stores a person's choice. Open maps follow within a second.
    /// - Returns: whether their office allows the choice.
    @discardableResult
    package func setPrivate(_ person: PersonID, to isPrivate: Bool) async throws -> Bool {
        try await !pool.query("Presence/set_private", ["is_private": isPrivate, "person": person]).isEmpty
    }
}
