import Attendance
import FoundationEssentials

/// The columns of an export of daily rows: the default columns, or those of a JSON layout file for a payroll program.
package struct ExportLayout: Sendable, Equatable {
    /// The content of one line.
    package enum Unit: String, Sendable, Codable {
        case day
        /// A person's sum of a calendar month in an office.
        case month
        /// A person's working day in all offices, with what was owed.
        case hours

        var subject: ExportRequest.Subject { self == .hours ? .hours : .daily }
    }

    struct Column: Sendable, Equatable {
        enum Source: Sendable, Equatable {
            case daily(DailyColumn)
            /// A column of seconds, written as hours and minutes.
            case duration(DailyColumn)
            case hours(HoursColumn)
            /// `YYYY-MM`.
            case month
            /// The day of the week, in words.
            case weekday
            /// The same text in every line, or in the lines with a flag.
            case words(String)
        }

        /// The format of a date, a time or a duration. A style that does not fit the column has no effect.
        enum Style: String, Sendable, CaseIterable {
            case asItIs = "as_it_is"
            /// `MM/DD/YY`
            case americanDate = "MM/DD/YY"
            case americanLongDate = "MM/DD/YYYY"
            case dayFirst = "DD/MM/YYYY"
            case dottedDate = "DD.MM.YYYY"
            case yearFirst = "YYYY/MM/DD"
            case plainDate = "YYYYMMDD"
            /// `H:MM`, in the minutes that pages show, so that lines add up (``ShownRow``).
            case shortHours = "H:MM"
            /// The same with two digits for hours; also of columns of seconds, rounded down to the minute; of instants the office's
            /// time of day.
            case paddedHours = "HH:MM"
            /// Hours with two decimals.
            case roundedHours = "0.00"

            var isDate: Bool {
                switch self {
                case .americanDate, .americanLongDate, .dayFirst, .dottedDate, .yearFirst, .plainDate: true
                case .asItIs, .shortHours, .paddedHours, .roundedHours: false
                }
            }
        }

        var source: Source
        var name: String
        /// Whether the layout file names the column.
        var isNamed = false
        var style = Style.asItIs
        /// The flag of the lines that contain the column's text, such as `missing_end`; nil: all lines.
        var flag: String?
    }

    /// Far below the number of columns of a spreadsheet.
    private static let mostColumns = 1_000

    var unit = Unit.day
    /// Whether the columns are those for people.
    private(set) var isReadable = false
    /// Whether the columns are the default ones.
    var isDefault = false
    var columns: [Column]
    /// Cells of the lines before the header.
    var linesBefore: [[String]] = []
    package var isTabSeparated = false
    /// nil: each export chooses a preset.
    package var csv: LayoutCSV?
    /// The ending of the file's name, such as `iif`; nil: that of the format.
    package var fileEnding: String?
    /// The maximum worked time of a line in seconds; the rest continues in a further line. Some programs refuse longer ones.
    var longestDuration: Int64?

    /// The cell of ``linesBefore`` in whose place a request can name the company.
    static let company = "Your company"

    /// - Parameter company: nil: the layout stays as it is.
    func naming(_ company: String?) -> ExportLayout {
        guard let company else { return self }
        var layout = self
        layout.linesBefore = linesBefore.map { line in line.map { $0 == Self.company ? company : $0 } }
        return layout
    }

    /// Whether the layout has parts that only CSV has.
    var isCSVOnly: Bool { isTabSeparated || csv != nil || fileEnding != nil || !linesBefore.isEmpty }
    /// Whether hours and minutes without a style are those that pages show.
    var hasShownMinutes: Bool { unit == .month || isReadable }
    /// Whether a column has the minutes that pages show.
    var showsMinutes: Bool { hasShownMinutes || columns.contains { [.shortHours, .paddedHours].contains($0.style) } }

    func encoding(_ preset: CSVPreset) -> CSVEncoding { (csv ?? preset.csv).encoding }

    /// The default columns, in the order of the contract (Exports.md).
    /// - Parameter isRounded: whether the column of rounded seconds is included.
    static func contract(isRounded: Bool) -> ExportLayout {
        ExportLayout(
            isDefault: true,
            columns: DailyColumn.allCases.filter { isRounded || $0 != .workedRoundedSeconds }
                .map { Column(source: .daily($0), name: $0.rawValue) })
    }

    /// The default columns of targets and balances, in the order of the contract.
    static let hoursContract = ExportLayout(
        unit: .hours, isDefault: true,
        columns: HoursColumn.allCases.map { Column(source: .hours($0), name: $0.rawValue) })

    /// The columns for people: without times that another column repeats, with hours and minutes in place of seconds, and with the
    /// personnel number beside the name. Columns with a name or a style of their own stay.
    var readable: ExportLayout {
        func shown(as daily: DailyColumn) -> Column? {
            columns.contains { $0.source == .daily(daily) } ? nil : Column(source: .daily(daily), name: daily.rawValue)
        }
        func shownOnce(_ hours: HoursColumn) -> Column? {
            columns.contains { $0.source == .hours(hours) } ? nil : Column(source: .hours(hours), name: hours.rawValue)
        }
        var layout = self
        layout.isReadable = true
        layout.columns = columns.compactMap { column -> Column? in
            guard !column.isNamed, column.style == .asItIs else { return column }
            return switch column.source {
            case .daily(.workedSeconds): shown(as: .workedHoursAndMinutes)
            case .daily(.pauseSeconds): shown(as: .pauseHoursAndMinutes)
            case .daily(.unconfirmedSeconds): Column(source: .duration(.unconfirmedSeconds), name: "unconfirmed_hhmm")
            case .daily(.workedRoundedSeconds): Column(source: .duration(.workedRoundedSeconds), name: "worked_rounded_hhmm")
            case .hours(let hours): hours.forPeople.map { shownOnce($0) } ?? column
            default: column
            }
        }
        if let name = layout.place(of: .employeeName), let last = layout.place(of: .personnelNumber), name < last {
            let number = layout.columns.remove(at: last)
            layout.columns.insert(number, at: name + 1)
        }
        return layout
    }

    /// The columns for people without personnel numbers.
    var withoutPersonnelNumbers: ExportLayout {
        var layout = self
        let number = columns.firstIndex { $0.source == .hours(.personnelNumber) && !$0.isNamed }
        if let place = place(of: .personnelNumber) ?? number, columns.count > 1 { layout.columns.remove(at: place) }
        return layout
    }

    /// The place of a column without a name of its own; nil: there is none.
    private func place(of daily: DailyColumn) -> Int? {
        columns.firstIndex { $0.source == .daily(daily) && !$0.isNamed }
    }

    /// The columns of a spreadsheet for people: the weekday beside the date, and no office if the sheet "About" names the only one.
    func forPeople(ofOnePlace: Bool) -> ExportLayout {
        var layout = self
        layout.columns = columns.flatMap { column -> [Column] in
            switch column.source {
            case .daily(.office), .daily(.timeZone): ofOnePlace ? [] : [column]
            case .daily(.workDate), .hours(.workDate): [column, Column(source: .weekday, name: "weekday")]
            default: [column]
            }
        }
        return layout
    }
}

extension ExportLayout {
    /// Reads a layout file:
    /// `{"rows": "day|month|hours", "columns": [{"from": "employee_id", "as": "Personnel no."}, {"text": "REG", "as": "Code"}]}`,
    /// A column may have a `"style"`, and a text an `"if"`: the flag of the lines that contain it. Optional: `"before"`,
    /// `"separator": "tab"`, `"longest": "23:59"`, `"ending": "iif"`, `"encoding": "cp932"`, and with it `"decimal": "comma"` and
    /// `"header": false`.
    /// - Throws: ``ExportError/badLayout(_:)``.
    init(json: Data) throws(ExportError) {
        let file: LayoutFile
        do {
            file = try JSONDecoder().decode(LayoutFile.self, from: json)
        } catch {
            throw ExportError.badLayout("The layout is not a JSON object with a list 'columns': \(error.place).")
        }
        let unit = file.rows ?? .day
        self.unit = unit
        linesBefore = file.before ?? []
        guard file.separator.map({ LayoutCSV.Separator(rawValue: $0) != nil }) ?? true else {
            throw ExportError.badLayout("'separator' must be 'tab', 'comma' or 'semicolon'.")
        }
        isTabSeparated = file.separator == LayoutCSV.Separator.tab.rawValue
        csv = try file.csv
        if let ending = file.ending {
            guard (1...8).contains(ending.count), ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw ExportError.badLayout("'ending' must have 1 to 8 letters and digits, such as iif.")
            }
            fileEnding = ending
        }
        longestDuration = try file.longest.map { text throws(ExportError) in
            guard let seconds = OfficeSettings.timeOfDay(text), seconds > 0 else {
                throw ExportError.badLayout("'longest' must be a duration such as 23:59.")
            }
            guard unit != .hours else {
                throw ExportError.badLayout("'longest' exists only for days and months of work, not for 'hours'.")
            }
            return seconds
        }
        guard !file.columns.isEmpty else { throw ExportError.badLayout("The layout has no columns.") }
        guard file.columns.count <= Self.mostColumns else {
            throw ExportError.badLayout("The layout has more than \(Self.mostColumns) columns.")
        }
        var (columns, problems): ([Column], [String]) = ([], [])
        for (index, column) in file.columns.enumerated() {
            do throws(ExportError) {
                columns.append(try Column(column, number: index + 1, unit: unit))
            } catch {
                problems.append(error.sentence)
            }
        }
        guard problems.isEmpty else { throw ExportError.badLayout(problems.joined(separator: " ")) }
        self.columns = columns
    }
}

extension ExportLayout.Column {
    fileprivate init(_ column: LayoutFile.Column, number: Int, unit: ExportLayout.Unit) throws(ExportError) {
        switch (column.from, column.text) {
        case (let from?, nil):
            name = column.as ?? from
            isNamed = column.as != nil
            if from == "month" {
                source = .month
            } else if unit == .hours, let hours = HoursColumn(rawValue: from) {
                source = .hours(hours)
            } else if unit != .hours, let daily = DailyColumn(rawValue: from) {
                source = .daily(daily)
                if unit == .month, !daily.hasMonthlySum {
                    throw ExportError.badLayout("Column \(number): '\(from)' exists only for days, not months.")
                }
            } else {
                let columns = unit == .hours ? HoursColumn.allCases.map(\.rawValue) : DailyColumn.allCases.map(\.rawValue)
                let known = (columns + ["month"]).joined(separator: ", ")
                throw ExportError.badLayout("Column \(number): there is no column '\(from)'. The columns are \(known).")
            }
        case (nil, let text?):
            source = .words(text)
            name = column.as ?? ""
            isNamed = true
        default:
            throw ExportError.badLayout("Column \(number) needs either 'from' or 'text'.")
        }
        guard let style = column.style.map(Style.init(rawValue:)) ?? .asItIs else {
            throw ExportError.badLayout(
                "Column \(number): 'style' must be one of \(Style.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.style = style
        if let flag = column.if {
            let known = RowFlags(rawValue: .max).names
            guard unit != .hours else { throw ExportError.badLayout("Column \(number): 'if' exists only for rows with flags.") }
            guard column.text != nil, known.contains(flag) else {
                throw ExportError.badLayout(
                    "Column \(number): 'if' needs a 'text' and one of the flags \(known.joined(separator: ", ")).")
            }
            self.flag = flag
        }
    }
}

extension DailyColumn {
    /// Whether a line of a month can contain the column.
    var hasMonthlySum: Bool {
        switch self {
        case .workDate, .firstIn, .lastOut: false
        default: true
        }
    }
}

extension Error {
    /// The description of a decoding error, without its Swift type.
    fileprivate var place: String {
        guard let error = self as? DecodingError else { return "\(self)" }
        return switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "\(error)"
        }
    }
}
