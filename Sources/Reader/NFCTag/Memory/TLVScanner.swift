/// Scans the TLVs of a data area up to the first NDEF TLV. NFC Forum Type 2 Tag 1.1, 2.3; Type 5 Tag 1.0, 4.4.
struct TLVScanner {
    let image: [UInt8]
    /// True if `image` is the whole memory, false if it is the part read so far.
    let isWhole: Bool
    let access: TagAccess
    /// True if the types 01 and 02 define lock and reserved bytes, as in a Type 2 tag.
    let readsControls: Bool
    var area: DataArea
    private var position: Int
    /// The offset after the last TLV that is not a null TLV.
    private var behindLast: Int

    private enum TLVType {
        static let null: UInt8 = 0x00
        static let lockControl: UInt8 = 0x01
        static let memoryControl: UInt8 = 0x02
        static let ndefMessage: UInt8 = 0x03
        static let terminator: UInt8 = 0xFE
    }

    /// Why the scan ends without an NDEF TLV.
    private enum Stop: Error {
        case missing(upTo: Int)
        case damaged(TagDamage)
    }

    /// Bytes to read ahead while the length of the next TLV is unknown.
    private static let readAhead = 64

    init(_ image: [UInt8], isWhole: Bool, access: TagAccess, area: DataArea, readsControls: Bool) {
        self.image = image
        self.isWhole = isWhole
        self.access = access
        self.area = area
        self.readsControls = readsControls
        position = area.start
        behindLast = area.start
    }

    mutating func scan() -> MemoryScan {
        do {
            return .memory(try findMessage())
        } catch {
            switch error {
            case .missing(let end): return .incomplete(wants: end)
            case .damaged(let damage): return .memory(.damaged(damage, access: access, area: area, insertion: behindLast))
            }
        }
    }

    private mutating func findMessage() throws(Stop) -> TagMemory {
        while let (offset, type) = try nextType() {
            switch type {
            case TLVType.null:
                continue
            case TLVType.terminator:
                return TagMemory(content: .unformatted, access: access, area: area, insertion: behindLast)
            default:
                break
            }
            let value = try value(of: offset)
            switch type {
            case TLVType.ndefMessage:
                return message(value, at: offset)
            case TLVType.lockControl where readsControls:
                let control = try control(value, at: offset)
                let lock = DynamicLock(offset: control.start, bits: control.size)
                area.dynamicLocks.append(lock)
                area.holes.append(lock.bytes)
            case TLVType.memoryControl where readsControls:
                let control = try control(value, at: offset)
                area.holes.append(control.start..<control.start + control.size)
            default:
                break
            }
            behindLast = position
        }
        return TagMemory(content: .unformatted, access: access, area: area, insertion: behindLast)
    }

    /// The next TLV's type and offset; nil at the end of the area. A whole memory may end before its area: some tags declare
    /// eight bytes more than the chip has.
    private mutating func nextType() throws(Stop) -> (offset: Int, type: UInt8)? {
        position = area.skippingHoles(position)
        guard position < area.end else { return nil }
        if isWhole && position >= image.count { return nil }
        let offset = position
        return (offset, try nextByte(of: offset))
    }

    /// The next byte of the TLV that begins at `start`.
    private mutating func nextByte(of start: Int) throws(Stop) -> UInt8 {
        position = area.skippingHoles(position)
        guard position < area.end else { throw .damaged(.valuePastEnd(offset: start, length: 0)) }
        guard position < image.count else { throw missing(upTo: min(position + Self.readAhead, area.end)) }
        defer { position += 1 }
        return image[position]
    }

    private func missing(upTo end: Int) -> Stop {
        isWhole ? .damaged(.memoryEnds(at: image.count)) : .missing(upTo: end)
    }

    /// The value of the TLV that begins at `start`. The length has one byte, or FF and two bytes.
    private mutating func value(of start: Int) throws(Stop) -> [UInt8] {
        var length = Int(try nextByte(of: start))
        if length == 0xFF {
            let high = Int(try nextByte(of: start))
            length = high << 8 | Int(try nextByte(of: start))
            guard length != 0xFFFF else { throw .damaged(.reservedLength(offset: start)) }
        }
        guard let offsets = area.offsets(from: position, count: length) else {
            throw .damaged(.valuePastEnd(offset: start, length: length))
        }
        guard let last = offsets.last else { return [] }
        // Includes the terminator, which a write needs: reading it here takes no extra command.
        guard last < image.count else { throw missing(upTo: min(last + 2, area.end)) }
        position = last + 1
        return offsets.map { image[$0] }
    }

    private func message(_ bytes: [UInt8], at offset: Int) -> TagMemory {
        let content: TagContent
        do {
            content = bytes.isEmpty ? .empty : .message(try NDEFMessage(bytes: bytes))
        } catch {
            content = .damaged(.message(error))
        }
        return TagMemory(
            content: content, access: access, area: area,
            ndef: NDEFLocation(offset: offset, length: bytes.count, end: position, bytes: bytes))
    }

    /// The range of a control TLV: its start, and its size in lock bits or in bytes. NFC Forum Type 2 Tag 1.1, 2.3.2 and
    /// 2.3.3.
    private func control(_ value: [UInt8], at offset: Int) throws(Stop) -> (start: Int, size: Int) {
        guard value.count == 3 else { throw .damaged(.controlLength(offset: offset)) }
        let start = Int(value[0] >> 4) << Int(value[2] & 0x0F) + Int(value[0] & 0x0F)
        return (start, value[1] == 0 ? 256 : Int(value[1]))
    }
}
