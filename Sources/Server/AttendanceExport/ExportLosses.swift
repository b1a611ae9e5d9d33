/// What a file cannot have of the exported texts.
package struct ExportLosses: Sendable, Equatable {
    /// The number of characters that were replaced.
    package internal(set) var replaced = 0
    /// The number of cells that were shortened.
    package internal(set) var shortened = 0

    package static let none = ExportLosses()
}
