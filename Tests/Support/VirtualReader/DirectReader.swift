import NFCTag

/// A virtual reader with its tag, used directly without pcscd. It records the commands.
package final class DirectReader: APDUTransport {
    private var firmware: ReaderFirmware
    package private(set) var commands: [[UInt8]] = []

    package init(_ profile: ReaderProfile, tag: any ContactlessTag) { firmware = ReaderFirmware(profile, tag: tag) }

    package var answerToReset: [UInt8] { firmware.answerToReset }
    package var tag: any ContactlessTag { firmware.tag }

    /// Simulates presenting the tag again, and clears the recorded commands.
    package func powerUp() {
        firmware.powerUp()
        commands = []
    }

    package func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        commands.append(command)
        return firmware.answer(command)
    }
}
