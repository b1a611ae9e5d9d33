import NFCTag

/// Any bytes as what a reader or a tag answers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswers(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = TagKind(ATR(bytes))
    _ = try? TransparentAnswer(data: bytes)
    _ = TagInspection(hexadecimal: String(decoding: bytes, as: UTF8.self), as: .type2)
    _ = Type2Memory.uid(bytes)
    guard let first = bytes.first else { return 0 }
    let block = Int(first)
    let commands: [ISO15693Command] = [
        .readSingleBlock(block), .readMultipleBlocks(first: block, count: 1 + block), .writeSingleBlock(block, bytes),
        .lockBlock(block), .getSystemInformation, .extendedGetSystemInformation,
        .getMultipleBlockSecurityStatus(first: 0, count: 1 + block),
    ]
    for command in commands {
        _ = try? command.securedBlocks(of: bytes)
        guard let data = try? command.data(of: bytes) else { continue }
        _ = try? ISO15693SystemInformation(data: data, isExtended: command.isExtended)
    }
    return 0
}
