import Attendance
import Foundation
import TestServers
import Testing

/// A random log of a few people and desks over a few days, with corrections, retries and wrong clocks.
private struct RandomLog {
    var offices: OfficeCalendars
    var names = ["Howe": OfficeID(0), "Tokyo": 1]
    var reports: [(report: RecordReport, receivedAt: Instant)] = []
    var policy = AttendancePolicy()

    /// - Parameter corrected: whether the log contains corrections.
    init(seed: UInt64, corrected: Bool, split: Bool = false) throws {
        var generator = SeededGenerator(seed: seed)
        policy.attribution = split ? .split : .sessionStart
        policy.closesAtBoundary = Bool.random(using: &generator)
        policy.maximumSession = [nil, .seconds(57_600), .seconds(14_400)].randomElement(using: &generator) ?? nil
        let zones = try systemZones()
        var calendars: [OfficeID: OfficeCalendar] = [:]
        for (office, zone) in [(0, "Australia/Lord_Howe"), (1, "Asia/Tokyo")] as [(OfficeID, String)] {
            let boundary: Int64 = [0, 10_800, 18_000].randomElement(using: &generator) ?? 0
            calendars[office] = OfficeCalendar(
                OfficeSettings(zone: try zones.rules(of: zone), dayBoundary: boundary, policy: policy))
        }
        offices = OfficeCalendars(calendars)
        // The night in which Lord Howe sets its clocks back by 30 minutes.
        let base: Int64 = 1_743_768_000_000
        var taps: [String] = []
        var ids: Set<String> = []
        for _ in 0..<Int.random(in: 5...60, using: &generator) {
            let at = Instant(millisecondsSince1970: base + Int64.random(in: 0...172_800_000, using: &generator) / 250 * 250)
            var report = RecordReport()
            // Another tap with the same id would be a conflict: the tap that arrives first would be recorded.
            var id: String
            repeat {
                id = Self.id(&generator)
            } while !ids.insert(id).inserted
            report.id = .text(id)
            let isCorrection = corrected && !taps.isEmpty && Int.random(in: 0..<5, using: &generator) == 0
            if isCorrection {
                report.type = .text(["amend", "void", "restore"].randomElement(using: &generator) ?? "void")
                report.target = taps.randomElement(using: &generator).map { .text($0) } ?? .absent
                report.set =
                    [["at": .text(at.rfc3339(precision: .milliseconds))], ["kind": .text("end")], ["desk": .text("Z9")]]
                    .randomElement(using: &generator) ?? [:]
                report.author = .text("bo")
                report.reason = .text("so it was")
            } else {
                let isAddition = Int.random(in: 0..<6, using: &generator) == 0
                report.type = .text(isAddition ? "add" : "tap")
                if isAddition { (report.author, report.reason) = (.text("dan"), .text("so it was")) }
                report.user = .text(["ada", "bo", "cy"].randomElement(using: &generator) ?? "ada")
                report.kind = .text(["start", "start", "pause", "end"].randomElement(using: &generator) ?? "start")
                report.at = .text(at.rfc3339(offset: 32_400, precision: .milliseconds))
                report.desk = .text(["A1", "A2"].randomElement(using: &generator) ?? "A1")
                // Work away from a desk.
                if isAddition, Bool.random(using: &generator) { report.desk = .absent }
                report.office = .text(names.keys.sorted().randomElement(using: &generator) ?? "Tokyo")
                taps.append(id)
            }
            let delay: Int64 = [0, 0, 0, 2000, -600].randomElement(using: &generator) ?? 0
            reports.append(
                (report, isCorrection ? Instant(millisecondsSince1970: base + 400_000_000) : at + .seconds(delay)))
        }
    }

    private static func id(_ generator: inout SeededGenerator) -> String {
        UUID(
            uuid: (
                1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, .random(in: 0...255, using: &generator),
                .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 16
            )
        ).uuidString
    }

    func events(_ reports: [(report: RecordReport, receivedAt: Instant)]) -> [String: [RecordedEvent]] {
        var log = RecordLog(offices: names, defaultOffice: "Tokyo", policy: policy)
        for (report, receivedAt) in reports { _ = log.take(report, receivedAt: receivedAt) }
        return log.events
    }

    /// As of 15 minutes after the last possible tap.
    mutating func record(_ events: [String: [RecordedEvent]]) -> OfficeRecord {
        let numbered = Dictionary(
            uniqueKeysWithValues: events.keys.sorted().enumerated().map { (PersonID(Int64($0)), events[$1] ?? []) })
        return OfficeRecord(of: numbered, in: &offices, asOf: Instant(millisecondsSince1970: 1_743_941_700_000))
    }
}

@Suite struct `Records of random logs` {
    /// New in every run; a failure prints its seed.
    static let seeds = (0..<150).map { _ in UInt64.random(in: 0 ..< .max) }

    @Test(arguments: seeds) func `A record of taps does not depend on their order of arrival`(seed: UInt64) throws {
        var log = try RandomLog(seed: seed, corrected: false, split: seed % 2 == 0)
        var generator = SeededGenerator(seed: seed)
        let expected = log.record(log.events(log.reports))
        for _ in 0..<4 {
            let other = log.record(log.events(log.reports.shuffled(using: &generator)))
            #expect(other.people == expected.people, "seed \(seed)")
            #expect(other.map.takeovers == expected.map.takeovers, "seed \(seed)")
        }
    }

    /// Corrections keep their order and follow the taps they correct; taps arrive in any order.
    @Test(arguments: seeds) func `A record of corrected taps does not depend on the taps' order of arrival`(seed: UInt64) throws
    {
        var log = try RandomLog(seed: seed, corrected: true, split: seed % 2 == 0)
        var generator = SeededGenerator(seed: seed)
        let taps = log.reports.filter { $0.report.target == .absent }
        let corrections = log.reports.filter { $0.report.target != .absent }
        let expected = log.record(log.events(taps + corrections))
        let other = log.record(log.events(taps.shuffled(using: &generator) + corrections))
        #expect(other.people == expected.people, "seed \(seed)")
    }

    @Test(arguments: seeds) func `A duplicate does not change the record`(seed: UInt64) throws {
        var log = try RandomLog(seed: seed, corrected: true)
        let expected = log.record(log.events(log.reports))
        var generator = SeededGenerator(seed: seed)
        var doubled: [(report: RecordReport, receivedAt: Instant)] = []
        for (index, entry) in log.reports.enumerated() {
            doubled.append(entry)
            let again = log.reports[Int.random(in: 0...index, using: &generator)]
            doubled.append((again.report, entry.receivedAt + .seconds(86_400)))
        }
        // A rejected record may be accepted when it is sent again; only recorded ones are repeated.
        let taken = Set(log.events(log.reports).values.joined().map(\.id.uuidString))
        doubled = doubled.enumerated().filter { index, entry in
            guard index % 2 == 1, case .text(let id) = entry.report.id else { return index % 2 == 0 }
            return taken.contains(id)
        }.map(\.element)
        #expect(log.record(log.events(doubled)).people == expected.people, "seed \(seed)")
    }

    @Test(arguments: seeds) func `A record accounts for every second once`(seed: UInt64) throws {
        var whole = try RandomLog(seed: seed, corrected: true, split: false)
        var split = try RandomLog(seed: seed, corrected: true, split: true)
        let records = whole.record(whole.events(whole.reports))
        let parts = split.record(split.events(split.reports))
        for (person, record) in records.people {
            let sessions = record.sessions
            // A closed session consists of work and pause only.
            for session in sessions {
                if let end = session.end {
                    #expect(session.workedSeconds + session.pauseSeconds == end - session.start, "seed \(seed)")
                    #expect(session.unconfirmedSeconds == 0)
                }
                var last = session.start
                for stretch in session.stretches {
                    #expect(stretch.start == last, "seed \(seed)")
                    last = stretch.end ?? stretch.start
                }
            }
            // Sessions do not overlap.
            for (earlier, later) in zip(sessions, sessions.dropFirst()) {
                #expect((earlier.end ?? earlier.autoClosedAt ?? .max) <= later.start, "seed \(seed)")
            }
            let rows = try #require(parts.people[person]?.rows)
            for sum in [\DailyRow.workedSeconds, \.pauseSeconds, \.unconfirmedSeconds] {
                let total = record.rows.map { $0[keyPath: sum] }.reduce(0, +)
                #expect(rows.map { $0[keyPath: sum] }.reduce(0, +) == total, "seed \(seed)")
            }
            #expect(record.rows.map(\.workedSeconds).reduce(0, +) == sessions.map(\.workedSeconds).reduce(0, +))
            #expect(record.rows.map(\.sessions).reduce(0, +) == sessions.count)
            for row in rows {
                if let first = row.firstIn, let last = row.lastOut { #expect(first <= last, "seed \(seed)") }
            }
        }
    }

    /// Every recorded event appears: in a session, as an unmatched tap, or as a flag.
    @Test(arguments: seeds) func `A record loses no event`(seed: UInt64) throws {
        var log = try RandomLog(seed: seed, corrected: true)
        let events = log.events(log.reports)
        let record = log.record(events)
        for (number, user) in events.keys.sorted().enumerated() {
            let person = try #require(record.people[PersonID(Int64(number))])
            for event in events[user] ?? [] {
                let shown = event.isQuarantined ? event.receivedAt : event.at
                let date = log.offices[event.office].workingDay(at: shown.seconds).date
                let row = person.rows.first { $0.key == DailyRow.Key(date: date, office: event.office) }
                switch event.status {
                case .voided: #expect(row?.flags.contains(.voided) == true, "seed \(seed)")
                case .quarantined: #expect(row?.flags.contains(.quarantined) == true, "seed \(seed)")
                case .effective:
                    let inSession = person.sessions.contains {
                        $0.start <= event.at.seconds && event.at.seconds <= $0.end ?? $0.autoClosedAt ?? .max
                    }
                    let isRepeat = person.sessions.contains { $0.notes.contains { $0.event == event.id } }
                    let isUnmatched = person.unmatchedTaps.contains { $0.event == event.id }
                    #expect(inSession || isRepeat || isUnmatched, "seed \(seed)")
                }
            }
        }
    }

    /// The fold of the desk map and each person's record agree on who is present.
    @Test(arguments: seeds) func `Each person with an open session holds one desk or none`(seed: UInt64) throws {
        var log = try RandomLog(seed: seed, corrected: true)
        let record = log.record(log.events(log.reports))
        let now = Instant(millisecondsSince1970: 1_743_941_700_000)
        let holders = record.map.holders(at: now).map(\.holder.person)
        let deskless = record.map.deskless(at: now)
        #expect(Set(holders).count == holders.count)
        #expect(deskless.isDisjoint(with: holders))
        let open = Set(record.people.filter { $0.value.sessions.last?.state == .open }.keys)
        #expect(open == deskless.union(holders), "seed \(seed)")
    }

    /// A stretch has the place of the start before it.
    @Test(arguments: seeds) func `Work is away from a desk exactly after a start without one`(seed: UInt64) throws {
        var log = try RandomLog(seed: seed, corrected: true)
        let events = log.events(log.reports)
        let record = log.record(events)
        for (number, user) in events.keys.sorted().enumerated() {
            let starts = (events[user] ?? []).filter { $0.isEffective && $0.kind == .start }.sorted { $0.order < $1.order }
            for stretch in record.people[PersonID(Int64(number))]?.sessions.flatMap(\.stretches) ?? [] {
                let start = try #require(starts.last { $0.at.seconds <= stretch.start }, "seed \(seed)")
                #expect(stretch.isAway == (stretch.desk == nil) && stretch.isAway == start.isAway, "seed \(seed)")
                #expect(stretch.desk == start.desk, "seed \(seed)")
            }
        }
    }

    /// The presence, advanced tap by tap, and the derived record agree.
    @Test(arguments: seeds) func `A record ends in the state of the presence`(seed: UInt64) throws {
        var log = try RandomLog(seed: seed, corrected: false)
        let events = log.events(log.reports)
        let record = log.record(events)
        for (number, user) in events.keys.sorted().enumerated() {
            let effective = (events[user] ?? []).filter(\.isEffective)
            let taps = effective.map { event in
                Presence.LoggedTap(
                    tap: Tap(id: event.id, user: user, kind: event.kind, at: event.at, desk: event.desk), office: event.office)
            }
            let presence = Presence.derived(from: taps, in: &log.offices) { _, _, _ in nil }
            let now = Instant(millisecondsSince1970: 1_743_941_700_000)
            let isOpen = record.people[PersonID(Int64(number))]?.sessions.last?.state == .open
            #expect(presence.isOpen(at: now) == isOpen, "seed \(seed)")
        }
    }
}
