import NFCTag
import VirtualReader

/// A software NTAG 424 DNA that can leave the field at any command.
final class SigningTag: APDUTransport {
    var chip: NTAG424Chip
    private(set) var commands: [[UInt8]] = []
    /// The number of commands that it answers.
    var leavesAt = Int.max
    /// Whether it performs the command whose response is lost.
    var doesLastCommand = false
    /// What the reader states; nil: the chip's own.
    var shownUID: [UInt8]?
    /// Changes a response before it arrives.
    var disturb: ((_ command: [UInt8], _ response: inout [UInt8]) -> Void)?

    init(_ chip: NTAG424Chip = NTAG424Chip(uid: hex("04 5E 11 00 00 00 01"))) { self.chip = chip }

    func comeBack() {
        (leavesAt, commands) = (.max, [])
        chip.powerUp()
    }

    func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        defer { commands.append(command) }
        guard commands.count < leavesAt else {
            if commands.count == leavesAt, doesLastCommand { _ = answer(command) }
            return []
        }
        var response = answer(command)
        disturb?(command, &response)
        return response
    }

    private func answer(_ command: [UInt8]) -> [UInt8] {
        if command.starts(with: [0xFF, 0xCA]) { return (shownUID ?? chip.uid) + [0x90, 0x00] }
        return chip.receive(command) ?? []
    }
}
