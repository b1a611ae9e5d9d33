@testable import AttendanceStore
@testable import AttendanceWeb
@testable import Localization

import Attendance
import Testing

@Suite struct `Floor plan` {
    private static func desk(_ id: String, x: Int64, y: Int64, rotation: Int64 = 0) -> Desk {
        Desk(id: id, x: x, y: y, width: 112, height: 84, rotation: rotation, outOfService: nil)
    }

    private static func plan(_ desks: [Desk], found: String? = nil) -> FloorPlan {
        FloorPlan(
            floor: Floor(name: "6F", width: 600, height: 400), desks: desks, rooms: [], people: [], clock: LocalClock(nil),
            now: 0, found: found)
    }

    @Test(arguments: [(false, "-98 -79 640 420"), (true, "0 0 444 262")])
    func `A small floor has space around it, but fills a wall display`(fillsScreen: Bool, viewBox: String) {
        let plan = FloorPlan(
            floor: Floor(name: "6F", width: 444, height: 262), desks: [], rooms: [], people: [], clock: LocalClock(nil), now: 0,
            fillsScreen: fillsScreen)
        #expect(plan.viewBox == viewBox)
    }

    @Test func `A floor plan puts each chair on the side with room`() {
        let plan = Self.plan([
            Self.desk("A1", x: 40, y: 40), Self.desk("A2", x: 40, y: 138), Self.desk("B1", x: 300, y: 40),
            Self.desk("C1", x: 40, y: 300, rotation: 90),
        ])
        #expect(plan.desks.map(\.isChairAbove) == [true, false, false, false] && plan.desks.allSatisfy(\.hasChair))
        #expect(plan.desks.allSatisfy { $0.chairTransform == nil })
    }

    @Test func `A floor plan leaves out a chair without room`() {
        let plan = Self.plan([Self.desk("A1", x: 40, y: 40), Self.desk("A2", x: 40, y: 138), Self.desk("A3", x: 40, y: 236)])
        #expect(plan.desks.map(\.hasChair) == [true, false, true])
    }

    @Test func `A floor plan keeps the text of a rotated desk upright`() {
        let desk = Self.plan([Self.desk("A1", x: 10, y: 20, rotation: 90)]).desks[0]
        #expect(desk.transform == "translate(66 62) rotate(90)")
        #expect(desk.upright == "rotate(-90)")
    }

    @Test(
        arguments: [
            ("Kitchen", 200, true, nil), ("Meeting room", 180, true, "18"), ("Meeting room", 120, true, "13"),
            ("会議室", 80, true, "18"), ("Meeting room", 60, false, "5"),
        ] as [(String, Int64, Bool, String?)])
    func `The name of a room is as small as its room needs, or left out`(
        name: String, width: Int64, isNamed: Bool, fontSize: String?
    ) {
        let room = FloorPlan.DrawnRoom(Room(name: name, x: 0, y: 0, width: width, height: 100))
        #expect(room.isNamed == isNamed && room.fontSize == fontSize)
    }

    @Test(arguments: [(nil, "A1"), ("A2", "A2"), ("X9", "A1")] as [(String?, String)])
    func `A floor plan is entered at the searched desk, or at the first one`(found: String?, entrance: String) {
        let plan = Self.plan([Self.desk("A1", x: 0, y: 0), Self.desk("A2", x: 200, y: 0)], found: found)
        #expect(plan.desks.filter(\.isEntrance).map(\.id) == [entrance])
    }
}
