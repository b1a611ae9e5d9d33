import Attendance
import Localization

extension ExportLayout {
    /// The header row.
    var header: [ExportColumn] {
        columns.map { column in
            let kind: ExportColumn.Kind =
                switch column.source {
                case .daily(let daily) where column.style == .asItIs: daily.kind
                case .daily(let daily) where column.style == .roundedHours && daily.isDuration: .decimalHours
                case .duration: .hoursAndMinutes
                case .hours(let hours) where column.style == .asItIs: hours.kind
                case .hours(let hours) where column.style == .roundedHours && hours.isDuration: .decimalHours
                case .daily, .hours, .month, .weekday, .words: .text
                }
            return ExportColumn(name: column.name, kind: kind, isNamed: column.isNamed)
        }
    }

    /// Writes a person's lines.
    /// - Parameter rows: all daily rows of the person, ordered by working day and office.
    func write(_ rows: [NamedDailyRow], to format: inout some ExportFormat) throws(ExportError) {
        for row in unit == .day ? rows : rows.monthlySums {
            for line in parts(of: row) {
                for column in columns { try format.write(column.cell(of: line, hasShownMinutes: hasShownMinutes)) }
                try format.endRow()
            }
        }
    }

    /// Writes a line of targets and balances.
    func write(_ row: HoursRow, to format: inout some ExportFormat) throws(ExportError) {
        for column in columns { try format.write(column.cell(of: row)) }
        try format.endRow()
    }

    /// The row, split into lines of at most ``longestDuration``.
    private func parts(of row: NamedDailyRow) -> [NamedDailyRow] {
        guard let longestDuration, row.row.workedSeconds > longestDuration else { return [row] }
        var (parts, rest, time): ([NamedDailyRow], NamedDailyRow, ShownTime) = ([], row, row.time)
        while rest.row.workedSeconds > longestDuration {
            var part = rest
            part.row.workedSeconds = longestDuration
            part.minutes = time
            part.minutes?.worked = longestDuration / 60
            parts.append(part)
            rest.row.workedSeconds -= longestDuration
            time.worked -= longestDuration / 60
            rest.minutes = time
        }
        return parts + [rest]
    }
}

extension ExportLayout.Column {
    fileprivate func cell(of row: NamedDailyRow, hasShownMinutes: Bool) -> ExportCell {
        switch source {
        case .words(let words):
            let isShown = flag.map { row.row.flags.names.contains($0) } ?? true
            return .text(isShown ? words : "")
        case .month: return .text(String(row.row.key.date.description.prefix(7)))
        case .weekday: return .text(row.words.weekday(row.row.key.date))
        case .daily(let daily): return style.cell(of: daily, row, hasShownMinutes: hasShownMinutes)
        case .duration(let daily):
            let cell = daily.cell(of: row)
            return cell.duration.map(ExportCell.hoursAndMinutes) ?? cell
        // Of other rows.
        case .hours: return .empty
        }
    }

    fileprivate func cell(of row: HoursRow) -> ExportCell {
        switch source {
        case .words(let words): .text(words)
        case .month: .text(String(row.date.description.prefix(7)))
        case .weekday: .text(row.words.weekday(row.date))
        case .hours(let hours): style.cell(of: hours, row)
        // Of other rows.
        case .daily, .duration: .empty
        }
    }
}

extension ExportLayout.Column.Style {
    /// The column's cell in this style. A style that does not apply to the column leaves it as it is.
    fileprivate func cell(of daily: DailyColumn, _ row: NamedDailyRow, hasShownMinutes: Bool) -> ExportCell {
        let cell = daily.cell(of: row)
        switch (self, cell) {
        case (_, .date(let date)) where isDate: return .text(text(of: date))
        case (.paddedHours, .moment(let seconds?, let offset)):
            let ofDay = (seconds + offset) % 86_400
            return .text(WorkedTime.hoursAndMinutes(ofDay < 0 ? ofDay + 86_400 : ofDay))
        case (.shortHours, _): return daily.minutes(of: row.time).map { ExportCell.text(hoursAndMinutes(minutes: $0)) } ?? cell
        case (.paddedHours, _) where daily.isDuration:
            let shown = daily.minutes(of: row.time).map { $0 * 60 } ?? cell.duration
            return shown.map { ExportCell.text(WorkedTime.hoursAndMinutes($0)) } ?? cell
        case (.roundedHours, _) where daily.isDuration: return cell.duration.map(ExportCell.roundedHours) ?? cell
        default:
            guard hasShownMinutes, let minutes = daily.minutes(of: row.time) else { return cell }
            return .hoursAndMinutes(minutes * 60)
        }
    }

    /// The same for targets and balances. Hours and minutes are rounded toward zero, with a minus sign if they are less.
    fileprivate func cell(of hours: HoursColumn, _ row: HoursRow) -> ExportCell {
        let (cell, seconds) = (hours.cell(of: row), hours.seconds(of: row))
        switch (self, cell) {
        case (_, .date(let date)) where isDate: return .text(text(of: date))
        case (.shortHours, _) where hours.isDuration: return .plain(minutes(seconds) { hoursAndMinutes($0) })
        case (.paddedHours, _) where hours.isDuration: return .plain(minutes(seconds, WorkedTime.hoursAndMinutes))
        case (.roundedHours, _) where hours.isDuration: return .roundedHours(seconds)
        default: return cell
        }
    }

    private func minutes(_ seconds: Int64, _ text: (Int64) -> String) -> String {
        (seconds <= -60 ? "-" : "") + text(Int64(clamping: seconds.magnitude))
    }

    /// The date in the pattern of the style's name.
    private func text(of date: CivilDate) -> String {
        let (year, month, day) = date.components
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return rawValue.replacing("YYYY", with: digits(year, 4)).replacing("YY", with: digits(year % 100, 2))
            .replacing("MM", with: digits(month, 2)).replacing("DD", with: digits(day, 2))
    }
}

extension ExportCell {
    /// The seconds of a duration, or a number.
    fileprivate var duration: Int64? {
        switch self {
        case .integer(let seconds), .hoursAndMinutes(let seconds), .decimalHours(let seconds): seconds
        default: nil
        }
    }
}

extension DailyColumn {
    fileprivate var isDuration: Bool {
        switch self {
        case .workedSeconds, .workedHoursAndMinutes, .workedHours, .pauseSeconds, .pauseHoursAndMinutes, .unconfirmedSeconds,
            .workedRoundedSeconds:
            true
        case .employeeID, .employeeName, .personnelNumber, .office, .timeZone, .workDate, .firstIn, .lastOut, .sessions, .flags:
            false
        }
    }

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
