import NFCTag
import PCSC
import Testing
import VirtualReader

/// The ``APDUTransport`` over PC/SC.
struct CardTransport: APDUTransport {
    let card: SmartCard

    func transmit(_ command: [UInt8]) async throws -> [UInt8] { try await card.transmit(command) }
}

/// Waits until a tag on the reader responds to one command.
func waitForCard(in reader: String) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
        do {
            return try await SmartCard.with(in: reader) { card, _ in _ = try await card.transmit([0xFF, 0xCA, 0, 0, 0]) }
        } catch  where .now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// Reads the tag on a reader.
func readTag(
    in reader: String, capabilities: ReaderCapabilities = ReaderCapabilities()
) async throws -> (reading: TagReading, capabilities: ReaderCapabilities) {
    try await SmartCard.with(in: reader) { card, atr in
        var tag = TagReader(CardTransport(card: card), atr: ATR(atr), capabilities: capabilities)
        let reading = try await tag.read()
        return (reading, tag.capabilities)
    }
}

extension VirtualReader {
    /// Removes the tag and waits until pcscd has detected the empty reader.
    func removeSeen(by reader: String) async throws {
        try remove()
        let deadline = ContinuousClock.now + .seconds(120)
        while .now < deadline {
            do {
                try await SmartCard.with(in: reader) { _, _ in }
            } catch PCSCError.noCard {
                return
            } catch {}
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
