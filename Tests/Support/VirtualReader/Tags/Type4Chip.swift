/// A Type 4 tag: an NDEF application with a capability container and one file. NFC Forum Type 4 Tag 2.0, chapters 4 and 5.
package struct Type4Chip: ContactlessTag {
    package let uid: [UInt8]
    package let technology = Technology.type4
    package let historicalBytes: [UInt8] = [0x80]
    package private(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []
    private let container: [UInt8]
    private let longestRead: Int
    private let longestWrite: Int
    private var selection = Type4Selection()

    /// - Parameters:
    ///   - uid: seven bytes.
    ///   - size: the size of the NDEF file in bytes, including its two-byte length.
    ///   - longestRead: MLe. Values above 255 need commands with two-byte lengths.
    ///   - longestWrite: MLc.
    package init(uid: [UInt8], size: UInt16 = 256, longestRead: UInt16 = 0x3B, longestWrite: UInt16 = 0x34) {
        self.uid = uid
        self.longestRead = Int(longestRead)
        self.longestWrite = Int(longestWrite)
        memory = [UInt8](repeating: 0, count: Int(size))
        func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
        let control: [UInt8] = [0x04, 0x06, 0xE1, 0x04] + bytes(size) + [0x00, 0x00]
        container = [0x00, 0x0F, 0x20] + bytes(longestRead) + bytes(longestWrite) + control
    }

    package mutating func powerUp() { selection = Type4Selection() }

    /// Processes a command and returns the response with its status word.
    package mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        guard command.count >= 4, command[0] == 0x00 else { return StatusWord.unknownClass }
        let offset = Int(command[2]) << 8 | Int(command[3])
        switch command[1] {
        case 0xA4: return selection.select(command)
        case 0xB0: return read(offset, command)
        case 0xD6: return write(offset, command)
        default: return [0x6D, 0x00]
        }
    }

    private mutating func read(_ offset: Int, _ command: [UInt8]) -> [UInt8] {
        guard let file = selection.file else { return StatusWord.notInThisState }
        let wanted: Int
        switch command.count {
        case 5: wanted = command[4] == 0 ? 256 : Int(command[4])
        case 7 where command[4] == 0: wanted = Int(command[5]) << 8 | Int(command[6])
        default: return StatusWord.wrongLength
        }
        guard wanted <= longestRead else { return StatusWord.wrongLength }
        let bytes = file == Type4Selection.containerFile ? container : memory
        guard offset < bytes.count else { return StatusWord.pastTheEnd }
        let range = offset..<min(offset + wanted, bytes.count)
        if file == Type4Selection.messageFile { bytesRead.formUnion(range) }
        return bytes[range] + StatusWord.success
    }

    private mutating func write(_ offset: Int, _ command: [UInt8]) -> [UInt8] {
        guard selection.file == Type4Selection.messageFile else { return StatusWord.notInThisState }
        guard let data = Self.data(of: command), data.count <= longestWrite else { return StatusWord.wrongLength }
        guard offset + data.count <= memory.count else { return StatusWord.pastTheEnd }
        memory.replaceSubrange(offset..<offset + data.count, with: data)
        return StatusWord.success
    }

    /// The data of a command, after a length of one byte, or of two bytes that follow a zero (ISO 7816-4, 5.2).
    private static func data(of command: [UInt8]) -> ArraySlice<UInt8>? {
        guard command.count > 5 else { return nil }
        if command[4] > 0 { return command.count == 5 + Int(command[4]) ? command[5...] : nil }
        guard command.count > 7, command.count == 7 + (Int(command[5]) << 8 | Int(command[6])) else { return nil }
        return command[7...]
    }

    /// Fills the NDEF file from its beginning, as another writer would have.
    package mutating func fill(_ bytes: [UInt8]) { memory.replaceSubrange(..<bytes.count, with: bytes) }
}
