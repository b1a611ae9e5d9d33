import NFCTag
import VirtualReader

/// An address of 60 bytes: with its message's header, the TLV and the terminator it fills 60 bytes.
let deskAddress = "https://desk.example.com/t?event=start&desk=6F-A3&floor=sixt"
let type2ATR = ATR(hex("3B8F8001804F0CA000000306 03 0003 0000000068"))
let type5ATR = ATR(hex("3B8F8001804F0CA000000306 0B 0014 0000000077"))
let type2UID = hex("04010203040506")
let type5UID = hex("E004015012345678")

func deskMessage() throws -> NDEFMessage { NDEFMessage(try URIRecord(deskAddress).record) }

/// A message of this size in bytes.
func message(bytes count: Int) throws -> NDEFMessage {
    let payload = (0..<count - (count > 258 ? 6 : 3)).map { UInt8($0 % 251) }
    return NDEFMessage(try NDEFRecord(.unknown, payload: payload))
}

/// The TLV of a message with its terminator.
func tlv(_ message: NDEFMessage) -> [UInt8] {
    let bytes = message.bytes
    let length = bytes.count < 255 ? [UInt8(bytes.count)] : [0xFF, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    return [0x03] + length + bytes + [0xFE]
}

func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + Array(repeating: 0, count: max(0, count - bytes.count))
}

func type2Tag(pages: Int, container: String, data: [UInt8]) -> MemoryTag {
    let tag = MemoryTag(.type2, memory: padded(`Type 2 memory`.header + hex(container) + data, to: pages * 4), uid: type2UID)
    tag.isHaltedByReadingPastEnd = true
    return tag
}

func type5Tag(blocks: Int, container: String, data: [UInt8], blockSize: Int = 4) -> MemoryTag {
    let uid = blockSize == 4 ? type5UID : hex("E008015012345678")
    return MemoryTag(
        .type5, memory: padded(hex(container) + data, to: blocks * blockSize), uid: uid, blockSize: blockSize)
}

extension MemoryTag {
    var atr: ATR { technology == .type2 ? type2ATR : type5ATR }

    /// The content of the memory, decoded without a reader.
    var content: TagContent? {
        let scan = technology == .type2 ? Type2Memory.scan(memory, isWhole: true) : Type5Memory.scan(memory, isWhole: true)
        guard case .memory(let memory) = scan else { return nil }
        return memory.content
    }
}
