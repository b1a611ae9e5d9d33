package import NFCTag
package import PCSC

/// The readers of the agent: readers behind pcscd, or fakes in tests.
package protocol CardReaders: Sendable {
    /// Passes the events of readers and tags to `deliver` until the task is cancelled.
    func watch(_ deliver: (ReaderEvent) async -> Void) async

    /// Reads the tag or badge on a reader.
    /// - Parameter capabilities: what is known about the reader's limits. The updated value is returned.
    func read(on reader: String, capabilities: ReaderCapabilities) async throws -> (ScannedTag, ReaderCapabilities)
}
