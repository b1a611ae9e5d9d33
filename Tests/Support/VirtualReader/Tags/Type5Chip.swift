/// A Type 5 tag: an ISO 15693 chip with its commands. ST chips also have the commands for two-byte block numbers. ISO/IEC
/// 15693-3, chapter 10; ST25DV data sheet, chapter 7.
package struct Type5Chip: ContactlessTag {
    package enum Model: String, Sendable, CaseIterable {
        case slix, slix2, st25dv04k, st25dv64k

        var blocks: Int {
            switch self {
            case .slix: 28
            case .slix2: 80
            case .st25dv04k: 128
            case .st25dv64k: 2048
            }
        }

        var blockSize: Int { 4 }

        /// The number of data blocks. The last block of a SLIX2 is its counter.
        var dataBlocks: Int { self == .slix2 ? 79 : blocks }

        var isBySTMicroelectronics: Bool { self == .st25dv04k || self == .st25dv64k }

        /// The first bytes of the UID.
        var uidPrefix: [UInt8] {
            switch self {
            case .slix: [0xE0, 0x04, 0x01, 0x10]
            case .slix2: [0xE0, 0x04, 0x01, 0x08]
            case .st25dv04k: [0xE0, 0x02, 0x24, 0x00]
            case .st25dv64k: [0xE0, 0x02, 0x26, 0x00]
            }
        }

        /// The IC reference in GET SYSTEM INFORMATION.
        var reference: UInt8 { isBySTMicroelectronics ? uidPrefix[2] : 0x01 }
    }

    /// Error codes (ISO/IEC 15693-3, 7.4.2).
    private enum Failure: UInt8 {
        case notSupported = 0x01
        case notRecognised = 0x02
        case unknown = 0x0F
        case noSuchBlock = 0x10
        case alreadyLocked = 0x11
        case locked = 0x12

        var frame: [UInt8] { [0x01, rawValue] }
    }

    /// Request flags (7.3).
    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let inventory = Flags(rawValue: 0x04)
        static let selected = Flags(rawValue: 0x10)
        static let addressed = Flags(rawValue: 0x20)
        static let option = Flags(rawValue: 0x40)
    }

    package let model: Model
    package let uid: [UInt8]
    package let technology = Technology.type5
    /// The name of ICODE SLI, or of ST's LRI family, which includes ST25DV.
    package var historicalBytes: [UInt8] {
        Self.storageCard(standard: 0x0B, name: model.isBySTMicroelectronics ? 0x0013 : 0x0014)
    }
    package private(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []
    private var lockedBlocks: Set<Int> = []
    private var isSelected = false
    private var isQuiet = false

    private static let done: [UInt8] = [0x00]

    /// - Parameter uid: eight bytes. The first is E0, the second identifies the manufacturer.
    package init(_ model: Model, uid: [UInt8]) {
        precondition(uid.count == 8 && uid[0] == 0xE0, "an ISO 15693 tag has a UID of eight bytes from E0 on")
        self.model = model
        self.uid = uid
        memory = [UInt8](repeating: 0, count: model.blocks * model.blockSize)
    }

    package mutating func powerUp() {
        isSelected = false
        isQuiet = false
    }

    package mutating func receive(_ frame: [UInt8]) -> [UInt8]? {
        guard frame.count >= 2 else { return nil }
        let flags = Flags(rawValue: frame[0])
        var parameters = frame[2...]
        if flags.contains(.inventory) { return frame[1] == 0x01 && !isQuiet ? [0x00, 0x00] + uid.reversed() : nil }
        if flags.contains(.addressed) {
            guard parameters.count >= 8, parameters.prefix(8).elementsEqual(uid.reversed()) else { return nil }
            parameters = parameters.dropFirst(8)
        } else if isQuiet || (flags.contains(.selected) && !isSelected) {
            return nil
        }
        let addressed = flags.contains(.addressed)
        let withSecurity = flags.contains(.option)
        if model.isBySTMicroelectronics, let answer = extended(frame[1], parameters, withSecurity) { return answer }
        switch frame[1] {
        case 0x02 where addressed:
            isQuiet = true
            isSelected = false
            return nil
        case 0x20 where parameters.count == 1: return read(number(parameters), count: 1, withSecurity: withSecurity)
        case 0x21 where parameters.count == 1 + model.blockSize:
            return write(number(parameters.prefix(1)), parameters.dropFirst())
        case 0x22 where parameters.count == 1: return lock(number(parameters))
        case 0x23 where parameters.count == 2:
            return read(number(parameters.prefix(1)), count: number(parameters.suffix(1)) + 1, withSecurity: withSecurity)
        case 0x25 where addressed:
            isSelected = true
            isQuiet = false
            return Self.done
        case 0x26:
            powerUp()
            return Self.done
        case 0x2B: return systemInformation
        case 0x2C where parameters.count == 2:
            return security(number(parameters.prefix(1)), count: number(parameters.suffix(1)) + 1)
        case 0x20...0x23, 0x2C: return Failure.notRecognised.frame
        default: return Failure.notSupported.frame
        }
    }

    /// The commands with two-byte block numbers, least significant byte first; nil for any other command.
    private mutating func extended(_ command: UInt8, _ parameters: ArraySlice<UInt8>, _ withSecurity: Bool) -> [UInt8]? {
        let first = number(parameters.prefix(2))
        switch command {
        case 0x30 where parameters.count == 2: return read(first, count: 1, withSecurity: withSecurity)
        case 0x31 where parameters.count == 2 + model.blockSize: return write(first, parameters.dropFirst(2))
        case 0x32 where parameters.count == 2: return lock(first)
        case 0x33 where parameters.count == 4:
            return read(first, count: number(parameters.suffix(2)) + 1, withSecurity: withSecurity)
        case 0x3B where parameters.count == 1: return extendedSystemInformation
        case 0x3C where parameters.count == 4: return security(first, count: number(parameters.suffix(2)) + 1)
        case 0x30...0x33, 0x3B, 0x3C: return Failure.notRecognised.frame
        default: return nil
        }
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// The response for a block past the end. NXP's chips return the error without information.
    private var pastTheEnd: [UInt8] { (model.isBySTMicroelectronics ? Failure.noSuchBlock : .unknown).frame }

    private mutating func read(_ first: Int, count: Int, withSecurity: Bool) -> [UInt8] {
        guard first + count <= model.blocks else { return pastTheEnd }
        return (first..<first + count).reduce(into: Self.done) { answer, block in
            let bytes = range(of: block)
            bytesRead.formUnion(bytes)
            if withSecurity { answer.append(lockedBlocks.contains(block) ? 1 : 0) }
            answer += memory[bytes]
        }
    }

    private mutating func write(_ block: Int, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard block < model.blocks else { return pastTheEnd }
        guard !lockedBlocks.contains(block), block < model.dataBlocks else { return Failure.locked.frame }
        memory.replaceSubrange(range(of: block), with: bytes)
        return Self.done
    }

    private mutating func lock(_ block: Int) -> [UInt8] {
        guard block < model.blocks else { return pastTheEnd }
        return lockedBlocks.insert(block).inserted ? Self.done : Failure.alreadyLocked.frame
    }

    private func security(_ first: Int, count: Int) -> [UInt8] {
        guard first + count <= model.blocks else { return pastTheEnd }
        return Self.done + (first..<first + count).map { lockedBlocks.contains($0) ? 1 : 0 }
    }

    /// GET SYSTEM INFORMATION. It omits the size of a chip of more than 256 blocks.
    private var systemInformation: [UInt8] {
        let saysSize = model.blocks <= 256
        let size: [UInt8] = saysSize ? [UInt8(model.blocks - 1), UInt8(model.blockSize - 1)] : []
        return Self.done + [saysSize ? 0x0F : 0x0B] + uid.reversed() + [0x00, 0x00] + size + [model.reference]
    }

    /// EXTENDED GET SYSTEM INFORMATION, with the size in three bytes.
    private var extendedSystemInformation: [UInt8] {
        let last = model.blocks - 1
        let size: [UInt8] = [UInt8(last & 0xFF), UInt8(last >> 8), UInt8(model.blockSize - 1)]
        return Self.done + [0x0F] + uid.reversed() + [0x00, 0x00] + size + [model.reference]
    }

    private func range(of block: Int) -> Range<Int> { block * model.blockSize..<(block + 1) * model.blockSize }

    /// Fills the memory as the factory or another writer would have, from block 0, ignoring lock bits.
    package mutating func fill(_ bytes: [UInt8]) { memory.replaceSubrange(..<bytes.count, with: bytes) }
}
