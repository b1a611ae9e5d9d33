import Attendance
import Localization

extension ExportLayout {
    /// The header row.
    var header: [ExportColumn] {
        columns.map { column in
            let kind: ExportColumn.Kind =
                switch column.source {
                case .daily(let daily) where column.style == .asItIs: daily.kind
                case .duration: .hoursAndMinutes
                case .daily, .month, .weekday, .words: .text
                }
            return ExportColumn(name: column.name, kind: kind, isNamed: column.isNamed)
        }
    }

    /// Writes a person's lines.
    /// - Parameter rows: all daily rows of the person, ordered by working day and office.
    func write(_ rows: [NamedDailyRow], to format: inout some ExportFormat) throws(ExportError) {
        for row in unit == .day ? rows : rows.monthlySums {
            for line in parts(of: row) {
                for column in columns { try format.write(column.cell(of: line, unit)) }
                try format.endRow()
            }
        }
    }

    /// The row, split into lines of at most ``longestDuration``.
    private func parts(of row: NamedDailyRow) -> [NamedDailyRow] {
        guard let longestDuration, row.row.workedSeconds > longestDuration else { return [row] }
        var (part, rest, time) = (row, row, row.time)
        part.row.workedSeconds = longestDuration
        rest.row.workedSeconds -= longestDuration
        time.worked -= longestDuration / 60
        rest.minutes = time
        time.worked = longestDuration / 60
        part.minutes = time
        return [part] + parts(of: rest)
    }
}

extension ExportLayout.Column {
    fileprivate func cell(of row: NamedDailyRow, _ unit: ExportLayout.Unit) -> ExportCell {
        switch source {
        case .words(let words):
            let isShown = flag.map { row.row.flags.names.contains($0) } ?? true
            return .text(isShown ? words : "")
        case .month: return .text(String(row.row.key.date.description.prefix(7)))
        case .weekday: return .text(row.words.weekday(row.row.key.date))
        case .daily(let daily):
            let cell = daily.cell(of: row)
            if let minutes = daily.minutes(of: row.time) {
                if style == .shortHours { return .text(hoursAndMinutes(minutes: minutes)) }
                if unit == .month { return .hoursAndMinutes(minutes * 60) }
            }
            return style.styled(cell).map(ExportCell.text) ?? cell
        case .duration(let daily):
            let cell = daily.cell(of: row)
            return if case .integer(let seconds) = cell { .hoursAndMinutes(seconds) } else { cell }
        }
    }
}

extension ExportLayout.Column.Style {
    /// The cell in this style; nil: the style does not apply to the cell.
    fileprivate func styled(_ cell: ExportCell) -> String? {
        switch (self, cell) {
        case (.americanDate, .date(let date)):
            let (year, month, day) = date.components
            return [month, day, year % 100].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: "/")
        default: return nil
        }
    }
}

extension DailyColumn {
    /// The minutes of a column of hours and minutes; nil for another column.
    fileprivate func minutes(of time: ShownTime) -> Int64? {
        switch self {
        case .workedHoursAndMinutes: time.worked
        case .pauseHoursAndMinutes: time.pause
        default: nil
        }
    }
}

extension [NamedDailyRow] {
    /// One row for each calendar month and office, dated by its first day.
    fileprivate var monthlySums: [NamedDailyRow] {
        var sums: [NamedDailyRow] = []
        var places: [DailyRow.Key: Int] = [:]
        for named in self {
            let (year, month, _) = named.row.key.date.components
            guard let first = CivilDate(year: year, month: month, day: 1) else { continue }
            let key = DailyRow.Key(date: first, office: named.row.key.office)
            if let place = places[key] {
                sums[place].add(named)
            } else {
                places[key] = sums.count
                var sum = named
                sum.row.key = key
                (sum.row.firstIn, sum.row.lastOut) = (nil, nil)
                sums.append(sum)
            }
        }
        return sums
    }
}

extension NamedDailyRow {
    fileprivate mutating func add(_ later: NamedDailyRow) {
        minutes = time + later.time
        row.workedSeconds += later.row.workedSeconds
        row.pauseSeconds += later.row.pauseSeconds
        row.unconfirmedSeconds += later.row.unconfirmedSeconds
        row.sessions += later.row.sessions
        row.flags.formUnion(later.row.flags)
        workedRoundedSeconds += later.workedRoundedSeconds
    }
}
