@testable import AttendanceStore
@testable import AttendanceWeb
@testable import Localization

import Attendance
import Foundation
import TestOffice
import Testing

/// A person's week, given as taps such as `start 2026-11-16T09:00:00+09:00`, and the chart of it.
private struct DrawnWeek {
    let record: PeriodRecord
    let week: ClosedRange<CivilDate>
    let asOf: Instant
    private let calendars: OfficeCalendars

    init(
        _ taps: [String], of day: String, asOf: String = "2027-01-01T00:00:00Z", zone: String = "Asia/Tokyo",
        boundary: Int64 = 0, splits: Bool = false
    ) throws {
        var policy = AttendancePolicy()
        if splits { policy.attribution = .split }
        let settings = OfficeSettings(
            zone: try TimeZoneDatabase.system().rules(of: zone), dayBoundary: boundary * 3600, policy: policy)
        var calendars = OfficeCalendars([1: OfficeCalendar(settings)])
        self.asOf = try #require(Instant(rfc3339: asOf))
        week = try #require(CivilDate(text: day)).week
        let events = try taps.map { tap in
            let words = tap.split(separator: " ").map(String.init)
            let at = try #require(Instant(rfc3339: words[1]))
            return RecordedEvent(
                id: UUID(), kind: try #require(TapKind(rawValue: words[0])), at: at, desk: DeskID("6F-A1"), office: 1,
                receivedAt: at)
        }
        let whole = PersonRecord(of: events, in: &calendars, asOf: self.asOf)
        record = PeriodRecord(
            person: 1, userName: "ada", displayName: "Ada", rows: whole.rows, sessions: whole.sessions,
            unmatchedTaps: whole.unmatchedTaps)
        self.calendars = calendars
    }

    private var days: [CivilDate: DayBars] {
        var calendars = calendars
        return DayBars.days(of: record, in: week, asOf: asOf.seconds, &calendars)
    }

    /// The bars of each day, such as `work 9:00-12:00`, with a word for an end that is not a tap.
    var bars: [String: [String]] {
        let told = days.map { date, day in
            let bars = day.bars.map { bar in
                "\(bar.kind) \(hoursAndMinutes(bar.from))-\(hoursAndMinutes(bar.to))" + (bar.end == .known ? "" : " \(bar.end)")
            }
            return ("\(date)", bars + day.unmatched.map { "stray \(hoursAndMinutes($0))" })
        }
        return Dictionary(uniqueKeysWithValues: told)
    }

    var axis: WeekAxis { WeekAxis(days.values) }

    func picture() throws -> WeekPicture {
        var calendars = calendars
        return WeekPicture(
            record, of: week, today: try #require(CivilDate(text: "2026-11-19")), asOf: asOf.seconds, &calendars,
            home: 1, weekLink: { "week \($0)" }, dayLink: { "day \($0.date)" })
    }
}

@Suite(.inEnglish) struct `Week chart` {
    @Test func `The week chart has work and breaks from tap to tap`() throws {
        let week = try DrawnWeek(
            [
                "start 2026-11-16T09:00:00+09:00", "pause 2026-11-16T12:00:00+09:00", "start 2026-11-16T13:00:00+09:00",
                "end 2026-11-16T18:00:00+09:00",
            ], of: "2026-11-18")
        #expect(week.bars == ["2026-11-16": ["work 9:00-12:00", "pause 12:00-13:00", "work 13:00-18:00"]])
        let picture = try week.picture()
        #expect(picture.weekName == "16 – 22 Nov 2026" && picture.isThisWeek && picture.later == nil)
        #expect(picture.earlier.address == "week 2026-11-09" && picture.weekWorked == "8:00" && picture.weekPause == "1:00")
        #expect(picture.days.map(\.number) == ["16", "17", "18", "19", "20", "21", "22"])
        let monday = picture.days[0]
        #expect(monday.label == "work 09:00 – 12:00, break 12:00 – 13:00, work 13:00 – 18:00")
        #expect(monday.address == "day 2026-11-16" && monday.worked == "8:00" && monday.marks.isEmpty && !monday.hasRemarks)
        // The axis has ten hours, from 08:00 to 18:00.
        #expect(monday.bars.map(\.x) == ["10.000%", "40.000%", "50.000%"])
        #expect(monday.bars.map(\.width) == ["30.000%", "10.000%", "50.000%"])
        #expect(monday.bars.map(\.isThin) == [false, true, false])
        #expect(picture.days[1].address == nil && picture.days[1].label == "no taps")
        #expect(picture.days.map(\.isToday) == [false, false, false, true, false, false, false])
    }

    @Test func `The week chart has a repeated clock-in or break once`() throws {
        let taps = [
            "start 2026-11-16T09:00:00+09:00", "start 2026-11-16T09:02:00+09:00", "pause 2026-11-16T12:00:10+09:00",
            "pause 2026-11-16T12:00:20+09:00", "pause 2026-11-16T12:02:00+09:00", "start 2026-11-16T12:30:00+09:00",
            "end 2026-11-16T18:00:00+09:00",
        ]
        let monday = try DrawnWeek(taps, of: "2026-11-16").picture().days[0]
        #expect(monday.label == "work 09:00 – 12:00, break 12:00 – 12:30, work 12:30 – 18:00" && monday.bars.count == 3)
        let missing = try DrawnWeek(Array(taps.prefix(5)), of: "2026-11-16")
        #expect(missing.bars == ["2026-11-16": ["work 9:00-12:00", "pause 12:00-12:02 missing"]])
        let open = try DrawnWeek(Array(taps.prefix(5)), of: "2026-11-16", asOf: "2026-11-16T12:20:00+09:00")
        #expect(open.bars == ["2026-11-16": ["work 9:00-12:00", "pause 12:00-12:20 now"]])
    }

    @Test func `The week chart without taps is empty, over the hours of a working day`() throws {
        let week = try DrawnWeek([], of: "2026-11-18")
        let picture = try week.picture()
        #expect(week.bars.isEmpty && !picture.hasDays && picture.weekWorked == "0:00")
        #expect(picture.ticks.compactMap(\.hour) == ["08", "10", "12", "14", "16", "18"])
    }

    /// From 22:00 to 06:00.
    private static let night = ["start 2026-11-16T22:00:00+09:00", "end 2026-11-17T06:00:00+09:00"]

    @Test func `The week chart has a night shift on the day on which it began`() throws {
        let week = try DrawnWeek(Self.night, of: "2026-11-16")
        #expect(week.bars == ["2026-11-16": ["work 22:00-30:00"]])
        #expect(week.axis.from == 8 * 3600 && week.axis.to == 30 * 3600)
        let picture = try week.picture()
        #expect(
            picture.ticks.compactMap(\.hour) == ["08", "12", "16", "20", "00", "04"]
                && picture.ticks.contains(where: \.isMidnight))
        #expect(picture.days[0].label == "work 22:00 – 06:00 (17 Nov)")
    }

    @Test(
        arguments: [
            (0, ["2026-11-16": ["work 22:00-24:00"], "2026-11-17": ["work 0:00-6:00"]]),
            (5, ["2026-11-16": ["work 22:00-29:00"], "2026-11-17": ["work 5:00-6:00"]]),
        ] as [(Int64, [String: [String]])])
    func `The week chart splits a night shift if the office counts by day`(boundary: Int64, bars: [String: [String]]) throws {
        let week = try DrawnWeek(Self.night, of: "2026-11-16", boundary: boundary, splits: true)
        #expect(week.bars == bars)
        // Of the week before, only the part that reaches into this week is shown.
        let next = try DrawnWeek(
            ["start 2026-11-15T22:00:00+09:00", "end 2026-11-16T06:00:00+09:00"], of: "2026-11-16", splits: true)
        #expect(next.bars == ["2026-11-16": ["work 0:00-6:00"]])
    }

    @Test func `The week chart draws an open session until now`() throws {
        var week = try DrawnWeek(
            ["start 2026-11-19T09:00:00+09:00", "pause 2026-11-19T12:00:00+09:00"], of: "2026-11-19",
            asOf: "2026-11-19T12:20:00+09:00")
        #expect(week.bars == ["2026-11-19": ["work 9:00-12:00", "pause 12:00-12:20 now"]])
        #expect(try week.picture().days[3].label == "work 09:00 – 12:00, break since 12:00, in progress")
        week = try DrawnWeek(["start 2026-11-19T09:00:00+09:00"], of: "2026-11-19", asOf: "2026-11-19T19:30:00+09:00")
        #expect(week.bars == ["2026-11-19": ["unconfirmed 9:00-19:30 now"]])
        let picture = try week.picture()
        #expect(picture.hasNow && picture.hasUnconfirmed && !picture.hasMissing && week.axis.to == 20 * 3600)
        #expect(picture.days[3].marks == [WeekPicture.Mark(x: "95.833%", kind: "now")])
        #expect(picture.days[3].worked == nil && picture.days[3].flags.isEmpty)
    }

    @Test func `The week chart marks a missing end and does not extend its axis for it`() throws {
        var week = try DrawnWeek(["start 2026-11-17T09:00:00+09:00"], of: "2026-11-17")
        #expect(week.bars == ["2026-11-17": ["unconfirmed 9:00-25:00 missing"]])
        #expect(week.axis.to == 18 * 3600)
        let tuesday = try week.picture().days[1]
        #expect(tuesday.bars.map(\.width) == ["90.000%"] && tuesday.marks == [WeekPicture.Mark(x: "100.000%", kind: "missing")])
        #expect(tuesday.flags.contains { $0.isUrgent } && tuesday.label == "work since 09:00, clock-out missing")
        week = try DrawnWeek(["start 2026-11-17T09:00:00+09:00", "pause 2026-11-17T12:00:00+09:00"], of: "2026-11-17")
        #expect(week.bars == ["2026-11-17": ["work 9:00-12:00", "pause 12:00-12:00 missing"]])
        #expect(try week.picture().days[1].bars.count == 1)
    }

    @Test func `The week chart marks a tap without a session`() throws {
        let week = try DrawnWeek(["end 2026-11-17T07:30:00+09:00"], of: "2026-11-17")
        #expect(week.bars == ["2026-11-17": ["stray 7:30"]] && week.axis.from == 7 * 3600)
        let tuesday = try week.picture().days[1]
        #expect(tuesday.marks.map(\.kind) == ["stray"] && tuesday.label == "no work" && tuesday.worked == nil)
        #expect(tuesday.flags.map(\.words) == ["clock-out without a clock-in"])
    }

    /// Nine hours in a night in which the clock is set back, seven if it is set forward.
    @Test(arguments: [
        ("2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00", 9, "clock set back from 03:00 to 02:00"),
        ("2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", 7, "clock set forward from 02:00 to 03:00"),
    ])
    func `The week chart notes a clock change during a session`(start: String, end: String, hours: Int, note: String) throws {
        let week = try DrawnWeek(["start \(start)", "end \(end)"], of: String(start.prefix(10)), zone: "Europe/Berlin")
        #expect(week.bars == [String(start.prefix(10)): ["work 22:00-30:00"]])
        let saturday = try week.picture().days[5]
        #expect(saturday.worked == "\(hours):00" && saturday.notes == [note])
        #expect(saturday.marks.map(\.kind) == ["clock"])
        // A session in the daytime of that day has no note.
        let sunday = try DrawnWeek(
            ["start \(end.prefix(10))T09:00:00+02:00", "end \(end.prefix(10))T17:00:00+02:00"], of: String(end.prefix(10)),
            zone: "Europe/Berlin")
        #expect(try sunday.picture().days[6].notes.isEmpty)
    }

    @Test(
        arguments: [
            // The second 02:10 comes after the first 02:50.
            (
                [
                    "start 2026-10-25T01:30:00+02:00", "pause 2026-10-25T02:50:00+02:00", "start 2026-10-25T02:10:00+01:00",
                    "end 2026-10-25T09:00:00+01:00",
                ], ["work 90+55", "pause 145+10", "work 155+385"]
            ),
            (
                [
                    "start 2026-03-29T01:30:00+01:00", "pause 2026-03-29T03:10:00+02:00", "start 2026-03-29T03:30:00+02:00",
                    "end 2026-03-29T09:00:00+02:00",
                ], ["work 90+100", "pause 190+20", "work 210+330"]
            ),
        ])
    func `The list of days and the week chart agree on a day with a clock change`(taps: [String], bars: [String]) throws {
        let day = String(taps[0].dropFirst(6).prefix(10))
        let week = try DrawnWeek(taps, of: day, zone: "Europe/Berlin")
        let line = DayLine(
            date: try #require(CivilDate(text: day)), zone: try TimeZoneDatabase.system().rules(of: "Europe/Berlin"))
        let drawn = DayModel.bars(of: week.record.sessions, on: line)
        #expect(drawn.map { "\($0.kind) \($0.from)+\($0.length)" } == bars)
    }

    @Test func `The week chart's axis has two days at most`() {
        let bar = DayBars.Bar(kind: .work, from: 9 * 3600, to: 90 * 3600, end: .known, words: DayBars.Words(from: "", to: ""))
        #expect(WeekAxis([DayBars(bars: [bar])]).to == 48 * 3600)
    }
}

@Suite struct `Day line` {
    private func line(_ date: String) throws -> DayLine {
        DayLine(
            date: try #require(CivilDate(text: date)), zone: try TimeZoneDatabase.system().rules(of: "Europe/Berlin"))
    }

    private func place(_ instant: String, _ line: DayLine) throws -> Int64 {
        line.place(of: try #require(Instant(rfc3339: instant)).seconds)
    }

    @Test(
        arguments: [
            ("2026-10-25T01:30:00+02:00", 90), ("2026-10-25T02:00:00+02:00", 120), ("2026-10-25T02:30:00+02:00", 135),
            ("2026-10-25T02:00:00+01:00", 150), ("2026-10-25T02:30:00+01:00", 165), ("2026-10-25T03:00:00+01:00", 180),
            ("2026-10-25T09:00:00+01:00", 540), ("2026-10-26T00:30:00+01:00", 1470),
        ] as [(String, Int64)])
    func `A day line has room for an hour that occurs twice`(instant: String, minutes: Int64) throws {
        #expect(try place(instant, try line("2026-10-25")) == minutes * 60)
    }

    @Test func `A day line is empty in an hour that is skipped`() throws {
        let line = try line("2026-03-29")
        #expect(try place("2026-03-29T01:59:59+01:00", line) == 7199)
        #expect(try place("2026-03-29T03:00:00+02:00", line) == 3 * 3600)
        #expect(try place("2026-03-29T09:00:00+02:00", line) == 9 * 3600)
    }

    @Test func `A day line never goes back`() throws {
        for date in ["2026-10-25", "2026-03-29", "2026-11-20"] {
            let line = try line(date)
            let midnight = try #require(Instant(rfc3339: "\(date)T00:00:00+01:00")).seconds
            let places = stride(from: midnight, through: midnight + 30 * 3600, by: 60).map(line.place(of:))
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(date)")
        }
    }
}
