import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// An export layout as a form has it: layouts with other parts, such as lines before the header, exist only as JSON.
package struct LayoutDraft: Sendable, Equatable {
    package struct Column: Sendable, Equatable {
        /// The id of one of ``LayoutDraft/contents(of:)``.
        package var content: String
        /// Empty: the name of the column of daily rows.
        package var heading: String
        /// The text in each line, if the content is ``Content/text``.
        package var text: String

        package init(content: String, heading: String = "", text: String = "") {
            (self.content, self.heading, self.text) = (content, heading, text)
        }
    }

    /// What is wrong with a draft. Places of columns count from 0.
    package enum Problem: Sendable, Equatable {
        case noColumns, tooManyColumns, ambiguousSigns
        case unknownContent(column: Int), notMonthly(column: Int), badHeading(column: Int), badText(column: Int)
        /// The heading or the text has characters that the encoding lacks.
        case unmappable(column: Int, isText: Bool)
    }

    package var unit: ExportLayout.Unit
    package var columns: [Column]
    /// nil: format and encoding are chosen with each export.
    package var csv: LayoutCSV?

    package static let mostColumns = 50

    package init(_ unit: ExportLayout.Unit, columns: [Column], csv: LayoutCSV?) {
        (self.unit, self.columns, self.csv) = (unit, columns, csv)
    }

    /// A layout of daily rows, to start with.
    package static let daily = LayoutDraft(
        .day,
        columns: [
            "employee_id", "employee_name", "work_date", "first_in:HH:MM", "last_out:HH:MM", "worked_hhmm:HH:MM",
            "pause_hhmm:HH:MM",
        ].map { Column(content: $0) }, csv: LayoutCSV())

    /// A layout of targets and balances, to start with.
    package static let hours = LayoutDraft(
        .hours,
        columns: [
            "employee_id", "employee_name", "work_date", "target_s:HH:MM", "worked_s:HH:MM", "absence_s:HH:MM",
            "balance_s:HH:MM", "carried_s:HH:MM",
        ].map { Column(content: $0) }, csv: LayoutCSV())

    /// In the order of the form.
    package var problems: [Problem] {
        var problems: [Problem] = []
        if columns.isEmpty { problems.append(.noColumns) }
        if columns.count > Self.mostColumns { problems.append(.tooManyColumns) }
        let codePage = try? csv?.encoding == .cp932 ? CodePage932() : nil
        for (place, column) in columns.enumerated() {
            guard let content = content(column) else {
                problems.append(.unknownContent(column: place))
                continue
            }
            if unit == .month, !content.isMonthly { problems.append(.notMonthly(column: place)) }
            if !Self.isLine(column.heading) { problems.append(.badHeading(column: place)) }
            if content.id == Content.text, !Self.isLine(column.text) { problems.append(.badText(column: place)) }
            guard let codePage else { continue }
            for (text, isText, isWritten) in [
                (column.heading, false, csv?.hasHeader == true), (column.text, true, content.id == Content.text),
            ] where isWritten && codePage.encode(text) == nil {
                problems.append(.unmappable(column: place, isText: isText))
            }
        }
        if csv?.isAmbiguous == true { problems.append(.ambiguousSigns) }
        return problems
    }

    /// nil: rows of this unit have no such content.
    private func content(_ column: Column) -> Content? {
        (unit == .hours ? Content.ofHoursNamed : Content.named)[column.content]
    }

    private static func isLine(_ text: String) -> Bool { text.isEmpty || TypedText.line(text, upTo: ThingName.longest) == text }

    /// The layout file. The draft must have no ``problems``.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try encoder.encode(
            LayoutFile(
                rows: unit,
                columns: columns.map { column in
                    let heading = column.heading.isEmpty ? nil : column.heading
                    guard let content = content(column), content.id != Content.text else {
                        return LayoutFile.Column(text: column.text, as: heading)
                    }
                    return LayoutFile.Column(
                        from: content.column, as: heading, style: content.style == .asItIs ? nil : content.style.rawValue)
                }, separator: csv?.separator.rawValue, encoding: csv?.encoding.rawValue,
                decimal: csv?.decimalSign == .comma ? LayoutCSV.DecimalSign.comma.rawValue : nil,
                header: csv?.hasHeader == false ? false : nil))
        return String(decoding: file, as: UTF8.self)
    }

    private func layout() throws -> ExportLayout { try ExportLayout(json: Data(try json().utf8)) }

    /// A draft whose only ``problems`` are characters that the encoding lacks, so that they can be replaced.
    /// - Returns: nil if the file is wrong, or has parts that a draft cannot have. They would be lost.
    package init?(json: String) {
        guard let layout = try? ExportLayout(json: Data(json.utf8)) else { return nil }
        self.init(
            layout.unit,
            columns: layout.columns.map { column in
                let heading = column.isNamed ? column.name : ""
                if case .words(let text) = column.source {
                    return Column(content: Content.text, heading: heading, text: text)
                }
                let content = Self.contents(of: layout.unit).first { $0.source == column.source && $0.style == column.style }
                return Column(content: content?.id ?? "", heading: heading)
            }, csv: layout.csv)
        let others = problems.filter { if case .unmappable = $0 { false } else { true } }
        guard others.isEmpty, (try? self.layout()) == layout else { return nil }
    }

    /// The header and a line of a made-up person; nil if the draft has ``problems``.
    package var example: String? {
        guard problems.isEmpty, var layout = try? layout() else { return nil }
        layout.csv?.encoding = .utf8
        return layout.example
    }
}

extension LayoutDraft {
    /// What a column can contain: a column of daily rows in a style, or a fixed text.
    package struct Content: Sendable {
        /// The column and the style, such as `work_date` or `worked_hhmm:H:MM`; ``text`` for a fixed text.
        package let id: String
        /// The column's name in a layout file; empty for a fixed text.
        let column: String
        let source: ExportLayout.Column.Source
        let style: ExportLayout.Column.Style
        /// Whether there are other styles of the same value.
        private let hasStyles: Bool

        package static let text = "text"
        fileprivate static let named = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        fileprivate static let ofHoursNamed = Dictionary(ofHours.map { ($0.id, $0) }) { first, _ in first }

        /// Whether a line of a month can contain it.
        var isMonthly: Bool { if case .daily(let daily) = source { daily.hasMonthlySum } else { true } }

        /// Its name in the current language, with an example of its style.
        package var name: String {
            guard hasStyles else { return title }
            let unit: ExportLayout.Unit = if case .hours = source { .hours } else { .day }
            let example =
                ExportLayout(unit: unit, columns: [ExportLayout.Column(source: source, name: "", style: style)]).example ?? ""
            let value = example.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
            return localized("layout.content", ["name": title, "example": value])
        }

        private var title: String {
            if case .hours(let hours) = source { return localized("export.column.\(hours.rawValue)") }
            guard case .daily(let daily) = source else {
                return source == .month ? localized("export.column.month") : localized("layout.text")
            }
            return switch daily {
            case .workedHoursAndMinutes, .workedHours: localized("export.column.worked_seconds")
            case .pauseHoursAndMinutes: localized("export.column.pause_seconds")
            default: localized("export.column.\(daily.rawValue)")
            }
        }

        fileprivate init(
            _ column: String, _ source: ExportLayout.Column.Source, _ style: ExportLayout.Column.Style = .asItIs,
            hasStyles: Bool = false
        ) {
            (self.column, self.source, self.style, self.hasStyles) = (column, source, style, hasStyles)
            id = column.isEmpty ? Self.text : style == .asItIs ? column : "\(column):\(style.rawValue)"
        }

        private static func of(
            _ column: DailyColumn, _ styles: [ExportLayout.Column.Style] = [.asItIs]
        ) -> [Content] {
            styles.map { style in
                let hasStyles = styles.count > 1 || style != .asItIs || column.isOfSeveralColumns
                return Content(column.rawValue, .daily(column), style, hasStyles: hasStyles)
            }
        }

        fileprivate static let all: [Content] = {
            let groups: [[Content]] = [
                of(.employeeID), of(.employeeName), of(.personnelNumber), of(.office), of(.timeZone),
                [Content("month", .month)],
                of(.workDate, [.asItIs, .yearFirst, .plainDate, .dottedDate, .dayFirst, .americanLongDate, .americanDate]),
                of(.firstIn, [.paddedHours, .asItIs]), of(.lastOut, [.paddedHours, .asItIs]),
                of(.workedHoursAndMinutes, [.shortHours, .paddedHours]), of(.workedHours, [.roundedHours, .asItIs]),
                of(.workedSeconds), of(.workedHoursAndMinutes),
                of(.workedRoundedSeconds, [.paddedHours, .roundedHours, .asItIs]),
                of(.pauseHoursAndMinutes, [.shortHours, .paddedHours]), of(.pauseSeconds, [.roundedHours, .asItIs]),
                of(.pauseHoursAndMinutes), of(.unconfirmedSeconds, [.paddedHours, .roundedHours, .asItIs]), of(.sessions),
                of(.flags), [Content("", .words(""))],
            ]
            return groups.flatMap { $0 }
        }()

        private static func ofHours(_ column: HoursColumn, _ styles: [ExportLayout.Column.Style] = [.asItIs]) -> [Content] {
            styles.map { Content(column.rawValue, .hours(column), $0, hasStyles: styles.count > 1) }
        }

        /// Of targets and balances.
        fileprivate static let ofHours: [Content] = {
            let dates: [ExportLayout.Column.Style] = [
                .asItIs, .yearFirst, .plainDate, .dottedDate, .dayFirst, .americanLongDate, .americanDate,
            ]
            let groups = HoursColumn.allCases.map { column -> [Content] in
                switch column.kind {
                case .date: ofHours(column, dates)
                case .integer: ofHours(column, [.paddedHours, .shortHours, .roundedHours, .asItIs])
                case .hoursAndMinutes, .decimalHours: []
                default: ofHours(column)
                }
            }
            return groups.flatMap { $0 } + [Content("month", .month), Content("", .words(""))]
        }()
    }

    /// What rows of a unit can have, in the order of the form.
    package static func contents(of unit: ExportLayout.Unit) -> [Content] { unit == .hours ? Content.ofHours : Content.all }
}

extension DailyColumn {
    /// Whether other columns have the same value in another form.
    fileprivate var isOfSeveralColumns: Bool {
        switch self {
        case .workedSeconds, .workedHoursAndMinutes, .workedHours, .pauseSeconds, .pauseHoursAndMinutes: true
        default: false
        }
    }
}

extension ExportLayout {
    /// The header and a line of a made-up person, in UTF-8; nil if the layout cannot be written.
    fileprivate var example: String? {
        do {
            var format = try CSVFormat(.standard, self)
            try format.begin(header)
            if unit == .hours { try write(HoursRow.example, to: &format) } else { try write([.example], to: &format) }
            try format.end()
            return String(decoding: format.takeBytes(), as: UTF8.self)
        } catch {
            return nil
        }
    }
}

extension NamedDailyRow {
    /// A made-up day. Its time is 8:05:43, which pages show as 8:06.
    fileprivate static var example: NamedDailyRow {
        let date = CivilDate(daysSince1970: 20_787)
        var row = DailyRow(key: DailyRow.Key(date: date, office: 1))
        let midnight = date.daysSince1970 * 86_400
        // 08:49:07 and 17:54:50 in Tokyo.
        (row.firstIn, row.lastOut) = (midnight - 653, midnight + 32_090)
        (row.workedSeconds, row.pauseSeconds, row.sessions) = (29_143, 3_600, 1)
        return NamedDailyRow(
            employeeID: "aiko", employeeName: "Aiko Aoyama", office: "Tokyo", timeZone: "Asia/Tokyo",
            offsets: (32_400, 32_400), row: row, workedRoundedSeconds: 28_800)
    }
}

extension HoursRow {
    /// The same day with a target of 8 hours, and twenty minutes of debt before it.
    fileprivate static var example: HoursRow {
        HoursRow(
            employeeID: "aiko", employeeName: "Aiko Aoyama", personnelNumber: nil, date: CivilDate(daysSince1970: 20_787),
            office: "Tokyo", team: "Design", schedule: "full", isCounted: true, holiday: nil, target: 28_800, worked: 29_143,
            night: 0, overtime: 343, restDay: 0, holidaySeconds: 0, absence: 0, adjustment: 0, cut: 0, balance: 343,
            carried: -857)
    }
}
