import Attendance
import FoundationEssentials

/// Which columns an export of daily rows has, and what they are called: the contract's own, or those that a payroll program
/// wants, told by a small JSON file.
package struct ExportLayout: Sendable, Equatable {
    /// What one line stands for.
    enum Unit: String, Sendable, Decodable {
        case day
        /// A person's sum of a calendar month in an office.
        case month
    }

    struct Column: Sendable, Equatable {
        enum Source: Sendable, Equatable {
            case daily(DailyColumn)
            /// `YYYY-MM`.
            case month
            /// The same words in every line.
            case words(String)
        }

        /// How a date or a duration is written where the other program wants it differently.
        enum Style: String, Sendable, CaseIterable {
            case asItIs = "as_it_is"
            /// `MM/DD/YY`
            case americanDate = "MM/DD/YY"
            /// `H:MM`
            case shortHours = "H:MM"
        }

        var source: Source
        var name: String
        var style = Style.asItIs
    }

    var unit = Unit.day
    var columns: [Column]
    /// Written before the header as they are, cells separated like the rows'.
    var linesBefore: [[String]] = []
    package var isTabSeparated = false
    /// Durations above this many seconds go on in a further line, for programs that refuse longer ones.
    var longestDuration: Int64?

    /// The contract: every column in its order.
    /// - Parameter isRounded: with the column of rounded seconds behind them.
    static func contract(isRounded: Bool) -> ExportLayout {
        ExportLayout(
            columns: DailyColumn.allCases.filter { isRounded || $0 != .workedRoundedSeconds }
                .map { Column(source: .daily($0), name: $0.rawValue) })
    }
}

extension ExportLayout {
    /// Reads a layout file:
    /// `{"rows": "day|month", "columns": [{"from": "employee_id", "as": "Personnel no."}, {"text": "REG", "as": "Code"}]}`,
    /// with `"style"` for a column, and `"before"`, `"separator": "tab"` and `"longest": "23:59"` where they are needed.
    /// - Throws: ``ExportError/badLayout(_:)``.
    init(json: Data) throws(ExportError) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: json)
        } catch {
            throw ExportError.badLayout("The layout is not a JSON object with a list 'columns': \(error.place).")
        }
        unit = file.rows ?? .day
        linesBefore = file.before ?? []
        guard file.separator.map({ ["tab", "comma"].contains($0) }) ?? true else {
            throw ExportError.badLayout("The separator is 'tab' or 'comma'.")
        }
        isTabSeparated = file.separator == "tab"
        longestDuration = try file.longest.map { text throws(ExportError) in
            guard let seconds = OfficeSettings.dayBoundary(text), seconds > 0 else {
                throw ExportError.badLayout("'longest' is a duration such as 23:59.")
            }
            return seconds
        }
        guard !file.columns.isEmpty else { throw ExportError.badLayout("The layout has no columns.") }
        let unit = unit
        columns = try file.columns.enumerated().map { index, column throws(ExportError) in
            try Column(column, number: index + 1, unit: unit)
        }
    }

    private struct File: Decodable {
        var rows: Unit?
        var columns: [FileColumn]
        var before: [[String]]?
        var separator: String?
        var longest: String?
    }

    fileprivate struct FileColumn: Decodable {
        var from: String?
        var text: String?
        var `as`: String?
        var style: String?
    }
}

extension ExportLayout.Column {
    fileprivate init(_ column: ExportLayout.FileColumn, number: Int, unit: ExportLayout.Unit) throws(ExportError) {
        switch (column.from, column.text) {
        case (let from?, nil):
            name = column.as ?? from
            if from == "month" {
                source = .month
            } else if let daily = DailyColumn(rawValue: from) {
                source = .daily(daily)
                if unit == .month, !daily.hasMonthlySum {
                    throw ExportError.badLayout("Column \(number): '\(from)' is of a day, and a month has none.")
                }
            } else {
                let known = (DailyColumn.allCases.map(\.rawValue) + ["month"]).joined(separator: ", ")
                throw ExportError.badLayout("Column \(number): there is no '\(from)'. There are \(known).")
            }
        case (nil, let text?):
            source = .words(text)
            name = column.as ?? ""
        default:
            throw ExportError.badLayout("Column \(number) needs either 'from' or 'text'.")
        }
        guard let style = column.style.map(Style.init(rawValue:)) ?? .asItIs else {
            throw ExportError.badLayout(
                "Column \(number): the style is one of \(Style.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.style = style
    }
}

extension DailyColumn {
    /// Whether a month's line can have it.
    fileprivate var hasMonthlySum: Bool {
        switch self {
        case .workDate, .firstIn, .lastOut: false
        default: true
        }
    }
}

extension Error {
    /// Where in the file decoding failed, as far as the decoder says.
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
