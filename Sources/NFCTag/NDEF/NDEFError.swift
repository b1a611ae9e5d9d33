/// Why bytes are no NDEF message, and where. Rules: NFC Forum NDEF 1.0, chapter 3.
package struct NDEFError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// No bytes at all, or no record to make a message of.
        case noRecords
        /// A field goes past the last byte.
        case truncated
        /// The first record lacks the message begin flag, or a later one carries it.
        case messageBeginMisplaced
        /// The last byte was read and no record carried the message end flag.
        case messageEndMissing
        /// Bytes follow the record that carries the message end flag.
        case bytesAfterMessageEnd
        /// The type name format 7 is kept for later versions of the format.
        case reservedTypeNameFormat
        /// A record of type name format 0 carries a type, an id, a payload or the chunk flag.
        case emptyRecordHasFields
        /// A record of type name format 5 or 6 carries a type.
        case typeNotAllowed
        /// A record of type name format 6 stands outside a chunked record.
        case unchangedWithoutChunk
        /// A record of its own begins before the chunked record ended.
        case chunkNotContinued
        /// A later chunk carries an id.
        case idInLaterChunk
        /// The message ends within a chunked record.
        case chunkNotEnded
        /// More records than `NDEFMessage.mostRecords`.
        case tooManyRecords
        /// A type or an id of more than 255 bytes, or a payload of 4 GiB or more.
        case fieldTooLong
    }

    package let reason: Reason
    /// Distance in bytes from the beginning of the message to the field at fault.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension NDEFError: CustomStringConvertible {
    package var description: String { "\(reason.sentence) (offset \(offset))" }
}

extension NDEFError.Reason {
    /// The reason in words, for the log and for the person who inspects a tag.
    package var sentence: String {
        switch self {
        case .noRecords: "no record"
        case .truncated: "a field goes past the last byte"
        case .messageBeginMisplaced: "message begin flag missing on the first record, or set on a later one"
        case .messageEndMissing: "no record carries the message end flag"
        case .bytesAfterMessageEnd: "bytes after the end of the message"
        case .reservedTypeNameFormat: "type name format 7 is reserved"
        case .emptyRecordHasFields: "an empty record with a type, an id, a payload or the chunk flag"
        case .typeNotAllowed: "a record of unknown or unchanged type carries a type"
        case .unchangedWithoutChunk: "an unchanged type outside a chunked record"
        case .chunkNotContinued: "a record begins before the chunked record ended"
        case .idInLaterChunk: "a later chunk carries an id"
        case .chunkNotEnded: "the message ends within a chunked record"
        case .tooManyRecords: "more than \(NDEFMessage.mostRecords) records"
        case .fieldTooLong: "a field is too long for its length"
        }
    }
}
