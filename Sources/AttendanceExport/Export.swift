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
    /// Whether ``people`` are all people.
    let isOfEverybody: Bool
    let officeNames: [OfficeID: String]
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    /// A warning for the requester, in ASCII; nil: none.
    /// - Parameter replaced: the number of characters that were replaced.
    package func warning(replaced: Int = 0) -> String? {
        var warnings: [String] = []
        if request.rounding.mode == .down {
            warnings.append("The column worked_rounded_seconds is rounded down, which removes worked time.")
        }
        if replaced > 0 {
            warnings.append(
                "Characters that code page 932 lacks were replaced by U+3013: \(replaced). The preset excel keeps all letters.")
        }
        return warnings.isEmpty ? nil : warnings.joined(separator: " ")
    }

    /// Whether writing can fail because of a row's content. The file must then be complete before its first byte is sent.
    package var isWrittenBeforeSent: Bool { request.format == .xlsx || (request.format == .csv && request.preset == .cp932) }

    /// Writes the table in pieces.
    /// - Returns: the number of characters that were replaced.
    /// - Throws: ``ExportError`` if the format cannot contain a row.
    @discardableResult
    package func write(
        progress: (Progress) -> Void = { _ in }, to output: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        switch request.format {
        case .xlsx: try await spooled(progress: progress).file.pieces(output)
        case .csv:
            var format = try CSVFormat(request.preset, layout, replaces: request.replacesCharacters)
            try await stream(&format, progress, output)
            return format.unmappableCount
        case .json:
            var format = JSONFormat(.json, about)
            try await stream(&format, progress, output)
        case .ndjson:
            var format = JSONFormat(.ndjson, about)
            try await stream(&format, progress, output)
        }
        return 0
    }

    /// Writes the table into a temporary file.
    /// - Returns: also the number of characters that were replaced.
    package func spooled(progress: (Progress) -> Void = { _ in }) async throws -> (file: SpooledFile, replaced: Int) {
        var replaced = 0
        let file = try await SpooledFile { path, folder in
            if request.format == .xlsx {
                let words = AboutWords(heads: heads)
                var file = try XLSXFile(
                    path: path, folder: folder,
                    sheetName: request.subject == .daily
                        ? words.word("dailyRows", "Daily rows") : words.word("events", "Events"),
                    created: stamp.asOf, hasOffsets: !isInLocalTime)
                let people = try await fill(&file, progress) { _ in }
                let totals = people + [PersonTotals(of: people, name: words.word("total", "Total"))]
                if let totalsColumns { try file.add(totals, totalsColumns, sheetName: words.word("totals", "Totals")) }
                try file.add(about, sheetName: words.word("about", "About"))
                try file.end()
            } else {
                let file = try OutputFile(path: path)
                replaced = try await write(progress: progress) { try file.write($0) }
            }
        }
        return (file, replaced)
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
    private func fill<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws -> [PersonTotals] {
        switch request.subject {
        case .daily: return try await fillWithDays(&format, progress, drain)
        case .events:
            try await fillWithEvents(&format, progress, drain)
            return []
        }
    }

    private var numbers: [PersonID]? { isOfEverybody ? nil : people.map(\.id) }

    private func headed(_ columns: [ExportColumn]) -> [ExportColumn] {
        guard let heads else { return columns }
        return Catalogue.$current.withValue(heads) { columns.map(\.readable) }
    }

    /// Whether the file has a sheet with the totals of each person.
    private var hasTotals: Bool { heads != nil && request.subject == .daily && request.format == .xlsx }

    /// The columns of the sheet of totals, with their heads for people; nil: the file has no such sheet.
    private var totalsColumns: [(column: TotalsColumn, head: ExportColumn)]? {
        guard hasTotals, let heads else { return nil }
        return Catalogue.$current.withValue(heads) {
            TotalsColumn.all(isRounded: request.rounding != .none).map { (column: $0, head: ExportColumn($0)) }
        }
    }

    private func fillWithDays<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws -> [PersonTotals] {
        var totals: [PersonTotals] = []
        try format.begin(headed(layout.header))
        let words = ValueWords(heads: heads)
        var calendars = try await store.officeSettings.calendars(zones)
        var (written, done) = (Progress(), 0)
        try await store.record.withRecords(
            of: numbers, in: request.period, asOf: stamp.asOf, zones: zones, at: stamp.head.seq
        ) { record in
            let rows = record.rows.map { named($0, record, &calendars, words) }
            try layout.write(rows, to: &format)
            if hasTotals, let person = PersonTotals(rows) { totals.append(person) }
            done += 1
            written.rows += rows.count
            written.share = min(1, Double(done) / Double(max(1, people.count)))
            if !rows.isEmpty { progress(written) }
            try await drain(&format)
        }
        return totals
    }

    private func named(
        _ row: DailyRow, _ record: PeriodRecord, _ calendars: inout OfficeCalendars, _ words: ValueWords
    ) -> NamedDailyRow {
        let (office, date) = (row.key.office, row.key.date)
        return NamedDailyRow(
            employeeID: record.userName, employeeName: record.displayName, office: officeNames[office] ?? "",
            timeZone: calendars[office].settings(for: date).zone.name,
            offsets: (
                row.firstIn.map { calendars[office].offset(at: $0, on: date) } ?? 0,
                row.lastOut.map { calendars[office].offset(at: $0, on: date) } ?? 0
            ), row: row, workedRoundedSeconds: request.rounding.rounded(row.workedSeconds), words: words)
    }

    /// Whether all instants are written in the office's zone, without an offset.
    private var isInLocalTime: Bool {
        (request.format == .csv && request.preset.isForExcel) || (request.format == .xlsx && heads != nil)
    }

    private func fillWithEvents<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws {
        let columns = EventColumn.all(isForPeople: heads != nil)
        try format.begin(headed(columns.map(\.header)))
        let words = ValueWords(heads: heads)
        var calendars = try await store.officeSettings.calendars(zones)
        let names = Dictionary(people.map { ($0.id, (id: $0.userName, name: $0.displayName)) }) { first, _ in first }
        let days = request.period.lowerBound.daysSince1970...request.period.upperBound.daysSince1970
        var written = Progress()
        try await store.exports.withEvents(of: numbers, in: request.period, zones: zones, at: stamp.head.seq) { events in
            for event in events {
                let date = calendars[event.office].workingDay(at: event.at.seconds).date
                let name = names[event.person]
                let named = NamedEvent(
                    event: event, employeeID: name?.id ?? "", employeeName: name?.name ?? "",
                    office: officeNames[event.office] ?? "",
                    timeZone: calendars[event.office].settings(for: date).zone.name,
                    offset: calendars[event.office].offset(at: event.at.seconds, on: date),
                    offsetOfArrival: isInLocalTime ? calendars[event.office].offset(at: event.receivedAt.seconds, on: date) : 0,
                    words: words)
                for column in columns { try format.write(column.cell(of: named)) }
                try format.endRow()
                written.rows += 1
                written.share = Double(date.daysSince1970 - days.lowerBound) / Double(days.count)
            }
            progress(written)
            try await drain(&format)
        }
    }
}
