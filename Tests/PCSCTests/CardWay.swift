import NFCTag
import PCSC
import Testing
import VirtualReader

/// The way from a procedure to the tag, over PC/SC.
struct CardWay: APDUTransport {
    let card: SmartCard

    func transmit(_ command: [UInt8]) async throws -> [UInt8] { try await card.transmit(command) }
}

/// Waits until something lies on the reader and answers: one command.
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

/// Reads what lies on a reader.
func readTag(
    in reader: String, capabilities: ReaderCapabilities = ReaderCapabilities()
) async throws -> (reading: TagReading, capabilities: ReaderCapabilities) {
    try await SmartCard.with(in: reader) { card, atr in
        var tag = TagReader(CardWay(card: card), atr: ATR(atr), capabilities: capabilities)
        let reading = try await tag.read()
        return (reading, tag.capabilities)
    }
}

extension VirtualReader {
    /// Takes away what is there, or was, and waits until pcscd has seen the reader empty.
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
