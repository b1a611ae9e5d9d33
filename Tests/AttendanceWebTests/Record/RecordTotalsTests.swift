import Attendance
import Testing

@testable import AttendanceWeb

@Suite struct `Totals of daily rows` {
    /// Worked 8:00:50 on Thursday; on Friday 1:50 minutes, and 1:24:20 hours since the last tap.
    @Test func `The open time of a day is the same in the totals of more days, and never worked time`() throws {
        var thursday = DailyRow(key: DailyRow.Key(date: try #require(CivilDate(text: "2026-11-19")), office: 1))
        thursday.workedSeconds = 8 * 3600 + 50
        var friday = DailyRow(key: DailyRow.Key(date: try #require(CivilDate(text: "2026-11-20")), office: 1))
        (friday.workedSeconds, friday.openSeconds) = (110, 3600 + 24 * 60 + 20)
        #expect(RecordTotals([friday].shown).time.openIfAny == "1:24")
        let both = RecordTotals([thursday, friday].shown).time
        #expect(both.openIfAny == "1:24" && both.workedInWords == "8:03")
        #expect(RecordTotals([thursday].shown).time.openIfAny == nil)
    }

    /// Each day has half a minute more than the hour.
    @Test func `The summary of a period is the same if it is derived in parts`() throws {
        let first = try #require(CivilDate(text: "2026-11-01"))
        let period = first.adding(days: 10)...first.adding(days: 19)
        let rows = (0..<20 as Range<Int64>).map { day in
            var row = DailyRow(key: DailyRow.Key(date: first.adding(days: day), office: 1))
            (row.workedSeconds, row.sessions, row.flags) = (8 * 3600 + 25 + day, 1, day % 3 == 0 ? .missingEnd : [])
            return row
        }
        let whole = AttendanceSummary(rows, in: period)
        #expect(whole.urgent == rows.shown.filter { $0.row.isUrgent && period.contains($0.row.key.date) })
        for cut in 0...rows.count {
            var parts = AttendanceSummary(Array(rows[..<cut]), in: period)
            parts.add(AttendanceSummary(Array(rows[cut...]), in: period))
            #expect(parts == whole && parts.totals.days == 10)
        }
    }
}
