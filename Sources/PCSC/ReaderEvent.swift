/// What happened to the readers.
package enum ReaderEvent: Sendable, Equatable {
    case attached(reader: String)
    case detached(reader: String)
    /// A card lies on the reader; its answer to reset says what kind it is.
    case inserted(reader: String, atr: [UInt8])
    case removed(reader: String)
    /// Something lies on the reader and does not answer.
    case unresponsive(reader: String)
    /// pcscd does not answer; it is asked again until it does.
    case serviceAway(PCSCError)
    case serviceBack
}
