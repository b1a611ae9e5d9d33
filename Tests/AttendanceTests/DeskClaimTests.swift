import Attendance
import Foundation
import Testing

@Suite struct `Desk claim` {
    private static let id = UUID()

    private static func start(_ seconds: Int64) -> TapOrder {
        TapOrder(at: Instant(millisecondsSince1970: seconds * 1000), rank: TapKind.start.rank, id: id)
    }

    /// Person 1 started at second 100.
    @Test(
        arguments: [
            (2, 200, true, 300, .takenOver), (2, 300, true, 300, .takenOver), (2, 301, true, 300, .claimed),
            (2, 9999, true, nil, .takenOver), (2, 200, false, 300, .claimed), (1, 200, true, 300, .claimed),
            (2, 99, true, 300, .late), (1, 99, true, 300, .late), (2, 99, false, nil, .late),
        ] as [(PersonID, Int64, Bool, Int64?, DeskClaim.Effect)])
    func `A start takes a desk over that another person's open session holds`(
        person: PersonID, second: Int64, isHeld: Bool, heldUntil: Int64?, effect: DeskClaim.Effect
    ) {
        let claim = DeskClaim(
            person: 1, start: Self.start(100), isHeld: isHeld,
            heldUntil: heldUntil.map { Instant(millisecondsSince1970: $0 * 1000) })
        #expect(claim.effect(of: Self.start(second), by: person) == effect)
    }
}
