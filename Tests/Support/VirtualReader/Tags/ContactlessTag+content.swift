package import NFCTag

extension ContactlessTag {
    /// The content of the tag, decoded from its memory without a reader.
    package var content: TagContent {
        switch technology {
        case .type2: Self.content(of: Type2Memory.scan(memory, isWhole: true))
        case .type5: Self.content(of: Type5Memory.scan(memory, isWhole: true))
        case .type4: message(lengthSize: 2, from: 0)
        case .type3: message(lengthSize: 3, from: 11)
        case .classic: .unformatted
        }
    }

    /// True if the whole message was read; for a tag without a message, if any byte was read.
    /// - Parameter wasAsked: true if the UID was read, which is the only data of a badge.
    func messageIsRead(orUID wasAsked: Bool) -> Bool {
        guard !memory.isEmpty else { return wasAsked }
        switch technology {
        case .type4: return bytesRead.isSuperset(of: 0..<2 + number(at: 0, size: 2))
        case .type3: return bytesRead.isSuperset(of: 0..<16 + number(at: 11, size: 3))
        case .type2, .type5, .classic: break
        }
        let scan = technology == .type2 ? Type2Memory.scan(memory, isWhole: true) : Type5Memory.scan(memory, isWhole: true)
        guard case .memory(let memory) = scan, let area = memory.area, let message = memory.ndef,
            let offsets = area.offsets(from: message.offset, count: message.length + (message.length < 0xFF ? 2 : 4))
        else { return !bytesRead.isEmpty }
        return bytesRead.isSuperset(of: offsets)
    }

    private static func content(of scan: MemoryScan) -> TagContent {
        guard case .memory(let memory) = scan else { return .unformatted }
        return memory.content
    }

    /// Decodes the message from its length field: in the first bytes of a Type 4 file, or in the attribute block of a Type 3
    /// tag, one block before the message.
    private func message(lengthSize: Int, from offset: Int) -> TagContent {
        guard !memory.isEmpty else { return .unformatted }
        let length = number(at: offset, size: lengthSize)
        let start = offset == 0 ? lengthSize : 16
        guard length > 0 else { return .empty }
        guard start + length <= memory.count else { return .damaged(.valuePastEnd(offset: offset, length: length)) }
        do {
            return .message(try NDEFMessage(bytes: Array(memory[start..<start + length])))
        } catch {
            return .damaged(.message(error))
        }
    }

    private func number(at offset: Int, size: Int) -> Int { memory[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) } }
}
