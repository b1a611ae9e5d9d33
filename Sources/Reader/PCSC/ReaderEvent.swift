/// A change of the readers, of the cards on them, or of pcscd.
package enum ReaderEvent: Sendable, Equatable {
    case attached(reader: String)
    /// The reader was unplugged, or pcscd ended. A card may still be on the reader.
    case detached(reader: String)
    /// No reader is connected.
    case noReader
    /// A card is on the reader. `atr` is its answer to reset, which identifies the kind of card.
    case inserted(reader: String, atr: [UInt8])
    /// The reader is empty: the card was removed, or there was none when the watch began.
    case removed(reader: String)
    /// A card is on the reader but does not respond.
    case unresponsive(reader: String)
    /// pcscd is not available. The watch retries until it is.
    case serviceLost(PCSCError)
    case serviceRestored
}
