/// Why bytes are not a valid NDEF message, and where. Rules: NFC Forum NDEF 1.0, chapter 3.
package struct NDEFError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// No bytes, or no records.
        case noRecords
        /// A field extends past the last byte.
        case truncated
        /// The first record has no message begin flag, or a later one has it.
        case messageBeginMisplaced
        /// No record has the message end flag.
        case messageEndMissing
        /// Bytes follow the record with the message end flag.
        case bytesAfterMessageEnd
        /// A record has the reserved type name format 7.
        case reservedTypeNameFormat
        /// A record of type name format 0 has a type, an id, a payload or the chunk flag.
        case emptyRecordHasFields
        /// A record of type name format 5 or 6 has a type.
        case typeNotAllowed
        /// A record of type name format 6 is not part of a chunked record.
        case unchangedWithoutChunk
        /// A new record begins before the chunked record ends.
        case chunkNotContinued
        /// A chunk after the first has an id.
        case idInLaterChunk
        /// The message ends inside a chunked record.
        case chunkNotEnded
        /// More records than `NDEFMessage.maxRecords`.
        case tooManyRecords
        /// A type or an id is longer than 255 bytes, or a payload has 4 GiB or more.
        case fieldTooLong
    }

    package let reason: Reason
    /// The offset of the invalid field in bytes from the beginning of the message.
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
    /// The reason in English, for logs and for `desktap-reader inspect`.
    package var sentence: String {
        switch self {
        case .noRecords: "no record"
        case .truncated: "a field extends past the last byte"
        case .messageBeginMisplaced: "the message begin flag is missing on the first record or set on a later one"
        case .messageEndMissing: "no record has the message end flag"
        case .bytesAfterMessageEnd: "bytes after the end of the message"
        case .reservedTypeNameFormat: "type name format 7 is reserved"
        case .emptyRecordHasFields: "an empty record has a type, an id, a payload or the chunk flag"
        case .typeNotAllowed: "a record of unknown or unchanged type has a type"
        case .unchangedWithoutChunk: "a record of unchanged type is not part of a chunked record"
        case .chunkNotContinued: "a record begins before the chunked record ends"
        case .idInLaterChunk: "a later chunk has an id"
        case .chunkNotEnded: "the message ends inside a chunked record"
        case .tooManyRecords: "more than \(NDEFMessage.maxRecords) records"
        case .fieldTooLong: "a field is too long to be encoded"
        }
    }
}
