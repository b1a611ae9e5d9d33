import NFCTag

/// A tag and its reader in memory, for one connection: FF CA and FF B0 on a flat memory.
final class MemoryTag: APDUTransport {
    var memory: [UInt8]
    let uid: [UInt8]
    let blockSize: Int
    /// The reader's limits: what it takes as Le, and how it says no.
    var largestRead = 256
    var refusal: [UInt8] = [0x67, 0x00]
    /// A reader that gives what it can instead of refusing.
    var shortens = false
    /// Reading past the end makes the tag deaf, as seen with Type 2 tags.
    var isHaltedByReadingPastEnd = false
    private(set) var isHalted = false
    private(set) var commands: [[UInt8]] = []
    /// The tag leaves before this command, counted from 0.
    var leavesBefore = Int.max

    init(memory: [UInt8], uid: [UInt8], blockSize: Int = 4) {
        self.memory = memory
        self.uid = uid
        self.blockSize = blockSize
    }

    func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        commands.append(command)
        if commands.count > leavesBefore { return [] }
        switch (command[0], command[1]) {
        case (0xFF, 0xCA): return uid + [0x90, 0x00]
        case (0xFF, 0xB0): return read(block: Int(command[2]) << 8 | Int(command[3]), count: Int(command[4]))
        default: return [0x6D, 0x00]
        }
    }

    private func read(block: Int, count: Int) -> [UInt8] {
        guard !isHalted else { return [0x63, 0x00] }
        guard count <= largestRead || shortens else { return refusal }
        let start = block * blockSize
        let end = start + min(count, largestRead)
        guard end <= memory.count else {
            isHalted = isHaltedByReadingPastEnd
            return [0x63, 0x00]
        }
        return memory[start..<end] + [0x90, 0x00]
    }
}
