import NFCTag

/// Any bytes as a tag's memory, whole or read piece by piece; and a message put into it is found there again, at whichever
/// write the tag was lifted: the old one, none or the new one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMemory(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: start, count: min(count, 4096)))
    guard bytes.count >= 4 else { return 0 }
    let form = bytes.removeFirst()
    let length = Int(bytes.removeFirst())
    let isType2 = form & 1 == 0
    let scan = isType2 ? Type2Memory.scan : Type5Memory.scan
    let blockSize = isType2 ? 4 : [4, 8, 16, 32][Int(form >> 1 & 3)]
    if isType2 && form & 2 == 0 && bytes.count >= 16 { bytes.replaceSubrange(12..<14, with: [0xE1, 0x10]) }
    bytes.removeLast(bytes.count % blockSize)

    _ = try? Type4Container(bytes)
    readByPieces(bytes, scan)
    guard case .memory(let memory) = scan(bytes, true) else { preconditionFailure("a whole memory is never incomplete") }
    guard let area = memory.area, let offset = memory.ndef?.offset ?? memory.insertion else { return 0 }
    let message = Array(NDEFMessage(.empty).bytes + bytes).prefix(length)
    guard let plan = try? MessagePlan(Array(message), at: offset, in: area, of: bytes, blockSize: blockSize) else { return 0 }
    let new = content(after: plan.writes, bytes, blockSize, scan)
    for done in 0...plan.writes.count {
        let held = content(after: plan.writes.prefix(done), bytes, blockSize, scan)
        precondition(isHarmless(held, old: memory.content, new: new), "a lifted tag holds garbage")
    }
    return 0
}

private typealias Scan = (_ image: [UInt8], _ isWhole: Bool) -> MemoryScan

/// Every answer is final once the bytes it needs are there, and each one asks for more than it has.
private func readByPieces(_ bytes: [UInt8], _ scan: Scan) {
    var known = 0
    while case .incomplete(let wanted) = scan(Array(bytes.prefix(known)), false) {
        precondition(wanted > known, "more is asked for than nothing")
        guard known < bytes.count else { return }
        known = min(wanted, bytes.count)
    }
}

/// A structure that could not be believed may be gone, or be unbelievable in another way.
private func isHarmless(_ held: TagContent, old: TagContent, new: TagContent) -> Bool {
    switch (old, held) {
    case (.damaged, .damaged), (.damaged, .unformatted): true
    default: held == old || held == .empty || held == new
    }
}

private func content(after writes: some Sequence<BlockWrite>, _ bytes: [UInt8], _ blockSize: Int, _ scan: Scan) -> TagContent {
    var memory = bytes
    for write in writes {
        memory.replaceSubrange(write.block * blockSize..<(write.block + 1) * blockSize, with: write.bytes)
    }
    guard case .memory(let understood) = scan(memory, true) else { preconditionFailure("a whole memory is never incomplete") }
    return understood.content
}
