/// What happened to the readers.
package enum ReaderEvent: Sendable, Equatable {
    case attached(reader: String)
    /// The reader was unplugged, or pcscd went away with it. What lies on it may go on lying there.
    case detached(reader: String)
    /// There is no reader at all.
    case noReader
    /// A card lies on the reader; its answer to reset says what kind it is.
    case inserted(reader: String, atr: [UInt8])
    /// Nothing lies on the reader any more, or nothing did when the watch began.
    case removed(reader: String)
    /// Something lies on the reader and does not answer.
    case unresponsive(reader: String)
    /// pcscd does not answer; it is asked again until it does.
    case serviceAway(PCSCError)
    case serviceBack
}
