package import Attendance
import Spreadsheet

/// The records of a file that a spreadsheet wrote: text (``CSVText``) or an Excel workbook.
package struct TableFile: Sendable {
    /// How a file was read.
    package enum Format: Sendable, Equatable {
        case text(separator: Unicode.Scalar, TextEncoding)
        case workbook
    }

    package let format: Format
    let records: [CSVText.Record]
    let malformations: [CSVText.Malformation]

    /// - Parameter firstLine: the number of a text's first line.
    /// - Throws: ``ImportError/header(_:)`` for a workbook that cannot be read.
    init(_ bytes: [UInt8], firstLine: Int = 1) throws(ImportError) {
        guard Workbook.isWorkbook(bytes) else {
            let text = CSVText(bytes, firstLine: firstLine)
            (records, malformations) = (text.records, text.malformations)
            format = .text(separator: text.separator, text.encoding)
            return
        }
        (records, malformations, format) = (try Self.workbook(bytes).rows, [], .workbook)
    }

    private static func workbook(_ bytes: [UInt8]) throws(ImportError) -> Workbook {
        do throws(WorkbookError) {
            return try Workbook(bytes)
        } catch {
            switch error {
            case .broken: throw ImportTable.wrong(.brokenWorkbook)
            case .locked: throw ImportTable.wrong(.lockedWorkbook)
            case .tooLarge: throw ImportTable.wrong(.largeWorkbook)
            case .noResult(let cell): throw ImportTable.wrong(.noResult, ["cell": cell])
            }
        }
    }

    /// A file as text, to be edited: decoded, or the cells of a workbook as CSV.
    /// - Returns: no encoding for a workbook.
    /// - Throws: ``ImportError/header(_:)``.
    package static func text(of bytes: [UInt8]) throws(ImportError) -> (text: String, encoding: TextEncoding?) {
        if Workbook.isWorkbook(bytes) { return (try workbook(bytes).csv, nil) }
        // A line break can divide a character there.
        let (text, encoding) = TextEncoding.decode(ICalendar.isCalendar(bytes) ? ICalendar.unfolded(bytes) : bytes)
        guard let text = String(validating: text, as: UTF8.self), !text.utf8.contains(0) else {
            let place = CSVText(bytes).malformations.first { [.notUTF8, .nullCharacter].contains($0.kind) }
            throw ImportTable.wrong(.notText, ["line": "\(place?.line ?? 1)", "column": "\(place?.column ?? 1)"])
        }
        return (text, encoding)
    }
}
