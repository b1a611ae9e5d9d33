import Glibc

/// A position on earth, in degrees north and east.
package struct Coordinates: Sendable, Equatable {
    package let latitude: Double
    package let longitude: Double

    /// - Returns: nil if a value is out of range or not a number.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance in kilometres: haversine formula on a sphere of the mean radius (IUGG: 6371.0088 km).
    package func distance(to other: Coordinates) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (north, east) = (radians(other.latitude - latitude), radians(other.longitude - longitude))
        let (acrossNorth, acrossEast) = (sin(north / 2), sin(east / 2))
        let square =
            acrossNorth * acrossNorth + cos(radians(latitude)) * cos(radians(other.latitude)) * acrossEast * acrossEast
        return 2 * 6371.0088 * asin(min(1, square.squareRoot()))
    }
}

/// Plausibility of a person's travel between two offices.
package enum Travel {
    /// About the speed of an airliner.
    static let kilometresPerHour = 1000.0
    /// The minimum between offices without known coordinates.
    static let minimum = Duration.seconds(300)

    /// Whether a person can have been at both offices with this time in between, in either direction.
    package static func isPossible(from: Coordinates?, to: Coordinates?, within gap: Duration) -> Bool {
        guard let from, let to else { return gap.magnitude >= minimum }
        return gap.magnitude / .seconds(3600) * kilometresPerHour >= from.distance(to: to)
    }
}
