package import Attendance
import Postgres

/// An office. It has one time zone at a time.
package struct Office: Sendable, Equatable {
    package let id: OfficeID
    package let name: String
    /// The current time zone: an IANA name.
    package let timeZone: String
    /// nil: not set.
    package var coordinates: Coordinates?
}

extension Office {
    /// Reads a row of `Offices/offices`.
    init(_ row: PostgresRow) throws {
        self.init(id: try row.get("id"), name: try row.get("name"), timeZone: try row.get("time_zone"))
        if let latitude = try row.getIfPresent("latitude", as: Double.self) {
            coordinates = Coordinates(latitude: latitude, longitude: try row.get("longitude"))
        }
    }
}

extension [Office] {
    /// The offices' names by id.
    package var names: [OfficeID: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }
}
