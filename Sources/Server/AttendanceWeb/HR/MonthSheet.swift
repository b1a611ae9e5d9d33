import Attendance
import AttendanceStore
import Localization

/// A person's month as one printed sheet to sign: each day, the totals, and the state of the data behind them.
struct MonthSheet: Sendable {
    struct Line: Sendable {
        let day: String
        let weekday: String
        let isMonday, isWeekend: Bool
        let firstIn: String
        let lastOut: String
        let pause: String
        let worked: String
        /// Target, credit and difference; nil: the sheet has no such columns.
        let lineHours: SheetHours.Line?
        /// Flags, time that does not count, another office, the holiday, absences, adjustments and notes as text.
        let remarks: String
    }

    let person: String
    let user: String
    /// As payroll programs know the person; nil: unknown.
    let personnelNumber: String?
    let office: String
    let teamName: String?
    let month: String
    /// The time zone of the times.
    let timeZone: String
    let lines: [Line]
    let worked: String
    let pause: String
    /// nil: no schedule applied to the person in the month.
    let sheetHours: SheetHours.Totals?
    /// What the totals lack; empty: nothing.
    let lacking: String
    /// The number of days with work.
    let daysWorked: Int
    /// The number of days whose last session has no clock-out in time.
    let daysWithoutEnd: Int
    /// The latest record included: its sequence number, and with the ledger's hash at it.
    let entry, ledgerHead: String
    /// The time until which the month's sessions are followed, as a sentence.
    let counted: String
    /// The time until which all records are included.
    let recorded: String
    let timeZoneDatabase: String

    /// - Parameters:
    ///   - rows: all rows of the month by working day and office.
    ///   - notes: those on the month's days.
    ///   - hours: nil: no schedule applied to the person in the month.
    ///   - officeNames: of all offices by id.
    ///   - now: an instant before the records were read.
    init(
        _ account: Account, of month: ClosedRange<CivilDate>, _ rows: [DailyRow], _ notes: [DayNote],
        _ hours: SheetHours?, calendars: OfficeCalendars, officeNames: [OfficeID: String], stamp: ExportStamp, now: Instant
    ) {
        func clock(_ office: OfficeID, _ date: CivilDate) -> LocalClock {
            LocalClock(zone: calendars[office].settings(for: date).zone)
        }
        let person = account.person
        (teamName, personnelNumber) = (account.teamName, account.details.personnelNumber)
        let ownClock = clock(person.office, month.upperBound)
        self.person = person.displayName
        user = person.userName
        office = officeNames[person.office] ?? ""
        self.month = month.lowerBound.monthAndYear
        timeZone = Self.zone(ownClock, in: month)
        let byDay = Dictionary(grouping: rows.shown, by: \.row.key.date)
        let notesByRow = notes.byRow(rows.map(\.key))
        lines = month.days.flatMap { date in
            guard let rows = byDay[date] else {
                return [Line(nothingOn: date, hours?.line(date), notes.filter { $0.key.date == date })]
            }
            return rows.map { row in
                let (office, notes) = (row.row.key.office, notesByRow[row.row.key])
                return Line(
                    row, clock(office, date), elsewhere: office == person.office ? nil : officeNames[office],
                    // The first row of a day has what is of the whole day.
                    hours.map { notes == nil ? .none : $0.line(date) }, notes ?? [])
            }
        }
        sheetHours = hours?.totals
        let totals = RecordTotals(rows.shown)
        (worked, pause) = (totals.time.workedInWords, totals.time.pauseInWords)
        let open = totals.time.openIfAny.map { localized("sheet.open", ["time": $0]) }
        lacking = [totals.withoutEndInWords, open].compactMap(\.self).localizedList("sheet.separator")
        daysWorked = totals.days
        daysWithoutEnd = totals.withoutEnd
        (entry, ledgerHead) = ("\(stamp.head.seq)", stamp.head.text)
        recorded = ownClock.dayAndTime(now.seconds)
        let lastDay = ownClock.date(stamp.asOf.seconds)
        let values = ["month": month.lowerBound.monthAndYear, "asOf": ownClock.dayAndTime(stamp.asOf.seconds)]
        counted =
            if lastDay < month.lowerBound {
                localized("sheet.notBegun", values)
            } else {
                localized(lastDay > month.upperBound ? "sheet.countedAfter" : "sheet.counted", values)
            }
        timeZoneDatabase = stamp.timeZones
    }

    /// Such as `Asia/Tokyo (UTC+09:00)`, with both offsets if the clock changed, or `UTC`.
    private static func zone(_ clock: LocalClock, in month: ClosedRange<CivilDate>) -> String {
        if clock.zoneName == "UTC" { return clock.zoneName }
        let offsets = [LocalClock.reading(month.lowerBound, 0), LocalClock.reading(month.upperBound, 86_399)].map { reading in
            "UTC" + clock.rfc3339(clock.zone.firstInstant(reading: reading)).suffix(6)
        }
        return offsets[0] == offsets[1]
            ? localized("sheet.zone", ["zone": clock.zoneName, "offset": offsets[0]])
            : localized("sheet.later", ["zone": clock.zoneName, "first": offsets[0], "second": offsets[1]])
    }
}

extension MonthSheet.Line {
    fileprivate init(nothingOn date: CivilDate, _ hours: SheetHours.Line?, _ notes: [DayNote]) {
        (firstIn, lastOut, pause, worked) = ("", "", "", "")
        lineHours = hours
        remarks = ((hours?.remarks ?? []) + Self.written(notes)).localizedList("sheet.separator")
        (day, weekday, isMonday, isWeekend) = Self.name(date)
    }

    fileprivate init(_ shown: ShownRow, _ clock: LocalClock, elsewhere: String?, _ hours: SheetHours.Line?, _ notes: [DayNote])
    {
        let (row, time) = (shown.row, shown.time)
        let date = row.key.date
        firstIn = row.firstIn.map { clock.time($0, on: date) } ?? ""
        lastOut = row.lastOut.map { clock.time($0, on: date) } ?? (row.sessions > 0 ? "?" : "")
        pause = time.pauseIfAny ?? ""
        worked = row.sessions > 0 ? time.workedInWords : ""
        let open = time.openIfAny.map { localized("record.sinceLastTap", ["time": $0]) }
        let further = [open, elsewhere.map { localized("sheet.at", ["office": $0]) }].compactMap(\.self)
        lineHours = hours
        remarks = (row.flags.names.map(RecordWords.flag) + further + (hours?.remarks ?? []) + Self.written(notes))
            .localizedList("sheet.separator")
        (day, weekday, isMonday, isWeekend) = Self.name(date)
    }

    private static func written(_ notes: [DayNote]) -> [String] {
        notes.map { localized("sheet.note", ["who": $0.author.displayName, "note": $0.text]) }
    }

    private static func name(_ date: CivilDate) -> (String, String, Bool, Bool) {
        ("\(date.components.day)", date.shortWeekday, date.daysAfterMonday == 0, date.daysAfterMonday >= 5)
    }
}
