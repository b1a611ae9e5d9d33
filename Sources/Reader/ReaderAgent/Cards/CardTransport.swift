import NFCTag
package import PCSC

/// The ``APDUTransport`` over PC/SC.
package struct CardTransport: APDUTransport {
    let card: SmartCard

    package init(card: SmartCard) { self.card = card }

    package func transmit(_ command: [UInt8]) async throws -> [UInt8] { try await card.transmit(command) }
}
