/// Why an Excel workbook was not read.
package enum WorkbookError: Error, Sendable, Equatable {
    /// No workbook, or a damaged one.
    case broken
    /// Encrypted, or in the format of Excel 97, which is a container of the same kind.
    case locked
    case tooLarge
    /// Programs that do not calculate write formulas without results.
    case noResult(cell: String)
}
