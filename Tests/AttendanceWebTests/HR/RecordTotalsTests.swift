import Attendance
import Testing

@testable import AttendanceWeb

@Suite struct `Totals of daily rows` {
    /// Worked 8:00:50 on Thursday; on Friday 1:50 minutes, and 1:24:20 hours since the last tap.
    @Test func `The open time of a day is the same in the totals of more days`() throws {
        var thursday = DailyRow(key: DailyRow.Key(date: try #require(CivilDate(text: "2026-11-19")), office: 1))
        thursday.workedSeconds = 8 * 3600 + 50
        var friday = DailyRow(key: DailyRow.Key(date: try #require(CivilDate(text: "2026-11-20")), office: 1))
        (friday.workedSeconds, friday.openSeconds) = (110, 3600 + 24 * 60 + 20)
        #expect(RecordTotals([friday]).openInWords == "1:25")
        #expect(RecordTotals([thursday, friday]).openInWords == "1:25")
        #expect(RecordTotals([thursday]).openInWords == nil)
    }
}
