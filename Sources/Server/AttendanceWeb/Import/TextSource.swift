import Attendance
import AttendanceStore
import Localization

/// What a chosen file was before it became the text of a form.
enum TextSource: Sendable, Equatable {
    case text(TextEncoding)
    case workbook

    private static let workbookName = "xlsx"

    /// The value of a form's field.
    init?(_ name: String) {
        if name == Self.workbookName {
            self = .workbook
        } else {
            guard let encoding = TextEncoding(rawValue: name) else { return nil }
            self = .text(encoding)
        }
    }

    init(_ encoding: TextEncoding?) { self = encoding.map { .text($0) } ?? .workbook }

    var name: String {
        switch self {
        case .text(let encoding): encoding.rawValue
        case .workbook: Self.workbookName
        }
    }
}

extension TableFile.Format {
    /// How the file was understood, such as "Semicolons, Windows-1252"; nil for commas in UTF-8.
    func localizedText(from source: TextSource?) -> String? {
        guard case .text(let separator, _) = self, source != .workbook else { return localized("import.read.workbook") }
        var parts: [String] = []
        switch separator {
        case ",": break
        case ";": parts.append(localized("import.read.semicolon"))
        case "\t": parts.append(localized("import.read.tab"))
        default: parts.append(localized("import.read.other", ["separator": String(separator)]))
        }
        if case .text(let encoding) = source, encoding != .utf8 { parts.append(encoding.rawValue) }
        return parts.isEmpty ? nil : parts.localizedList("record.separator")
    }
}
