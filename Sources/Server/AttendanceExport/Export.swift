import Attendance
package import AttendanceStore
import Localization

/// An export that is ready to be written. Its inputs are fixed, so it can be written several times with identical bytes.
package struct Export: Sendable {
    /// The approximate size of the pieces in bytes.
    package static let pieceSize = 64 * 1024

    /// The progress of writing.
    package struct Progress: Sendable {
        package internal(set) var rows = 0
        /// From 0 to 1.
        package internal(set) var share = 0.0
    }

    package let request: ExportRequest
    package let stamp: ExportStamp
    /// The file name without extension.
    package let name: String
    package let layout: ExportLayout
    /// The language of the column heads and of values such as flags; nil: the names of the contract.
    let heads: Catalogue?
    let about: ExportMetadata
    let people: [Person]
    /// Selects ``people``.
    let filter: PeopleFilter
    /// Whether ``people`` are all people.
    let isOfEverybody: Bool
    /// The people who have a daily row also without a record in the period.
    let listed: Set<PersonID>
    let officeNames: [OfficeID: String]
    let personnelNumbers: [PersonID: String]
    let store: AttendanceStore
    let zones: TimeZoneDatabase
    /// The office and the time zone of all rows, which the sheet "About" of a spreadsheet for people names; nil: each row names them.
    var place: Place?

    struct Place: Hashable, Sendable {
        let office, timeZone: String
    }

    /// A warning for the requester, in ASCII; nil: none.
    package func warning(_ losses: ExportLosses = .none) -> String? {
        var warnings: [String] = []
        if request.rounding.mode == .down {
            warnings.append("The column worked_rounded_seconds is rounded down, which removes worked time.")
        }
        if losses.replaced > 0 {
            let remedy = layout.csv == nil ? "The preset excel" : "A layout with another encoding"
            warnings.append(
                request.format == .csv
                    ? "Characters that code page 932 lacks were replaced by U+3013: \(losses.replaced). \(remedy) keeps all letters."
                    : "Characters that a spreadsheet lacks were replaced by U+FFFD: \(losses.replaced). CSV keeps them.")
        }
        if losses.shortened > 0 {
            warnings.append(
                "Cells with more than \(ExcelLimits.textLength) characters were shortened: \(losses.shortened). CSV has them whole."
            )
        }
        return warnings.isEmpty ? nil : warnings.joined(separator: " ")
    }

    /// Whether writing can fail because of a row's content. The file must then be complete before its first byte is sent.
    package var isWrittenBeforeSent: Bool { request.format == .xlsx || (request.format == .csv && encoding == .cp932) }

    /// The encoding of a CSV file.
    package var encoding: CSVEncoding { layout.encoding(request.preset) }

    /// Writes the table in pieces.
    /// - Throws: ``ExportError`` if the format cannot contain a row.
    @discardableResult
    package func write(
        progress: (Progress) -> Void = { _ in }, to output: ([UInt8]) async throws -> Void
    ) async throws -> ExportLosses {
        switch request.format {
        case .xlsx:
            let (file, losses) = try await spooled(progress: progress)
            try await file.pieces(output)
            return losses
        case .csv:
            var format = try CSVFormat(request.preset, layout, replaces: request.replacesCharacters)
            try await stream(&format, progress, output)
            return ExportLosses(replaced: format.unmappableCount)
        case .json:
            var format = JSONFormat(.json, about)
            try await stream(&format, progress, output)
        case .ndjson:
            var format = JSONFormat(.ndjson, about)
            try await stream(&format, progress, output)
        }
        return .none
    }

    /// Writes the table into a temporary file.
    package func spooled(
        progress: (Progress) -> Void = { _ in }
    ) async throws -> (file: SpooledFile, losses: ExportLosses) {
        var losses = ExportLosses.none
        let file = try await SpooledFile { path, folder in
            if request.format == .xlsx {
                losses = try await placed().writeSpreadsheet(path, folder, progress)
            } else {
                let file = try OutputFile(path: path)
                losses = try await write(progress: progress) { try file.write($0) }
            }
        }
        return (file, losses)
    }

    /// With the ``place`` of a spreadsheet for people.
    func placed() async throws -> Export {
        var export = self
        if hasTotals || (heads != nil && request.subject == .events && request.format == .xlsx) {
            export.place = try await onlyPlace()
        }
        return export
    }

    private func writeSpreadsheet(
        _ path: String, _ folder: String, _ progress: (Progress) -> Void
    ) async throws -> ExportLosses {
        let words = AboutWords(heads: heads)
        var file = try XLSXFile(
            path: path, folder: folder, sheetName: words.rowsSheet(request.subject, layout.unit), created: stamp.asOf,
            hasOffsets: !isInLocalTime, mark: words.cut)
        let people = try await fill(&file, progress) { _ in }
        let totals = people + [PersonTotals(of: people, name: words.word("total", "Total"))]
        if let totalsColumns { try file.add(totals, totalsColumns, sheetName: words.word("totals", "Totals")) }
        try file.add(about.adding(place, words), sheetName: words.word("about", "About"), lossLines: words.lines)
        try file.end()
        return file.losses
    }

    private func stream<Format: StreamedFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ output: ([UInt8]) async throws -> Void
    ) async throws {
        try await fill(&format, progress) { format in
            if format.pendingBytes >= Self.pieceSize { try await output(format.takeBytes()) }
        }
        try format.end()
        try await output(format.takeBytes())
    }

    /// Writes header and rows.
    /// - Parameter drain: is called between rows, to send the pending bytes.
    /// - Returns: the totals of each person with daily rows, for the sheet of a spreadsheet for people; otherwise empty.
    @discardableResult
    func fill<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws -> [PersonTotals] {
        switch request.subject {
        case .daily: return try await fillWithDays(&format, progress, drain)
        case .events:
            try await fillWithEvents(&format, progress, drain)
            return []
        case .hours:
            try await fillWithHours(&format, progress, drain)
            return []
        }
    }

    var numbers: [PersonID]? { isOfEverybody ? nil : people.map(\.id) }

    func headed(_ columns: [ExportColumn]) -> [ExportColumn] {
        guard let heads else { return columns }
        return Catalogue.$current.withValue(heads) { columns.map(\.readable) }
    }

    /// Whether the file has a sheet with the totals of each person.
    private var hasTotals: Bool { heads != nil && request.subject == .daily && request.format == .xlsx && layout.isDefault }

    /// The columns of the sheet of totals, with their heads for people; nil: the file has no such sheet.
    private var totalsColumns: [(column: TotalsColumn, head: ExportColumn)]? {
        guard hasTotals, let heads else { return nil }
        return Catalogue.$current.withValue(heads) {
            TotalsColumn.all(isRounded: request.rounding != .none, isNumbered: !personnelNumbers.isEmpty)
                .map { (column: $0, head: ExportColumn($0)) }
        }
    }

    private func fillWithDays<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws -> [PersonTotals] {
        var totals: [PersonTotals] = []
        let layout = hasTotals ? layout.forPeople(ofOnePlace: place != nil) : layout
        try format.begin(headed(layout.header))
        let confirmed = try await hasTotals ? store.flagConfirmations.confirmedDoubts(in: request.period) : []
        let present = try await hasTotals ? Set(store.people.people().map(\.id)) : []
        var (written, done) = (Progress(), 0)
        try await withRows { record, rows in
            try layout.write(rows, to: &format)
            if hasTotals {
                // The rows have their flags always; the people who read the totals see the same days to fix as on HR's page.
                let shown = record.shown(
                    hasLeft: !present.contains(record.person), asOf: stamp.asOf, confirmed: confirmed
                ).rows.filter { request.period.contains($0.key.date) }
                if let person = PersonTotals(rows, shown: shown) { totals.append(person) }
            }
            done += 1
            written.rows += rows.count
            written.share = min(1, Double(done) / Double(max(1, people.count)))
            if !rows.isEmpty { progress(written) }
            try await drain(&format)
        }
        return totals
    }

    /// Passes the rows of one person after the other to `body`. A person without a record in the period has a row of its first day,
    /// with zeros, if the person is ``listed``.
    private func withRows(_ body: (PeriodRecord, [NamedDailyRow]) async throws -> Void) async throws {
        let words = ValueWords(heads: heads)
        var calendars = try await store.officeSettings.calendars(zones)
        let homes = Dictionary(people.map { ($0.id, $0.office) }) { first, _ in first }
        let period = request.period
        try await store.record.withRecords(
            of: numbers, in: hasTotals || layout.showsMinutes ? period.sinceFirstOfMonth : period, asOf: stamp.asOf,
            zones: zones,
            at: stamp.head.seq
        ) { record in
            var rows = record.rows.shown.filter { period.contains($0.row.key.date) }
            if rows.isEmpty, listed.contains(record.person), let home = homes[record.person] {
                rows = [DailyRow(key: DailyRow.Key(date: period.lowerBound, office: home))].shown
            }
            try await body(record, rows.map { named($0, record, &calendars, words) })
        }
    }

    private struct SecondPlace: Error {}

    /// The office and the time zone of all rows; nil: there are several. Reads the rows until a second one.
    private func onlyPlace() async throws -> Place? {
        // One office, with the same settings in the whole period.
        if about.offices.count == 1, let (office, name) = officeNames.first {
            let calendars = try await store.officeSettings.calendars(zones)
            return Place(office: name, timeZone: calendars[office].settings(for: request.period.lowerBound).zone.name)
        }
        var only: Place?
        func add(_ place: Place) throws {
            if let only, only != place { throw SecondPlace() }
            only = place
        }
        do {
            switch request.subject {
            case .daily:
                try await withRows { _, rows in for row in rows { try add(Place(office: row.office, timeZone: row.timeZone)) } }
            case .events:
                try await withNamedEvents {
                    for event in $0 { try add(Place(office: event.office, timeZone: event.clock.zone.name)) }
                }
            // Its rows have no time zone.
            case .hours: return nil
            }
            return only
        } catch is SecondPlace {
            return nil
        }
    }

    private func named(
        _ shown: ShownRow, _ record: PeriodRecord, _ calendars: inout OfficeCalendars, _ words: ValueWords
    ) -> NamedDailyRow {
        let row = shown.row
        let (office, date) = (row.key.office, row.key.date)
        return NamedDailyRow(
            employeeID: record.userName, employeeName: record.displayName,
            personnelNumber: personnelNumbers[record.person], office: officeNames[office] ?? "",
            timeZone: calendars[office].settings(for: date).zone.name,
            offsets: (
                row.firstIn.map { calendars[office].offset(at: $0, on: date) } ?? 0,
                row.lastOut.map { calendars[office].offset(at: $0, on: date) } ?? 0
            ), row: row, workedRoundedSeconds: request.rounding.rounded(row.workedSeconds), words: words, minutes: shown.time)
    }

    /// Whether all instants are written in the office's zone, without an offset.
    var isInLocalTime: Bool {
        (request.format == .csv && request.preset.isForExcel) || (request.format == .xlsx && heads != nil)
    }

    private func fillWithEvents<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws {
        let columns = EventColumn.all(isForPeople: heads != nil, isOfOnePlace: place != nil)
        try format.begin(headed(columns.map(\.header)))
        var written = Progress()
        let days = request.period.lowerBound.daysSince1970...request.period.upperBound.daysSince1970
        try await withNamedEvents { events in
            for event in events {
                for column in columns { try format.write(column.cell(of: event)) }
                try format.endRow()
                written.rows += 1
                written.share = Double(event.date.daysSince1970 - days.lowerBound) / Double(days.count)
            }
            progress(written)
            try await drain(&format)
        }
    }

    /// Passes the events in batches to `body`.
    private func withNamedEvents(_ body: ([NamedEvent]) async throws -> Void) async throws {
        let words = ValueWords(heads: heads)
        var calendars = try await store.officeSettings.calendars(zones)
        let names = Dictionary(people.map { ($0.id, (id: $0.userName, name: $0.displayName)) }) { first, _ in first }
        try await store.exports.withEvents(of: numbers, in: request.period, zones: zones, at: stamp.head.seq) { events in
            try await body(
                events.map { event in
                    let date = calendars[event.office].workingDay(at: event.at.seconds).date
                    let name = names[event.person]
                    return NamedEvent(
                        event: event, employeeID: name?.id ?? "", employeeName: name?.name ?? "",
                        office: officeNames[event.office] ?? "", date: date,
                        clock: LocalClock(zone: calendars[event.office].settings(for: date).zone),
                        offset: calendars[event.office].offset(at: event.at.seconds, on: date),
                        offsetOfArrival: isInLocalTime
                            ? calendars[event.office].offset(at: event.receivedAt.seconds, on: date) : 0,
                        words: words)
                })
        }
    }
}
