import NFCTag
import VirtualReader

/// A Type 4 tag in memory: the container file and the NDEF file.
final class FileTag: APDUTransport {
    var container: [UInt8]
    var file: [UInt8]
    let uid = hex("04112233445566")
    /// Phones and bank cards have no NDEF application.
    var hasApplication = true
    /// Old tags support only the form of SELECT that requests a description.
    var isOld = false

    /// The length of the response to the first READ of the container.
    var containerGives: Int?
    private(set) var commands: [[UInt8]] = []
    var leavesAt = Int.max
    var doesLastCommand = false
    private var count = 0
    private var selected = 0

    init(container: String = "000F 20 003B 0034 0406 E104 0100 00 00", message: NDEFMessage?, lengthSize: Int = 2) {
        self.container = hex(container)
        let bytes = message?.bytes ?? []
        let length = Array(withUnsafeBytes(of: UInt32(bytes.count).bigEndian, Array.init).suffix(lengthSize))
        file = padded(length + bytes, to: Int(self.container[11]) << 8 | Int(self.container[12]))
    }

    func comeBack() {
        leavesAt = .max
        commands = []
        count = 0
        selected = 0
    }

    /// The content of the file, decoded without a reader.
    var content: TagContent? {
        let length = Int(file[0]) << 8 | Int(file[1])
        guard length > 0 else { return .empty }
        return (try? NDEFMessage(bytes: Array(file[2..<2 + length]))).map(TagContent.message)
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
        let offset = Int(command[2]) << 8 | Int(command[3])
        switch (command[0], command[1]) {
        case (0xFF, 0xCA): return uid + [0x90, 0x00]
        case (0x00, 0xA4) where command[2] == 0x04: return hasApplication ? [0x90, 0x00] : [0x6A, 0x82]
        case (0x00, 0xA4):
            guard !isOld || command[3] == 0x00 else { return [0x6A, 0x86] }
            selected = Int(command[5]) << 8 | Int(command[6])
            return [0x90, 0x00]
        case (0x00, 0xB0):
            let size = command.count == 7 ? Int(command[5]) << 8 | Int(command[6]) : Int(command[4])
            let source = selected == 0xE103 ? container : file
            if selected == 0xE103, let given = containerGives, size != given {
                containerGives = nil
                return [0x6C, UInt8(given)]
            }
            guard offset < source.count, size <= Int(container[3]) << 8 | Int(container[4]) else { return [0x67, 0x00] }
            return source[offset..<min(offset + size, source.count)] + [0x90, 0x00]
        case (0x00, 0xD6):
            let data = command.dropFirst(command[4] == 0 ? 7 : 5)
            guard data.count <= Int(container[5]) << 8 | Int(container[6]), offset + data.count <= file.count else {
                return [0x67, 0x00]
            }
            file.replaceSubrange(offset..<offset + data.count, with: data)
            return [0x90, 0x00]
        default: return [0x6D, 0x00]
        }
    }
}

let type4ATR = ATR(hex("3B80800101"))
