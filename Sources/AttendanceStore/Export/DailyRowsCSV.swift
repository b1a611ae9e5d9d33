package import Attendance

/// Daily rows as CSV (RFC 4180, UTF-8, header row). The columns keep their names and their order; new ones come last.
package struct DailyRowsCSV {
    package static let header = """
        employee_id,employee_name,office,time_zone,work_date,first_in,last_out,worked_seconds,worked_hhmm,worked_hours,\
        pause_seconds,pause_hhmm,unconfirmed_seconds,sessions,flags\r\n
        """

    /// An office's name and zone as cells, and the calendar that knows which offset an instant is shown with.
    private let offices: [Int64: [UInt8]]
    private var zoneNames: [String: [UInt8]] = [:]
    private var calendars: OfficeCalendars
    /// What has been written and not yet taken.
    package private(set) var bytes: [UInt8]

    /// - Parameter offices: all that a row can be of, by their numbers.
    package init(_ offices: [Office], _ calendars: OfficeCalendars) {
        self.offices = Dictionary(uniqueKeysWithValues: offices.map { ($0.id, Self.cell($0.name)) })
        self.calendars = calendars
        bytes = Array(Self.header.utf8)
    }

    /// Takes away what has been written.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    package mutating func write(_ record: PeriodRecord) {
        if record.rows.isEmpty { return }
        let person = Self.cell(record.userName) + [Self.comma] + Self.cell(record.displayName) + [Self.comma]
        for row in record.rows {
            bytes += person
            write(row)
        }
    }

    private mutating func write(_ row: DailyRow) {
        let (office, date) = (row.key.office, row.key.date)
        bytes += offices[office] ?? []
        bytes.append(Self.comma)
        bytes += zoneName(calendars[office].settings(for: date).zone.name)
        bytes.append(Self.comma)
        date.write(to: &bytes)
        for instant in [row.firstIn, row.lastOut] {
            bytes.append(Self.comma)
            guard let instant else { continue }
            let offset = calendars[office].offset(at: instant, on: date)
            Instant(millisecondsSince1970: instant * 1000).writeRFC3339(offset: Int(offset), to: &bytes)
        }
        bytes.append(Self.comma)
        number(row.workedSeconds)
        bytes.append(Self.comma)
        hoursAndMinutes(row.workedSeconds)
        bytes.append(Self.comma)
        bytes += WorkedTime.decimalHours(row.workedSeconds).utf8
        bytes.append(Self.comma)
        number(row.pauseSeconds)
        bytes.append(Self.comma)
        hoursAndMinutes(row.pauseSeconds)
        bytes.append(Self.comma)
        number(row.unconfirmedSeconds)
        bytes.append(Self.comma)
        number(Int64(row.sessions))
        bytes.append(Self.comma)
        for (place, flag) in row.flags.names.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ";")) }
            bytes += flag.utf8
        }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private mutating func hoursAndMinutes(_ seconds: Int64) { bytes += WorkedTime.hoursAndMinutes(seconds).utf8 }

    private mutating func number(_ number: Int64) { bytes += String(number).utf8 }

    private mutating func zoneName(_ name: String) -> [UInt8] {
        if let cell = zoneNames[name] { return cell }
        let cell = Self.cell(name)
        zoneNames[name] = cell
        return cell
    }

    private static let comma = UInt8(ascii: ",")

    private static func cell(_ text: String) -> [UInt8] { CSVCell.bytes(of: text) }
}
