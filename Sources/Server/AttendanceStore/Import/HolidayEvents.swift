import Attendance

/// The all-day events of a calendar file, as holidays.
struct HolidayEvents {
    /// A day of an event, with the number of its line.
    struct Day {
        let line: Int
        let date: CivilDate
        let name: String
    }

    /// The most days of an event.
    static let longest: Int64 = 366
    /// The most days of all events.
    private static let mostDays = 20_000
    /// For how many years events repeat.
    static let years: Int64 = 10

    private(set) var days: [Day] = []
    private(set) var problems: [ImportProblem] = []
    /// The number of days before the first year.
    private(set) var earlier = 0
    private let firstYear: Int64
    /// The open components, from the outside.
    private var open: [(name: String, line: Int)] = []
    private var event: [String: ICalendar.Line] = [:]

    /// - Parameter year: the first year that counts. Events repeat from then on.
    /// - Throws: ``ImportError/header(_:)`` for too many days.
    init(_ calendar: ICalendar, from year: Int64) throws(ImportError) {
        firstYear = year
        for line in calendar.malformed { note(line, .badCalendarLine) }
        for line in calendar.lines {
            switch line.name {
            case "BEGIN":
                open.append((line.value.uppercased(), line.number))
                if isInEvent { event = [:] }
            case "END":
                guard let component = open.last, component.name == line.value.uppercased() else {
                    note(line.number, .badCalendarLine)
                    continue
                }
                if isInEvent {
                    do throws(LineFaultAt) { try add(component.line) } catch {
                        note(error.line, error.fault.kind, error.fault.values)
                    }
                }
                open.removeLast()
                if days.count + earlier > Self.mostDays { throw HolidayFile.tooMany }
            default: if isInEvent, event[line.name] == nil { event[line.name] = line }
            }
        }
        if let component = open.last { note(component.line, .calendarCutOff, ["what": component.name]) }
    }

    /// Whether the line belongs to an event, and not to its alarm.
    private var isInEvent: Bool { open.count == 2 && open[1].name == "VEVENT" }

    private struct LineFaultAt: Error {
        let line: Int
        let fault: ImportFault<LineFault>

        init(_ line: Int, _ kind: LineFault, _ values: [String: String] = [:]) {
            (self.line, fault) = (line, ImportFault(kind, values))
        }
    }

    private mutating func note(_ line: Int, _ kind: LineFault, _ values: [String: String] = [:]) {
        problems.append(ImportProblem(line: line, fault: ImportFault(kind, values)))
    }

    /// - Parameter line: of the event's begin.
    private mutating func add(_ line: Int) throws(LineFaultAt) {
        if event["STATUS"]?.value.uppercased() == "CANCELLED" { return }
        guard let start = event["DTSTART"] else { throw LineFaultAt(line, .missing, ["column": "DTSTART"]) }
        let name = ICalendar.text(event["SUMMARY"]?.value ?? "")
        guard !TypedText.trimmed(name).isEmpty else { throw LineFaultAt(line, .missing, ["column": "SUMMARY"]) }
        let first = try Self.date(start)
        let length = try Self.length(event, from: first, line)
        for repeated in ["RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"] {
            if let other = event[repeated] { throw LineFaultAt(other.number, .badRepetition) }
        }
        for begin in try event["RRULE"].map({ rule throws(LineFaultAt) in try Self.repeated(first, rule, firstYear) }) ?? [
            first
        ] {
            for day in 0..<length {
                let date = begin.adding(days: day)
                if date.components.year < firstYear {
                    earlier += 1
                } else {
                    days.append(Day(line: event["SUMMARY"]?.number ?? line, date: date, name: name))
                }
            }
        }
    }

    /// The number of days.
    private static func length(
        _ event: [String: ICalendar.Line], from first: CivilDate, _ line: Int
    ) throws(LineFaultAt) -> Int64 {
        let length: Int64
        if let end = event["DTEND"] {
            // Some programs write the day itself.
            length = max(try date(end).daysSince1970 - first.daysSince1970, 0)
            guard try date(end) >= first else { throw LineFaultAt(end.number, .longEvent, ["most": "\(longest)"]) }
        } else if let duration = event["DURATION"] {
            guard let match = duration.value.wholeMatch(of: /P([0-9]{1,4})([DW])/), let count = Int64(match.1) else {
                throw LineFaultAt(duration.number, .timedEvent)
            }
            length = count * (match.2 == "W" ? 7 : 1)
        } else {
            length = 1
        }
        guard length <= longest else { throw LineFaultAt(line, .longEvent, ["most": "\(longest)"]) }
        return max(length, 1)
    }

    /// A value of the type DATE (RFC 5545, 3.3.4).
    private static func date(_ line: ICalendar.Line) throws(LineFaultAt) -> CivilDate {
        let value = line.value
        if value.utf8.contains(UInt8(ascii: "T")) || line.parameters["VALUE"] == "DATE-TIME" {
            throw LineFaultAt(line.number, .timedEvent)
        }
        guard let date = date(value) else {
            throw LineFaultAt(line.number, .badDate, ["text": String(value.prefix(64))])
        }
        return date
    }

    private static func date(_ text: String) -> CivilDate? {
        guard text.utf8.count == 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            return nil
        }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// The first days of a yearly event within ``years``. 29 February is none in other years (RFC 5545, 3.3.10).
    private static func repeated(
        _ first: CivilDate, _ rule: ICalendar.Line, _ firstYear: Int64
    ) throws(LineFaultAt) -> [CivilDate] {
        let wrong = LineFaultAt(rule.number, .badRepetition)
        var (isYearly, interval, count, until) = (false, Int64(1), Int64?.none, CivilDate?.none)
        for part in rule.value.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw wrong }
            switch pair[0] {
            case "FREQ": isYearly = pair[1] == "YEARLY"
            case "INTERVAL":
                guard let number = Int64(pair[1]), (1...1000).contains(number) else { throw wrong }
                interval = number
            case "COUNT":
                guard let number = Int64(pair[1]), (1...10_000).contains(number) else { throw wrong }
                count = number
            case "UNTIL":
                // It can have a time.
                guard let day = date(String(pair[1].prefix(8))) else { throw wrong }
                until = day
            case "WKST": break
            default: throw wrong
            }
        }
        guard isYearly else { throw wrong }
        let (year, month, day) = first.components
        let start = max(year, firstYear)
        return (start..<start + years).compactMap { each in
            guard (each - year).isMultiple(of: interval), count.map({ (each - year) / interval < $0 }) ?? true,
                let date = CivilDate(year: each, month: month, day: day), until.map({ date <= $0 }) ?? true
            else { return nil }
            return date
        }
    }
}
