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
    /// The names before ``name``, the latest last. Tags, links and settings still contain them.
    package var formerNames: [String] = []
}

extension Office {
    /// Reads a row of `Offices/offices`.
    init(_ row: PostgresRow) throws {
        self.init(id: try row.get("id"), name: try row.get("name"), timeZone: try row.get("time_zone"))
        if let latitude = try row.getIfPresent("latitude", as: Double.self) {
            coordinates = Coordinates(latitude: latitude, longitude: try row.get("longitude"))
        }
        formerNames = try row.get("former_names", as: String.self).split(separator: "\n").map(String.init)
    }
}

extension [Office] {
    /// The office with this name; or else the one that had it.
    package func named(_ name: String) -> Office? {
        first { $0.name == name } ?? first { $0.formerNames.contains(name) }
    }

    /// - Parameter name: nil: the office with the id `usual`.
    package func named(_ name: String?, or usual: OfficeID) -> Office? {
        if let name { named(name) } else { first { $0.id == usual } }
    }

    /// The offices' names by id.
    package var names: [OfficeID: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }
}
