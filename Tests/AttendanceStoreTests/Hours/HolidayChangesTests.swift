@testable import AttendanceStore

import Attendance
import Hours
import Testing

@Suite struct `Changes of a holiday calendar` {
    private func day(_ text: String, _ name: String?, _ part: DayPart = .full, typed: Bool = false) throws
        -> HolidayCalendar.Day
    {
        HolidayCalendar.Day(date: try #require(CivilDate(text: text)), name: name, part: part, isImported: !typed)
    }

    private func new(_ text: String, _ name: String, _ part: DayPart? = nil) throws -> NewHoliday {
        NewHoliday(date: try #require(CivilDate(text: text)), name: name, part: part)
    }

    /// The days that are saved, such as `2026-01-01 Neujahr full`, and the numbers of unchanged and kept ones.
    private func changes(_ days: [HolidayCalendar.Day], _ imported: [NewHoliday]) -> String {
        let changes = HolidayChanges(HolidayCalendar(name: "de", days), imported: imported)
        return (changes.days.map { "\($0.date) \($0.name ?? "-") \($0.part)" } + ["\(changes.unchanged) \(changes.kept)"])
            .joined(separator: ", ")
    }

    @Test func `New, renamed and missing days of the file's years are changes, and others are not`() throws {
        let old = [
            try day("2025-05-01", "Labour Day"), try day("2026-01-01", "Neujahr"), try day("2026-05-01", "Labour Day"),
            try day("2026-06-01", "No longer"), try day("2027-01-01", "Neujahr"),
        ]
        let file = [
            try new("2026-01-01", "Neujahr"), try new("2026-05-01", "Tag der Arbeit"), try new("2026-12-25", "Weihnachten"),
        ]
        #expect(
            changes(old, file)
                == "2026-05-01 Tag der Arbeit full, 2026-06-01 - full, 2026-12-25 Weihnachten full, 1 0")
        #expect(changes(old, []) == "0 0")
    }

    @Test func `A file changes no day that a person typed, changed or removed`() throws {
        let old = [
            try day("2026-01-01", "New Year", typed: true), try day("2026-05-01", nil, typed: true),
            try day("2026-12-24", "Closed", .afternoon, typed: true), try day("2026-12-25", "Weihnachten", typed: true),
        ]
        let file = [
            try new("2026-01-01", "Neujahr"), try new("2026-05-01", "Tag der Arbeit"), try new("2026-12-25", "Weihnachten"),
        ]
        #expect(changes(old, file) == "1 3")
        // A day that an earlier file removed comes back.
        #expect(changes([try day("2026-05-01", nil)], [try new("2026-05-01", "X")]) == "2026-05-01 X full, 0 0")
    }

    @Test func `A file without parts keeps them, and one with parts sets them`() throws {
        let old = [try day("2026-12-24", "Heiligabend", .afternoon)]
        #expect(changes(old, [try new("2026-12-24", "Heiligabend")]) == "1 0")
        #expect(changes(old, [try new("2026-12-24", "24 Dec")]) == "2026-12-24 24 Dec afternoon, 0 0")
        #expect(changes(old, [try new("2026-12-24", "Heiligabend", .full)]) == "2026-12-24 Heiligabend full, 0 0")
    }
}
