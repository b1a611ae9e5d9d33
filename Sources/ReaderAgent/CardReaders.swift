package import NFCTag
package import PCSC

/// The readers as the agent sees them: the real ones behind pcscd, or a test's.
package protocol CardReaders: Sendable {
    /// Tells `deliver` what happens to readers and tags until the task is cancelled.
    func watch(_ deliver: (ReaderEvent) async -> Void) async

    /// Reads what lies on a reader.
    /// - Parameter capabilities: what the reader has shown to take so far; it comes back with what was learned.
    func read(on reader: String, capabilities: ReaderCapabilities) async throws -> (LaidTag, ReaderCapabilities)
}

/// What was laid on a reader: as a tag, what it holds; as a badge, its number.
package struct LaidTag: Sendable, Equatable {
    package var reading: TagReading
    package var badge: Badge

    package init(_ reading: TagReading, answerToReset: ATR) {
        self.reading = reading
        badge = Badge(reading.kind, uid: reading.uid, answerToReset: answerToReset)
    }
}

/// The readers behind pcscd.
package struct PCSCReaders: CardReaders {
    private let wanted: String?

    /// - Parameter wanted: a part of the names of the readers to use; nil uses all. Slots for SAM cards are never used: they
    ///   hold a card that is no tag.
    package init(named wanted: String? = nil) { self.wanted = wanted }

    package func watch(_ deliver: (ReaderEvent) async -> Void) async {
        await ReaderWatch.run { event in
            if isWanted(event) { await deliver(event) }
        }
    }

    package func read(on reader: String, capabilities: ReaderCapabilities) async throws -> (LaidTag, ReaderCapabilities) {
        try await SmartCard.with(in: reader) { card, answerToReset in
            let answerToReset = ATR(answerToReset)
            var tag = TagReader(CardTransport(card: card), atr: answerToReset, capabilities: capabilities)
            return (LaidTag(try await tag.read(), answerToReset: answerToReset), tag.capabilities)
        }
    }

    private func isWanted(_ event: ReaderEvent) -> Bool {
        switch event {
        case .attached(let reader), .detached(let reader), .inserted(let reader, _), .removed(let reader),
            .unresponsive(let reader):
            isWanted(reader)
        case .noReader, .serviceAway, .serviceBack: true
        }
    }

    /// Whether the reader of this name is one of those to use.
    func isWanted(_ reader: String) -> Bool {
        Self.isUsable(reader) && (wanted.map { reader.lowercased().contains($0.lowercased()) } ?? true)
    }

    /// Whether a reader of this name takes tags.
    package static func isUsable(_ reader: String) -> Bool { ReaderModel.named(reader)?.isContactless ?? true }
}

/// The way from a procedure to the tag, over PC/SC.
package struct CardTransport: APDUTransport {
    let card: SmartCard

    package init(card: SmartCard) { self.card = card }

    package func transmit(_ command: [UInt8]) async throws -> [UInt8] { try await card.transmit(command) }
}
