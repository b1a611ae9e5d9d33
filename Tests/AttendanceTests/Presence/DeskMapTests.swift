import Attendance
import Foundation
import Testing

@Suite struct `Desks and their people` {
    private static let desk = DeskID("6F-A1")
    private static let id = UUID()

    private static func start(_ person: PersonID, _ seconds: Int64) -> DeskMap.Event {
        let order = TapOrder(at: Instant(millisecondsSince1970: seconds * 1000), rank: TapKind.start.rank, id: id)
        return DeskMap.Event(person: person, kind: .start, order: order, office: 1, desk: desk)
    }

    /// Person 1 claims the desk since second 100, until `deadline`; nil: the session has ended.
    private static func map(until deadline: Int64?) -> DeskMap {
        var map = DeskMap()
        _ = map.claim(start(1, 100))
        if let deadline, let desk {
            let begin = start(1, 100).order
            let claim = Presence.Claim(office: 1, desk: desk, start: begin, since: begin.at)
            let end = Instant(millisecondsSince1970: deadline * 1000)
            map.set(Presence(state: .work, sessionStart: begin.at, deadline: end, claim: claim, latest: begin), of: 1)
        }
        return map
    }

    @Test(
        arguments: [(2, 200, 300, 1), (2, 300, 300, 1), (2, 301, 300, nil), (2, 200, nil, nil), (1, 200, 300, nil)]
            as [(PersonID, Int64, Int64?, PersonID?)])
    func `A start takes a desk from another person's open session`(
        person: PersonID, second: Int64, deadline: Int64?, displaced: PersonID?
    ) throws {
        var map = Self.map(until: deadline)
        let event = Self.start(person, second)
        #expect(map.isNextAtDesk(event))
        #expect(map.claim(event) == displaced)
        let desk = try #require(event.startedDesk)
        #expect(map.latestStarts[desk] == DeskMap.Start(person: person, order: event.order))
        #expect(map.displaced(from: desk, by: person, at: event.order.at) == displaced)
    }

    @Test func `A start before the latest one at its desk is not the next one`() {
        let map = Self.map(until: 300)
        #expect(!map.isNextAtDesk(Self.start(2, 99)))
        #expect(!map.isNextOfPerson(Self.start(1, 99)) && map.isNextOfPerson(Self.start(2, 99)))
        #expect(map.holdsDesk(1))
    }

    @Test func `The people who claim a desk are known after each change`() throws {
        var map = Self.map(until: 300)
        let desk = try #require(Self.start(1, 0).startedDesk)
        #expect(map.claimants(of: desk) == [1])
        map.set(nil, of: 1)
        #expect(map.claimants(of: desk) == [] && map.people[1] == nil)
    }
}
