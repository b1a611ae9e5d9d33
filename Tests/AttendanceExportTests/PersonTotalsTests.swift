import Attendance
import Testing

@testable import AttendanceExport

@Suite struct `Totals of a person` {
    /// A row of a day in November 2026 at an office.
    private func row(_ day: Int64, _ office: OfficeID, worked: Int64, _ flags: RowFlags = []) -> NamedDailyRow {
        var named = `Export formats`.row("Aiko Aoyama")
        named.row = DailyRow(key: DailyRow.Key(date: CivilDate(daysSince1970: 20_757 + day), office: office))
        named.row.workedSeconds = worked
        named.row.unconfirmedSeconds = 1
        named.row.pauseSeconds = 100
        named.row.sessions = worked > 0 ? 1 : 0
        named.row.flags = flags
        named.workedRoundedSeconds = worked + 3
        return named
    }

    private func sums(_ rows: NamedDailyRow...) -> PersonTotals? { PersonTotals(rows, shown: rows.map(\.row)) }

    @Test func `The totals of a person count each day once, also with several offices, and sum seconds`() throws {
        let totals = try #require(
            sums(
                row(1, 1, worked: 59, [.corrected]), row(1, 2, worked: 60, [.voided, .late]), row(2, 1, worked: 86_400),
                row(3, 1, worked: 0, [.moved]), row(4, 1, worked: 1, [.missingEnd, .continued])))
        #expect(totals.employeeID == "aiko" && totals.employeeName == "Aiko Aoyama")
        #expect(totals.days == 3 && totals.correctedDays == 2 && totals.daysToFix == 1)
        #expect(totals.workedSeconds == 86_520 && totals.workedRoundedSeconds == 86_535)
        #expect(totals.time.worked == 1442 && totals.time.pause == 10 && totals.unconfirmedSeconds == 5)
        #expect(sums() == nil)
        // The count of days to fix is that of the pages, also where a row has a flag.
        let flagged = row(1, 1, worked: 59, [.missingEnd])
        #expect(PersonTotals([flagged], shown: [row(1, 1, worked: 59).row])?.daysToFix == 0)
    }

    @Test func `The total of a person has the minutes of the pages, which add up over the days of a month`() throws {
        // Each day has 29 seconds more than minutes: 58 seconds are a minute of the second day.
        let days = (1...2 as ClosedRange<Int64>).map { row($0, 1, worked: 28_829) }
        let shown = days.map(\.row).shown
        let rows = zip(days, shown).map { day, shown in
            var day = day
            day.minutes = shown.time
            return day
        }
        let totals = try #require(PersonTotals(rows, shown: days.map(\.row)))
        #expect(TotalsColumn.worked.cell(of: totals) == .hoursAndMinutes(961 * 60))
        #expect(TotalsColumn.workedHours.cell(of: totals) == .decimalHours(57_658))
    }

    @Test func `The totals of all people are the sums of their totals`() throws {
        let people = try [
            #require(sums(row(1, 1, worked: 31, [.corrected, .missingEnd]), row(2, 1, worked: 31))),
            #require(sums(row(1, 1, worked: 31, [.missingEnd]))),
        ]
        let total = PersonTotals(of: people, name: "Total")
        #expect(total.employeeID == "Total" && total.employeeName == "")
        #expect(total.days == 3 && total.correctedDays == 1 && total.daysToFix == 2)
        #expect(total.workedSeconds == 93 && total.workedRoundedSeconds == 102)
        // The minutes of each row, not those of the sum.
        #expect(
            TotalsColumn.worked.cell(of: total) == .hoursAndMinutes(180)
                && TotalsColumn.pause.cell(of: total) == .hoursAndMinutes(360))
        // Open time counts nowhere, so it has no sum.
        #expect(people.map { TotalsColumn.unconfirmed.cell(of: $0) } == [.hoursAndMinutes(2), .hoursAndMinutes(1)])
        #expect(TotalsColumn.unconfirmed.cell(of: total) == .empty)
    }
}
