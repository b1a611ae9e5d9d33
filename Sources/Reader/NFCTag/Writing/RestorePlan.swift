/// The block writes that turn one memory into another. The message's length and the capability container come last.
struct RestorePlan {
    private(set) var writes: [BlockWrite] = []
    /// The final content of the changed blocks.
    let final: [BlockWrite]

    init(from image: [UInt8], _ old: TagMemory, to bytes: [UInt8], _ kind: TagKind, blockSize: Int) {
        let scan = kind == .type2 ? Type2Memory.scan(bytes, isWhole: true) : Type5Memory.scan(bytes, isWhole: true)
        var new: TagMemory?
        if case .memory(let memory) = scan { new = memory }
        var target = bytes + image[bytes.count...]
        // Lock bits cannot be cleared, so they keep their values.
        for place in [old.area, new?.area].flatMap({ $0?.dynamicLocks ?? [] }).flatMap(\.bytes) where place < target.count {
            target[place] = image[place]
        }
        func write(_ block: Int, of memory: [UInt8]) -> BlockWrite {
            BlockWrite(block: block, bytes: Array(memory[block * blockSize..<(block + 1) * blockSize]))
        }
        let first = kind == .type2 ? 4 : 0
        let changed = (0..<target.count / blockSize).filter { $0 >= first && write($0, of: image) != write($0, of: target) }
        final = changed.map { write($0, of: target) }
        guard let new, let area = new.area, let offset = new.ndef?.offset else {
            writes = final
            return
        }
        if let place = old.ndef?.offset, let area = old.area, !changed.isEmpty {
            var empty = image
            let length = area.skippingHoles(area.skippingHoles(place) + 1)
            empty[length] = 0
            let invalidation = write(length / blockSize, of: empty)
            if invalidation != write(length / blockSize, of: image) { writes.append(invalidation) }
        }
        let commit = area.skippingHoles(area.skippingHoles(offset) + 1) / blockSize
        let container = kind == .type2 ? 0 : (area.start - 1) / blockSize
        let data = changed.filter { $0 > container && $0 != commit }
        let last = (changed.contains(commit) || !writes.isEmpty) && commit > container ? [commit] : []
        let containers = (0...container).reversed().filter { block in
            changed.contains(block) || writes.contains { $0.block == block }
        }
        writes += (data + last + containers).map { write($0, of: target) }
    }
}
