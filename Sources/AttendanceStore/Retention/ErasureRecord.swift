import Attendance

/// Which part of records goes.
package enum RecordPart: String, Sendable, CaseIterable {
    /// Desk and reader.
    case place
    /// All of it.
    case time
}

/// What the log says of an erasure: what went, by which rule, and who asked for it.
struct ErasureRecord: Equatable {
    var part: RecordPart
    /// Whose records: an office's, or a person's.
    var office: Int64?
    var person: Int64?
    /// The first instant that was kept.
    var before: Instant
    var rule: String
    /// nil where nobody but the clock asked.
    var author: Int64?
    /// SHA-256 over the numbers of the records, rising, eight bytes each (big-endian).
    var digest: [UInt8]
}
