import NFCTag

/// Any bytes as the making of a valid message: written and read again it is the same, also cut into chunks, and in a tag.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var source = ByteSource(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    let chunkSize = 1 + source.number()
    var records: [NDEFRecord] = []
    while !source.isEmpty, records.count < NDEFMessage.maxRecords {
        guard let record = source.record() else { preconditionFailure("a valid record was refused") }
        records.append(record)
    }
    guard let message = try? NDEFMessage(records: records) else { return 0 }
    let bytes = message.bytes
    precondition((try? NDEFMessage(bytes: bytes)) == message, "a message changed on its way")
    precondition((try? NDEFMessage(bytes: chunked(records, chunkSize))) == message, "chunks were joined to something else")
    precondition(isFound(bytes), "a tag does not hold what was put into it")
    return 0
}

/// Takes one value after the other from the fuzzer's bytes.
private struct ByteSource {
    var bytes: [UInt8]
    private var next = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isEmpty: Bool { next >= bytes.count }

    mutating func number() -> Int {
        guard !isEmpty else { return 0 }
        defer { next += 1 }
        return Int(bytes[next])
    }

    mutating func take(_ count: Int) -> [UInt8] {
        defer { next += count }
        return Array(bytes.dropFirst(next).prefix(count))
    }

    /// Fields as their format allows them: none in an empty record, no type in an unknown one.
    mutating func record() -> NDEFRecord? {
        let header = number()
        let format = NDEFRecord.TypeNameFormat.allCases[header % 6]
        if format == .empty { return .empty }
        let type = format == .unknown ? [] : take(number())
        let id = header & 0x40 == 0 ? [] : take(number())
        let payload = take(header & 0x80 == 0 ? number() : number() << 8 | number())
        return try? NDEFRecord(format, type: type, id: id, payload: payload)
    }
}

/// The message with every payload cut into pieces of at most so many bytes, lengths in four bytes.
private func chunked(_ records: [NDEFRecord], _ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, record) in records.enumerated() {
        var rest = record.payload[...]
        var isFirst = true
        repeat {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            var header: UInt8 = isFirst ? record.typeNameFormat.rawValue : 0x06
            if isFirst && number == 0 { header |= 0x80 }
            if rest.isEmpty { header |= number == records.count - 1 ? 0x40 : 0 } else { header |= 0x20 }
            let hasID = isFirst && !record.id.isEmpty
            if hasID { header |= 0x08 }
            let type = isFirst ? record.type : []
            let length = withUnsafeBytes(of: UInt32(piece.count).bigEndian, Array.init)
            bytes += [header, UInt8(type.count)] + length + (hasID ? [UInt8(record.id.count)] : []) + type
            if hasID { bytes += record.id }
            bytes += piece
            isFirst = false
        } while !rest.isEmpty
    }
    return bytes
}

/// Whether the message is found in the memory of a Type 5 tag as it was put there.
private func isFound(_ message: [UInt8]) -> Bool {
    guard message.count <= 0xFFFE else { return true }
    let image: [UInt8] = [0xE2, 0x40, 0x00, 0x01, 0x00, 0x00, 0xFF, 0xFF] + Array(repeating: 0, count: message.count + 8)
    guard case .memory(let empty) = Type5Memory.scan(image, isWhole: true), let area = empty.area,
        let plan = try? MessagePlan(message, at: 8, in: area, of: image, blockSize: 4)
    else { return false }
    var memory = image
    for write in plan.writes { memory.replaceSubrange(write.block * 4..<write.block * 4 + 4, with: write.bytes) }
    guard case .memory(let held) = Type5Memory.scan(memory, isWhole: true) else { return false }
    return held.ndef?.bytes == message
}
