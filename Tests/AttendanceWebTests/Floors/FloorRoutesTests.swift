@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestOffice
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Floor administration` {
    private static let json: HTTPFields = [.contentType: "application/json"]
    private static let form: HTTPFields = {
        var fields: HTTPFields = .page
        fields[.contentType] = "application/x-www-form-urlencoded"
        return fields
    }()

    /// Passes the web application and its floor 6F.
    private func with(_ body: (TestWeb, EditedFloor) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            let listed = try #require(try await web.office.store.floors.floorsToEdit().first { $0.name == "6F" })
            try await body(web, try await web.office.store.floors.floor(listed.id))
        }
    }

    private func body(_ drawing: FloorDrawing, version: Int64, confirmedDesks: [String] = []) -> String {
        #"{"version":\#(version),"drawing":\#(drawing.json),"spoken_of":["#
            + confirmedDesks.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
    }

    @Test func `Floors are listed, added, renamed and ordered`() async throws {
        try await with { web, floor in
            let list = try await web.send(.get, Address.adminFloors, as: "lea", headers: .page)
            #expect(list.text.contains("6F") && list.text.contains("8 desks"))
            let added = try await web.send(
                .post, Address.adminFloors, as: "lea", headers: Self.form, body: "name=8F%20%3Cb%3E")
            let address = try #require(added.headers[.location])
            let editor = try await web.send(.get, address, as: "lea", headers: .page)
            #expect(editor.status == .ok && editor.text.contains("8F &lt;b&gt;") && !editor.text.contains("8F <b>"))
            #expect(list.text.contains("Desks, codes and tags stay."))
            for (name, status) in [("6F", HTTPResponse.Status.conflict), ("", .badRequest), ("%00", .badRequest)] {
                let answer = try await web.send(
                    .post, Address.adminFloors, as: "lea", headers: Self.form, body: "name=\(name)")
                #expect(answer.status == status, "\(name)")
            }
            #expect(editor.text.contains("id=\"status\">This floor has no desks yet.</p>"))
            // Of 8F <b>: the editor proposes a first name as the set-up does.
            #expect(editor.text.contains(#""prefix":"8B""#))
            let move = Address.ofFloor(floor.id, Address.adminMoveFloor)
            #expect(try await web.send(.post, move, as: "lea", headers: Self.form, body: "to=back").status == .seeOther)
            #expect(try await web.office.store.floors.floors(of: web.office.office).map(\.name) == ["7F", "6F", "8F <b>"])
        }
    }

    @Test func `A floor's draft is saved and published, and an outdated version is a conflict`() async throws {
        try await with { web, floor in
            var drawing = floor.published
            drawing.desks.append(
                Desk(id: "6F-N1", x: 600, y: 200, width: 112, height: 84, rotation: 0, outOfService: "new <b>"))
            let (save, publish) = (Address.ofFloor(floor.id), Address.ofFloor(floor.id, Address.adminPublishFloor))
            let sent = body(drawing, version: floor.version)
            let saved = try await web.send(.post, save, as: "lea", headers: Self.json, body: sent)
            #expect(saved.status == .ok)
            #expect(!(try await web.send(.get, Address.floor("6F"), as: "ada", headers: .page)).text.contains("6F-N1"))
            // A browser that still shows the old version.
            for address in [save, publish] {
                let late = try await web.send(.post, address, as: "lea", headers: Self.json, body: sent)
                #expect(late.status == .conflict && late.json["reason"] == "floor_changed")
                #expect(late.json["detail"]?.hasPrefix("Lea Root changed this floor in the meantime.") == true)
            }
            let version = try #require(saved.json["version"].flatMap { Int64($0) })
            let published = try await web.send(
                .post, publish, as: "lea", headers: Self.json, body: body(drawing, version: version))
            #expect(published.status == .ok)
            let map = try await web.send(.get, Address.floor("6F"), as: "ada", headers: .page).text
            #expect(map.contains("6F-N1") && map.contains("new &lt;b&gt;"))
        }
    }

    @Test func `The editor learns the sides of chairs on a drawing with problems, which is not saved`() async throws {
        try await with { web, floor in
            func desk(_ id: String, _ y: Int64) -> Desk {
                Desk(id: id, x: 40, y: y, width: 112, height: 84, rotation: 0, outOfService: nil)
            }
            // The last desk overlaps the one before and has its name.
            let drawing = FloorDrawing(desks: [desk("A1", 40), desk("A2", 138), desk("A3", 236), desk("A3", 300)])
            let sent = #"{"drawing":\#(drawing.json)}"#
            // More than the changes that a person can send in a row.
            for _ in 1...70 {
                let answer = try await web.send(.post, Address.chairSides, as: "lea", headers: Self.json, body: sent)
                #expect(answer.status == .ok && answer.text == #"{"sides":["above",null,null,"below"]}"#, "\(answer.text)")
            }
            let empty = try await web.send(.post, Address.chairSides, as: "lea", headers: Self.json, body: "{}")
            #expect(empty.status == .badRequest && empty.json["reason"] == "bad_drawing")
            #expect(try await web.office.store.floors.floor(floor.id).drawing == floor.drawing)
        }
    }

    @Test func `The editor knows the places of the published desks, to find those with another name in a draft`() async throws {
        try await with { web, floor in
            var drawing = floor.published
            drawing.desks[0].id = "WINDOW"
            let version = FloorVersion(floor.id, version: nil, by: nil)
            _ = try await web.office.store.floors.saveDraft(drawing, of: version, now: web.clock.now())
            let page = try await web.send(.get, Address.ofFloor(floor.id), as: "lea", headers: .page).text
            let json = try #require(page.firstMatch(of: /id="floor-state">(.*?)<\/script>/)).1
            struct State: Decodable {
                let drawing: FloorDrawing
                let published: [Desk]
                let codes: String
            }
            let state = try JSONDecoder().decode(State.self, from: Data(json.utf8))
            #expect(state.published == floor.published.desks && state.drawing == drawing)
            #expect(state.codes == "/admin/tags/sheet?office=Harbour%20Office&floor=6F")
        }
    }

    @Test(
        arguments: [
            ("not json", 400, "bad_drawing", nil), ("{}", 400, "bad_drawing", nil),
            (#"{"version":1,"drawing":{"width":1e99,"height":3}}"#, 400, "bad_drawing", nil),
            (#"{"drawing":{"width":900,"height":900,"desks":[{"id":"a\u0000b","x":1,"y":1}]}}"#, 400, "bad_drawing", nil),
            (#"{"drawing":{"width":900,"height":900,"picture":"../x"}}"#, 400, "bad_drawing", nil),
            (#"{"drawing":{"width":-9,"height":900,"desks":[{"id":"6F-A1","x":1,"y":1}]}}"#, 422, "bad_floor", nil),
            (
                #"{"drawing":{"width":900,"height":900,"desks":[{"id":"6F-A1","x":1,"y":1},{"id":"6F-A2","x":9,"y":9}]}}"#, 422,
                "bad_floor", "6F-A2 overlaps 6F-A1"
            ),
            (
                #"{"drawing":{"width":900,"height":900,"desks":[{"id":"7F-A1","x":1,"y":1}]}}"#, 422, "bad_floor",
                "7F-A1 is already on floor 7F"
            ),
            (
                #"{"drawing":{"width":900,"height":900,"desks":[{"id":"<b>","x":1,"y":1}]}}"#, 422, "bad_floor",
                "“<b>” is not a desk name, such as 6F-A3"
            ),
        ] as [(String, Int, String, String?)])
    func `A wrong floor drawing is refused`(body: String, status: Int, reason: String, sentence: String?) async throws {
        try await with { web, floor in
            let publish = Address.ofFloor(floor.id, Address.adminPublishFloor)
            let answer = try await web.send(.post, publish, as: "lea", headers: Self.json, body: body)
            // Without a drawing the draft or the published drawing is meant, which can be published again.
            #expect(answer.status.code == (body == "{}" ? 200 : status), "\(answer.text)")
            if body != "{}" { #expect(answer.json["reason"] == reason) }
            if let sentence { #expect(answer.text.contains(sentence)) }
            #expect(try await web.office.store.floors.floor(floor.id).published == floor.published)
        }
    }

    @Test func `Removing an occupied desk or floor names the people and needs a confirmation`() async throws {
        try await with { web, floor in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: web.clock.now(), desk: "6F-A1")
            ])
            var without = floor.published
            without.desks.removeAll { $0.id == "6F-A1" }
            let publish = Address.ofFloor(floor.id, Address.adminPublishFloor)
            let asked = try await web.send(
                .post, publish, as: "lea", headers: Self.json, body: body(without, version: floor.version))
            #expect(asked.status == .conflict && asked.json["reason"] == "people_sit_there")
            #expect(asked.text.contains(#""desk":"6F-A1""#) && asked.text.contains(#""name":"Ada Lindqvist""#))

            let remove = Address.ofFloor(floor.id, Address.adminRemoveFloor)
            let page = try await web.send(.get, remove, as: "lea", headers: .page)
            #expect(page.status == .ok && page.text.contains("its desks (8)") && !page.text.contains("Ada"))
            let first = try await web.send(
                .post, remove, as: "lea", headers: Self.form, body: "version=\(floor.version)")
            #expect(first.status == .conflict && first.text.contains("Ada Lindqvist") && first.text.contains("name=\"sure\""))
            // Bo came meanwhile and was not confirmed.
            _ = try await web.services.recorder.record([
                TestOffice.submission("bo", .start, at: web.clock.now(), desk: "6F-A2")
            ])
            let second = "version=\(floor.version)&spoken_of=6F-A1&sure=yes"
            let again = try await web.send(.post, remove, as: "lea", headers: Self.form, body: second)
            #expect(again.status == .conflict && again.text.contains("Bo Nakamura"))
            let done = try await web.send(
                .post, remove, as: "lea", headers: Self.form, body: second.replacing("6F-A1", with: "6F-A1%2C6F-A2"))
            #expect(done.status == .seeOther)
            #expect(try await web.office.store.floors.floors(of: web.office.office).map(\.name) == ["7F"])
            #expect(try await web.send(.get, remove, as: "lea", headers: .page).status == .notFound)
        }
    }

    @Test func `A floor file is exported, checked, imported as a draft and published without scripts`() async throws {
        try await with { web, floor in
            let csv = try await web.send(.get, Address.ofFloor(floor.id, Address.adminFloorCSV), as: "lea")
            #expect(csv.text == floor.published.csv && csv.headers[.contentType] == "text/csv; charset=utf-8")
            let whole = try await web.send(.get, Address.ofFloor(floor.id, Address.adminFloorJSON), as: "lea")
            #expect(try FloorDrawing(json: whole.text.utf8) == floor.published)

            let file = Address.ofFloor(floor.id, Address.adminFloorFile)
            func send(_ text: String, _ action: String) async throws -> TestResponse {
                try await web.send(
                    .post, file, as: "lea", headers: Self.form, body: "do=\(action)&text=\(Address.percentEncoded(text))")
            }
            let wrong = try await send("desk,x,y\n6F-A1,0,0\n6F-A2,5,5\n7F-A1,500,0\nno desk,1,1\n", "import")
            #expect(wrong.status == .unprocessableContent)
            for line in ["Line 3: 6F-A2 overlaps 6F-A1", "Line 4: 7F-A1 is already on", "Line 5: “no desk”"] {
                #expect(wrong.text.contains(line), "\(line)")
            }
            #expect(try await web.office.store.floors.floor(floor.id).draft == nil)

            let right = "desk,x,y\n6F-A1,0,0\n6F-B7,500,0\n"
            let looked = try await send(right, "check")
            #expect(looked.text.contains("Desks: 1 added, 1 changed, 7 removed, 0 unchanged."))
            #expect(try await web.office.store.floors.floor(floor.id).draft == nil)
            #expect(try await send(right, "import").status == .ok)
            let drafted = try await web.office.store.floors.floor(floor.id)
            #expect(drafted.draft?.desks.map(\.id) == ["6F-A1", "6F-B7"] && drafted.draft?.rooms == floor.published.rooms)
            let published = try await web.send(
                .post, file, as: "lea", headers: Self.form, body: "do=publish&version=\(drafted.version)")
            #expect(published.text.contains("data-published"))
            #expect(try await web.office.store.floors.desks(on: "6F", of: web.office.office).map(\.id) == ["6F-A1", "6F-B7"])
        }
    }

    @Test func `A plan of 30 MB is refused, and so is a file that is not a picture`() async throws {
        try await with { web, floor in
            let address = Address.ofFloor(floor.id, Address.adminFloorPicture)
            let large = try await web.send(
                .post, address, as: "lea", body: String(repeating: "x", count: 30 << 20))
            #expect(large.status == .contentTooLarge && large.json["reason"] == "bad_picture")
            #expect(large.json["detail"] == "The picture is larger than 10 MB. Make it smaller, or save it as an SVG.")
            for text in ["", "plan", "<html><svg/></html>", "<svg xmlns='http://www.w3.org/2000/svg'/>"] {
                let answer = try await web.send(.post, address, as: "lea", body: text)
                #expect(answer.status == .unprocessableContent && answer.json["reason"] == "bad_picture", "\(text)")
            }
            #expect(try await web.send(.post, address, as: "cy", body: "x").status == .forbidden)
        }
    }

    @Test func `An SVG plan is shown as a picture only`() async throws {
        try await with { web, floor in
            let svg =
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 30' onload='alert(1)'>"
                + "<script>alert(2)</script><rect width='60' height='30'/></svg>"
            let kept = try await web.send(
                .post, Address.ofFloor(floor.id, Address.adminFloorPicture), as: "lea", body: svg)
            #expect(kept.status == .ok && kept.json["width"] == "60" && kept.json["height"] == "30")
            let hash = try #require(kept.json["picture"])
            let picture = try await web.send(.get, Address.floorPicture(hash), as: "ada")
            #expect(picture.status == .ok && picture.text == svg)
            #expect(picture.headers[.contentType] == "image/svg+xml; charset=utf-8")
            #expect(picture.headers[.xContentTypeOptions] == "nosniff")
            #expect(picture.headers[.contentSecurityPolicy]?.hasSuffix("sandbox") == true)
            #expect(picture.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(try await web.send(.get, Address.floorPicture(hash)).status == .unauthorized)

            var drawing = floor.published
            drawing.picture = hash
            let publish = Address.ofFloor(floor.id, Address.adminPublishFloor)
            let done = try await web.send(
                .post, publish, as: "lea", headers: Self.json, body: body(drawing, version: floor.version))
            #expect(done.status == .ok)
            for address in [Address.floor("6F"), Address.wall("6F")] {
                let page = try await web.send(.get, address, as: "ada", headers: .page).text
                #expect(page.contains("<image class=\"picture\" href=\"\(Address.floorPicture(hash))\""))
            }
        }
    }
}
