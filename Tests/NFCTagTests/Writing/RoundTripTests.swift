import Foundation
import NFCTag
import Testing

/// Reproducible random values. The seed is printed, and read from `DESKTAP_TEST_SEED` if that is set.
struct SeededGenerator: RandomNumberGenerator {
    private(set) var state: UInt64

    init(_ purpose: String) {
        let given = ProcessInfo.processInfo.environment["DESKTAP_TEST_SEED"].flatMap(UInt64.init)
        state = given ?? UInt64.random(in: 0...UInt64.max)
        print("\(purpose): DESKTAP_TEST_SEED=\(state)")
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    mutating func record(payloadUpTo most: Int) throws -> NDEFRecord {
        switch NDEFRecord.TypeNameFormat.allCases.randomElement(using: &self) ?? .empty {
        case .empty: .empty
        case .unknown: try NDEFRecord(.unknown, id: bytes(upTo: 3), payload: bytes(upTo: most))
        case let format: try NDEFRecord(format, type: bytes(upTo: 12), id: bytes(upTo: 3), payload: bytes(upTo: most))
        }
    }

    mutating func message(payloadUpTo most: Int = 60) throws -> NDEFMessage {
        var records: [NDEFRecord] = []
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let isLong = Int.random(in: 0..<20, using: &self) == 0
            records.append(try record(payloadUpTo: isLong ? 700 : most))
        }
        return try NDEFMessage(records: records)
    }

    mutating func text(_ most: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...most, using: &self) {
            if let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x1_F600, using: &self)),
                scalar.properties.generalCategory != .control
            {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

@Suite struct `Round trip` {
    @Test func `A message, chunked or not, is encoded and parsed to the same message without growing`() throws {
        var generator = SeededGenerator("messages")
        for _ in 0..<2000 {
            let message = try generator.message()
            let bytes = message.bytes
            #expect(try NDEFMessage(bytes: bytes) == message)
            let chunked = Self.chunked(message, &generator)
            #expect(try NDEFMessage(bytes: chunked) == message)
            #expect(bytes.count <= chunked.count)
        }
    }

    @Test func `An address or a text is encoded and parsed to the same value`() throws {
        var generator = SeededGenerator("addresses and texts")
        for _ in 0..<2000 {
            let uri = ["https://www.", "http://", "urn:epc:", "ftp://", ""].randomElement(using: &generator).map {
                $0 + generator.text(40)
            }
            let address = try URIRecord(uri ?? "")
            #expect(try URIRecord(address.record) == address)
            let encoding: TextRecord.Encoding = Bool.random(using: &generator) ? .utf8 : .utf16
            let text = try TextRecord(generator.text(40), language: "en", encoding: encoding)
            #expect(try TextRecord(text.record) == text)
        }
    }

    @Test func `A message written to a tag is read back unchanged, whatever the tag held before`() async throws {
        var generator = SeededGenerator("tags")
        for round in 0..<300 {
            let isType2 = Bool.random(using: &generator)
            // Nine bytes after all that is written here: in pages of 64 bytes, page 13 and up to 15 bytes.
            let holes = isType2 && round % 3 == 0 ? [0x02, 0x03, UInt8.random(in: 0xD0...0xDF, using: &generator), 9, 6] : []
            let nulls = Array(repeating: UInt8(0), count: Int.random(in: 0...5, using: &generator))
            let data = holes + nulls + tlv(try generator.message())
            let tag =
                isType2
                ? type2Tag(pages: 231, container: "E1106D00", data: Array(data.prefix(800)))
                : type5Tag(blocks: 256, container: "E1407F01", data: Array(data.prefix(800)))
            tag.largestRead = [4, 16, 64, 200, 256].randomElement(using: &generator) ?? 16
            tag.takesFrames = Bool.random(using: &generator)
            var writer = TagWriter(tag, atr: tag.atr)
            if tag.content?.message == nil { _ = try await writer.format(force: true) }
            let message = try generator.message(payloadUpTo: 100)
            do {
                _ = try await writer.write(message)
                var reader = TagReader(tag, atr: tag.atr, capabilities: writer.capabilities)
                #expect(try await reader.read().content == .message(message), "round \(round)")
            } catch TagError.tooSmall {
                #expect(message.bytes.count > 700, "round \(round)")
            }
        }
    }

    /// The same message with some payloads split into chunks, some of them empty.
    private static func chunked(_ message: NDEFMessage, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for (position, record) in message.records.enumerated() {
            let mayBeCut = record.typeNameFormat != .empty && Bool.random(using: &generator)
            let cuts = mayBeCut ? (0..<2).map { _ in Int.random(in: 0...record.payload.count, using: &generator) }.sorted() : []
            let bounds = [0] + cuts + [record.payload.count]
            for (piece, (start, end)) in zip(bounds, bounds.dropFirst()).enumerated() {
                let isFirst = piece == 0
                let isLast = piece == bounds.count - 2
                var header: UInt8 = isFirst ? record.typeNameFormat.rawValue : 6
                if isFirst && position == 0 { header |= 0x80 }
                if isLast && position == message.records.count - 1 { header |= 0x40 }
                if !isLast { header |= 0x20 }
                let hasID = isFirst && !record.id.isEmpty
                if hasID { header |= 0x08 }
                bytes += [header, isFirst ? UInt8(record.type.count) : 0]
                bytes += withUnsafeBytes(of: UInt32(end - start).bigEndian, Array.init)
                if hasID { bytes.append(UInt8(record.id.count)) }
                if isFirst { bytes += record.type + record.id }
                bytes += record.payload[start..<end]
            }
        }
        return bytes
    }
}
