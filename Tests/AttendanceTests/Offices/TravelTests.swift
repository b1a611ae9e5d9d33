import Attendance
import Testing

@Suite struct `Travel between offices` {
    private static let tokyo = Coordinates(latitude: 35.6812, longitude: 139.7671)
    private static let osaka = Coordinates(latitude: 34.7025, longitude: 135.4959)
    private static let london = Coordinates(latitude: 51.5074, longitude: -0.1278)

    @Test(
        arguments: [(tokyo, osaka, 403), (tokyo, london, 9_560), (london, tokyo, 9_560), (tokyo, tokyo, 0)]
            as [(Coordinates?, Coordinates?, Double)])
    func `The distance between offices is that of the great circle`(from: Coordinates?, to: Coordinates?, kilometres: Double)
        throws
    {
        let distance = try #require(from).distance(to: try #require(to))
        #expect(abs(distance - kilometres) <= kilometres / 200)
    }

    @Test func `The distance is measured across the date line and the pole`() throws {
        let (east, west) = (Coordinates(latitude: 0, longitude: 179.9), Coordinates(latitude: 0, longitude: -179.9))
        #expect(abs(try #require(east).distance(to: try #require(west)) - 22.24) < 0.1)
        let poles = try #require(Coordinates(latitude: 90, longitude: 0)).distance(
            to: try #require(Coordinates(latitude: -90, longitude: 120)))
        #expect(abs(poles - 20_015) < 1)
    }

    @Test(
        arguments: [
            (tokyo, osaka, 1440, false), (tokyo, osaka, 1460, true), (tokyo, osaka, -1440, false), (tokyo, nil, 299, false),
            (tokyo, nil, 300, true), (nil, nil, 0, false), (nil, nil, -400, true),
            // Two offices in one street.
            (tokyo, tokyo, 0, true),
        ] as [(Coordinates?, Coordinates?, Int64, Bool)])
    func `Travel between offices takes at least the time of a flight`(
        from: Coordinates?, to: Coordinates?, seconds: Int64, isPossible: Bool
    ) {
        #expect(Travel.isPossible(from: from, to: to, within: .seconds(seconds)) == isPossible)
    }

    @Test(arguments: [(90.1, 0.0), (-91, 0), (0, 181), (0, -180.5), (.nan, 0), (0, .infinity)] as [(Double, Double)])
    func `Coordinates out of range are rejected`(latitude: Double, longitude: Double) {
        #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
    }
}
