@testable import AttendanceStore

import Attendance
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Floor editing` {
    private static let now = TestOffice.noon

    private static func desk(_ id: String, _ x: Int64, _ y: Int64, rotation: Int64 = 0) -> Desk {
        Desk(id: id, x: x, y: y, width: 112, height: 84, rotation: rotation, outOfService: nil)
    }

    /// Passes an office, its floor 6F and Lea's id.
    private func with(_ body: (TestOffice, EditedFloor, PersonID) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let listed = try #require(try await office.store.floors.floorsToEdit().first { $0.name == "6F" })
            let lea = try await office.store.people.person(userName: "lea").id
            try await body(office, try await office.store.floors.floor(listed.id), lea)
        }
    }

    @Test func `A floor's draft changes nothing until it is published, and then takes effect as a whole`() async throws {
        try await with { office, floor, lea in
            let store = office.store
            var drawing = floor.published
            drawing.desks = [Self.desk("6F-Z9", 40, 40, rotation: -90)] + drawing.desks.dropFirst()
            drawing.desks[0].hasMonitor = true
            drawing.rooms.append(Room(name: "Lounge", x: 400, y: 200, width: 300, height: 150, isArea: true))
            let saved = try await store.floors.saveDraft(
                drawing, of: FloorVersion(floor.id, version: floor.version, by: lea), now: Self.now)
            #expect(try await store.floors.desks(on: "6F", of: office.office) == floor.published.desks)
            let edited = try await store.floors.floor(floor.id)
            #expect(edited.draft == drawing && edited.version == saved && edited.changedBy == "Lea Root")

            _ = try await store.floors.publish(drawing, as: FloorVersion(floor.id, version: saved, by: lea), now: Self.now)
            let published = try await store.floors.floor(floor.id)
            #expect(published.draft == nil && published.published.rooms.contains { $0.isArea && $0.name == "Lounge" })
            let new = try #require(published.published.desks.first { $0.id == "6F-Z9" })
            #expect(new.rotation == 270 && new.hasMonitor && !new.isHeightAdjustable)
            #expect(!published.published.desks.contains { $0.id == "6F-A1" })
        }
    }

    @Test func `Desks are found by a part of their ids, in the given offices only`() async throws {
        try await with { office, _, _ in
            let floors = office.store.floors
            let found = try await floors.desks(named: "f-a1", in: [office.office], limit: 5)
            #expect(found.desks.map(\.id) == ["6F-A1", "7F-A1"] && found.desks.map(\.floor) == ["6F", "7F"])
            #expect(found.total == 2)
            let some = try await floors.desks(named: "f-a", in: [office.office], limit: 3)
            let all = try await floors.desks(named: "f-a", in: [office.office], limit: 1000)
            #expect(some.desks.count == 3 && some.total == all.desks.count && some.total > 3 && all.total == some.total)
            for (text, offices) in [("%", [office.office]), ("6F-A1", [])] {
                let none = try await floors.desks(named: text, in: offices, limit: 5)
                #expect(none.desks.isEmpty && none.total == 0)
            }
        }
    }

    @Test func `A change to a floor is refused if another change came first`() async throws {
        try await with { office, floor, lea in
            let seen = FloorVersion(floor.id, version: floor.version, by: lea)
            _ = try await office.store.floors.saveDraft(floor.published, of: seen, now: Self.now)
            let refusal = FloorError.changedBy("Lea Root")
            await #expect(throws: refusal) {
                try await office.store.floors.saveDraft(floor.published, of: seen, now: Self.now)
            }
            await #expect(throws: refusal) { try await office.store.floors.publish(floor.published, as: seen, now: Self.now) }
            await #expect(throws: refusal) { try await office.store.floors.removeFloor(seen, now: Self.now) }
            await #expect(throws: FloorError.unknown) {
                try await office.store.floors.saveDraft(
                    floor.published, of: FloorVersion(4711, version: nil, by: lea), now: Self.now)
            }
        }
    }

    @Test(
        arguments: [
            ([("6F-A1", 40, 40, 0), ("6F-A2", 100, 60, 0)], "6F-A2 overlaps 6F-A1"),
            // Touching desks do not overlap. Rotated desks are compared by their outlines, not their bounding boxes.
            ([("6F-A1", 40, 40, 0), ("6F-A2", 152, 40, 0)], nil),
            ([("6F-A1", 40, 40, 45), ("6F-A2", 140, 140, 45)], nil),
            ([("6F-A1", 40, 40, 45), ("6F-A2", 90, 90, 45)], "6F-A2 overlaps 6F-A1"),
            ([("6F-A1", 40, 40, 0), ("6F-A1", 400, 40, 0)], "“6F-A1” occurs twice"),
            ([("7F-A1", 40, 40, 0)], "7F-A1 is already on floor 7F"),
            ([("6F A 1", 40, 40, 0)], "“6F A 1” is not a desk name, such as 6F-A3"),
            ([("6F-A1", -1, 40, 0)], "“6F-A1” is outside the drawing, which is 1200 by 400"),
            ([("6F-A1", 1100, 40, 0)], "“6F-A1” is outside the drawing, which is 1200 by 400"),
            ([("6F-A1", 0, 0, 30)], "“6F-A1” is outside the drawing, which is 1200 by 400"),
            ([("6f-a1", 40, 40, 720)], nil),
        ] as [([(String, Int64, Int64, Int64)], String?)])
    func `A floor with overlapping, outlying, duplicate or misnamed desks is not published`(
        desks: [(String, Int64, Int64, Int64)], sentence: String?
    ) async throws {
        try await with { office, floor, lea in
            var drawing = floor.published
            drawing.desks = desks.map { Self.desk($0.0, $0.1, $0.2, rotation: $0.3) }
            do {
                _ = try await office.store.floors.publish(
                    drawing, as: FloorVersion(floor.id, version: nil, by: lea), now: Self.now)
                #expect(sentence == nil)
                #expect(try await office.store.floors.desks(on: "6F", of: office.office).count == desks.count)
            } catch FloorError.problems(let problems) {
                #expect(try problems.map { try $0.fault.said } == [sentence])
                #expect(try await office.store.floors.desks(on: "6F", of: office.office) == floor.published.desks)
            }
        }
    }

    @Test func `The problems of a floor drawing include its size and its rooms`() throws {
        let room = Room(name: "Hall", x: 0, y: 0, width: 50, height: 50)
        let drawing = FloorDrawing(
            width: 99, height: 100, rooms: [room, room, Room(name: "", x: 60, y: 0, width: 400, height: 10)])
        #expect(
            drawing.problems(besides: [:]).map(\.fault.kind) == [.badSize, .occursTwice, .roomUnnamed, .outsideDrawing])
    }

    @Test func `Removing a desk keeps its events, and a desk that is added again accepts taps`() async throws {
        try await with { office, floor, lea in
            let tap = UUID()
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: Self.now - .seconds(60), desk: "6F-A1", id: tap),
                    TestOffice.submission("ada", .end, at: Self.now - .seconds(30)),
                ], pool: office.pool)
            func events() async throws -> String? {
                try await office.value("select count(*)::text from log_place where desk = '6F-A1'")
            }
            #expect(try await events() == "1")
            var without = floor.published
            without.desks.removeAll { $0.id == "6F-A1" }
            let version = FloorVersion(floor.id, version: nil, by: lea)
            _ = try await office.store.floors.publish(without, as: version, now: Self.now)
            #expect(try await events() == "1")
            let refused = try await TapRecorder.recordAlone(
                [TestOffice.submission("bo", .start, at: Self.now, desk: "6F-A1")], pool: office.pool)
            #expect(refused == [.rejected(.unknownDesk)])

            _ = try await office.store.floors.publish(floor.published, as: version, now: Self.now)
            #expect(try await events() == "1")
            let taken = try await TapRecorder.recordAlone(
                [TestOffice.submission("bo", .start, at: Self.now + .seconds(5), desk: "6F-A1")], pool: office.pool)
            if case .accepted = taken[0] {} else { Issue.record("\(taken)") }
        }
    }

    @Test func `An occupied desk is removed only with an explicit confirmation`() async throws {
        try await with { office, floor, lea in
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("ada", .start, at: Self.now, desk: "6F-A1")], pool: office.pool)
            var without = floor.published
            without.desks.removeAll { $0.id == "6F-A1" }
            let (version, later) = (FloorVersion(floor.id, version: nil, by: lea), Self.now + .seconds(60))
            let refusal = FloorError.occupied([SeatedPerson(desk: "6F-A1", name: "Ada Lindqvist")])
            await #expect(throws: refusal) { try await office.store.floors.publish(without, as: version, now: later) }
            await #expect(throws: refusal) {
                try await office.store.floors.publish(without, as: version, confirmedDesks: ["6F-A2"], now: later)
            }
            await #expect(throws: refusal) { try await office.store.floors.removeFloor(version, now: later) }
            // A dry run changes nothing.
            _ = try await office.store.floors.publish(
                without, as: version, confirmedDesks: ["6F-A1"], dryRun: true, now: later)
            #expect(try await office.store.floors.desks(on: "6F", of: office.office).count == 8)
            _ = try await office.store.floors.publish(without, as: version, confirmedDesks: ["6F-A1"], now: later)
            #expect(try await office.store.floors.desks(on: "6F", of: office.office).count == 7)
        }
    }

    @Test func `A desk is removed only after the session of its holder, not of anyone else who sat there`() async throws {
        try await with { office, floor, lea in
            // Bo takes the desk from Ada, who stays in her session.
            for (user, delay) in [("ada", Int64(0)), ("bo", 60)] {
                let start = TestOffice.submission(user, .start, at: Self.now + .seconds(delay), desk: "6F-A1")
                _ = try await TapRecorder.recordAlone([start], pool: office.pool)
            }
            var without = floor.published
            without.desks.removeAll { $0.id == "6F-A1" }
            let version = FloorVersion(floor.id, version: nil, by: lea)
            let deadline = try #require(try await office.store.presence.map().people.values.compactMap(\.deadline).max())
            let refusal = FloorError.occupied([SeatedPerson(desk: "6F-A1", name: "Bo Nakamura")])
            for now in [Self.now + .seconds(120), Instant(millisecondsSince1970: deadline.millisecondsSince1970 + 500)] {
                await #expect(throws: refusal) { try await office.store.floors.publish(without, as: version, now: now) }
            }
            _ = try await office.store.floors.publish(without, as: version, now: deadline + .seconds(1))
            #expect(try await office.store.floors.desks(on: "6F", of: office.office).count == 7)
        }
    }

    @Test func `A floor is added, renamed, moved, and removed with its displays`() async throws {
        try await with { office, floor, lea in
            let store = office.store
            let id = try await store.floors.addEmptyFloor(named: " 8F ", to: office.office, by: lea, now: Self.now)
            await #expect(throws: StoreError.alreadyExists(.floor("6F"))) {
                try await store.floors.addEmptyFloor(named: "6F", to: office.office, by: lea, now: Self.now)
            }
            let prefix = try #require(DeskID("6F"))
            for (name, taken) in [("6F", UniqueName.floor("6F")), ("9F", .desks)] {
                await #expect(throws: StoreError.alreadyExists(taken)) {
                    try await store.floors.addFloor(
                        FloorLayout(floor: name, desks: 8, prefix: prefix), to: office.office)
                }
            }
            await #expect(throws: StoreError.badName(longest: 64)) {
                try await store.floors.renameFloor(id, to: "\n", by: lea, now: Self.now)
            }
            try await store.floors.renameFloor(id, to: "屋上", by: lea, now: Self.now)
            try await store.floors.moveFloor(id, by: -1)
            try await store.floors.moveFloor(id, by: -1)
            try await store.floors.moveFloor(id, by: -1)
            #expect(try await store.floors.floors(of: office.office).map(\.name) == ["屋上", "6F", "7F"])
            try await store.displays.addDisplay(name: "Lobby", floor: "6F", of: office.office)
            #expect(try await store.floors.floorsToEdit().first { $0.id == floor.id }?.displays == "Lobby")
            try await store.floors.removeFloor(FloorVersion(floor.id, version: nil, by: lea), now: Self.now)
            #expect(try await store.floors.floors(of: office.office).map(\.name) == ["屋上", "7F"])
            #expect(try await store.displays.displays().isEmpty)
        }
    }

    @Test func `A floor is exported and imported without a change, and an import reports each wrong line`() async throws {
        try await with { office, floor, lea in
            var drawing = floor.published
            drawing.desks[0].outOfService = "=no \"lamp\", sorry"
            drawing.desks[1].outOfService = "no \"\u{301} lamp"
            drawing.desks[1].isHeightAdjustable = true
            drawing.desks[2].rotation = 15
            #expect(try FloorDrawing(json: drawing.json.utf8) == drawing)
            #expect(try drawing.replaced(byFile: Array(drawing.json.utf8), besides: [:]) == drawing)
            var read = try drawing.replaced(byFile: Array(drawing.csv.utf8), besides: [:])
            read.desks.sort { ($0.y, $0.x) < ($1.y, $1.x) }
            #expect(read == drawing)
            #expect(drawing.csv.contains(#"6F-A1,130,40,112,84,0,"'=no ""lamp"", sorry",no,no"#))
            // The desk of a draft can have any name.
            var draft = drawing
            draft.desks[0].id = "=HYPERLINK(\"x\")"
            #expect(draft.csv.contains(#""'=HYPERLINK(""x"")",130,40"#))
            do {
                _ = try draft.replaced(byFile: Array(draft.csv.utf8), besides: [:])
                Issue.record("the name was accepted")
            } catch ImportError.lines(let problems) {
                #expect(problems.map(\.fault) == [ImportFault(.badDesk, ["text": "=HYPERLINK(\"x\")"])])
            }
            // A rotated desk at the wall, whose unrotated corner lies outside, and a cell with a line break.
            let lines = "desk,x,y,width,height,rotation,out_of_service\n6F-Z1,-14,14,112,84,90,\"broken\nlamp\"\n"
            let brought = try floor.published.replaced(byFile: Array(lines.utf8), besides: [:])
            #expect(brought.desks.map(\.x) == [-14] && brought.desks.first?.outOfService == "broken lamp")
            #expect(try FloorDrawing(json: brought.json.utf8) == brought)

            let wrong = """
                desk,x,y,monitor
                6F-B1,10,10,yes
                6F-B2,20,20,maybe
                no desk,1,1,
                6F-B3,-4,400,
                6F-B4,60,10,
                6F-B1,600,10,
                7F-A1,900,10,
                """
            let elsewhere = try await office.store.floors.desksElsewhere(than: floor)
            do {
                _ = try floor.published.replaced(byFile: Array(wrong.utf8), besides: elsewhere)
                Issue.record("nothing was found")
            } catch ImportError.lines(let problems) {
                #expect(problems.map(\.line) == [3, 4, 5, 6, 7, 8])
            }
            #expect(throws: FloorError.unreadable) {
                try floor.published.replaced(byFile: Array(#"{"width":1}"#.utf8), besides: elsewhere)
            }
            _ = lea
        }
    }

    @Test func `A floor picture is stored once, and an unused one is deleted after a day`() async throws {
        try await with { office, floor, lea in
            func picture(_ byte: UInt8) -> FloorPicture {
                FloorPicture(kind: .png, bytes: [byte], width: 10, height: 20)
            }
            let behind = try await office.store.floorPictures.keep(picture(1), now: Self.now)
            #expect(try await office.store.floorPictures.keep(picture(1), now: Self.now) == behind)
            let drafted = try await office.store.floorPictures.keep(picture(2), now: Self.now)
            let unused = try await office.store.floorPictures.keep(picture(3), now: Self.now)
            var drawing = floor.published
            drawing.picture = behind
            let version = FloorVersion(floor.id, version: nil, by: lea)
            _ = try await office.store.floors.publish(drawing, as: version, now: Self.now)
            #expect(try await office.store.floors.floors(of: office.office).first?.picture == behind)
            drawing.picture = drafted
            _ = try await office.store.floors.saveDraft(drawing, of: version, now: Self.now)
            _ = try await office.store.floorPictures.keep(
                picture(4), now: Self.now + FloorPictureStore.pictureLifetime + .seconds(1))
            #expect(try await office.store.floorPictures.picture(behind) == picture(1))
            #expect(try await office.store.floorPictures.picture(drafted) == picture(2))
            #expect(try await office.store.floorPictures.picture(unused) == nil)
            #expect(try await office.store.floorPictures.picture("no hash") == nil)
            drawing.picture = unused
            await #expect(throws: FloorError.self) {
                try await office.store.floors.publish(drawing, as: version, now: Self.now)
            }
        }
    }
}
