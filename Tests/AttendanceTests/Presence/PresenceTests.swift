import Attendance
import FoundationEssentials
import Testing

/// 2026-11-21T09:00:00.250+09:00: the start of a session, a quarter of a second after the full second.
private let nine = Instant(millisecondsSince1970: 1_795_219_200_250)
private let sixteenHours: Int64 = 57_600

private func tap(_ kind: TapKind, _ desk: String?, after seconds: Int64 = 0) -> Tap {
    Tap(id: UUID(), user: "ada", kind: kind, at: nine + .seconds(seconds), desk: desk.flatMap { DeskID($0) })
}

private func presence(
    after taps: Tap..., office: OfficeID = 1, holdsDesk: Bool = true
) throws -> (presence: Presence, notes: [TapNote]) {
    var result: (presence: Presence, notes: [TapNote]) = (.off, [])
    var offices = try offices()
    for tap in taps {
        result = result.presence.after(tap, office: office, holdsDesk: holdsDesk, in: &offices)
    }
    return result
}

/// Two offices in Tokyo.
private func offices(_ policy: AttendancePolicy = AttendancePolicy(), boundary: String = "00:00") throws -> OfficeCalendars {
    let calendar = try calendar("Asia/Tokyo", boundary, policy: policy)
    return OfficeCalendars([1: calendar, 2: calendar])
}

@Suite struct `Presence after a tap` {
    /// One line per cell of the state table: the taps before, the tap, the state and notes after it.
    @Test(
        arguments: [
            ([], tap(.start, "A1"), .work, []),
            ([], tap(.pause, nil), .off, [.pauseWithoutStart]),
            ([], tap(.pause, "A1"), .off, [.pauseWithoutStart]),
            ([], tap(.end, nil), .off, [.endWithoutStart]),
            ([tap(.start, "A1")], tap(.start, "A1", after: 300), .work, [.repeatStart]),
            ([tap(.start, "A1")], tap(.start, "A1", after: 301), .work, [.repeatStart, .suspectMissingPause]),
            ([tap(.start, "A1"), tap(.start, "A1", after: 200)], tap(.start, "A1", after: 500), .work, [.repeatStart]),
            ([tap(.start, "A1")], tap(.start, "B1", after: 900), .work, [.deskMove]),
            ([tap(.start, "A1")], tap(.pause, nil, after: 900), .pause, []),
            ([tap(.start, "A1")], tap(.pause, "A1", after: 900), .pause, []),
            ([tap(.start, "A1")], tap(.pause, "B1", after: 900), .pause, [.deskMismatch]),
            ([tap(.start, "A1")], tap(.end, nil, after: 900), .off, []),
            ([tap(.start, "A1")], tap(.end, "A1", after: 900), .off, []),
            ([tap(.start, "A1")], tap(.end, "B1", after: 900), .off, [.deskMismatch]),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60)], tap(.start, "A1", after: 900), .work, []),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60)], tap(.start, "B1", after: 900), .work, [.deskMove]),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60)], tap(.pause, nil, after: 360), .pause, [.repeatPause]),
            (
                [tap(.start, "A1"), tap(.pause, nil, after: 60)], tap(.pause, nil, after: 361), .pause,
                [.repeatPause, .suspectMissingStart]
            ),
            (
                [tap(.start, "A1"), tap(.pause, "B1", after: 60)], tap(.pause, "B1", after: 90), .pause,
                [.deskMismatch, .repeatPause]
            ),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60)], tap(.end, nil, after: 900), .off, []),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60)], tap(.end, "B1", after: 900), .off, [.deskMismatch]),
            // An end or a pause soon after the end of the session; the time counts from that end.
            ([tap(.start, "A1"), tap(.end, nil, after: 900)], tap(.end, nil, after: 1200), .off, [.repeatEnd]),
            ([tap(.start, "A1"), tap(.end, nil, after: 900)], tap(.pause, "B1", after: 1200), .off, [.pauseAfterEnd]),
            ([tap(.start, "A1"), tap(.end, nil, after: 900)], tap(.end, nil, after: 1201), .off, [.endWithoutStart]),
            (
                [tap(.start, "A1"), tap(.end, nil, after: 900), tap(.end, nil, after: 1100)], tap(.pause, nil, after: 1201),
                .off,
                [.pauseWithoutStart]
            ),
            ([tap(.start, "A1"), tap(.end, nil, after: 900)], tap(.start, "A1", after: 901), .work, []),
            // An auto-closed session, followed by each kind of tap.
            ([tap(.start, "A1")], tap(.end, nil, after: sixteenHours), .off, []),
            ([tap(.start, "A1")], tap(.end, nil, after: sixteenHours + 1), .off, [.missingEnd, .endWithoutStart]),
            ([tap(.start, "A1")], tap(.pause, nil, after: sixteenHours + 1), .off, [.missingEnd, .pauseWithoutStart]),
            ([tap(.start, "A1")], tap(.start, "A1", after: sixteenHours + 1), .work, [.missingEnd]),
            // An erased desk differs from every desk, itself included; time does not depend on it.
            ([], tap(.start, nil), .work, []),
            ([tap(.start, nil)], tap(.start, nil, after: 900), .work, [.deskMove]),
            ([tap(.start, "A1")], tap(.start, nil, after: 900), .work, [.deskMove]),
            ([tap(.start, nil)], tap(.pause, "A1", after: 900), .pause, [.deskMismatch]),
            ([tap(.start, nil)], tap(.end, nil, after: 900), .off, []),
        ] as [([Tap], Tap, Presence.State, [TapNote])])
    func `A tap changes the presence as the state table says`(before: [Tap], tap: Tap, state: Presence.State, notes: [TapNote])
        throws
    {
        var offices = try offices()
        let earlier = before.reduce(Presence.off) {
            $0.after($1, office: 1, holdsDesk: true, in: &offices).presence
        }
        let result = earlier.after(tap, office: 1, holdsDesk: true, in: &offices)
        #expect(result.presence.state == state)
        #expect(result.notes == notes)
        #expect(result.presence.latest == tap.order)
        #expect((result.presence.sessionStart == nil) == (state == .off))
    }

    @Test func `A session keeps its start and deadline through pause, resume and move`() throws {
        let (presence, _) = try presence(
            after: tap(.start, "A1"), tap(.pause, nil, after: 100), tap(.start, "B1", after: 200), tap(.start, "B1", after: 250)
        )
        #expect(presence.sessionStart == nine)
        #expect(presence.deadline?.millisecondsSince1970 == (nine.seconds + sixteenHours) * 1000)
        #expect(presence.claim?.desk == DeskID("B1"))
        #expect(presence.claim?.since == nine + .seconds(200))
        #expect(presence.claim?.start.at == nine + .seconds(250))
    }

    /// A deadline is compared in whole seconds.
    @Test(arguments: [(749, true), (750, false)] as [(Int64, Bool)])
    func `A session is open until the end of its deadline's second`(milliseconds: Int64, isOpen: Bool) throws {
        let (presence, _) = try presence(after: tap(.start, "A1"))
        let instant = Instant(millisecondsSince1970: nine.millisecondsSince1970 + sixteenHours * 1000 + milliseconds)
        #expect(presence.isOpen(at: instant) == isOpen)
    }

    @Test func `A session without a maximum length stays open`() throws {
        var policy = AttendancePolicy()
        policy.maximumSession = nil
        var offices = try offices(policy)
        let start = Presence.off.after(tap(.start, "A1"), office: 1, holdsDesk: true, in: &offices).presence
        #expect(start.deadline == nil)
        let end = start.after(tap(.end, nil, after: 1_000_000_000), office: 1, holdsDesk: true, in: &offices)
        #expect(end.presence.state == .off)
        #expect(end.notes == [])
    }

    /// From 9:00 it is 15 hours to midnight and 20 hours to 5:00.
    @Test(arguments: [("00:00", 54_000), ("05:00", 57_600)] as [(String, Int64)])
    func `A session closes at the next day boundary if the office says so and it is earlier`(boundary: String, seconds: Int64)
        throws
    {
        var policy = AttendancePolicy()
        policy.closesAtBoundary = true
        var offices = try offices(policy, boundary: boundary)
        let start = Presence.off.after(tap(.start, "A1"), office: 1, holdsDesk: true, in: &offices).presence
        #expect(start.deadline == Instant(millisecondsSince1970: (nine.seconds + seconds) * 1000))
    }

    @Test func `A session follows the settings in force at its start`() throws {
        let zone = try systemZones().rules(of: "Asia/Tokyo")
        var later = AttendancePolicy()
        later.maximumSession = .seconds(3600)
        later.repeatWindow = .seconds(30)
        // 22 November is the next day.
        let day = try #require(CivilDate(text: "2026-11-22"))
        let calendar = OfficeCalendar(
            OfficeSettings(zone: zone), later: [(day, OfficeSettings(zone: zone, policy: later))])
        var offices = OfficeCalendars([1: calendar])
        let late = tap(.start, "A1", after: 14 * 3600)
        let before = Presence.off.after(late, office: 1, holdsDesk: true, in: &offices).presence
        #expect(before.deadline == Instant(millisecondsSince1970: (nine.seconds + 30 * 3600) * 1000))
        // At 1:00, when a repeat window of 30 seconds is in force.
        let again = tap(.start, "A1", after: 16 * 3600)
        let twice = tap(.start, "A1", after: 16 * 3600 + 60)
        let noted = before.after(again, office: 1, holdsDesk: true, in: &offices).presence
            .after(twice, office: 1, holdsDesk: true, in: &offices)
        #expect(noted.notes == [.repeatStart])
        let next = Presence.off.after(again, office: 1, holdsDesk: true, in: &offices).presence
        #expect(next.deadline == Instant(millisecondsSince1970: (nine.seconds + 17 * 3600) * 1000))
        #expect(next.after(twice, office: 1, holdsDesk: true, in: &offices).notes == [.repeatStart, .suspectMissingPause])
    }

    @Test func `A start at a desk of the same name in another office is a move`() throws {
        var offices = try offices()
        let start = try presence(after: tap(.start, "A1")).presence
        let moved = start.after(tap(.start, "A1", after: 60), office: 2, holdsDesk: true, in: &offices)
        #expect(moved.notes == [.deskMove])
        #expect(moved.presence.claim?.office == 2)
        #expect(moved.presence.claim?.since == nine + .seconds(60))
        let ended = start.after(tap(.end, "A1", after: 60), office: 2, holdsDesk: true, in: &offices)
        #expect(ended.notes == [.deskMismatch])
    }

    @Test(arguments: [(true, 0), (false, 60)] as [(Bool, Int64)])
    func `Another start at the own desk resets its since time only after another holder`(holdsDesk: Bool, since: Int64) throws {
        var offices = try offices()
        let start = try presence(after: tap(.start, "A1")).presence
        let again = start.after(tap(.start, "A1", after: 60), office: 1, holdsDesk: holdsDesk, in: &offices)
        #expect(again.notes == [.repeatStart])
        #expect(again.presence.claim?.since == nine + .seconds(since))
        let paused = start.after(tap(.pause, nil, after: 60), office: 1, holdsDesk: holdsDesk, in: &offices)
        #expect(paused.presence.claim == start.claim)
    }

    /// The taps, and the seconds after the first one at which the state began; nil: unknown.
    @Test(
        arguments: [
            ([tap(.start, "A1"), tap(.start, "A1", after: 60), tap(.start, "B1", after: 900)], 0),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60), tap(.pause, nil, after: 90)], 60),
            // The record continues the break, too.
            ([tap(.start, "A1"), tap(.pause, nil, after: 60), tap(.pause, nil, after: 900)], 60),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60), tap(.start, "A1", after: 900)], 900),
            ([tap(.start, "A1"), tap(.end, nil, after: 60)], 60),
            ([tap(.start, "A1"), tap(.end, nil, after: 60), tap(.pause, nil, after: 120), tap(.end, nil, after: 180)], 60),
            // Later, no end counts.
            ([tap(.start, "A1"), tap(.end, nil, after: 60), tap(.end, nil, after: 900)], nil),
            ([tap(.start, "A1"), tap(.end, nil, after: sixteenHours + 1)], nil),
            ([tap(.end, nil)], nil),
            ([tap(.start, "A1"), tap(.end, nil, after: 60), tap(.start, "A1", after: 120)], 120),
        ] as [([Tap], Int64?)])
    func `A state begins with the tap that sets it, not with one that repeats it`(taps: [Tap], since: Int64?) throws {
        var offices = try offices()
        let presence = taps.reduce(Presence.off) { $0.after($1, office: 1, holdsDesk: true, in: &offices).presence }
        #expect(presence.stateSince == since.map { nine + .seconds($0) })
        #expect((presence.repeatsUntil != nil) == (since != nil))
    }

    /// The taps, and the seconds after the first one until which another is a double tap; nil: there is none to repeat.
    @Test(
        arguments: [
            ([tap(.start, "A1")], 300),
            ([tap(.start, "A1"), tap(.start, "A1", after: 60)], 360),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60)], 360),
            ([tap(.start, "A1"), tap(.pause, nil, after: 60), tap(.pause, nil, after: 90)], 390),
            ([tap(.start, "A1"), tap(.end, nil, after: 60)], 360),
            ([tap(.start, "A1"), tap(.end, nil, after: 60), tap(.end, nil, after: 90)], 360),
            ([tap(.pause, nil)], nil),
            // The session has ended automatically, a minute after its latest tap.
            ([tap(.start, "A1"), tap(.pause, nil, after: sixteenHours - 59), tap(.end, nil, after: sixteenHours + 1)], nil),
        ] as [([Tap], Int64?)])
    func `A tap is a double tap within the repeat window of the latest tap`(taps: [Tap], until: Int64?) throws {
        var offices = try offices()
        let presence = taps.reduce(Presence.off) { $0.after($1, office: 1, holdsDesk: true, in: &offices).presence }
        #expect(presence.repeatsUntil == until.map { nine + .seconds($0) })
    }

    @Test func `A clock-out just after an automatic end repeats nothing`() throws {
        let (_, notes) = try presence(
            after: tap(.start, "A1"), tap(.pause, nil, after: sixteenHours - 59), tap(.end, nil, after: sixteenHours + 1))
        #expect(notes == [.missingEnd, .endWithoutStart])
    }

    @Test func `An end frees the desk`() throws {
        let (presence, _) = try presence(after: tap(.start, "A1"), tap(.end, nil, after: 60), tap(.start, "A1", after: 120))
        #expect(presence.claim?.since == nine + .seconds(120))
    }
}

@Suite struct `Presence derived from a log` {
    private func derived(_ taps: [Tap], others: [TapOrder] = []) throws -> Presence {
        var offices = try offices()
        let log = taps.map { Presence.LoggedTap(tap: $0, office: 1) }
        return Presence.derived(from: log, in: &offices) { _, _, before in
            others.last { $0 < before }
        }
    }

    @Test func `Presence does not depend on the order of arrival`() throws {
        let taps = [
            tap(.start, "A1"), tap(.pause, nil, after: 3000), tap(.start, "B1", after: 4000), tap(.end, nil, after: 9000),
            tap(.start, "C1", after: 9000),
        ]
        let expected = try derived(taps)
        #expect(expected.state == .work)
        #expect(expected.claim?.desk == DeskID("C1"))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 { #expect(try derived(taps.shuffled(using: &generator)) == expected) }
    }

    @Test func `Presence resets the since time of a desk after another holder`() throws {
        let taps = [tap(.start, "A1"), tap(.start, "A1", after: 600)]
        let other = TapOrder(at: nine + .seconds(300), rank: TapKind.start.rank, id: UUID())
        #expect(try derived(taps).claim?.since == nine)
        #expect(try derived(taps, others: [other]).claim?.since == nine + .seconds(600))
    }
}
