/// The first octet of a record: five flags, and the type name format in the low bits. NFC Forum NDEF 1.0, 3.2.
struct NDEFHeader: OptionSet {
    var rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ octet: UInt8) { rawValue = octet }

    static let messageBegin = NDEFHeader(0x80)
    static let messageEnd = NDEFHeader(0x40)
    static let chunk = NDEFHeader(0x20)
    static let shortRecord = NDEFHeader(0x10)
    static let idLength = NDEFHeader(0x08)

    var typeNameFormat: UInt8 { rawValue & 0x07 }
    static let unchanged: UInt8 = 6
}

extension NDEFMessage {
    /// Parses a whole message. Chunked records are joined.
    ///
    /// Memory use is bounded by `bytes`: every length is checked against the remaining bytes before a field is copied.
    /// - Throws: `NDEFError` for the first violated rule. Bytes after the end of the message are an error.
    package init(bytes: [UInt8]) throws(NDEFError) {
        var parser = NDEFParser(bytes: bytes)
        records = try parser.message()
    }
}

private struct NDEFParser {
    let bytes: [UInt8]
    var offset = 0
    var records: [NDEFRecord] = []
    /// The record whose chunks are being joined, from its first chunk.
    var open: NDEFRecord?
    /// The payload of the open record. It grows in place because a message may have very many chunks.
    var payload: [UInt8] = []

    /// One encoded record or chunk.
    struct Frame {
        let start: Int
        let header: NDEFHeader
        let type: [UInt8]
        let id: [UInt8]
        let payload: [UInt8]
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func message() throws(NDEFError) -> [NDEFRecord] {
        guard !bytes.isEmpty else { throw NDEFError(.noRecords, at: 0) }
        var ended = false
        while !ended {
            guard offset < bytes.count else {
                throw NDEFError(open == nil ? .messageEndMissing : .chunkNotEnded, at: offset)
            }
            guard records.count < NDEFMessage.maxRecords else { throw NDEFError(.tooManyRecords, at: offset) }
            let frame = try frame()
            guard frame.header.contains(.messageBegin) == (frame.start == 0) else {
                throw NDEFError(.messageBeginMisplaced, at: frame.start)
            }
            try take(frame)
            ended = frame.header.contains(.messageEnd)
        }
        guard open == nil else { throw NDEFError(.chunkNotEnded, at: offset) }
        guard offset == bytes.count else { throw NDEFError(.bytesAfterMessageEnd, at: offset) }
        return records
    }

    private mutating func frame() throws(NDEFError) -> Frame {
        let start = offset
        let header = NDEFHeader(try take(1)[0])
        let typeLength = Int(try take(1)[0])
        let payloadLength = try take(header.contains(.shortRecord) ? 1 : 4).reduce(0) { $0 << 8 | Int($1) }
        let idLength = header.contains(.idLength) ? Int(try take(1)[0]) : 0
        return Frame(
            start: start, header: header, type: try take(typeLength), id: try take(idLength),
            payload: try take(payloadLength))
    }

    private mutating func take(_ count: Int) throws(NDEFError) -> [UInt8] {
        guard count <= bytes.count - offset else { throw NDEFError(.truncated, at: offset) }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    private mutating func take(_ frame: Frame) throws(NDEFError) {
        let header = frame.header
        if header.typeNameFormat == NDEFHeader.unchanged {
            try join(frame)
        } else {
            guard open == nil else { throw NDEFError(.chunkNotContinued, at: frame.start) }
            guard let format = NDEFRecord.TypeNameFormat(rawValue: header.typeNameFormat) else {
                throw NDEFError(.reservedTypeNameFormat, at: frame.start)
            }
            if format == .empty && header.contains(.chunk) { throw NDEFError(.emptyRecordHasFields, at: frame.start) }
            do {
                open = try NDEFRecord(format, type: frame.type, id: frame.id, payload: frame.payload)
            } catch {
                throw NDEFError(error.reason, at: frame.start)
            }
            payload = frame.payload
        }
        if !header.contains(.chunk), let first = open {
            records.append(
                NDEFRecord(unchecked: first.typeNameFormat, type: first.type, id: first.id, payload: payload))
            open = nil
        }
    }

    /// Appends a later chunk, which has a payload and no other fields. NFC Forum NDEF 1.0, 2.3.3.
    private mutating func join(_ chunk: Frame) throws(NDEFError) {
        guard open != nil else { throw NDEFError(.unchangedWithoutChunk, at: chunk.start) }
        guard chunk.type.isEmpty else { throw NDEFError(.typeNotAllowed, at: chunk.start) }
        guard !chunk.header.contains(.idLength) else { throw NDEFError(.idInLaterChunk, at: chunk.start) }
        payload += chunk.payload
    }
}
