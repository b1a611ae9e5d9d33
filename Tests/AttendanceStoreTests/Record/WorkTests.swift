import Attendance
import AttendanceStore
import Hours
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Work for the module Hours` {
    private let noon = TestOffice.noon
    private let settled = SettledWork()
    private let last: CivilDate
    private let zones: TimeZoneDatabase

    init() throws {
        last = try #require(CivilDate(text: "2026-11-20"))
        zones = try .system()
    }

    /// `20 worked 32400 night 21600: 20:00-23:00, 00:00-06:00`
    private func lines(_ work: [DayWork]) -> [String] {
        func time(_ at: Int64, _ offset: Int64) -> String {
            WorkedTime.hoursAndMinutes((at + offset) % 86_400)
        }
        return work.map { day in
            let stretches = day.stretches.map { time($0.start, $0.startOffset) + "-" + time($0.end, $0.endOffset) }
            return "\(day.date.components.day) worked \(day.worked) night \(day.night)"
                + (stretches.isEmpty ? "" : ": " + stretches.joined(separator: ", "))
        }
    }

    private func record(_ taps: [TapSubmission], in office: TestOffice) async throws {
        _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
    }

    private func work(
        _ office: TestOffice, in period: ClosedRange<CivilDate>? = nil, asOf instant: Instant? = nil
    ) async throws -> [String] {
        let ada = try await office.store.people.person(userName: "ada").id
        return lines(
            try await office.store.record.work(
                of: ada, in: period ?? RecordStore.firstDay...last, asOf: instant ?? noon + .seconds(86_400), zones: zones))
    }

    /// From 20:00 of the day before noon's until 06:00, with a break from 23:00 to 00:00.
    private func nightShift(_ user: String = "ada") -> [TapSubmission] {
        [
            TestOffice.submission(user, .start, at: noon + .seconds(-16 * 3600), desk: "6F-A1"),
            TestOffice.submission(user, .pause, at: noon + .seconds(-13 * 3600)),
            TestOffice.submission(user, .start, at: noon + .seconds(-12 * 3600), desk: "6F-A1"),
            TestOffice.submission(user, .end, at: noon + .seconds(-6 * 3600)),
        ]
    }

    private func setBand(in office: TestOffice, _ more: String = "") async throws {
        try await office.execute("update office_settings set night_from = '22:00', night_to = '05:00'\(more)")
    }

    @Test func `A day has its worked and night seconds and its intervals of work, without unconfirmed time`() async throws {
        try await TestOffice.with { office in
            try await setBand(in: office)
            try await record(
                nightShift() + [TestOffice.submission("ada", .start, at: noon, desk: "6F-A1")], in: office)
            #expect(try await work(office) == ["19 worked 32400 night 21600: 20:00-23:00, 00:00-06:00"])
            // The clock-out comes later.
            try await record([TestOffice.submission("ada", .end, at: noon + .seconds(3600))], in: office)
            #expect(
                try await work(office) == [
                    "19 worked 32400 night 21600: 20:00-23:00, 00:00-06:00", "20 worked 3600 night 0: 12:00-13:00",
                ])
            #expect(try await work(office, in: last...last) == ["20 worked 3600 night 0: 12:00-13:00"])
        }
    }

    @Test func `A split session is cut at the day boundary, also if the period begins there`() async throws {
        try await TestOffice.with { office in
            try await setBand(in: office, ", attribution = 'split', day_boundary = '03:00'")
            try await record(nightShift(), in: office)
            let days = [
                "19 worked 21600 night 14400: 20:00-23:00, 00:00-03:00", "20 worked 10800 night 7200: 03:00-06:00",
            ]
            #expect(try await work(office) == days)
            #expect(try await work(office, in: last...last) == [days[1]])
            #expect(try await work(office, in: RecordStore.firstDay...last.adding(days: -1)) == [days[0]])
        }
    }

    @Test func `The work of a day at several offices is one sum`() async throws {
        try await TestOffice.with { office in
            let berlin = try await office.store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            let desk = try #require(DeskID("B1"))
            try await office.store.floors.addFloor(
                Floor(name: "EG", width: 100, height: 100), position: 0, rooms: [], desks: [(desk, 0, 0)], to: berlin)
            try await setBand(in: office, " where time_zone = 'Europe/Berlin'")
            try await record(
                [
                    TestOffice.submission("ada", .start, at: noon + .seconds(-27 * 3600), desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: noon + .seconds(-24 * 3600)),
                    TestOffice.submission("ada", .start, at: noon + .seconds(-16 * 3600), desk: "B1", office: "Berlin"),
                    TestOffice.submission("ada", .end, at: noon + .seconds(-5 * 3600), office: "Berlin"),
                ], in: office)
            let days = try await work(office)
            #expect(days == ["19 worked 50400 night 3600: 09:00-12:00, 12:00-23:00"])
        }
    }

    /// The same random log as of `SettledRecordsTests`.
    @Test(arguments: [UInt64](1...2), [AttendancePolicy.Attribution.sessionStart, .split])
    func `The work of many people from memory equals that of each person`(
        seed: UInt64, attribution: AttendancePolicy.Attribution
    ) async throws {
        try await TestOffice.with { office in
            try await setBand(
                in: office, ", day_boundary = '05:00', attribution = '\(attribution.rawValue)', max_age_s = null")
            var stream = RandomStream(seed: seed, span: 45 * 86_400)
            let period = RecordStore.firstDay...last
            for step: Int64 in 0..<6 {
                try await record((0..<40).map { _ in stream.tap() }, in: office)
                _ = try await office.store.corrections.correct((0..<6).map { _ in stream.correction() })
                let instant = noon + .seconds((step - 4) * 86_400)
                for stretches in [false, true] {
                    var people: [PersonID] = []
                    try await office.store.record.withWork(
                        settled, of: nil, stretches: stretches, asOf: instant, zones: zones
                    ) { person, work in
                        people.append(person)
                        let alone = try await office.store.record.work(of: person, in: period, asOf: instant, zones: zones)
                        let expected =
                            stretches ? alone : alone.map { DayWork(date: $0.date, worked: $0.worked, night: $0.night) }
                        #expect(work.days(until: last) == expected, "seed \(seed), step \(step)")
                        #expect(work.worked(on: last.adding(days: -50)) == 0)
                        for day in alone {
                            #expect(work.worked(on: day.date) == day.worked, "seed \(seed), step \(step)")
                            #expect(day.stretches.reduce(0) { $0 + $1.end - $1.start } == day.worked)
                            #expect(0...day.worked ~= day.night)
                        }
                    }
                    #expect(people == people.sorted() && people.count == 5)
                }
            }
        }
    }
}
