/// A Type 5 tag: an ISO 15693 chip with its commands in the forms with one-byte block numbers. ISO/IEC 15693-3, chapter 10.
package struct Type5Chip: ContactlessTag {
    package enum Model: String, Sendable, CaseIterable {
        /// NXP ICODE SLIX: 28 blocks of 4 bytes.
        case slix

        var blocks: Int { 28 }
        var blockSize: Int { 4 }
        /// The chip's number in GET SYSTEM INFORMATION.
        var reference: UInt8 { 0x01 }
    }

    /// Answers to what cannot be done (ISO/IEC 15693-3, 7.4.2). NXP's chips call a block past the end an unknown error.
    private enum Failure: UInt8 {
        case notSupported = 0x01
        case notRecognised = 0x02
        case unknown = 0x0F
        case alreadyLocked = 0x11
        case locked = 0x12

        var frame: [UInt8] { [0x01, rawValue] }
    }

    /// The flags of a request (7.3).
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
    package private(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []
    private var lockedBlocks: Set<Int> = []
    private var isSelected = false
    private var isQuiet = false

    private static let done: [UInt8] = [0x00]

    /// - Parameter uid: eight bytes; the first is E0, the second names the maker.
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
        switch frame[1] {
        case 0x02 where addressed:
            isQuiet = true
            isSelected = false
            return nil
        case 0x20: return read(parameters, count: 1, withSecurity: withSecurity, length: 1)
        case 0x21: return write(parameters)
        case 0x22: return lock(parameters)
        case 0x23:
            let count = parameters.count == 2 ? parameters.last.map { Int($0) + 1 } : nil
            return read(parameters, count: count ?? 0, withSecurity: withSecurity, length: 2)
        case 0x25 where addressed:
            isSelected = true
            isQuiet = false
            return Self.done
        case 0x26:
            powerUp()
            return Self.done
        case 0x2B: return systemInformation
        case 0x2C: return security(parameters)
        default: return Failure.notSupported.frame
        }
    }

    private mutating func read(
        _ parameters: ArraySlice<UInt8>, count: Int, withSecurity: Bool, length: Int
    ) -> [UInt8] {
        guard parameters.count == length, let first = parameters.first.map(Int.init) else { return Failure.notRecognised.frame }
        guard first + count <= model.blocks else { return Failure.unknown.frame }
        return (first..<first + count).reduce(into: Self.done) { answer, block in
            let bytes = range(of: block)
            bytesRead.formUnion(bytes)
            if withSecurity { answer.append(lockedBlocks.contains(block) ? 1 : 0) }
            answer += memory[bytes]
        }
    }

    private mutating func write(_ parameters: ArraySlice<UInt8>) -> [UInt8] {
        guard parameters.count == 1 + model.blockSize, let block = parameters.first.map(Int.init) else {
            return Failure.notRecognised.frame
        }
        guard block < model.blocks else { return Failure.unknown.frame }
        guard !lockedBlocks.contains(block) else { return Failure.locked.frame }
        memory.replaceSubrange(range(of: block), with: parameters.dropFirst())
        return Self.done
    }

    private mutating func lock(_ parameters: ArraySlice<UInt8>) -> [UInt8] {
        guard parameters.count == 1, let block = parameters.first.map(Int.init) else { return Failure.notRecognised.frame }
        guard block < model.blocks else { return Failure.unknown.frame }
        return lockedBlocks.insert(block).inserted ? Self.done : Failure.alreadyLocked.frame
    }

    private func security(_ parameters: ArraySlice<UInt8>) -> [UInt8] {
        guard parameters.count == 2, let first = parameters.first.map(Int.init),
            let count = parameters.last.map({ Int($0) + 1 })
        else { return Failure.notRecognised.frame }
        guard first + count <= model.blocks else { return Failure.unknown.frame }
        return Self.done + (first..<first + count).map { lockedBlocks.contains($0) ? 1 : 0 }
    }

    /// GET SYSTEM INFORMATION with all four of its fields.
    private var systemInformation: [UInt8] {
        Self.done + [0x0F] + uid.reversed() + [
            0x00, 0x00, UInt8(model.blocks - 1), UInt8(model.blockSize - 1), model.reference,
        ]
    }

    private func range(of block: Int) -> Range<Int> { block * model.blockSize..<(block + 1) * model.blockSize }

    /// Fills the memory as a factory or another writer would have, from block 0 on, whatever its locks say.
    package mutating func fill(_ bytes: [UInt8]) { memory.replaceSubrange(..<bytes.count, with: bytes) }
}
