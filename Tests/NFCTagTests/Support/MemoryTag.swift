import NFCTag

/// A Type 2 or Type 5 tag with its reader in memory, for several connections in a row.
final class MemoryTag: APDUTransport {
    enum Technology { case type2, type5 }

    var memory: [UInt8]
    var uid: [UInt8]
    let technology: Technology
    let blockSize: Int

    /// The reader's limits: the accepted Le, and its error status.
    var largestRead = 256
    var refusal: [UInt8] = [0x67, 0x00]
    /// True for a reader that returns fewer bytes instead of refusing.
    var shortens = false
    /// True for a reader that requires the exact UID length as Le.
    var wantsExactLength = false
    var takesBinary = true
    var takesUpdate = true
    var takesFrames = false

    var knowsFastRead = true
    /// A Type 2 chip's response to GET_VERSION; nil for a chip that refuses it and is silent afterwards.
    var version: [UInt8]?
    /// True for a reader that passes commands to its PN532.
    var passesPN532 = false
    /// The error of a Type 5 chip to a write or lock without the option flag; nil if the chip does not need the flag.
    var refusalWithoutOption: UInt8?
    /// True if the chip does not respond to a write with the option flag.
    var isSilentWithOption = false
    /// The maximum number of blocks per read.
    var maxBlocks = 256
    /// True if a read past the end makes the tag unresponsive, as observed with Type 2 tags.
    var isHaltedByReadingPastEnd = false
    private(set) var isHalted = false
    var locked: Set<Int> = []
    /// The command, counted from 0, before which the tag is swapped.
    var swapsBefore = Int.max
    private(set) var writesToOther = 0

    private(set) var commands: [[UInt8]] = []
    /// The command, counted from 0, at which the tag is removed. It may still execute the command.
    var leavesAt = Int.max
    var doesLastCommand = false
    private(set) var isInSession = false
    private var count = 0

    init(_ technology: Technology, memory: [UInt8], uid: [UInt8], blockSize: Int = 4) {
        self.technology = technology
        self.memory = memory
        self.uid = uid
        self.blockSize = blockSize
    }

    /// Places the tag on the reader again.
    func comeBack() {
        leavesAt = .max
        commands = []
        count = 0
        isInSession = false
        isHalted = false
    }

    func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        commands.append(command)
        defer { count += 1 }
        guard count < leavesAt else {
            if count == leavesAt && doesLastCommand { _ = answer(command) }
            return []
        }
        return answer(command)
    }

    private func answer(_ command: [UInt8]) -> [UInt8] {
        let block = Int(command[2]) << 8 | Int(command[3])
        switch command[1] {
        case 0xCA where wantsExactLength && Int(command[4]) != uid.count: return [0x6C, UInt8(uid.count)]
        case 0xCA: return (count < swapsBefore ? uid : [0xE0] + Array(repeating: 9, count: uid.count - 1)) + [0x90, 0x00]
        case 0xB0 where takesBinary: return read(block: block, count: Int(command[4]))
        case 0xD6 where takesBinary && takesUpdate:
            return write(block: block, Array(command.dropFirst(5))) ? [0x90, 0x00] : [0x63, 0x00]
        case 0x00 where passesPN532: return pn532(Array(command.dropFirst(5)))
        case 0xC2 where takesFrames: return transparent(Array(command.dropFirst(3)))
        default: return [0x6A, 0x81]
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

    private func write(block: Int, _ bytes: [UInt8]) -> Bool {
        guard count < swapsBefore else {
            writesToOther += 1
            return true
        }
        let range = block * blockSize..<block * blockSize + blockSize
        guard !isHalted, bytes.count == blockSize, range.upperBound <= memory.count, !locked.contains(block) else {
            return false
        }
        switch (technology, block) {
        case (.type2, 0), (.type2, 1): return false
        // Serial number and internal byte stay unchanged. Lock bits can only be set.
        case (.type2, 2): for offset in 10...11 { memory[offset] |= bytes[offset - 8] }
        case (.type2, 3): for offset in 12...15 { memory[offset] |= bytes[offset - 12] }
        default: memory.replaceSubrange(range, with: bytes)
        }
        return true
    }

    private func pn532(_ command: [UInt8]) -> [UInt8] {
        if command == [0xD4, 0x4A, 0x01, 0x00] {
            isHalted = false
            return [0xD5, 0x4B, 0x01] + [0x90, 0x00]
        }
        guard command.starts(with: [0xD4, 0x42]), let answer = type2(Array(command.dropFirst(2))) else {
            return [0xD5, 0x43, 0x01, 0x90, 0x00]
        }
        return [0xD5, 0x43, 0x00] + answer + [0x90, 0x00]
    }

    /// The part after FF C2 00: P2, Lc, data objects.
    private func transparent(_ command: [UInt8]) -> [UInt8] {
        let good: [UInt8] = [0xC0, 0x03, 0x00, 0x90, 0x00]
        switch command[0] {
        case 0x00:
            switch command[2] {
            case 0x84: isHalted = false
            case 0x83: break
            default: isInSession = command[2] == 0x81
            }
            return good + [0x90, 0x00]
        case 0x02:
            return good + [0x90, 0x00]
        default:
            guard isInSession, command.count > 11 else { return [0xC0, 0x03, 0x01, 0x69, 0x85, 0x90, 0x00] }
            let frame = Array(command[(command[10] == 0x81 ? 12 : 11)...].dropLast())
            guard let answer = technology == .type2 ? type2(frame) : type5(frame) else {
                return [0xC0, 0x03, 0x01, 0x64, 0x01, 0x90, 0x00]
            }
            guard answer.count <= 240 else { return [0x67, 0x00] }
            let length: [UInt8] = answer.count < 0x80 ? [UInt8(answer.count)] : [0x81, UInt8(answer.count)]
            return good + [0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97] + length + answer + [0x90, 0x00]
        }
    }

    private func type2(_ frame: [UInt8]) -> [UInt8]? {
        guard !isHalted else { return nil }
        switch frame[0] {
        case 0x3A where knowsFastRead: return Array(memory[Int(frame[1]) * 4..<Int(frame[2]) * 4 + 4])
        case 0x3A:
            isHalted = true
            return [0x00]
        case 0x30:
            let beginning = count < swapsBefore ? memory : Array(repeating: 9, count: memory.count)
            return Array((beginning + beginning)[Int(frame[1]) * 4..<Int(frame[1]) * 4 + 16])
        case 0xA2: return write(block: Int(frame[1]), Array(frame.dropFirst(2))) ? [0x0A] : [0x00]
        case 0x60:
            isHalted = version == nil
            return version ?? [0x00]
        default: return [0x00]
        }
    }

    private func type5(_ frame: [UInt8]) -> [UInt8]? {
        guard frame.count >= 10, frame[0] | 0x40 == 0x62, Array(frame[2..<10].reversed()) == uid, count < swapsBefore else {
            return nil
        }
        let hasOption = frame[0] & 0x40 != 0
        if let refusalWithoutOption, !hasOption, [0x21, 0x22, 0x31, 0x32].contains(frame[1]) {
            return [0x01, refusalWithoutOption]
        }
        if hasOption && isSilentWithOption && [0x21, 0x22, 0x31, 0x32].contains(frame[1]) {
            isSilentWithOption = false
            _ = type5(frame)
            isSilentWithOption = true
            return nil
        }
        let parameters = Array(frame.dropFirst(10))
        func number(_ index: Int, _ isLong: Bool) -> Int {
            isLong ? Int(parameters[2 * index]) | Int(parameters[2 * index + 1]) << 8 : Int(parameters[index])
        }
        func data(_ first: Int, _ blocks: Int) -> [UInt8] {
            let range = first * blockSize..<(first + blocks) * blockSize
            guard range.upperBound <= memory.count && blocks <= maxBlocks else { return [0x01, 0x0F] }
            guard hasOption else { return [0x00] + memory[range] }
            return (first..<first + blocks).reduce(into: [0x00]) { answer, block in
                answer.append(locked.contains(block) ? 1 : 0)
                answer += memory[block * blockSize..<(block + 1) * blockSize]
            }
        }
        let isLong = frame[1] >= 0x30
        switch frame[1] {
        case 0x20, 0x30: return data(number(0, isLong), 1)
        case 0x23, 0x33: return data(number(0, isLong), number(1, isLong) + 1)
        case 0x21, 0x31:
            let bytes = Array(parameters.dropFirst(isLong ? 2 : 1))
            return write(block: number(0, isLong), bytes) ? [0x00] : [0x01, 0x12]
        case 0x22, 0x32: return locked.insert(number(0, isLong)).inserted ? [0x00] : [0x01, 0x11]
        case 0x2B:
            let blocks = memory.count / blockSize
            let size: [UInt8] = blocks > 256 ? [] : [UInt8(blocks - 1), UInt8(blockSize - 1)]
            return [0x00, blocks > 256 ? 0x00 : 0x04] + uid.reversed() + size
        case 0x3B:
            let last = memory.count / blockSize - 1
            return [0x00, 0x04] + uid.reversed() + [UInt8(last & 0xFF), UInt8(last >> 8), UInt8(blockSize - 1)]
        default: return [0x01, 0x01]
        }
    }
}
