package import NFCTag
package import PCSC

/// The readers behind pcscd.
package struct PCSCReaders: CardReaders {
    private let wanted: String?

    /// - Parameter wanted: a part of the reader names to use; nil for all readers. SAM slots are never used because their
    ///   cards are not tags.
    package init(named wanted: String? = nil) { self.wanted = wanted }

    package func watch(_ deliver: (ReaderEvent) async -> Void) async {
        await ReaderWatch.run { event in
            if isWanted(event) { await deliver(event) }
        }
    }

    package func read(on reader: String, capabilities: ReaderCapabilities) async throws -> (ScannedTag, ReaderCapabilities) {
        try await SmartCard.with(in: reader) { card, answerToReset in
            let answerToReset = ATR(answerToReset)
            var tag = TagReader(CardTransport(card: card), atr: answerToReset, capabilities: capabilities)
            return (ScannedTag(try await tag.read(), answerToReset: answerToReset), tag.capabilities)
        }
    }

    private func isWanted(_ event: ReaderEvent) -> Bool {
        switch event {
        case .attached(let reader), .detached(let reader), .inserted(let reader, _), .removed(let reader),
            .unresponsive(let reader):
            isWanted(reader)
        case .noReader, .serviceLost, .serviceRestored: true
        }
    }

    /// True if the reader with this name is used.
    func isWanted(_ reader: String) -> Bool {
        Self.isUsable(reader) && (wanted.map { reader.lowercased().contains($0.lowercased()) } ?? true)
    }

    /// True if a reader with this name accepts tags.
    package static func isUsable(_ reader: String) -> Bool { ReaderModel.named(reader)?.isContactless ?? true }
}
