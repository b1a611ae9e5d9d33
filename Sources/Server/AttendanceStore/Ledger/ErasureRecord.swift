import Attendance

/// The part of records that is erased.
package enum RecordPart: String, Sendable, CaseIterable {
    /// Desk and reader.
    case place
    /// The whole record; with it, the facts of hours of its time.
    case time
}

/// An erasure as a record of the log.
struct ErasureRecord: Equatable {
    var part: RecordPart
    /// The office or the person whose records were erased; the other is nil.
    var office: OfficeID?
    var person: PersonID?
    /// The first instant that is kept.
    var before: Instant
    var rule: String
    /// nil: the nightly job, or a command on the server.
    var author: PersonID?
    /// SHA-256 over the numbers of the records in rising order, eight bytes each (big-endian), then those of the facts of hours, each
    /// with the word `fact` after it.
    var digest: [UInt8]
}
