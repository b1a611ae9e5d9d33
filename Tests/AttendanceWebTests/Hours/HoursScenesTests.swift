@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

/// Ada owes eight hours on weekdays in the Harbour Office, unless a scene says otherwise.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Hours on My record and in the export` {
    struct Scene: Sendable, CustomStringConvertible {
        let description: String
        /// The first day of Ada's employment.
        var employed = "2026-03-01"
        /// It is noon on this day.
        var today = "2026-04-01"
        /// In the order of recording.
        var facts: [String] = []
        /// From a full hour on.
        var work: [(day: String, hour: Int64, minutes: Int64)] = []
        var exported = "from=2026-03-01&to=2026-03-31"
        /// Texts of the page of March, with the week of the 16th.
        var texts: [String] = []
        /// The amounts of days on the page; empty: the page does not have the day.
        var days: [String: [String]] = [:]
        /// Fields of the export by day; empty: it has no such row.
        var rows: [String: [String: Int64]] = [:]
        /// The sum of the exported days in hours; nil: any.
        var target: Int64?
    }

    private static let common = [
        schedule("full", "28800, 28800, 28800, 28800, 28800, 0, 0"),
        schedule("half", "14400, 14400, 14400, 14400, 14400, 0, 0"),
        schedule("part", "28800, 28800, 28800, 0, 28800, 0, 0"),
        schedule("fixed", "1, 1, 1, 1, 1, 0, 0", #", "period_s": 158400"#),
        office(from: "2026-03-01", #""schedule": "full", "calendars": ["fairs"]"#),
    ]

    private static func schedule(_ name: String, _ days: String, _ more: String = "") -> String {
        #"{"type": "schedule", "name": "\#(name)", "from": "2026-01-01", "anchor": "2024-01-01", "days": [\#(days)]\#(more)}"#
    }

    private static func office(from: String, _ fields: String) -> String {
        #"{"type": "terms", "scope": "office", "of": "1", "from": "\#(from)", \#(fields)}"#
    }

    private static func own(_ schedule: String, from: String) -> String {
        #"{"type": "terms", "scope": "person", "of": "1", "from": "\#(from)", "schedule": "\#(schedule)"}"#
    }

    private static func adjustment(_ seconds: Int64, on day: String) -> String {
        #"{"type": "adjustment", "user": "1", "date": "\#(day)", "s": \#(seconds)}"#
    }

    /// - Parameter position: in the scene, as in ``id(_:)``.
    private static func void(_ position: Int) -> String { #"{"type": "void", "target": "\#(id(position))"}"# }

    private static func id(_ position: Int) -> String { "5f0c8a52-0d1e-4c6b-9a37-2b1d4e6f800\(position)" }

    private static func holiday(_ day: String, _ part: String = "full") -> String {
        #"{"type": "holiday", "calendar": "fairs", "date": "\#(day)", "name": "Fair", "part": "\#(part)"}"#
    }

    private static func sum(_ name: String, _ amount: String) -> String { "<div><dt>\(name)</dt><dd>\(amount)</dd></div>" }

    private static let scenes: [Scene] = [
        Scene(
            description: "8 hours become 4 on Monday 16 March", facts: [own("half", from: "2026-03-16")],
            texts: [sum("Target", "128:00"), sum("Difference", "-128:00")],
            days: ["2026-03-13": ["Target 8:00", "Difference -8:00"], "2026-03-16": ["Target 4:00", "Difference -4:00"]],
            rows: ["2026-03-13": ["target_s": 28800], "2026-03-16": ["target_s": 14400]], target: 128),
        Scene(
            description: "8 hours become 4 on a Wednesday", facts: [own("half", from: "2026-03-18")],
            exported: "from=2026-03-16&to=2026-03-22",
            texts: [">Target 28:00</th><td class=\"time difference\"><strong>-28:00</strong></td>"], target: 28),
        Scene(
            description: "joined on 16 March with 44 fixed hours a month", employed: "2026-03-16",
            facts: [own("fixed", from: "2026-03-01")], texts: [sum("Target", "24:00")],
            days: ["2026-03-13": [], "2026-03-16": ["Target 2:00", "Difference -2:00"]],
            rows: ["2026-03-13": [:], "2026-03-16": ["target_s": 7200]], target: 24),
        Scene(
            description: "left before 16 March",
            facts: [#"{"type": "employment", "user": "1", "from": "2026-03-16", "office": null}"#],
            texts: [sum("Target", "80:00")],
            days: ["2026-03-13": ["Target 8:00", "Difference -8:00"], "2026-03-16": []],
            rows: ["2026-03-13": ["target_s": 28800], "2026-03-16": [:]], target: 80),
        Scene(
            description: "holiday on the free Thursday of a part-timer",
            facts: [own("part", from: "2026-03-01"), holiday("2026-03-05")], texts: ["<span class=\"day-span\">Fair</span>"],
            days: ["2026-03-05": ["Target 0:00"]],
            rows: ["2026-03-05": ["target_s": 0, "worked_s": 0, "holiday_s": 0, "absence_s": 0, "balance_s": 0]]),
        Scene(
            description: "afternoon holidays, one with 9:30 of work",
            facts: [holiday("2026-03-03", "afternoon"), holiday("2026-03-04", "afternoon")],
            work: [("2026-03-04", 9, 570)],
            days: [
                "2026-03-03": ["Target 8:00", "Credited 4:00", "Difference -4:00"],
                "2026-03-04": ["Worked 9:30", "Target 8:00", "Credited 4:00", "Difference +5:30"],
            ],
            rows: [
                "2026-03-03": ["target_s": 28800, "worked_s": 0, "holiday_s": 14400, "balance_s": -14400],
                "2026-03-04": ["target_s": 28800, "worked_s": 34200, "holiday_s": 14400, "balance_s": 19800],
            ]),
        Scene(
            description: "night shift before a holiday", facts: [holiday("2026-03-03")],
            work: [("2026-03-02", 22, 480)],
            days: [
                "2026-03-02": ["Worked 8:00", "Target 8:00", "Difference 0:00"],
                "2026-03-03": ["Target 8:00", "Credited 8:00", "Difference 0:00"],
            ],
            rows: [
                "2026-03-02": ["target_s": 28800, "worked_s": 28800, "holiday_s": 0, "balance_s": 0, "carried_s": 0],
                "2026-03-03": ["target_s": 28800, "worked_s": 0, "holiday_s": 28800, "balance_s": 0, "carried_s": 0],
            ]),
        // Only the last two days of March and September have a target.
        Scene(
            description: "reset at the end of March and September", employed: "2026-03-30", today: "2026-10-01",
            facts: [
                office(from: "2026-03-01", #""carry": {"months": [3, 9], "min_s": 0, "max_s": 0}"#),
                office(from: "2026-04-01", #""schedule": null"#), office(from: "2026-09-29", #""schedule": "full""#),
                adjustment(3600, on: "2026-06-30"),
            ],
            work: [("2026-09-29", 8, 600), ("2026-09-30", 8, 600)],
            exported: "from=2026-03-01&to=2026-09-30",
            texts: [sum("Balance until yesterday", "0:00"), sum("Difference", "-16:00"), sum("Carry-over limit", "+16:00")],
            days: [
                "2026-03-31": ["Target 8:00", "Difference -8:00", "Carry-over limit +16:00"],
                "2026-06-30": ["Adjustment +1:00"],
                "2026-09-30": ["Worked 10:00", "Target 8:00", "Difference +2:00", "Carry-over limit -5:00"],
            ],
            rows: [
                "2026-03-31": ["balance_s": 28800, "cut_s": 57600, "carried_s": 0],
                "2026-06-30": ["adjustment_s": 3600, "balance_s": 3600, "cut_s": 0, "carried_s": 3600],
                "2026-09-30": ["worked_s": 36000, "balance_s": -10800, "cut_s": -18000, "carried_s": 0],
            ], target: 32),
        Scene(
            description: "11 hours on 31 March, of which 2 are carried over", employed: "2026-03-31",
            facts: [office(from: "2026-03-01", #""carry": {"months": [3], "max_s": 7200}"#)],
            work: [("2026-03-31", 9, 660)],
            texts: [sum("Balance until yesterday", "+2:00"), sum("Difference", "+3:00"), sum("Carry-over limit", "-1:00")],
            days: ["2026-03-31": ["Worked 11:00", "Target 8:00", "Difference +3:00", "Carry-over limit -1:00"]],
            rows: ["2026-03-31": ["worked_s": 39600, "balance_s": 7200, "cut_s": -3600, "carried_s": 7200]], target: 8),
        Scene(
            description: "terms and an adjustment, voided and recorded again",
            facts: [
                own("half", from: "2026-03-16"), adjustment(7200, on: "2026-03-10"), void(0), void(1),
                own("half", from: "2026-03-23"), adjustment(5400, on: "2026-03-10"),
            ],
            texts: [sum("Target", "148:00"), sum("Adjustments", "+1:30")],
            days: [
                "2026-03-10": ["Target 8:00", "Difference -8:00", "Adjustment +1:30"],
                "2026-03-16": ["Target 8:00", "Difference -8:00"],
            ],
            rows: ["2026-03-10": ["adjustment_s": 5400, "balance_s": -23400], "2026-03-16": ["target_s": 28800]],
            target: 148),
    ]

    @Test(arguments: scenes) func `Both have the amounts of a scene`(scene: Scene) async throws {
        try await TestWeb.with(clock: TickingClock(try Self.instant(scene.today, hour: 12))) { (web) async throws in
            let employment = #"{"type": "employment", "user": "1", "from": "\#(scene.employed)", "office": "1"}"#
            try await Self.append(try (Self.common + [employment]).map { NewFact(try JSONValue(parsing: $0.utf8)) }, web)
            for (position, text) in scene.facts.enumerated() {
                let id = try #require(UUID(uuidString: Self.id(position)))
                try await Self.append([NewFact(id: id, try JSONValue(parsing: text.utf8))], web)
            }
            for (day, hour, minutes) in scene.work {
                let start = try Self.instant(day, hour: hour)
                _ = try await web.services.recorder.record([
                    TestOffice.submission("ada", .start, at: start, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: start + .seconds(minutes * 60)),
                ])
            }
            for month in Set(scene.days.keys.map { String($0.prefix(7)) } + ["2026-03"]) {
                let address = "/me?month=\(month)&week=2026-03-16"
                let page = try await web.send(.get, address, as: "ada", headers: .page).text
                for text in month == "2026-03" ? scene.texts : [] { #expect(page.contains(text), "\(text)") }
                for (day, amounts) in scene.days where day.hasPrefix(month) {
                    #expect(Self.amounts(of: day, on: page) == amounts, "\(day)")
                }
            }
            let file = String(decoding: try await web.exported("hours.csv?user=ada&\(scene.exported)"), as: UTF8.self)
            let lines = file.components(separatedBy: "\r\n").dropLast().map { $0.components(separatedBy: ",") }
            let head = try #require(lines.first)
            let rows = lines.dropFirst().map { line in Dictionary(zip(head, line)) { first, _ in first } }
            for (day, fields) in scene.rows {
                let row = rows.first { $0["work_date"] == day }
                #expect((row == nil) == fields.isEmpty, "\(day)")
                for (name, value) in fields { #expect(row?[name] == "\(value)", "\(name) on \(day)") }
            }
            let target = rows.reduce(Int64(0)) { sum, row in sum + (Int64(row["target_s"] ?? "") ?? 0) }
            if let hours = scene.target { #expect(target == hours * 3600) }
        }
    }

    private static func append(_ facts: [NewFact], _ web: TestWeb) async throws {
        #expect(try await web.office.store.hours.append(facts, by: nil) == .appended)
    }

    /// A full hour in Tokyo.
    private static func instant(_ day: String, hour: Int64) throws -> Instant {
        let date = try #require(CivilDate(text: day))
        return Instant(millisecondsSince1970: (date.daysSince1970 * 24 + hour - 9) * 3_600_000)
    }

    /// What the list has for a day: the time worked, if there is an entry of the record, and the amounts with their names.
    private static func amounts(of day: String, on page: String) -> [String] {
        guard let entry = page.components(separatedBy: "id=\"day-\(day)\"").dropFirst().first else { return [] }
        let shown = entry.components(separatedBy: "</dl>")[0]
        return shown.matches(of: /<strong>([0-9:]+)<\/strong>/).map { "Worked \($0.1)" }
            + shown.matches(of: /<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/).map { "\($0.1) \($0.2)" }
    }
}
