/// A Type 4 tag: an NDEF application with a capability container and one file. NFC Forum Type 4 Tag 2.0, chapters 4 and 5.
package struct Type4Chip: ContactlessTag {
    package let uid: [UInt8]
    package let technology = Technology.type4
    package private(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []
    private let container: [UInt8]
    private var isApplicationSelected = false
    private var file: UInt16?

    private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    private static let containerFile: UInt16 = 0xE103
    private static let messageFile: UInt16 = 0xE104
    private static let longestRead = 0x3B
    private static let longestWrite = 0x34

    /// - Parameters:
    ///   - uid: seven bytes.
    ///   - size: of the NDEF file, its two bytes of length included.
    package init(uid: [UInt8], size: UInt16 = 256) {
        self.uid = uid
        memory = [UInt8](repeating: 0, count: Int(size))
        let limits: [UInt8] = [0x00, UInt8(Self.longestRead), 0x00, UInt8(Self.longestWrite)]
        let control: [UInt8] = [0x04, 0x06, 0xE1, 0x04, UInt8(size >> 8), UInt8(size & 0xFF), 0x00, 0x00]
        container = [0x00, 0x0F, 0x20] + limits + control
    }

    package mutating func powerUp() {
        isApplicationSelected = false
        file = nil
    }

    /// Takes a command and gives its answer, status word included.
    package mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        guard command.count >= 4, command[0] == 0x00 else { return StatusWord.unknownClass }
        let offset = Int(command[2]) << 8 | Int(command[3])
        switch command[1] {
        case 0xA4: return select(command)
        case 0xB0: return read(offset, command)
        case 0xD6: return write(offset, command)
        default: return [0x6D, 0x00]
        }
    }

    private mutating func select(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 5, command.count >= 5 + Int(command[4]) else { return StatusWord.wrongLength }
        let name = Array(command[5..<5 + Int(command[4])])
        switch (command[2], command[3]) {
        case (0x04, 0x00):
            isApplicationSelected = name == Self.application
            file = nil
            return isApplicationSelected ? StatusWord.success : StatusWord.notFound
        case (0x00, 0x0C) where isApplicationSelected && name.count == 2:
            let wanted = UInt16(name[0]) << 8 | UInt16(name[1])
            guard [Self.containerFile, Self.messageFile].contains(wanted) else { return StatusWord.notFound }
            file = wanted
            return StatusWord.success
        default: return StatusWord.notFound
        }
    }

    private mutating func read(_ offset: Int, _ command: [UInt8]) -> [UInt8] {
        guard let file else { return StatusWord.notInThisState }
        guard command.count == 5 else { return StatusWord.wrongLength }
        let wanted = command[4] == 0 ? 256 : Int(command[4])
        guard wanted <= Self.longestRead else { return StatusWord.wrongLength }
        let bytes = file == Self.containerFile ? container : memory
        guard offset < bytes.count else { return StatusWord.pastTheEnd }
        let range = offset..<min(offset + wanted, bytes.count)
        if file == Self.messageFile { bytesRead.formUnion(range) }
        return bytes[range] + StatusWord.success
    }

    private mutating func write(_ offset: Int, _ command: [UInt8]) -> [UInt8] {
        guard file == Self.messageFile else { return StatusWord.notInThisState }
        guard command.count > 5, command.count == 5 + Int(command[4]), command[4] <= Self.longestWrite else {
            return StatusWord.wrongLength
        }
        guard offset + Int(command[4]) <= memory.count else { return StatusWord.pastTheEnd }
        memory.replaceSubrange(offset..<offset + Int(command[4]), with: command[5...])
        return StatusWord.success
    }

    /// Fills the NDEF file from its beginning, as another writer would have.
    package mutating func fill(_ bytes: [UInt8]) { memory.replaceSubrange(..<bytes.count, with: bytes) }
}
