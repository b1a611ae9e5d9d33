import Attendance
import Foundation
import Testing

@testable import AttendanceStore

/// The fold without a database. What it holds after random records is tested with one (`Presence fold`, `Many writers`).
@Suite struct `Folded log` {
    private let desk: DeskMap.Desk
    private var log: FoldedLog

    init() throws {
        let zone = try TimeZoneDatabase.system().rules(of: "UTC")
        var clocks = OfficeClocks()
        clocks.calendars = OfficeCalendars([1: OfficeCalendar(OfficeSettings(zone: zone))])
        log = FoldedLog(clocks)
        desk = DeskMap.Desk(office: 1, desk: try #require(DeskID("6F-A1")))
        log.begin(at: position(10))
    }

    private func position(_ seq: Int64) -> LogPosition { LogPosition(seq: seq, hash: [UInt8(seq)]) }

    private func order(_ second: Int64, _ kind: TapKind = .start) -> TapOrder {
        TapOrder(at: Instant(millisecondsSince1970: second * 1000), rank: kind.rank, id: UUID())
    }

    private func start(_ person: PersonID, _ second: Int64) -> FoldedLog.Change {
        .event(DeskMap.Event(person: person, kind: .start, order: order(second), office: 1, desk: desk.desk))
    }

    /// Both people off, and no start at the desk, as of record `seq`.
    private mutating func know(_ people: [PersonID], asOf seq: Int64) {
        var derived = PresenceDerivation.Derived(desks: [desk: Instant(millisecondsSince1970: 0)])
        for person in people { derived.presences[person] = .off }
        log.take(derived, asOf: seq, log.generation)
    }

    @Test mutating func `Records in order are applied, and other numbers are ignored`() {
        know([1, 2], asOf: 10)
        log.take(start(1, 100), at: position(11))
        log.take(start(2, 200), at: position(12))
        log.take(start(1, 300), at: position(12))
        log.take(start(1, 300), at: position(14))
        #expect(log.position == position(12))
        #expect(log.knows(1) && log.knows(2))
        #expect(!log.map.holdsDesk(1) && log.map.holdsDesk(2))
        #expect(Set(log.changed.keys) == [1, 2] && log.stale.isEmpty)
    }

    @Test mutating func `A late tap makes its person unknown, and earlier ones are known to be late`() {
        know([1], asOf: 10)
        log.take(start(1, 100), at: position(11))
        log.take(start(1, 50), at: position(12))
        #expect(!log.knows(1))
        let late = log.view([FoldedLog.Need(person: 1, order: order(60, .pause))])
        #expect(late.missing.isEmpty && late.stale[1]?.at.seconds == 100)
        #expect(log.view([FoldedLog.Need(person: 1, order: order(101, .pause))]).missing.people == [1])
    }

    @Test mutating func `A late start ends the stays that contain it`() {
        know([1, 2, 3], asOf: 10)
        for (number, (person, second)) in [(1, 100), (1, 200)].enumerated() as EnumeratedSequence<[(PersonID, Int64)]> {
            log.take(start(person, second), at: position(11 + Int64(number)))
        }
        log.take(start(2, 150), at: position(13))
        #expect(!log.knows(1) && !log.knows(2))
        #expect(log.map.latestStarts[desk]?.order.at.seconds == 200)
    }

    @Test mutating func `What was derived before a record of the person or the desk is not used`() {
        log.take(start(1, 100), at: position(11))
        know([1, 2], asOf: 10)
        #expect(!log.knows(1) && log.knows(2))
        #expect(log.view([FoldedLog.Need(person: 2, order: order(200), desk: desk)]).missing.desks.keys.first == desk)
        know([1, 2], asOf: 11)
        #expect(log.knows(1))
        know([3], asOf: 12)
        #expect(!log.knows(3))
    }

    @Test mutating func `A correction makes its person, its desks and the people who claim them unknown`() {
        know([1, 2, 3], asOf: 10)
        log.take(start(1, 100), at: position(11))
        log.take(.correction(of: 2, desks: [desk.desk]), at: position(12))
        #expect(!log.knows(1) && !log.knows(2) && log.knows(3))
        #expect(log.map.latestStarts[desk] == nil)
        // No tap is certainly late: the corrected one may have been the latest.
        #expect(log.view([FoldedLog.Need(person: 2, order: order(1, .pause))]).missing.people == [2])
    }

    @Test mutating func `An erasure makes the people unknown whose presence began before it`() {
        know([1, 2], asOf: 10)
        log.take(start(1, 100), at: position(11))
        log.take(.erasure(.place, before: Instant(millisecondsSince1970: 100_000), of: nil), at: position(12))
        #expect(log.knows(1))
        log.take(.erasure(.place, before: Instant(millisecondsSince1970: 100_001), of: nil), at: position(13))
        #expect(!log.knows(1) && log.knows(2))
    }

    @Test mutating func `A rewound log is told once, and nobody is known`() {
        know([1], asOf: 10)
        let before = log.generation
        log.rewind(to: position(4))
        #expect(!log.knows(1) && log.generation > before)
        let rewind = log.takeRewind()
        #expect(rewind?.from == 10 && rewind?.to == 4)
        #expect(log.takeRewind() == nil)
    }

    @Test mutating func `What was derived before a correction, an erasure or other settings is not used`() {
        log.take(.correction(of: 9, desks: []), at: position(11))
        know([1], asOf: 10)
        #expect(!log.knows(1))
        know([1], asOf: 11)
        #expect(log.knows(1))
        let derived = PresenceDerivation.Derived(presences: [2: .off])
        let before = log.generation
        log.begin(at: position(11))
        log.take(derived, asOf: 11, before)
        #expect(!log.knows(2))
    }

    @Test mutating func `A person is known only together with the desk that they claim`() throws {
        let begin = order(100)
        let claim = Presence.Claim(office: 1, desk: desk.desk, start: begin, since: begin.at)
        let working = Presence(state: .work, sessionStart: begin.at, claim: claim, latest: begin)
        log.take(PresenceDerivation.Derived(presences: [1: working]), asOf: 10, log.generation)
        #expect(!log.knows(1) && log.stale.keys.contains(1))
        let start = DeskMap.Start(person: 1, order: begin)
        log.take(
            PresenceDerivation.Derived(presences: [1: working], starts: [desk: start], desks: [desk: begin.at]), asOf: 10,
            log.generation)
        #expect(log.knows(1) && log.map.holdsDesk(1) && log.stale.isEmpty)
    }

    @Test mutating func `Everybody who was derived in vain is derived again`() {
        know([1], asOf: 10)
        log.take(.correction(of: 9, desks: []), at: position(11))
        know([2], asOf: 10)
        log.complete([1, 2, 9], log.generation + 1)
        #expect(!log.isComplete)
        log.complete([1, 2, 9], log.generation)
        #expect(log.isComplete && Set(log.stale.keys) == [2, 9])
    }
}
