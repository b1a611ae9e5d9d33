@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Taps that a phone kept without a connection and sends too late. The server's clock is at noon in Tokyo.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Kept taps` {
    /// As the phone sends it.
    private static func address(_ query: String, at time: String, id: UUID = UUID()) -> String {
        "/t?event=\(query)&id=\(id.uuidString.lowercased())&at=\(time)%2B09:00&kept=true"
    }

    private func send(_ web: TestWeb, _ query: String, at time: String, id: UUID = UUID()) async throws -> TestResponse {
        try await web.send(.post, Self.address(query, at: time, id: id), as: "ada")
    }

    /// The open requests, by time: kind, desk and local time.
    private func requests(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            """
            select string_agg(concat_ws(' ', kind, desk, to_char(at at time zone 'Asia/Tokyo', 'DD HH24:MI')), '; ' order by at)
              from correction_request where state = 'open'
            """)
    }

    /// Bo manages Ada.
    private func setManager(_ web: TestWeb) async throws {
        let store = web.office.store
        let team = try await store.teams.addTeam("Design", in: web.office.office)
        try await store.people.assign([try await store.people.person(userName: "ada").id], to: team)
        try await store.people.setManager(try await store.people.person(userName: "bo").id, of: team, to: true)
    }

    @Test(
        arguments: [
            ("2026-11-20T11:59:00", "accepted", nil), ("2026-11-20T11:57:00", "requested", "Sent to HR: clock-in 11:57"),
            ("2026-11-20T00:05:00", "requested", "Sent to HR: clock-in 00:05"),
            ("2026-11-19T22:00:00", "requested", "Sent to HR: clock-in yesterday 22:00"),
            ("2026-11-01T08:20:00", "requested", "Sent to HR: clock-in 1 Nov, 08:20"),
        ] as [(String, String, String?)])
    func `A tap that a phone kept for more than two minutes becomes a request with its time`(
        time: String, outcome: String, message: String?
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID()
            let answer = try await send(web, "start&desk=6F-A1", at: time, id: id)
            #expect(answer.json["outcome"] == outcome && answer.json["id"] == id.uuidString.lowercased())
            if let message { #expect(answer.status == .accepted && answer.json["message"] == message) }
            #expect(try await web.recorded() == (message == nil ? 1 : 0))
            let open = try await web.office.value("select count(*)::text from correction_request")
            #expect(open == (message == nil ? "0" : "1"))
        }
    }

    @Test func `A request for a kept tap goes to the person's manager, who approves it with its time and desk`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setManager(web)
            let start = UUID()
            let answer = try await send(web, "start&desk=6F-A1", at: "2026-11-20T08:20:00", id: start)
            #expect(answer.json["message"] == "Sent to your manager: clock-in 08:20")
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("Tapped without a connection. The phone sent it later."))
            let approval = try await web.sendForm(Address.approve(start.uuidString.lowercased()), as: "bo", [:])
            #expect(approval.status == .seeOther)
            #expect(
                try await web.office.value(
                    """
                    select concat_ws(' ', kind, desk, to_char(event.at at time zone 'Asia/Tokyo', 'HH24:MI'))
                      from event join log_place using (seq)
                    """) == "start 6F-A1 08:20")
            // A phone that missed the answer sends it again.
            let again = try await send(web, "start&desk=6F-A1", at: "2026-11-20T08:20:00", id: start)
            #expect(again.json["outcome"] == "requested")
            #expect(try await web.office.value("select count(*)::text from correction_request") == "1")
        }
    }

    @Test func `A manager who left is none, and a person is not their own manager`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            try await setManager(web)
            let (ada, bo) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "bo").id
            )
            #expect(try await store.teams.hasManager(ada))
            let design = try await store.teams.team(named: "Design").id
            try await store.people.setManager(ada, of: design, to: true)
            try await store.people.setManager(bo, of: design, to: false)
            #expect(try await !store.teams.hasManager(ada))
            try await store.people.setManager(bo, of: design, to: true)
            try await store.people.setLeft(userName: "bo", at: web.clock.now())
            #expect(try await !store.teams.hasManager(ada))
        }
    }

    @Test func `A kept tap that is sent twice, also at once, makes one request`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID()
            let answers = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await web.send(
                            .post, Self.address("end", at: "2026-11-20T08:20:00", id: id), as: "ada"
                        ).json["outcome"]
                    }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(answers == Array(repeating: "requested", count: 4))
            #expect(try await requests(web) == "end 20 08:20")
            // The phone asks about a tap that it still has.
            let known = try await web.send(.get, "/t/\(id.uuidString.lowercased())", as: "ada")
            #expect(known.json["outcome"] == "requested" && known.json["message"] == "Sent to HR: clock-out 08:20")
            let stranger = try await web.send(.get, "/t/\(id.uuidString.lowercased())", as: "bo")
            #expect(stranger.json["reason"] == "unknown_tap")
        }
    }

    @Test func `Kept taps become requests in any order, and a day of them can be approved`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setManager(web)
            for (query, time) in [("end", "10:30:00"), ("pause", "09:00:00"), ("start&desk=6F-A1", "08:00:00")] {
                #expect(try await send(web, query, at: "2026-11-20T" + time).json["outcome"] == "requested")
            }
            #expect(try await requests(web) == "start 6F-A1 20 08:00; pause 20 09:00; end 20 10:30")
            let ids = try await web.office.value("select string_agg(id::text, ' ' order by at) from correction_request") ?? ""
            for id in ids.split(separator: " ") {
                #expect(
                    try await web.sendForm(Address.approve(String(id)), as: "bo", ["even_if_stale": "yes"]).status == .seeOther)
            }
            #expect(
                try await web.office.value("select string_agg(kind::text, ' ' order by at) from event") == "start pause end")
        }
    }

    @Test func `A kept tap that the record or an open request already has makes no request`() async throws {
        try await TestWeb.with { (web) async throws in
            let reader = try await web.office.store.readers.addReader(name: "front door")
            #expect(
                try await web.send(
                    .post, "/t?event=start&desk=6F-A1&user=ada&at=2026-11-20T08:21:00%2B09:00", key: reader
                ).status == .ok)
            let same = try await send(web, "start&desk=6F-A1", at: "2026-11-20T08:20:00")
            #expect(same.json["outcome"] == "already_recorded" && same.json["message"] == "Already recorded: clock-in 08:21")
            // At another desk it is a move, and later it is no double tap.
            #expect(try await send(web, "start&desk=6F-A2", at: "2026-11-20T08:22:00").json["outcome"] == "requested")
            #expect(try await send(web, "end", at: "2026-11-20T10:00:00").json["outcome"] == "requested")
            let double = try await send(web, "end", at: "2026-11-20T10:00:30")
            #expect(double.json["outcome"] == "requested" && double.json["message"] == "Sent to HR: clock-out 10:00")
            #expect(try await requests(web) == "start 6F-A2 20 08:22; end 20 10:00")
        }
    }

    /// A clock-in during a break ends it, however soon.
    @Test func `A kept return from a short break is requested, although it is soon after the clock-in`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(3 * 3600), desk: "6F-A1")
            ])
            for (query, time) in [
                ("pause", "09:02:00"), ("start&desk=6F-A1", "09:03:00"), ("pause", "09:04:00"),
                ("start&desk=6F-A1", "09:04:30"),
            ] {
                #expect(try await send(web, query, at: "2026-11-20T" + time).json["outcome"] == "requested", "\(time)")
            }
            let double = try await send(web, "start&desk=6F-A1", at: "2026-11-20T09:04:40")
            #expect(double.json["message"] == "Sent to HR: clock-in 09:04")
            #expect(
                try await requests(web) == "pause 20 09:02; start 6F-A1 20 09:03; pause 20 09:04; start 6F-A1 20 09:04")
        }
    }

    @Test func `A kept tap that cannot be requested says why, and the form requests it under its id`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID()
            let noDesk = try await send(web, "start&desk=9F-Z9", at: "2026-11-20T08:20:00", id: id)
            #expect(noDesk.json["reason"] == "unknown_desk" && noDesk.json["tap"] == id.uuidString.lowercased())
            // A break or a clock-out needs no desk.
            #expect(try await send(web, "end&desk=9F-Z9", at: "2026-11-20T08:30:00").json["outcome"] == "requested")
            let future = try await send(web, "start&desk=6F-A1", at: "2026-11-20T13:00:00", id: id)
            #expect(future.json["reason"] == "not_now" && future.json["tap"] == id.uuidString.lowercased())
            // A time in a tag's address is no time of the phone.
            let named = try await web.send(
                .post, "/t?event=start&desk=6F-A1&at=2026-11-20T08:20:00%2B09:00", as: "ada")
            #expect(named.json["reason"] == "not_now")
            let form = try await web.send(
                .get, "\(Address.myAsk)?id=\(id.uuidString.lowercased())&at=2026-11-20T08:20:00%2B09:00&kind=start", as: "ada",
                headers: .page)
            #expect(form.text.contains("value=\"\(id.uuidString.lowercased())\""))
            let sent = try await web.sendForm(
                Address.myAsk, as: "ada",
                [
                    "id": id.uuidString.lowercased(), "kind": "start", "date": "2026-11-20", "time": "08:20", "desk": "6F-A1",
                    "reason": "Moved",
                ])
            #expect(sent.status == .seeOther)
            #expect(try await web.send(.get, "/t/\(id)", as: "ada").json["outcome"] == "requested")
        }
    }

    @Test func `The exact name of another office's desk means that desk`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let hill = try await store.offices.addOffice(name: "Hill", timeZone: TestOffice.timeZone)
            let desk = try #require(DeskID("6FA3"))
            try await store.floors.addFloor(
                Floor(name: "6", width: 400, height: 400), position: 0, rooms: [], desks: [(desk, 40, 40)], to: hill)
            let sent = try await web.sendForm(
                Address.myAsk, as: "ada",
                [
                    "id": UUID().uuidString, "kind": "start", "date": "2026-11-20", "time": "08:20", "desk": "6fa3",
                    "reason": "Forgot",
                ])
            #expect(sent.status == .seeOther)
            #expect(try await requests(web) == "start 6FA3 20 08:20")
        }
    }

    @Test(arguments: ["6f a3", "6fa3", "６Ｆ－Ａ３", "6F-A3"])
    func `The form of a request takes a desk in another width and with other separators`(desk: String) async throws {
        try await TestWeb.with { (web) async throws in
            let sent = try await web.sendForm(
                Address.myAsk, as: "ada",
                [
                    "id": UUID().uuidString, "kind": "start", "date": "2026-11-20", "time": "08:20", "desk": desk,
                    "reason": "Forgot",
                ])
            #expect(sent.status == .seeOther)
            #expect(try await requests(web) == "start 6F-A3 20 08:20")
        }
    }

    @Test func `A person with too many open requests keeps further taps on the phone`() async throws {
        try await TestWeb.with { (web) async throws in
            for minute in 0..<RequestStore.mostOpenRequests {
                let time = "2026-10-\(10 + minute)T08:20:00"
                #expect(try await send(web, "pause", at: time).json["outcome"] == "requested")
            }
            let id = UUID()
            let answer = try await send(web, "end", at: "2026-11-20T08:20:00", id: id)
            #expect(answer.status == .conflict && answer.json["reason"] == "too_many_open")
            #expect(answer.json["tap"] == id.uuidString.lowercased())
        }
    }
}
