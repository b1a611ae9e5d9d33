/// Why a fact is refused. A refused fact has no effect (Hours.docc, "Checks").
package enum FactRejection: String, Error, Sendable, CaseIterable {
    /// An earlier fact has the same id.
    case duplicate
    case badType = "bad_type"
    /// A date or a period is missing or malformed, or the last day is before the first one.
    case badDate = "bad_date"
    /// Another field is missing, malformed or out of range.
    case badValue = "bad_value"
    /// A void names no fact, a void or a close.
    case unknownTarget = "unknown_target"
    /// No fact defines the schedule, the account or the kind of absence that the fact names.
    case unknownReference = "unknown_reference"
}
