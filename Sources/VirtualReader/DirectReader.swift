import NFCTag

/// The reader and its tag without pcscd in between: commands reach it as they are, and are counted.
package final class DirectReader: APDUTransport {
    private var firmware: ReaderFirmware
    package private(set) var commands: [[UInt8]] = []

    package init(_ profile: ReaderProfile, tag: any ContactlessTag) { firmware = ReaderFirmware(profile, tag: tag) }

    package var answerToReset: [UInt8] { firmware.answerToReset }
    package var tag: any ContactlessTag { firmware.tag }

    /// The tag is laid down anew; counting begins again.
    package func powerUp() {
        firmware.powerUp()
        commands = []
    }

    package func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        commands.append(command)
        return firmware.answer(command)
    }
}
