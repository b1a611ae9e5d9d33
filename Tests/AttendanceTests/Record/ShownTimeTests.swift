import Attendance
import TestServers
import Testing

@Suite struct `Shown minutes of daily rows` {
    private func row(_ day: Int64, office: OfficeID = 1, worked: Int64, pause: Int64 = 0, open: Int64 = 0) -> DailyRow {
        var row = DailyRow(key: DailyRow.Key(date: CivilDate(daysSince1970: day), office: office))
        (row.workedSeconds, row.pauseSeconds, row.openSeconds) = (worked, pause, open)
        return row
    }

    /// Rows of about three months from the first day of a month, some days with two offices and some without work; the last one
    /// has open work.
    private func randomRows(_ generator: inout SeededGenerator) -> [DailyRow] {
        let first = CivilDate(daysSince1970: Int64.random(in: 20_000...21_000, using: &generator)).month.lowerBound
        var rows: [DailyRow] = []
        for day in first.daysSince1970..<first.daysSince1970 + 92 {
            for office in [1, 2] as [OfficeID] where Int.random(in: 0..<3, using: &generator) > 0 {
                let isEmpty = Int.random(in: 0..<8, using: &generator) == 0
                rows.append(
                    row(
                        day, office: office, worked: isEmpty ? 0 : Int64.random(in: 0...40_000, using: &generator),
                        pause: Int64.random(in: 0...4_000, using: &generator)))
            }
        }
        if let last = rows.indices.last { rows[last].openSeconds = Int64.random(in: 0...20_000, using: &generator) }
        return rows
    }

    private func minutes(_ seconds: Int64) -> Int64 { (seconds + 30) / 60 }

    @Test func `Rows add up to the exact total of their month, and each is within a minute of its exact time`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let rows = randomRows(&generator)
            let shown = rows.shown
            #expect(shown.map(\.row) == rows)
            for (row, time) in zip(rows, shown.map(\.time)) {
                #expect(abs(time.worked * 60 - row.workedSeconds) < 60 && abs(time.pause * 60 - row.pauseSeconds) < 60)
                #expect(time.worked >= 0 && time.pause >= 0 && (row.workedSeconds > 0 || time.worked == 0))
            }
            for month in Set(rows.map(\.key.date.month)) {
                let ofMonth = shown.filter { month.contains($0.row.key.date) }
                #expect(ofMonth.time.worked == minutes(ofMonth.reduce(0) { $0 + $1.row.workedSeconds }))
                #expect(ofMonth.time.pause == minutes(ofMonth.reduce(0) { $0 + $1.row.pauseSeconds }))
            }
        }
    }

    @Test func `The total of any period is the sum of its rows, also if it is derived in parts`() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<200 {
            let rows = randomRows(&generator)
            let days = try #require(rows.first).key.date.daysSince1970...#require(rows.last).key.date.daysSince1970
            let (one, other) = (Int64.random(in: days, using: &generator), Int64.random(in: days, using: &generator))
            let period = CivilDate(daysSince1970: min(one, other))...CivilDate(daysSince1970: max(one, other))
            let read = rows.filter { period.sinceFirstOfMonth.contains($0.key.date) }
            let cut = Int.random(in: 0...read.count, using: &generator)
            let shown = rows.shown.filter { period.contains($0.row.key.date) }
            // What was read before the period's first month changes nothing.
            #expect(read.shown.filter { period.contains($0.row.key.date) } == shown)
            let first = ShownMonths(Array(read[..<cut]), in: period)
            let rest = Array(read[cut...])
            var whole = first
            whole.add(ShownMonths(rest, in: period))
            #expect(whole == ShownMonths(read, in: period) && whole.time == shown.time)
            #expect(rest.shown.map(first.continued) == Array(read.shown[cut...]))
        }
    }

    /// 8:00:40 on each day.
    @Test func `Equal days of a week across a month differ by a minute at most, and begin anew with the month`() {
        // Wednesday 28 October to Tuesday 3 November 2026.
        let rows = (0..<7 as Range<Int64>).map { row(20_754 + $0, worked: 28_840) }
        #expect(rows[0].key.date.description == "2026-10-28" && rows[4].key.date.description == "2026-11-01")
        #expect(rows.shown.map(\.time.worked) == [481, 480, 481, 481, 481, 480, 481])
    }

    @Test func `Open work is never part of worked time`() {
        let shown = [row(20_760, worked: 29, open: 3_600), row(20_761, worked: 31)].shown
        #expect(shown.map(\.time.worked) == [0, 1] && shown.time.worked == 1 && shown.time.open == 60)
    }
}
