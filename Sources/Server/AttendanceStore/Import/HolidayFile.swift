import Attendance
import Hours

/// The holidays of a file: a calendar (iCalendar, RFC 5545), or a table of dates and names.
package struct HolidayFile: Sendable, Equatable {
    /// By date, each once. Several names of one date are joined.
    package let days: [NewHoliday]
    /// The number of days before the first year that counts.
    package let earlier: Int
    /// The name that a calendar file gives the calendar; nil: none.
    package let name: String?

    /// Calendars of a country for some years have 10 KiB.
    private static let mostBytes = 1024 * 1024
    private static let mostLines = 20_000

    static var tooMany: ImportError { ImportTable.wrong(.tooManyLines, ["most": "\(mostLines)"]) }

    /// - Parameters:
    ///   - bytes: in an encoding of ``TextEncoding``.
    ///   - year: the first year that counts.
    /// - Throws: all problems by line, or the problem of the file.
    package init(_ bytes: [UInt8], from year: Int64) throws(ImportError) {
        guard bytes.count <= Self.mostBytes else { throw ImportTable.wrong(.tooLarge, ["most": "\(Self.mostBytes / 1024)"]) }
        var list = DayList(from: year)
        if let calendar = Self.calendar(bytes) {
            let events = try HolidayEvents(calendar, from: year)
            list.problems = events.problems
            list.earlier = events.earlier
            for day in events.days { list.add(day.date, day.name, nil, line: day.line) }
            name = calendar.lines.first { $0.name == "X-WR-CALNAME" }.flatMap {
                TypedText.line(ICalendar.text($0.value), upTo: ThingName.longest)
            }
        } else {
            let table = CSVText(bytes)
            guard table.records.count <= Self.mostLines else { throw Self.tooMany }
            list.read(table)
            name = nil
        }
        guard list.problems.isEmpty else { throw .lines(list.problems.sorted { $0.line < $1.line }) }
        guard !list.days.isEmpty else { throw ImportTable.wrong(.noHoliday, ["year": "\(year)"]) }
        (days, earlier) = (list.days.values.sorted { $0.date < $1.date }, list.earlier)
    }

    /// nil: the file is no calendar.
    private static func calendar(_ bytes: [UInt8]) -> ICalendar? {
        if ICalendar.isCalendar(bytes) { return ICalendar(bytes) }
        let text = TextEncoding.decode(bytes).text
        return ICalendar.isCalendar(text) ? ICalendar(text) : nil
    }

    /// The date of a table: `YYYY-MM-DD` or `YYYY/M/D`.
    static func date(_ text: String) -> CivilDate? {
        guard text.utf8.count <= 10 else { return nil }
        let parts = text.split(separator: text.utf8.contains(UInt8(ascii: "/")) ? "/" : "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(part) : nil
        }
        guard parts.count == 3, numbers.count == 3, parts[0].utf8.count == 4 else { return nil }
        return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    }
}

private struct DayList {
    let firstYear: Int64
    var days: [CivilDate: NewHoliday] = [:]
    var earlier = 0
    var problems: [ImportProblem] = []

    init(from year: Int64) { firstYear = year }

    mutating func note(_ line: Int, _ kind: LineFault, _ values: [String: String] = [:]) {
        problems.append(ImportProblem(line: line, fault: ImportFault(kind, values)))
    }

    /// The lines of a table: a date, a name and an optional part of the day. The first line has no digit if it names the columns.
    mutating func read(_ table: CSVText) {
        for malformed in table.malformations {
            note(malformed.line, LineFault(malformed.kind), ["column": "\(malformed.column)"])
        }
        for (index, record) in table.records.enumerated() {
            var fields = record.fields.map { TypedText.trimmed($0) }
            while fields.last?.isEmpty == true { fields.removeLast() }
            if index == 0, let first = fields.first, !first.utf8.contains(where: { (0x30...0x39).contains($0) }) { continue }
            guard (2...3).contains(fields.count), !fields[1].isEmpty else {
                note(record.line, .holidayFields)
                continue
            }
            guard let date = HolidayFile.date(fields[0]) else {
                note(record.line, .badDate, ["text": String(fields[0].prefix(64))])
                continue
            }
            let part = fields.count < 3 || fields[2].isEmpty ? DayPart?.none : DayPart(named: fields[2])
            if part == nil, fields.count == 3, !fields[2].isEmpty {
                note(record.line, .badDayPart, ["text": String(fields[2].prefix(64))])
                continue
            }
            if date.components.year < firstYear { earlier += 1 } else { add(date, fields[1], part, line: record.line) }
        }
    }

    /// Adds a day, or another name of it. A day with different parts is a whole one.
    mutating func add(_ date: CivilDate, _ typed: String, _ part: DayPart?, line: Int) {
        guard date.isInEnteredYears else { return note(line, .badDate, ["text": date.description]) }
        var (name, part) = (TypedText.line(typed, upTo: NewHoliday.longestName), part)
        if let known = days[date], let own = name {
            let names = known.name.components(separatedBy: Self.separator)
            name =
                names.contains(own)
                ? known.name : TypedText.line(known.name + Self.separator + own, upTo: NewHoliday.longestName)
            if part != known.part { part = .full }
        }
        guard let name else {
            return note(line, .badText, ["column": "“\(typed.prefix(32))”", "most": "\(NewHoliday.longestName)"])
        }
        days[date] = NewHoliday(date: date, name: name, part: part)
    }

    private static let separator = ", "
}

extension DayPart {
    /// - Parameter name: as facts have it, or in Japanese.
    fileprivate init?(named name: String) {
        switch name {
        case "終日", "全日": self = .full
        case "午前": self = .morning
        case "午後": self = .afternoon
        default: self.init(rawValue: name.lowercased())
        }
    }
}
